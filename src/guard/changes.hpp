#pragma once
// What an update does to which attribute, and what it and its condition say of their values.
// Internal to this layer.

#include "expression/update.hpp"
#include "guard/item_checks.hpp"

#include <optional>
#include <span>
#include <string_view>

namespace keywright::guard {

/// Borrows from the write. Of a write without changes it has none.
class Changes {
 public:
  explicit Changes(const Write& write) : write_(write) {}

  [[nodiscard]] std::span<const expression::UpdateAction> actions() const;
  [[nodiscard]] std::string_view target_of(const expression::UpdateAction& action) const;
  [[nodiscard]] expression::Path path_of(const expression::UpdateAction& action) const;
  [[nodiscard]] const expression::UpdateAction* action_on(std::string_view attribute) const;

  /// The value that an attribute is set to, if it stands in the request.
  [[nodiscard]] std::optional<ValueView> value_set(const expression::UpdateAction& action) const;
  /// Sets it only where there is none.
  [[nodiscard]] bool is_if_absent(const expression::UpdateAction& action) const;
  /// `SET hits = hits + :one` adds as ADD does.
  [[nodiscard]] bool adds(const expression::UpdateAction& action) const;
  /// Whether a value is made of other attributes than this.
  [[nodiscard]] bool draws_on_others(const expression::Operand& operand,
                                     std::string_view attribute) const;

  /// What a field is after the update, or must be before it.
  [[nodiscard]] std::optional<ValueView> known_value(std::string_view attribute) const;
  [[nodiscard]] bool sets(std::string_view attribute) const;

 private:
  const Write& write_;
};

}  // namespace keywright::guard
