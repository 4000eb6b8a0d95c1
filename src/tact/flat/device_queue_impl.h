#pragma once
// DeviceQueue: an OpenCL device with its context, its program and one queue in order. Every call
// that may fail goes through here, so that each can be made to fail by a test.
#ifdef TACT_OPENCL
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wpedantic"
#include <CL/opencl.hpp>
#pragma GCC diagnostic pop

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace tact {

/// Those of all platforms, in the order of their numbers.
std::vector<cl::Device> all_devices();
/// "NAME (PLATFORM)", or "NAME (PLATFORM, processor)".
std::string name_of(const cl::Device& device);
/// By number or part of a name; see StreamDevice.
cl::Device choose_device(std::string_view which);

class DeviceQueue {
 public:
  /// Compiles the program. Throws what OpenCL throws, as all functions do.
  DeviceQueue(const cl::Device& device, const std::string& source);
  DeviceQueue(const DeviceQueue&) = delete;
  DeviceQueue& operator=(const DeviceQueue&) = delete;
  ~DeviceQueue() { settle(); }

  cl::Kernel kernel(const char* name);
  cl::Buffer buffer(std::size_t bytes);
  /// Returns when `from` has been read.
  void write(const cl::Buffer& to, std::size_t offset, std::size_t bytes, const void* from);
  /// May return earlier: `from` stays until the next read(), or settle() after a failure.
  void upload(const cl::Buffer& to, std::size_t bytes, const void* from);
  /// Returns when everything before it is done, too.
  void read(const cl::Buffer& from, std::size_t offset, std::size_t bytes, void* to);
  template <class... Args>
  void run(cl::Kernel& kernel, const cl::NDRange& global, const cl::NDRange& local,
           const Args&... args) {
    call("clSetKernelArg");
    cl_uint i = 0;
    (kernel.setArg(i++, args), ...);
    call("clEnqueueNDRangeKernel");
    queue_.enqueueNDRangeKernel(kernel, cl::NullRange, global, local);
  }

  /// Waits until nothing is under way, whatever failed.
  void settle() noexcept;
  int under_way() const { return under_way_; }

 private:
  void call(const char* name);

  cl::Context context_;
  cl::CommandQueue queue_;
  cl::Program program_;
  int under_way_ = 0;  // uploads that may still be read
  bool lost_ = false;  // by a test
};

}  // namespace tact
#endif
