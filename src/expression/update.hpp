#pragma once
// Update expressions: parsed and checked once, applied to an item to give a new one.
//
// An Update borrows the expression's text and the request's names and values; it is immutable.
// Parsing and applying fail with DynamoDB's ValidationException.

#include "expression/ast.hpp"
#include "expression/findings.hpp"
#include "expression/parameters.hpp"
#include <keywright/item.hpp>
#include <keywright/result.hpp>

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace keywright::expression {

enum class UpdateSection : std::uint8_t { set, remove, add, delete_members };

/// "SET", "REMOVE", "ADD", "DELETE".
[[nodiscard]] std::string_view to_string(UpdateSection section);

/// One action: its target, and what it takes from the right.
struct UpdateAction {
  UpdateSection section = UpdateSection::set;
  PathRef target;
  std::uint32_t operand = 0;  // none for REMOVE
};

class Update {
 public:
  /// An UpdateItem without an expression: changes nothing, creates a missing item.
  Update() = default;

  /// The item as the update leaves it: `old` changed, or, where there is no item (nullptr), a new
  /// one made of `key`. nullopt: there was no item and the update makes none. The size of the new
  /// item and the validity of its index keys are the caller's to check.
  [[nodiscard]] Result<std::optional<Item>> apply(const Item* old, const Key& key) const;

  /// True if a missing item is created: no actions at all, or a SET or an ADD among them.
  [[nodiscard]] bool creates_item() const;

  /// The attributes it writes to, each once, sorted.
  [[nodiscard]] std::span<const std::string_view> attributes() const { return attributes_; }
  [[nodiscard]] bool writes(std::string_view attribute) const;

  // For the size DynamoDB measures an update by: 19 bytes per writing action (SET, ADD), 2 per
  // clearing one (REMOVE, DELETE).
  [[nodiscard]] std::size_t writing_actions() const { return writing_actions_; }
  [[nodiscard]] std::size_t clearing_actions() const { return actions_.size() - writing_actions_; }

  /// What UPDATED_OLD (given the old item) and UPDATED_NEW (given the new one) return: the touched
  /// leaves, nested in their paths; nullopt if there are none.
  [[nodiscard]] std::optional<Item> touched(const Item& item) const;

  // The tree, for those who read it.
  [[nodiscard]] std::span<const UpdateAction> actions() const { return actions_; }
  [[nodiscard]] const Operand& operand(std::uint32_t index) const { return operands_[index]; }
  [[nodiscard]] Path path(PathRef ref) const { return ref.in(steps_); }

 private:
  friend class UpdateParser;
  friend class UpdateBuilder;
  friend class UpdateRun;

  void add(const UpdateAction& action);
  /// Once all actions are there: sorts them by their targets, and reports targets that meet.
  void order(Findings& findings);

  Steps steps_;
  Operands operands_;
  SmallVector<UpdateAction, 4> actions_;  // in the order of the text
  SmallVector<std::uint32_t, 4> sorted_;  // the actions by the steps of their targets
  SmallVector<PathRef, 4> targets_;       // their targets, in that order
  SmallVector<std::string_view, 4> attributes_;
  std::size_t writing_actions_ = 0;
  bool legacy_ = false;  // errors in the words of AttributeUpdates
};

[[nodiscard]] Result<Update> parse_update(std::string_view text, Parameters& parameters);

/// The update as text.
[[nodiscard]] std::string to_text(const Update& update);

}  // namespace keywright::expression
