#include "tact/io/frame_names.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <optional>
#include <string_view>

namespace tact {
namespace {

namespace fs = std::filesystem;

bool is_frame_digit(char c) { return c >= '0' && c <= '9'; }

// A name cut into words and the numbers between them.
struct FrameName {
  std::string words;  // with a mark for each number
  std::vector<std::string> numbers;
};

FrameName cut(const fs::path& file) {
  FrameName name;
  bool within = false;
  for (const char c : file.filename().string()) {
    if (!is_frame_digit(c)) {
      name.words += c;
      within = false;
      continue;
    }
    if (!within) {
      name.words += '*';
      name.numbers.emplace_back();
    }
    name.numbers.back() += c;
    within = true;
  }
  return name;
}

// Which number tells the frames apart; nothing if that is not a single one.
std::optional<std::size_t> frame_counter(const std::vector<FrameName>& names) {
  std::optional<std::size_t> counter;
  const FrameName& first = names.front();
  for (const FrameName& name : names) {
    if (name.words != first.words) return std::nullopt;
    for (std::size_t i = 0; i < name.numbers.size(); ++i) {
      if (name.numbers[i] == first.numbers[i]) continue;
      if (counter && *counter != i) return std::nullopt;
      counter = i;
    }
  }
  return counter;
}

std::string without_leading_zeros(const std::string& name) {
  std::string out;
  for (std::size_t i = 0; i < name.size(); ++i) {
    const bool number_begins =
        is_frame_digit(name[i]) && (out.empty() || !is_frame_digit(out.back()));
    const bool goes_on = i + 1 < name.size() && is_frame_digit(name[i + 1]);
    if (!(number_begins && goes_on && name[i] == '0')) out += name[i];
  }
  return out;
}

std::vector<FrameName> cut_all(const std::vector<fs::path>& files) {
  std::vector<FrameName> names;
  names.reserve(files.size());
  for (const fs::path& file : files) names.push_back(cut(file));
  return names;
}

}  // namespace

bool comes_before(const std::string& a, const std::string& b) {
  const auto number = [](const std::string& text, std::size_t& at) {
    const std::size_t zeros = text.find_first_not_of('0', at);
    const std::size_t begin = zeros == text.npos ? text.size() : zeros;
    while (at < text.size() && is_frame_digit(text[at])) ++at;
    return std::string_view(text).substr(std::min(begin, at), at - std::min(begin, at));
  };
  std::size_t i = 0;
  std::size_t j = 0;
  while (i < a.size() && j < b.size()) {
    if (is_frame_digit(a[i]) && is_frame_digit(b[j])) {
      const std::string_view m = number(a, i);
      const std::string_view n = number(b, j);
      if (m.size() != n.size()) return m.size() < n.size();
      if (m != n) return m < n;
    } else {
      if (a[i] != b[j]) return static_cast<unsigned char>(a[i]) < static_cast<unsigned char>(b[j]);
      ++i;
      ++j;
    }
  }
  if ((i < a.size()) != (j < b.size())) return j < b.size();
  return a < b;  // they differ in leading zeros at most
}

std::vector<std::string> several_motions(const std::vector<fs::path>& files) {
  const std::vector<FrameName> names = cut_all(files);
  const bool numbered = std::any_of(names.begin(), names.end(),
                                    [](const FrameName& name) { return !name.numbers.empty(); });
  if (names.size() < 2 || !numbered || frame_counter(names)) return {};
  return {files.front().filename().string(), files.back().filename().string()};
}

std::vector<std::string> same_frames(const std::vector<fs::path>& files) {
  for (std::size_t i = 1; i < files.size(); ++i) {  // in order, they are beside each other
    if (without_leading_zeros(files[i - 1].string()) == without_leading_zeros(files[i].string())) {
      return {files[i - 1].filename().string(), files[i].filename().string()};
    }
  }
  return {};
}

bool is_one_motion(const std::vector<fs::path>& files) {
  return files.size() > 1 && frame_counter(cut_all(files)).has_value();
}

std::string missing_frames(const std::vector<fs::path>& files) {
  if (files.size() < 3) return {};
  const std::vector<FrameName> names = cut_all(files);
  const std::optional<std::size_t> counter = frame_counter(names);
  if (!counter) return {};
  std::vector<std::uint64_t> numbers;
  for (const FrameName& name : names) {
    const std::string& text = name.numbers[*counter];
    std::uint64_t number = 0;
    if (std::from_chars(text.data(), text.data() + text.size(), number).ec != std::errc())
      return {};
    numbers.push_back(number);
  }
  std::uint64_t step = numbers[1] - numbers[0];
  for (std::size_t i = 1; i < numbers.size(); ++i) {
    step = std::min(step, numbers[i] - numbers[i - 1]);
  }
  for (std::size_t i = 1; step > 0 && i < numbers.size(); ++i) {
    if (numbers[i] - numbers[i - 1] == step) continue;
    return files[i - 1].string() + ": the file that follows is " + files[i].filename().string() +
           "; frames between them are missing, and are passed over";
  }
  return {};
}

}  // namespace tact
