// PutItem, UpdateItem, DeleteItem, BatchWriteItem.

#include "guard/shares.hpp"
#include "guard/words.hpp"
#include "guard/write_match.hpp"
#include "model/word_case.hpp"
#include "plan/size.hpp"

#include <algorithm>
#include <utility>

namespace keywright::guard {

void ReadWrite::use(const expression::Condition* condition, const expression::Update* update) {
  write_.condition = condition;
  write_.update = update;
}

void ReadWrite::look_at_item(const TableRules& table) {
  if (write_.kind != WriteKind::put) return;
  Captures key;
  entity_ = entity_of(table, *write_.item, key);
  if (entity_ != nullptr) fault_ = fault_of(table, *entity_, *write_.item, key);
}

const WriteRule* ReadWrite::find(const TableRules& table) const {
  const WriteRule* other = nullptr;
  for (const auto position : table.write_order) {
    const auto& rule = table.writes[position];
    const bool is_alike = rule.batched == write_.batched;
    if ((!is_alike && other != nullptr) || !fits(table, rule, nullptr)) continue;
    if (is_alike) return &rule;
    other = &rule;
  }
  return other;
}

std::string ReadWrite::words(const TableRules& table) const {
  std::string text;
  for (const auto& key : table.keys) {
    const auto value = write_.item->find(key);
    if (!value) continue;
    text.append(text.empty() ? "" : ", ").append(key).append(" ").append(words_of(*value));
  }
  if (write_.update == nullptr) return text;
  std::vector<std::string> changed;
  for (const auto name : write_.update->attributes()) changed.emplace_back(name);
  return text + ", changes " + listed(changed);
}

namespace {

std::string_view verb_of(WriteKind kind) {
  switch (kind) {
    case WriteKind::put:
      return "puts ";
    case WriteKind::update:
      return "updates ";
    case WriteKind::remove:
      break;
  }
  return "deletes ";
}

}  // namespace

Violation ReadWrite::violation(const Rules& rules, const TableRules& table,
                               std::string_view operation) const {
  Nearest nearest;
  if (fault_) {
    nearest.settle(fault_->kind, pattern_of_entity(rules, entity_->entity, false), fault_->why);
    return nearest.violation(rules, operation, table.name, words(table));
  }
  for (const auto& rule : table.writes) {
    if (!fits(table, rule, &nearest) || rule.alone) continue;
    nearest.consider(Stage::extras, ViolationKind::operation, rule.pattern,
                     [] { return std::string("it is made in one transaction with other writes"); });
  }
  const auto* entity = write_.kind == WriteKind::put ? entity_ : entity_of(table, *write_.item);
  if (entity != nullptr && nearest.stage() < Stage::sort) {
    nearest.settle(
        ViolationKind::operation, pattern_of_entity(rules, entity->entity, false),
        "no access pattern " + std::string(verb_of(write_.kind)) + model::one_of(entity->name));
  }
  if (entity == nullptr) {
    const auto tag = write_.item->find(plan::type_attribute);
    for (const auto& known : table.entities) {
      const auto pattern = pattern_of_entity(rules, known.entity, false);
      if (!pattern) continue;
      const bool is_tagged =
          tag && tag->is(AttributeType::string) && tag->as_string() == known.name;
      consider_key(known.key, *write_.item, *pattern, ViolationKind::item_key, nearest, is_tagged);
    }
  }
  return nearest.violation(rules, operation, table.name, words(table));
}

Violation ReadWrite::violation(const Rules& rules, const TableRules& table,
                               std::string_view operation, ViolationKind kind, std::string_view why,
                               std::optional<std::size_t> pattern) const {
  const auto* entity = entity_of(table, *write_.item);
  if (!pattern && entity != nullptr) pattern = pattern_of_entity(rules, entity->entity, false);
  Nearest nearest;
  nearest.settle(kind, pattern, std::string(why));
  return nearest.violation(rules, operation, table.name, words(table));
}

namespace {

template <class Request>
Verdict match_write(const Rules& rules, const Request& request, WriteKind kind, const Item& item,
                    std::string_view operation) {
  const auto* table = rules.table(request.table_name);
  if (table == nullptr) return Verdict::of(Verdict::Outcome::other_table);
  ReadWrite write(kind, item);
  if (!write.read(request)) return Verdict::of(Verdict::Outcome::malformed);
  write.look_at_item(*table);
  if (const auto* rule = write.find(*table)) return Verdict::of_pattern(rule->pattern);
  return Verdict::of(write.violation(rules, *table, operation));
}

}  // namespace

Verdict match(const Rules& rules, const PutItemRequest& request) {
  return match_write(rules, request, WriteKind::put, request.item, "PutItem");
}

Verdict match(const Rules& rules, const UpdateItemRequest& request) {
  return match_write(rules, request, WriteKind::update, request.key, "UpdateItem");
}

Verdict match(const Rules& rules, const DeleteItemRequest& request) {
  return match_write(rules, request, WriteKind::remove, request.key, "DeleteItem");
}

Verdict match(const Rules& rules, const BatchWriteItemRequest& request) {
  Shares shares;
  for (const auto& [name, writes] : request.request_items) {
    const auto* table = rules.table(name);
    if (table == nullptr) continue;
    for (const auto& each : writes) {
      const auto* put = std::get_if<PutRequest>(&each);
      ReadWrite write(put != nullptr ? WriteKind::put : WriteKind::remove,
                      put != nullptr ? put->item : std::get<DeleteRequest>(each).key);
      write.in_batch();
      write.look_at_item(*table);
      const auto* rule = write.find(*table);
      if (rule == nullptr) {
        return Verdict::of(write.violation(rules, *table, "BatchWriteItem"));
      }
      shares.add(rule->pattern);
    }
  }
  return std::move(shares).verdict();
}

}  // namespace keywright::guard
