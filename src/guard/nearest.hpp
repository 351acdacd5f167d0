#pragma once
// Where a request that matches nothing came nearest: collected on a second look at the rules, so
// that requests that match pay nothing for it. Internal to this layer.

#include "guard/rules.hpp"
#include <keywright/guard_report.hpp>

#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace keywright::guard {

/// How far a request got with a rule; the farthest is the nearest.
enum class Stage : std::uint8_t {
  none,
  key_begins,  // the key begins as the rule's does
  partition,   // its partition key fits
  sort,        // and so does the rest
  changes,     // an update touches what the rule does
  extras,      // all but direction, filter, consistency, projection, conditions
};

class Nearest {
 public:
  /// Keeps the first of those that got farthest, and at one stage of those that have most in
  /// common with the request. `why` makes the text.
  template <class Why>
  void consider(Stage stage, ViolationKind kind, std::size_t pattern, const Why& why,
                int in_common = 0) {
    if (pattern_ && std::pair(stage, in_common) <= std::pair(stage_, in_common_)) return;
    stage_ = stage;
    in_common_ = in_common;
    kind_ = kind;
    pattern_ = pattern;
    why_ = why();
  }
  /// Without a pattern that it came near to.
  void settle(ViolationKind kind, std::optional<std::size_t> pattern, std::string why) {
    kind_ = kind;
    pattern_ = pattern;
    why_ = std::move(why);
  }
  [[nodiscard]] Stage stage() const { return stage_; }
  [[nodiscard]] bool found() const { return pattern_.has_value(); }

  /// `request` is what was asked for, in words.
  [[nodiscard]] Violation violation(const Rules& rules, std::string_view operation,
                                    std::string_view source, std::string_view request) const;

 private:
  Stage stage_ = Stage::none;
  int in_common_ = 0;
  ViolationKind kind_ = ViolationKind::operation;
  std::optional<std::size_t> pattern_;
  std::string why_;
};

/// Notes the failure if anybody asks for it. Always false.
template <class Why>
bool miss(Nearest* nearest, Stage stage, ViolationKind kind, std::size_t pattern, const Why& why,
          int in_common = 0) {
  if (nearest != nullptr) nearest->consider(stage, kind, pattern, why, in_common);
  return false;
}

/// A pattern that does anything to the entity, one that reads or writes like the request before
/// others.
[[nodiscard]] std::optional<std::size_t> pattern_of_entity(const Rules& rules, std::size_t entity,
                                                           bool is_read);
/// The read of the table that binds most of these attributes.
[[nodiscard]] std::optional<std::size_t> read_by(const Rules& rules, std::string_view table,
                                                 const std::vector<std::string>& attributes);

}  // namespace keywright::guard
