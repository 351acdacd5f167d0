#include "plan/language_builder.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

namespace keywright::plan {
namespace {

constexpr char32_t last_escaped = 0x25;
constexpr std::string_view hex = "0123456789ABCDEF";

struct ByteRange {
  std::uint8_t first;
  std::uint8_t last;
};

std::vector<ByteRange> shape_ranges(char letter) {
  switch (letter) {
    case 'd':
      return {{'0', '9'}};
    case 'o':
      return {{'0', '7'}};
    case 'x':
      return {{'0', '9'}, {'a', 'f'}, {'A', 'F'}};
    case 'u':  // Crockford's base 32: no I, L, O, U
      return {{'0', '9'}, {'A', 'H'}, {'J', 'K'}, {'M', 'N'}, {'P', 'T'}, {'V', 'Z'}};
    default:
      return {{static_cast<std::uint8_t>(letter), static_cast<std::uint8_t>(letter)}};
  }
}

std::string escaped_text(std::string_view text) {
  std::string result;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte > last_escaped) {
      result += c;
    } else {
      result += '%';
      result += hex[byte >> 4U];
      result += hex[byte & 15U];
    }
  }
  return result;
}

// The bytes of a character, with how many of them there are.
struct Utf8 {
  std::array<std::uint8_t, 4> bytes{};
  int length = 0;
};

Utf8 encode(char32_t c) {
  const auto tail = [c](int shift) {
    return static_cast<std::uint8_t>(0x80U | ((c >> static_cast<unsigned>(shift)) & 0x3fU));
  };
  if (c < 0x80) return {{static_cast<std::uint8_t>(c)}, 1};
  if (c < 0x800) return {{static_cast<std::uint8_t>(0xc0U | (c >> 6U)), tail(0)}, 2};
  if (c < 0x10000) return {{static_cast<std::uint8_t>(0xe0U | (c >> 12U)), tail(6), tail(0)}, 3};
  return {{static_cast<std::uint8_t>(0xf0U | (c >> 18U)), tail(12), tail(6), tail(0)}, 4};
}

}  // namespace

LanguageBuilder::Id LanguageBuilder::add_state() {
  states_.emplace_back();
  return static_cast<Id>(states_.size() - 1);
}

void LanguageBuilder::edge(Id from, std::uint8_t first, std::uint8_t last, Id to) {
  states_[from].edges.push_back({first, last, to});
}

void LanguageBuilder::skip(Id from, Id to) {
  states_[from].empty_edges.push_back(to);
}

LanguageBuilder::Id LanguageBuilder::text(Id from, std::string_view bytes) {
  for (const char c : bytes) {
    const Id next = add_state();
    const auto byte = static_cast<std::uint8_t>(c);
    edge(from, byte, byte, next);
    from = next;
  }
  return from;
}

LanguageBuilder::Id LanguageBuilder::any_bytes(Id from) {
  const Id loop = add_state();
  skip(from, loop);
  edge(loop, 0, 255, loop);
  return loop;
}

LanguageBuilder::Id LanguageBuilder::shape(Id from, std::string_view pattern) {
  for (const char letter : pattern) {
    const Id next = add_state();
    for (const auto& range : shape_ranges(letter)) edge(from, range.first, range.last, next);
    from = next;
  }
  return from;
}

LanguageBuilder::Id LanguageBuilder::one_of(Id from, const std::vector<std::string_view>& texts,
                                            bool escaped) {
  const Id end = add_state();
  for (const auto choice : texts) {
    skip(text(from, escaped ? escaped_text(choice) : std::string(choice)), end);
  }
  return end;
}

LanguageBuilder::Id LanguageBuilder::characters(Id from,
                                                const std::vector<model::CharRange>& ranges,
                                                bool escaped, std::int64_t least,
                                                std::int64_t most) {
  const auto one_more = [&](Id at) {
    const Id next = add_state();
    for (const auto& range : ranges) character(at, range, escaped, next);
    return next;
  };
  for (std::int64_t i = 0; i < least; ++i) from = one_more(from);
  if (most < 0) {
    const Id loop = add_state();
    skip(from, loop);
    for (const auto& range : ranges) character(loop, range, escaped, loop);
    return loop;
  }
  const Id end = add_state();
  skip(from, end);
  for (std::int64_t i = least; i < most; ++i) {
    from = one_more(from);
    skip(from, end);
  }
  return end;
}

// Three kinds of state: still equal to both bounds, to one of them, or free of both.
LanguageBuilder::Id LanguageBuilder::between(Id from, std::string_view lower,
                                             const std::string_view* upper) {
  const Id end = add_state();
  const Id free = add_state();
  edge(free, 0, 255, free);
  skip(free, end);

  const auto follow_lower = [&](Id at, std::size_t position) {
    for (; position < lower.size(); ++position) {
      const auto byte = static_cast<std::uint8_t>(lower[position]);
      if (byte < 255) edge(at, static_cast<std::uint8_t>(byte + 1), 255, free);
      const Id next = add_state();
      edge(at, byte, byte, next);
      at = next;
    }
    skip(at, free);
  };
  const auto follow_upper = [&](Id at, std::size_t position) {
    skip(at, end);
    for (; position < upper->size(); ++position) {
      const auto byte = static_cast<std::uint8_t>((*upper)[position]);
      if (byte > 0) edge(at, 0, static_cast<std::uint8_t>(byte - 1), free);
      const Id next = add_state();
      edge(at, byte, byte, next);
      at = next;
      skip(at, end);
    }
  };

  if (upper == nullptr) {
    follow_lower(from, 0);
    return end;
  }
  std::size_t shared = 0;
  while (shared < lower.size() && shared < upper->size() && lower[shared] == (*upper)[shared]) {
    ++shared;
  }
  const Id fork = text(from, lower.substr(0, shared));
  if (shared == lower.size()) {
    follow_upper(fork, shared);
    return end;
  }
  if (shared == upper->size()) return end;  // lower > upper: nothing lies between
  const auto low = static_cast<std::uint8_t>(lower[shared]);
  const auto high = static_cast<std::uint8_t>((*upper)[shared]);
  if (low > high) return end;
  if (high - low > 1) {
    edge(fork, static_cast<std::uint8_t>(low + 1), static_cast<std::uint8_t>(high - 1), free);
  }
  const Id at_lower = add_state();
  edge(fork, low, low, at_lower);
  follow_lower(at_lower, shared + 1);
  const Id at_upper = add_state();
  edge(fork, high, high, at_upper);
  follow_upper(at_upper, shared + 1);
  return end;
}

LanguageBuilder::Id LanguageBuilder::language(Id from, const KeyLanguage& other) {
  const auto offset = static_cast<Id>(states_.size());
  for (const auto& state : other.states_) {
    auto copy = state;
    for (auto& edge_of : copy.edges) edge_of.to += offset;
    for (auto& to : copy.empty_edges) to += offset;
    states_.push_back(std::move(copy));
  }
  skip(from, offset + other.start_);
  return offset + other.accept_;
}

KeyLanguage LanguageBuilder::finish(Id start, Id accept) && {
  KeyLanguage result;
  result.states_ = std::move(states_);
  result.start_ = start;
  result.accept_ = accept;
  return result;
}

void LanguageBuilder::character(Id from, const model::CharRange& range, bool escaped, Id to) {
  auto plain = range;
  if (escaped && range.first <= last_escaped) {
    escape(from, {range.first, std::min(range.last, last_escaped)}, to);
    plain.first = last_escaped + 1;
  }
  if (plain.first <= plain.last) utf8(from, plain.first, plain.last, to);
}

// %XX, grouped by the first digit.
void LanguageBuilder::escape(Id from, const model::CharRange& range, Id to) {
  const Id percent = add_state();
  edge(from, '%', '%', percent);
  for (char32_t high = range.first >> 4U; high <= range.last >> 4U; ++high) {
    const Id second = add_state();
    const auto digit = static_cast<std::uint8_t>(hex[high]);
    edge(percent, digit, digit, second);
    const auto low_first = high == range.first >> 4U ? range.first & 15U : 0U;
    const auto low_last = high == range.last >> 4U ? range.last & 15U : 15U;
    for (auto low = low_first; low <= low_last; ++low) {
      const auto byte = static_cast<std::uint8_t>(hex[low]);
      edge(second, byte, byte, to);
    }
  }
}

// Splits a range of characters until each piece is a plain product of byte ranges.
void LanguageBuilder::utf8(Id from, char32_t first, char32_t last, Id to) {
  for (const char32_t boundary : {0x7fU, 0x7ffU, 0xffffU}) {
    if (first <= boundary && boundary < last) {
      utf8(from, first, boundary, to);
      utf8(from, boundary + 1, last, to);
      return;
    }
  }
  // Within one length: every tail must run from its least to its greatest byte, or be fixed.
  for (unsigned bits = 6; last >= 0x80 && bits <= 18; bits += 6) {
    const char32_t mask = (char32_t{1} << bits) - 1;
    if ((first & ~mask) == (last & ~mask)) break;
    if ((first & mask) != 0) {
      utf8(from, first, first | mask, to);
      utf8(from, (first | mask) + 1, last, to);
      return;
    }
    if ((last & mask) != mask) {
      utf8(from, first, (last & ~mask) - 1, to);
      utf8(from, last & ~mask, last, to);
      return;
    }
  }
  const auto low = encode(first);
  const auto high = encode(last);
  for (int i = 0; i < low.length; ++i) {
    const auto at = static_cast<std::size_t>(i);
    const Id next = i + 1 == low.length ? to : add_state();
    edge(from, low.bytes[at], high.bytes[at], next);
    from = next;
  }
}

}  // namespace keywright::plan
