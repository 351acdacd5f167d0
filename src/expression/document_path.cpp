#include "expression/document_path.hpp"

#include "core/encoding.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

namespace keywright::expression {
namespace {

enum class Relation : std::uint8_t { apart, overlap, conflict };

Relation relation(Path a, Path b) {
  const std::size_t common = std::min(a.size(), b.size());
  for (std::size_t i = 0; i < common; ++i) {
    if (a[i].is_index() != b[i].is_index()) return Relation::conflict;
    if (compare(a[i], b[i]) != 0) return Relation::apart;
  }
  return Relation::overlap;
}

/// The first pair in the text that stands in that relation: the earliest second path, and with it
/// the earliest first.
std::optional<std::pair<Path, Path>> first_pair(std::span<const Step> steps,
                                                std::span<const PathRef> paths, Relation wanted) {
  for (std::size_t second = 1; second < paths.size(); ++second) {
    for (std::size_t first = 0; first < second; ++first) {
      const Path a = paths[first].in(steps);
      const Path b = paths[second].in(steps);
      if (relation(a, b) == wanted) return std::pair(a, b);
    }
  }
  return std::nullopt;
}

std::string pair_message(std::string_view verb, const std::pair<Path, Path>& pair) {
  return "Two document paths " + std::string(verb) +
         " with each other; must remove or rewrite one of these paths; path one: " +
         to_message(pair.first) + ", path two: " + to_message(pair.second);
}

std::optional<ValueView> child(ValueView value, const Step& step) {
  if (step.is_index()) {
    return value.is(AttributeType::list) ? value.element(step.index) : std::nullopt;
  }
  return value.is(AttributeType::map) ? value.member(step.name) : std::nullopt;
}

/// Appends the parts of a value that the paths name from `depth` on; false if there are none.
bool append_parts(std::string& out, ValueView value, std::span<const Step> steps,
                  std::span<const PathRef> run, std::size_t depth) {
  if (run.front().count == depth) {
    out += value.encoded();
    return true;
  }
  const bool is_list = run.front().in(steps)[depth].is_index();
  if (!value.is(is_list ? AttributeType::list : AttributeType::map)) return false;
  const std::size_t begun =
      encoding::begin_collection(out, is_list ? encoding::Tag::list : encoding::Tag::map);
  std::size_t kept = 0;
  for (std::size_t begin = 0; begin < run.size();) {
    const std::size_t end = end_of_run(steps, run, begin, depth);
    const Step& step = run[begin].in(steps)[depth];
    if (const auto found = child(value, step)) {
      const std::size_t part = out.size();
      if (!is_list) encoding::append_name(out, step.name);
      if (append_parts(out, *found, steps, run.subspan(begin, end - begin), depth + 1)) {
        ++kept;
      } else {
        out.resize(part);
      }
    }
    begin = end;
  }
  encoding::end_collection(out, begun, kept);
  if (kept == 0) out.resize(begun);
  return kept > 0;
}

}  // namespace

std::optional<ValueView> find(const Item& item, Path path) {
  auto value = item.find(path.front().name);
  for (std::size_t i = 1; value && i < path.size(); ++i) value = child(*value, path[i]);
  return value;
}

std::strong_ordering compare(const Step& a, const Step& b) {
  if (a.is_index() != b.is_index()) {
    return a.is_index() ? std::strong_ordering::greater : std::strong_ordering::less;
  }
  return a.is_index() ? a.index <=> b.index : a.name <=> b.name;
}

std::strong_ordering compare(Path a, Path b) {
  const std::size_t common = std::min(a.size(), b.size());
  for (std::size_t i = 0; i < common; ++i) {
    if (const auto order = compare(a[i], b[i]); order != 0) return order;
  }
  return a.size() <=> b.size();
}

std::string to_message(Path path) {
  std::string out = "[";
  for (const Step& step : path) {
    if (out.size() > 1) out += ", ";
    if (step.is_index()) {
      out += '[';
      out += std::to_string(step.index);
      out += ']';
    } else {
      out += step.name;
    }
  }
  return out += ']';
}

void append_text(std::string& out, Path path) {
  bool first = true;
  for (const Step& step : path) {
    if (step.is_index()) {
      out += '[';
      out += std::to_string(step.index);
      out += ']';
    } else {
      if (!first) out += '.';
      out += step.written;
    }
    first = false;
  }
}

bool any_meet(std::span<const Step> steps, std::span<const PathRef> sorted) {
  // Sorted, a path that meets any other meets its neighbour.
  const auto meets = [&](const PathRef& a, const PathRef& b) {
    return relation(a.in(steps), b.in(steps)) != Relation::apart;
  };
  return std::adjacent_find(sorted.begin(), sorted.end(), meets) != sorted.end();
}

void report_meeting(std::span<const Step> steps, std::span<const PathRef> paths,
                    Findings& findings) {
  if (const auto pair = first_pair(steps, paths, Relation::overlap)) {
    findings.add(Check::overlap, pair_message("overlap", *pair));
  }
  if (const auto pair = first_pair(steps, paths, Relation::conflict)) {
    findings.add(Check::conflict, pair_message("conflict", *pair));
  }
}

std::size_t end_of_run(std::span<const Step> steps, std::span<const PathRef> sorted,
                       std::size_t begin, std::size_t depth) {
  const Step& step = sorted[begin].in(steps)[depth];
  std::size_t end = begin + 1;
  while (end < sorted.size() && sorted[end].count > depth &&
         compare(sorted[end].in(steps)[depth], step) == 0) {
    ++end;
  }
  return end;
}

Item project(const Item& item, std::span<const Step> steps, std::span<const PathRef> sorted) {
  ItemBuilder builder;
  std::string part;
  for (std::size_t begin = 0; begin < sorted.size();) {
    const std::size_t end = end_of_run(steps, sorted, begin, 0);
    const std::string_view name = sorted[begin].in(steps).front().name;
    const auto value = item.find(name);
    if (value && sorted[begin].count == 1) {
      builder.set(name, *value);
    } else if (value) {
      part.clear();
      if (append_parts(part, *value, steps, sorted.subspan(begin, end - begin), 1)) {
        builder.set(name, ValueView(part.data()));
      }
    }
    begin = end;
  }
  return builder.build();
}

}  // namespace keywright::expression
