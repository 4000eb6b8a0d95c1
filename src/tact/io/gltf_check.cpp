#include "tact/io/gltf_check_impl.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include "tact/base/error.h"
#include "tact/io/number.h"

namespace tact {
namespace {

constexpr std::size_t deepest = 256;  // of lists and objects within each other

// These change how a surface looks, and not where it is.
constexpr std::array harmless{"KHR_materials",         "KHR_texture", "KHR_lights", "KHR_xmp",
                              "KHR_animation_pointer", "EXT_texture", "EXT_lights", "MSFT_texture"};

// The JSON of a file: all of a .gltf, the first chunk of a .glb.
std::string json_of(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::uint32_t head[5] = {};
  file.read(reinterpret_cast<char*>(head), sizeof head);
  constexpr std::uint32_t magic = 0x46546C67;  // "glTF"
  const bool binary = file.gcount() == sizeof head && head[0] == magic;
  file.clear();
  file.seekg(binary ? sizeof head : 0);
  if (!binary) return std::string(std::istreambuf_iterator<char>(file), {});
  // The numbers behind it may be gigabytes, and what a header says need not be there.
  std::string text;
  std::array<char, std::size_t{1} << 16> buffer{};
  for (std::size_t left = head[3]; left > 0;) {
    file.read(buffer.data(), static_cast<std::streamsize>(std::min(left, buffer.size())));
    const auto got = static_cast<std::size_t>(file.gcount());
    if (got == 0) break;
    text.append(buffer.data(), got);
    left -= got;
  }
  return text;
}

// Goes over the text once, with the names that lead to where it is.
class Scan {
 public:
  Scan(const std::filesystem::path& path, std::string_view text) : path_(path), text_(text) {}

  void run() {
    for (at_ = 0; at_ < text_.size(); ++at_) {
      const char c = text_[at_];
      if (c == '"') {
        word();
      } else if (c == '{' || c == '[') {
        open_.push_back({name_, c == '['});
        name_ = {};
        if (open_.size() > deepest) fail("lists within lists, more than 256 deep");
      } else if ((c == '}' || c == ']') && !open_.empty()) {
        open_.pop_back();
        name_ = {};
      } else if (c == '-' || (c >= '0' && c <= '9')) {
        number();
      } else if (c == ',') {
        name_ = {};
      }
    }
  }

 private:
  struct Open {
    std::string_view name;
    bool list;
  };

  // A name, or a text that stands for itself.
  void word() {
    const std::size_t begin = ++at_;
    while (at_ < text_.size() && text_[at_] != '"') at_ += text_[at_] == '\\' ? 2 : 1;
    const std::string_view text = text_.substr(begin, std::min(at_, text_.size()) - begin);
    if (open_.empty()) return;
    if (open_.back().list) return element(text);
    const std::size_t next = text_.find_first_not_of(" \t\r\n", std::min(at_ + 1, text_.size()));
    if (next == text_.npos || text_[next] != ':') return;
    name_ = text;
    if (text == "skins" && open_.size() == 1) {
      fail(
          "has a skin, which tact does not apply: its mesh may stand elsewhere; export it as it "
          "stands");
    }
    if (text == "EXT_mesh_gpu_instancing" && in("extensions")) {
      fail("has instances (EXT_mesh_gpu_instancing), which are not read");
    }
  }

  void element(std::string_view text) {
    if (open_.back().name != "extensionsRequired" || open_.size() != 2) return;
    const bool fine = std::any_of(harmless.begin(), harmless.end(),
                                  [&](const char* begin) { return text.rfind(begin, 0) == 0; });
    if (!fine) fail("requires the extension " + std::string(text) + ", which is not read");
  }

  void number() {
    const std::size_t end = std::min(text_.find_first_of(",]} \t\r\n", at_), text_.size());
    double value = 0;
    const bool shape = in("weights") && open_.back().list;
    if (shape && parse_double(text_.substr(at_, end - at_), value) && value != 0 && !sampled()) {
      fail("has a morph target with a weight, which tact does not apply; export it as it stands");
    }
    at_ = end - 1;
  }

  bool in(std::string_view name) const { return !open_.empty() && open_.back().name == name; }
  // Within animations, which are not read, and of which load() tells.
  bool sampled() const { return open_.size() > 1 && open_[1].name == "animations"; }
  [[noreturn]] void fail(const std::string& what) const {
    throw Error(ErrorCode::bad_file, path_.string() + ": " + what);
  }

  const std::filesystem::path& path_;
  std::string_view text_;
  std::size_t at_ = 0;
  std::string_view name_;  // of the value that comes next
  std::vector<Open> open_;
};

}  // namespace

void check_gltf(const std::filesystem::path& path) {
  const std::string text = json_of(path);
  Scan(path, text).run();
}

}  // namespace tact
