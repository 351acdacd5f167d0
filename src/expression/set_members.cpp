#include "expression/set_members.hpp"

#include "core/encoding.hpp"

namespace keywright::expression {
namespace {

/// Merges two sets, whose members are sorted: those of `a` alone and of both, by choice, and those
/// of `b` alone.
void append_merged(std::string& out, ValueView a, ValueView b, bool of_both, bool of_b) {
  const std::size_t begun = encoding::begin_collection(out, encoding::tag_of(a.data()));
  std::size_t count = 0;
  const auto keep = [&](ValueView member) {
    out += member.encoded();
    ++count;
  };
  const ValueRange others = b.elements();
  auto other = others.begin();
  for (const ValueView member : a.elements()) {
    while (other != others.end() && *compare_scalars(*other, member) < 0) {
      if (of_b) keep(*other);
      ++other;
    }
    const bool in_both = other != others.end() && *other == member;
    if (in_both) ++other;
    if (!in_both || of_both) keep(member);
  }
  for (; of_b && other != others.end(); ++other) keep(*other);
  encoding::end_collection(out, begun, count);
}

}  // namespace

void append_union(std::string& out, ValueView a, ValueView b) {
  append_merged(out, a, b, true, true);
}

void append_difference(std::string& out, ValueView a, ValueView b) {
  append_merged(out, a, b, false, false);
}

}  // namespace keywright::expression
