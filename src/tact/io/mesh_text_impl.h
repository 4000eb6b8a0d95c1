#pragma once
// Text as the writers of OBJ, OFF and PLY put it together, block by block.
#include <string>

#include "tact/base/vec.h"
#include "tact/io/atomic_file.h"
#include "tact/io/number.h"

namespace tact {

class TextBuffer {
 public:
  explicit TextBuffer(AtomicFile& file) : file_(file) {}

  std::string& text() { return text_; }
  void append(const Vec3& p) {
    append_number(text_, p.x);
    append_number(text_ += ' ', p.y);
    append_number(text_ += ' ', p.z);
  }
  /// Ends a line, and writes when enough have gathered.
  void end_line() {
    text_ += '\n';
    if (text_.size() > (std::size_t{1} << 16)) flush();
  }
  void flush() {
    file_.write(text_);
    text_.clear();
  }

 private:
  AtomicFile& file_;
  std::string text_;
};

}  // namespace tact
