#include "guard/nearest.hpp"

#include "guard/words.hpp"

#include <algorithm>

namespace keywright::guard {

Violation Nearest::violation(const Rules& rules, std::string_view operation,
                             std::string_view source, std::string_view request) const {
  Violation violation;
  violation.kind = kind_;
  violation.operation = operation;
  violation.source = printable(source);
  std::string text = "AccessPatternViolation: ";
  text.append(operation).append(" ").append(source);
  if (!request.empty()) text.append(" (").append(request).append(")");
  text.append(": ").append(why_);
  if (pattern_) {
    const auto& pattern = rules.patterns[*pattern_];
    violation.nearest = pattern.name;
    text.append(". Nearest: ").append(pattern.name).append(" = ").append(pattern.served_by);
  }
  // The only place where messages are made: what a client sent may hold anything.
  violation.message = printable(text);
  return violation;
}

std::optional<std::size_t> pattern_of_entity(const Rules& rules, std::size_t entity, bool is_read) {
  std::optional<std::size_t> other;
  for (std::size_t i = 0; i < rules.patterns.size(); ++i) {
    const auto& pattern = rules.patterns[i];
    if (std::find(pattern.entities.begin(), pattern.entities.end(), entity) ==
        pattern.entities.end()) {
      continue;
    }
    if (pattern.is_read == is_read) return i;
    if (!other) other = i;
  }
  return other;
}

std::optional<std::size_t> read_by(const Rules& rules, std::string_view table,
                                   const std::vector<std::string>& attributes) {
  std::optional<std::size_t> best;
  std::size_t most = 0;
  for (std::size_t i = 0; i < rules.patterns.size(); ++i) {
    const auto& pattern = rules.patterns[i];
    if (!pattern.is_read || pattern.table != table) continue;
    const auto bound = static_cast<std::size_t>(
        std::count_if(attributes.begin(), attributes.end(), [&](const auto& attribute) {
          return std::find(pattern.fields.begin(), pattern.fields.end(), attribute) !=
                 pattern.fields.end();
        }));
    if (bound <= most) continue;
    best = i;
    most = bound;
  }
  return best;
}

}  // namespace keywright::guard
