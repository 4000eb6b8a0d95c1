#include "tact/io/ply_rows.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>

#include "tact/io/number_impl.h"

namespace tact {
namespace {

template <class T>
double scalar(const char* at, bool swapped) {
  char bytes[sizeof(T)];
  std::memcpy(bytes, at, sizeof(T));
  if (swapped) std::reverse(std::begin(bytes), std::end(bytes));
  T value;
  std::memcpy(&value, bytes, sizeof(T));
  return static_cast<double>(value);
}

// The smallest and the largest value of an integer type.
struct Limits {
  double low;
  double high;
};
Limits limits_of(PlyType type) {
  const std::int64_t values = std::int64_t{1} << (8 * size_of(type));
  const bool has_sign = type == PlyType::i8 || type == PlyType::i16 || type == PlyType::i32;
  const auto low = static_cast<double>(has_sign ? -values / 2 : 0);
  return {low, low + static_cast<double>(values - 1)};
}

// Is it a value of this type? Any number is one of a float: text may say more than the type holds,
// and keeping it is what makes text files exact.
bool fits(double value, PlyType type) {
  if (type >= PlyType::f32) return true;
  const Limits limits = limits_of(type);
  return value >= limits.low && value <= limits.high && value == std::floor(value);
}

}  // namespace

double read_scalar(const char* at, PlyType type, bool swapped) {
  switch (type) {
    case PlyType::i8:
      return scalar<std::int8_t>(at, swapped);
    case PlyType::u8:
      return scalar<std::uint8_t>(at, swapped);
    case PlyType::i16:
      return scalar<std::int16_t>(at, swapped);
    case PlyType::u16:
      return scalar<std::uint16_t>(at, swapped);
    case PlyType::i32:
      return scalar<std::int32_t>(at, swapped);
    case PlyType::u32:
      return scalar<std::uint32_t>(at, swapped);
    case PlyType::f32:
      return scalar<float>(at, swapped);
    case PlyType::f64:
      break;
  }
  return scalar<double>(at, swapped);
}

PlyRows::PlyRows(FileReader& file, const PlyHeader& header)
    : file_(file),
      format_(header.format),
      swapped_((header.format == PlyFormat::big_endian) ==
               (std::endian::native == std::endian::little)) {
  if (!binary()) lines_.emplace(file, LineReader::Backslash::plain, header.lines);
}

void PlyRows::read(const PlyElement& element, std::uint64_t row) {
  values_.clear();
  ends_.clear();
  if (binary()) {
    read_binary(element, row);
  } else {
    read_text(element, row);
  }
}

PlyValues PlyRows::property(std::size_t i) const {
  const std::size_t begin = i == 0 ? 0 : ends_[i - 1];
  return PlyValues(values_).subspan(begin, ends_[i] - begin);
}

void PlyRows::read_text(const PlyElement& element, std::uint64_t row) {
  std::string_view line;
  if (!lines_->next_filled(line, '\n')) fail(element, row, "is missing");
  const auto take = [&](PlyType type) {
    const std::string_view before = line;
    std::string_view word;
    double value = 0;
    if (!take_double(line, value, word) && word.empty()) fail(element, row, "has too few values");
    if (!word.empty() || !fits(value, type)) {
      std::string_view remaining = before;
      word = take_word(remaining);
      double again = 0;
      if (!parse_double(word, again) || !fits(again, type)) {
        fail(element, row, "has " + in_quotes(word) + ", not a number of its type");
      }
    }
    return value;
  };
  for (const PlyProperty& p : element.properties) {
    const double count = p.list ? take(p.count_type) : 1;
    if (count < 0) fail(element, row, "has a list of negative length");
    // The line holds them, or take() fails: no count can make the values outgrow the file.
    for (double i = 0; i < count; ++i) values_.push_back(take(p.type));
    ends_.push_back(values_.size());
  }
  if (!take_word(line).empty()) fail(element, row, "has more values than the header says");
}

void PlyRows::read_binary(const PlyElement& element, std::uint64_t row) {
  row_begin_ = file_.position();
  for (const PlyProperty& p : element.properties) {
    const double count = p.list ? take_binary(p.count_type, element, row) : 1;
    if (count < 0) fail(element, row, "has a list of negative length");
    if (p.list &&
        count * static_cast<double>(size_of(p.type)) > static_cast<double>(file_.left())) {
      fail(element, row, "is longer than the file");
    }
    for (double i = 0; i < count; ++i) values_.push_back(take_binary(p.type, element, row));
    ends_.push_back(values_.size());
  }
}

double PlyRows::take_binary(PlyType type, const PlyElement& element, std::uint64_t row) {
  const std::size_t size = size_of(type);
  const std::string_view bytes = file_.peek(size);
  if (bytes.size() < size) fail(element, row, "is missing or cut off", file_.position());
  const double value = read_scalar(bytes.data(), type, swapped_);
  file_.consume(size);
  return value;
}

void PlyRows::skip(const PlyElement& element) {
  const std::size_t size = element.row_size();
  if (binary() && size > 0) {
    if (element.count > file_.left() / size)
      fail(element, file_.left() / size, "is missing", file_.size());
    return file_.skip(element.count * size);
  }
  if (element.properties.empty() && binary()) return;
  for (std::uint64_t row = 0; row < element.count; ++row) read(element, row);
}

void PlyRows::expect_end() {
  std::string_view line;
  if (lines_ && lines_->next_filled(line, '\n')) lines_->fail("more rows than the header says");
  // Some programs end a binary file like a line.
  const std::string_view remaining = file_.peek(4);
  if (remaining.find_first_not_of("\r\n") != remaining.npos || remaining.size() > 3) {
    file_.fail("more bytes than the header says", file_.position());
  }
}

void PlyRows::fail(const PlyElement& element, std::uint64_t row, const std::string& what,
                   std::uint64_t byte) const {
  const std::string message = element.name + " " + std::to_string(row) + " " + what;
  if (lines_) lines_->fail(message);
  file_.fail(message, byte);
}

}  // namespace tact
