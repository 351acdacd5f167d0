#include "engine/transaction.hpp"

#include "api/constraints.hpp"
#include "core/errors.hpp"

#include <algorithm>
#include <tuple>
#include <utility>

namespace keywright::engine {
namespace {

constexpr std::pair<std::string_view, std::string_view> kReasonCodes[] = {
    {"ConditionalCheckFailedException", "ConditionalCheckFailed"},
    {"DuplicateItemException", "DuplicateItem"},
    {"ItemCollectionSizeLimitExceededException", "ItemCollectionSizeLimitExceeded"},
    {"ResourceNotFoundException", "ResourceNotFound"},
    {"ValidationException", "ValidationError"},
};

}  // namespace

void constrain_action_count(api::Constraints& constraints, std::size_t count) {
  constexpr const char* kAt = "transactItems";
  if (count == 0) {
    constraints.violated("[]", kAt, "Member must have length greater than or equal to 1");
  } else if (count > kMaxTransactionActions) {
    constraints.violated("[...]", kAt, "Member must have length less than or equal to 100");
  }
}

Result<void> check_action_count(std::size_t count) {
  api::Constraints constraints;
  constrain_action_count(constraints, count);
  return constraints.result();
}

Result<void> check_transaction_size(std::size_t bytes) {
  if (bytes <= kMaxTransactionBytes) return {};
  return errors::validation("Collection size of items exceeded the maximum allowed size of " +
                            std::to_string(kMaxTransactionBytes) +
                            " bytes: " + std::to_string(bytes));
}

Result<void> DistinctEntries::check() {
  const auto place = [](const auto& entry) {
    return std::tie(entry.first->number, entry.second->hash, entry.second->bytes);
  };
  std::sort(entries_.begin(), entries_.end(),
            [&](const auto& a, const auto& b) { return place(a) < place(b); });
  const auto twice =
      std::adjacent_find(entries_.begin(), entries_.end(),
                         [&](const auto& a, const auto& b) { return place(a) == place(b); });
  if (twice == entries_.end()) return {};
  return errors::validation("Transaction request cannot include multiple operations on one item");
}

std::string_view reason_code(const Error& error) {
  for (const auto& [exception, code] : kReasonCodes) {
    if (error.exception == exception) return code;
  }
  return "InternalServerError";
}

void CancellationReasons::add(std::size_t action, Error error) {
  reasons_[action] = {std::string(reason_code(error)), std::move(error.message),
                      std::move(error.item)};
  any_ = true;
}

Result<void> CancellationReasons::result() && {
  if (!any_) return {};
  return errors::transaction_cancelled(std::move(reasons_));
}

}  // namespace keywright::engine
