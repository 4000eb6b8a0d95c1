#pragma once
// Texts and bytes as mesh files, and what the loaders say to them.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <string>

#include "tact/base/error.h"
#include "tact/io/load.h"
#include "tests/io/temporary_folder.h"

namespace tact::test {

using Triangle = std::array<std::uint32_t, 3>;
using Triangles = std::vector<Triangle>;

/// The mesh in a file of this name and content, not welded.
inline Mesh mesh_in(const std::string& name, const std::string& content) {
  const TemporaryFolder folder;
  return load(folder.write(name, content), {Weld::never});
}

/// The message of the error that loading gives, without the folder's name.
inline std::string error_in(const std::string& name, const std::string& content) {
  const TemporaryFolder folder;
  try {
    load(folder.write(name, content));
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::bad_file);
    const std::string message = error.what();
    const std::string prefix = folder.path().string() + "/";
    EXPECT_EQ(message.rfind(prefix, 0), 0U) << message;
    return message.substr(std::min(prefix.size(), message.size()));
  }
  return "no error";
}

/// The bytes of a value, in this machine's order or the other one.
template <class T>
std::string bytes_of(T value, bool swapped = false) {
  std::string bytes(sizeof(T), '\0');
  std::memcpy(bytes.data(), &value, sizeof(T));
  if (swapped) std::reverse(bytes.begin(), bytes.end());
  return bytes;
}

}  // namespace tact::test
