#include "tact/io/line_reader.h"

#include <cerrno>
#include <cstring>
#include <system_error>

#include "tact/base/error.h"

namespace tact {
namespace {

constexpr std::size_t chunk_size = std::size_t{1} << 18;

std::FILE* open_for_reading(const std::filesystem::path& path, const std::string& name) {
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored)) {
    throw Error(ErrorCode::bad_file, name + ": is a folder, not a mesh file");
  }
  errno = 0;
  std::FILE* const file = std::fopen(path.c_str(), "rb");
  if (file == nullptr) {
    throw Error(ErrorCode::bad_file,
                name + ": cannot be opened: " + std::generic_category().message(errno));
  }
  return file;
}

}  // namespace

LineReader::LineReader(const std::filesystem::path& path)
    : name_(path.string()), file_(open_for_reading(path, name_)), buffer_(chunk_size) {
  while (end_ < 3 && read_more()) {
  }
  if (end_ >= 3 && std::memcmp(buffer_.data(), "\xEF\xBB\xBF", 3) == 0) begin_ = 3;
}

bool LineReader::next(std::string_view& line) {
  if (!next_physical(line)) return false;
  line_ = lines_read_;
  if (line.empty() || line.back() != '\\') return true;
  joined_.clear();
  for (;;) {
    const bool continued = !line.empty() && line.back() == '\\';
    joined_.append(continued ? line.substr(0, line.size() - 1) : line);
    if (!continued) break;
    joined_.push_back(' ');
    if (!next_physical(line)) break;
  }
  line = joined_;
  return true;
}

void LineReader::fail(const std::string& what) const {
  throw Error(ErrorCode::bad_file, name_ + ":" + std::to_string(line_) + ": " + what);
}

bool LineReader::next_physical(std::string_view& line) {
  std::size_t searched = begin_;
  for (;;) {
    const char* const found =
        static_cast<const char*>(std::memchr(buffer_.data() + searched, '\n', end_ - searched));
    if (found == nullptr && !at_end_) {
      searched = end_ - begin_;  // read_more() moves the rest to the front
      read_more();
      continue;
    }
    if (found == nullptr && begin_ == end_) return false;
    const auto stop = found != nullptr ? static_cast<std::size_t>(found - buffer_.data()) : end_;
    line = std::string_view(buffer_.data() + begin_, stop - begin_);
    begin_ = found != nullptr ? stop + 1 : end_;
    ++lines_read_;
    if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
    return true;
  }
}

bool LineReader::read_more() {
  if (begin_ > 0) {
    std::memmove(buffer_.data(), buffer_.data() + begin_, end_ - begin_);
    end_ -= begin_;
    begin_ = 0;
  }
  if (end_ == buffer_.size()) buffer_.resize(2 * buffer_.size());
  errno = 0;
  const std::size_t got = std::fread(buffer_.data() + end_, 1, buffer_.size() - end_, file_.get());
  if (got == 0) {
    if (std::ferror(file_.get()) != 0) {
      throw Error(ErrorCode::bad_file,
                  name_ + ": cannot be read: " + std::generic_category().message(errno));
    }
    at_end_ = true;
    return false;
  }
  // No text format has them, and a line of them would have no end.
  if (std::memchr(buffer_.data() + end_, 0, got) != nullptr) {
    throw Error(ErrorCode::bad_file, name_ + ": is not a text file (it has zero bytes)");
  }
  end_ += got;
  return true;
}

}  // namespace tact
