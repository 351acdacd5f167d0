#include "repository/errors.hpp"
#include "repository/write_requests.hpp"
#include <keywright/write_transaction.hpp>

#include <fmt/format.h>

namespace keywright {

void WriteTransaction::transition(Update update) {
  transition_ = operations_.size();
  this->update(std::move(update));
}

void WriteTransaction::keep_unique(std::string_view rule, const KeyValue& value, bool claims) {
  if (value.has_error()) return fail(value.error());
  sentinels_.push_back({rule, value.value(), claims, operations_.size() - 1});
}

void WriteTransaction::disagree(std::string_view name, std::string_view other_name) {
  fail(repository::validation(
      fmt::format("{}: {} is not {}, though both name the same", pattern_.name, name, other_name)));
}

std::string_view taken_by(const CancellationReason& reason) {
  // What kept the value is the item of the reason: UNIQUE#<entity>#<rule>#..
  if (!reason.item || !reason.item->contains(repository::kOwnerAttribute)) return {};
  for (const MemberView member : *reason.item) {
    if (!member.value.is(AttributeType::string)) continue;
    const std::string_view key = member.value.as_string();
    if (!key.starts_with(repository::kSentinelPrefix)) continue;
    const auto entity_end = key.find('#', repository::kSentinelPrefix.size());
    const auto rule_end = key.find('#', entity_end + 1);
    if (rule_end == std::string_view::npos) continue;
    return key.substr(entity_end + 1, rule_end - entity_end - 1);
  }
  return {};
}

std::string_view taken(const Error& error) {
  for (const CancellationReason& reason : error.reasons) {
    if (const auto rule = taken_by(reason); !rule.empty()) return rule;
  }
  return {};
}

}  // namespace keywright
