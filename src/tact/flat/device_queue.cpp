#include "tact/flat/device_queue_impl.h"

#ifdef TACT_OPENCL
#include <charconv>

#include "tact/base/error.h"
#include "tact/flat/stream_trial_impl.h"

namespace tact {

StreamTrial& stream_trial() {
  static StreamTrial trial;
  return trial;
}

std::vector<cl::Device> all_devices() {
  std::vector<cl::Device> all;
  std::vector<cl::Platform> platforms;
  try {
    cl::Platform::get(&platforms);
  } catch (const cl::Error&) {
    return all;  // no driver at all
  }
  for (const cl::Platform& platform : platforms) {
    std::vector<cl::Device> devices;
    try {
      platform.getDevices(CL_DEVICE_TYPE_ALL, &devices);
    } catch (const cl::Error&) {
      continue;  // a platform without devices
    }
    all.insert(all.end(), devices.begin(), devices.end());
  }
  return all;
}

std::string name_of(const cl::Device& device) {
  const cl::Platform platform(device.getInfo<CL_DEVICE_PLATFORM>());
  const bool processor = (device.getInfo<CL_DEVICE_TYPE>() & CL_DEVICE_TYPE_CPU) != 0;
  return device.getInfo<CL_DEVICE_NAME>() + " (" + platform.getInfo<CL_PLATFORM_NAME>() +
         (processor ? ", processor)" : ")");
}

cl::Device choose_device(std::string_view which) {
  const std::vector<cl::Device> all = all_devices();
  if (all.empty()) {
    throw Error(ErrorCode::unsupported,
                "stream-cl: there is no OpenCL device (a driver such as pocl-opencl-icd has one)");
  }
  if (which.empty()) {
    for (const cl::Device& device : all) {
      if ((device.getInfo<CL_DEVICE_TYPE>() & CL_DEVICE_TYPE_GPU) != 0) return device;
    }
    return all.front();
  }
  std::size_t number = 0;
  const auto [end, error] = std::from_chars(which.data(), which.data() + which.size(), number);
  if (error == std::errc() && end == which.data() + which.size() && number < all.size()) {
    return all[number];
  }
  std::string there;
  for (const cl::Device& device : all) {
    const std::string name = name_of(device);
    if (name.find(which) != std::string::npos) return device;
    there += (there.empty() ? " " : "; ") + name;
  }
  throw Error(ErrorCode::unsupported,
              "stream-cl: no OpenCL device '" + std::string(which) + "'; there are:" + there);
}

// A warning of the driver's compiler is no reason to do without it: ours are errors in tests.
DeviceQueue::DeviceQueue(const cl::Device& device, const std::string& source) {
  const StreamTrial& trial = stream_trial();
  call("clCreateContext");
  context_ = cl::Context(device);
  call("clCreateCommandQueue");
  queue_ = cl::CommandQueue(context_, device);
  call("clCreateProgramWithSource");
  program_ = cl::Program(context_, trial.source + source);
  call("clBuildProgram");
  program_.build({device}, ("-cl-std=CL1.2 " + trial.build_options).c_str());
}

void DeviceQueue::call(const char* name) {
  StreamTrial& trial = stream_trial();
  ++trial.calls;
  if (lost_) throw cl::Error(CL_DEVICE_NOT_AVAILABLE, name);
  if (trial.calls_left < 0 || trial.calls_left-- > 0) return;
  lost_ = trial.lose;
  throw cl::Error(CL_OUT_OF_RESOURCES, name);
}

cl::Kernel DeviceQueue::kernel(const char* name) {
  call("clCreateKernel");
  return cl::Kernel(program_, name);
}

cl::Buffer DeviceQueue::buffer(std::size_t bytes) {
  call("clCreateBuffer");
  return cl::Buffer(context_, CL_MEM_READ_WRITE, std::max<std::size_t>(bytes, 4));
}

void DeviceQueue::write(const cl::Buffer& to, std::size_t offset, std::size_t bytes,
                        const void* from) {
  call("clEnqueueWriteBuffer");
  queue_.enqueueWriteBuffer(to, CL_TRUE, offset, bytes, from);
}

void DeviceQueue::upload(const cl::Buffer& to, std::size_t bytes, const void* from) {
  call("clEnqueueWriteBuffer");
  queue_.enqueueWriteBuffer(to, CL_FALSE, 0, bytes, from);
  ++under_way_;
}

void DeviceQueue::read(const cl::Buffer& from, std::size_t offset, std::size_t bytes, void* to) {
  call("clEnqueueReadBuffer");
  queue_.enqueueReadBuffer(from, CL_TRUE, offset, bytes, to);
  under_way_ = 0;
}

void DeviceQueue::settle() noexcept {
  if (under_way_ == 0 || queue_() == nullptr) return;
  // Of a device that is gone nothing is read any more.
  clFinish(queue_());
  under_way_ = 0;
}

}  // namespace tact
#endif
