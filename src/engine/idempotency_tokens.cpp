#include "engine/idempotency_tokens.hpp"

#include "core/errors.hpp"
#include "core/hash.hpp"

#include <algorithm>
#include <vector>

namespace keywright::engine {
namespace {

/// Bytes that tell requests apart: every part with its length in front.
class Content {
 public:
  void add(std::string_view part) {
    const std::uint64_t size = part.size();
    for (unsigned shift = 0; shift < 64; shift += 8) {
      bytes_.push_back(static_cast<char>(size >> shift));
    }
    bytes_.append(part);
  }
  void add(std::size_t number) { add(std::to_string(number)); }
  void add(const std::string& part) { add(std::string_view(part)); }
  void add(const std::optional<std::string>& part) {
    add(std::size_t{part.has_value()});
    if (part) add(*part);
  }
  void add(const ExpressionAttributeNames& names) {
    add_sorted(names, [](const std::string& name) { return std::string_view(name); });
  }
  void add(const ExpressionAttributeValues& values) {
    add_sorted(values, [](const AttributeValue& value) { return value.view().encoded(); });
  }
  [[nodiscard]] std::uint64_t hash() const { return stable_hash(bytes_); }

 private:
  template <class Entries, class Text>
  void add_sorted(const Entries& entries, const Text& text) {
    std::vector<std::pair<std::string_view, std::string_view>> sorted;
    for (const auto& [key, value] : entries) sorted.emplace_back(key, text(value));
    std::sort(sorted.begin(), sorted.end());
    add(sorted.size());
    for (const auto& [key, value] : sorted) {
      add(key);
      add(value);
    }
  }

  std::string bytes_;
};

}  // namespace

std::uint64_t content_hash(const TransactWriteItemsRequest& request) {
  Content content;
  for (const TransactWriteItem& item : request.transact_items) {
    content.add(item.index());
    std::visit(
        [&](const auto& action) {
          content.add(action.table_name);
          if constexpr (requires { action.item; }) {
            content.add(action.item.encoded());
          } else {
            content.add(action.key.encoded());
          }
          if constexpr (requires { action.update_expression; }) {
            content.add(action.update_expression);
          }
          content.add(action.condition_expression);
          content.add(action.expression_attribute_names);
          content.add(action.expression_attribute_values);
          content.add(static_cast<std::size_t>(action.return_values_on_condition_check_failure));
        },
        item);
  }
  return content.hash();
}

Result<IdempotencyTokens::Use> IdempotencyTokens::begin(const std::string& token,
                                                        std::uint64_t content, TimePoint now) {
  const std::lock_guard lock(mutex_);
  while (!expiries_.empty() && expiries_.front().at <= now) forget_oldest();
  const auto [entry, is_new] = entries_.try_emplace(token, Entry{content, false});
  if (is_new) return Use(*this, token);
  if (entry->second.content != content) return errors::idempotent_parameter_mismatch();
  if (!entry->second.completed) return errors::transaction_in_progress();
  return Use();
}

std::size_t IdempotencyTokens::size() const {
  const std::lock_guard lock(mutex_);
  return entries_.size();
}

void IdempotencyTokens::complete(const std::string& token, TimePoint now) {
  const std::lock_guard lock(mutex_);
  const auto entry = entries_.find(token);
  entry->second.completed = true;
  TimePoint at = now + kLifetime;
  // A clock that was set back makes tokens live longer, not the queue lose its order.
  if (!expiries_.empty()) at = std::max(at, expiries_.back().at);
  expiries_.push_back({at, &entry->first});
  if (expiries_.size() > capacity_) forget_oldest();
}

void IdempotencyTokens::abandon(const std::string& token) {
  const std::lock_guard lock(mutex_);
  entries_.erase(token);
}

void IdempotencyTokens::forget_oldest() {
  const auto entry = entries_.find(*expiries_.front().token);
  expiries_.pop_front();
  entries_.erase(entry);
}

}  // namespace keywright::engine
