// evaluate: what a write makes of the item as it stands.

#include "core/errors.hpp"
#include "engine/validation.hpp"
#include "engine/write.hpp"

#include <algorithm>
#include <utility>

namespace keywright::engine {
namespace {

constexpr std::size_t kBytesOfUpdate = 3;
constexpr std::size_t kBytesPerWritingAction = 19;
constexpr std::size_t kBytesPerClearingAction = 2;

std::size_t key_bytes(const Table& table, const Item& item) {
  std::size_t bytes = 0;
  for (const auto* attributes : table.keys.parts()) {
    for (const KeyAttribute& attribute : *attributes) {
      if (const auto value = item.find(attribute.name)) {
        bytes += attribute.name.size() + value->size_in_bytes();
      }
    }
  }
  return bytes;
}

/// The size by which UpdateItem is measured: the item's, or that of its other attributes together
/// with the actions, as measured on AWS.
std::size_t measured_size(const Table& table, const expression::Update& update, const Item& after,
                          UpdateSizing sizing) {
  const std::size_t size = after.size_in_bytes();
  if (sizing == UpdateSizing::flat) return size;
  const std::size_t with_actions = size - key_bytes(table, after) + kBytesOfUpdate +
                                   kBytesPerWritingAction * update.writing_actions() +
                                   kBytesPerClearingAction * update.clearing_actions();
  return std::max(size, with_actions);
}

Result<std::optional<Item>> apply_update(const Table& table, const WritePlan& plan,
                                         const Item* before, UpdateSizing sizing) {
  auto after = plan.update->apply(before, *plan.item);
  if (!after || !*after) return after;
  const Item& item = **after;
  if (auto checked = check_updated_index_keys(table, *plan.update, before, item); !checked) {
    return std::move(checked).error();
  }
  if (auto checked = check_nesting(item); !checked) return std::move(checked).error();
  if (measured_size(table, *plan.update, item, sizing) > kMaxItemSize) {
    return errors::item_too_large("Item size to update has exceeded the maximum allowed size");
  }
  return after;
}

}  // namespace

Result<WriteOutcome> evaluate(const Table& table, const WritePlan& plan, std::optional<Item> before,
                              UpdateSizing sizing) {
  const Item* item = before ? &*before : nullptr;
  if (plan.only_new && before) return errors::duplicate_item();
  if (plan.condition && !plan.condition->evaluate(item)) {
    return errors::condition_failed(plan.return_item_on_failure ? std::move(before) : std::nullopt);
  }
  WriteOutcome outcome;
  switch (plan.kind) {
    case WriteKind::put:
      outcome.after = *plan.item;
      break;
    case WriteKind::remove:
      break;
    case WriteKind::check:
      outcome.after = before;
      break;
    case WriteKind::update: {
      auto after = apply_update(table, plan, item, sizing);
      if (!after) return std::move(after).error();
      outcome.after = *std::move(after);
      break;
    }
  }
  outcome.before = std::move(before);
  return outcome;
}

}  // namespace keywright::engine
