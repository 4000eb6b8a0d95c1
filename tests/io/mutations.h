#pragma once
// Files that were damaged at random, in the ways files are: bytes changed, lost, doubled, swapped,
// and numbers replaced by those that hurt.
#include <cstdint>
#include <random>
#include <string>
#include <string_view>

namespace tact::test {

class Mutator {
 public:
  explicit Mutator(std::uint64_t seed) : bits_(seed) {}

  /// A copy with one to eight damages.
  std::string damaged(std::string text) {
    for (std::size_t i = 1 + below(8); i > 0 && !text.empty(); --i) damage(text);
    return text;
  }

 private:
  std::size_t below(std::size_t n) { return static_cast<std::size_t>(bits_() % n); }

  void damage(std::string& text) {
    static constexpr std::string_view words[] = {"0",
                                                 "-1",
                                                 "4294967295",
                                                 "4294967296",
                                                 "18446744073709551616",
                                                 "nan",
                                                 "inf",
                                                 "1e999",
                                                 "1e-999",
                                                 "\n",
                                                 " ",
                                                 "/",
                                                 "\\\n",
                                                 "#",
                                                 "\r",
                                                 "f",
                                                 "v",
                                                 "\xff\xff\xff\xff",
                                                 "3",
                                                 "",
                                                 "end_header\n"};
    const std::size_t at = below(text.size());
    const std::size_t size = 1 + below(12);
    switch (below(6)) {
      case 0:
        text[at] = static_cast<char>(below(256));
        break;
      case 1:
        text[at] = static_cast<char>(text[at] ^ (1 << below(8)));
        break;
      case 2:
        text.erase(at, size);
        break;
      case 3:
        text.insert(at, text.substr(below(text.size()), size));
        break;
      case 4:
        text.replace(at, size, words[below(std::size(words))]);
        break;
      default:
        text.resize(at);
    }
  }

  std::mt19937_64 bits_;
};

}  // namespace tact::test
