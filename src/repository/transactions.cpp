// The transactions of a Repository: writes with the sentinels that keep values unique, and reads.

#include "repository/names.hpp"
#include "repository/write_requests.hpp"
#include <keywright/item_writer.hpp>
#include <keywright/repository.hpp>

#include <algorithm>
#include <map>
#include <utility>

#include <fmt/format.h>

namespace keywright {

using repository::Call;
using repository::Repeat;
using repository::Runtime;

namespace {

using Operation = WriteTransaction::Operation;
using Sentinel = WriteTransaction::Sentinel;

constexpr std::size_t kMaxOperations = 100;                   // AWS: both kinds of transactions
constexpr std::size_t kMaxTransactionSize = 4 * 1024 * 1024;  // AWS: the same
constexpr std::string_view kConditionFailed = "ConditionalCheckFailed";
using repository::kOwnerAttribute;
using repository::kSentinelSort;

const WritePattern& pattern_of(const Operation& operation) {
  return std::visit([](const auto& write) -> const WritePattern& { return write.pattern(); },
                    operation);
}

const Item& key_holder(const Operation& operation) {
  if (const auto* update = std::get_if<Update>(&operation)) return update->key();
  if (const auto* remove = std::get_if<Delete>(&operation)) return remove->key();
  return std::get<Put>(operation).item();
}

/// When the item of a write expires, as far as the write says; nullopt: never, or it does not.
std::optional<AttributeValue> expiry_of(const Operation& operation) {
  const std::string_view ttl = pattern_of(operation).ttl_attribute;
  if (ttl.empty()) return std::nullopt;
  if (const auto* put = std::get_if<Put>(&operation)) {
    const auto value = put->item().find(ttl);
    return value ? std::optional(AttributeValue(*value)) : std::nullopt;
  }
  const auto* update = std::get_if<Update>(&operation);
  if (update == nullptr) return std::nullopt;
  for (const Update::Step& step : update->steps()) {
    if (step.path == ttl) return step.value;
  }
  for (const Requirements::Guard& guard : update->guards()) {
    if (guard.attribute == ttl) return guard.value;
  }
  return std::nullopt;
}

/// Whether the write says anew when its item expires.
bool changes_expiry(const Operation& operation) {
  const std::string_view ttl = pattern_of(operation).ttl_attribute;
  if (ttl.empty()) return false;
  const auto* update = std::get_if<Update>(&operation);
  if (update == nullptr) return true;
  return std::any_of(update->steps().begin(), update->steps().end(),
                     [&](const Update::Step& step) { return step.path == ttl; });
}

/// Without those that an item gives back and takes again.
std::vector<Sentinel> needed_sentinels(const WriteTransaction& transaction) {
  std::vector<Sentinel> needed;
  for (const Sentinel& sentinel : transaction.sentinels()) {
    const auto same = std::find_if(needed.begin(), needed.end(), [&](const Sentinel& other) {
      return other.owner == sentinel.owner && other.rule == sentinel.rule &&
             other.key == sentinel.key && other.claims != sentinel.claims;
    });
    if (same == needed.end()) {
      needed.push_back(sentinel);
    } else if (changes_expiry(transaction.operations()[sentinel.owner])) {
      same->claims = true;
    } else {
      needed.erase(same);
    }
  }
  return needed;
}

/// One transaction under way: its operations as requests, and what became of them.
class WriteRun {
 public:
  WriteRun(const Runtime& runtime, Call& call, const WriteTransaction& transaction,
           std::vector<Sentinel> sentinels)
      : runtime_(runtime),
        call_(call),
        transaction_(transaction),
        sentinels_(std::move(sentinels)),
        anothers_(sentinels_.size()) {}

  Result<void> run();

 private:
  [[nodiscard]] const std::vector<Operation>& operations() const {
    return transaction_.operations();
  }
  [[nodiscard]] Key sentinel_key(const Sentinel& sentinel) const;
  [[nodiscard]] AttributeValue owner_of(const Sentinel& sentinel) const;
  [[nodiscard]] Result<void> check() const;
  [[nodiscard]] TransactWriteItem request_of(const Update& update) const;
  [[nodiscard]] TransactWriteItem request_of(const Operation& operation) const;
  [[nodiscard]] TransactWriteItem request_of(const Sentinel& sentinel) const;
  [[nodiscard]] TransactWriteItem check_of(const Sentinel& sentinel) const;
  [[nodiscard]] Result<bool> make_way(const Error& error);
  [[nodiscard]] Error explained(Error error) const;
  [[nodiscard]] CancellationReason explained(const Operation& operation,
                                             CancellationReason reason) const;
  [[nodiscard]] CancellationReason explained(const Sentinel& sentinel,
                                             CancellationReason reason) const;

  const Runtime& runtime_;
  Call& call_;
  const WriteTransaction& transaction_;
  std::vector<Sentinel> sentinels_;  // sent behind the operations
  std::vector<bool> anothers_;       // of a value to be given back: another item has it
};

Key WriteRun::sentinel_key(const Sentinel& sentinel) const {
  ItemBuilder key;
  key.set(runtime_.partition_key(), sentinel.key);
  if (!runtime_.sort_key().empty()) key.set_string(runtime_.sort_key(), kSentinelSort);
  return key.build();
}

/// The key of the item that has the value.
AttributeValue WriteRun::owner_of(const Sentinel& sentinel) const {
  const Item& item = key_holder(operations()[sentinel.owner]);
  std::vector<AttributeValue> parts;
  for (const std::string_view name : {runtime_.partition_key(), runtime_.sort_key()}) {
    const auto value = name.empty() ? std::nullopt : item.find(name);
    if (value) parts.emplace_back(*value);
  }
  return AttributeValue::list(parts);
}

/// What DynamoDB would refuse as a whole: too many, too much, or an item twice.
Result<void> WriteRun::check() const {
  const std::string_view name = transaction_.pattern().name;
  const std::size_t count = operations().size() + sentinels_.size();
  if (operations().empty() || count > kMaxOperations) {
    return repository::validation(fmt::format("{}: a transaction has 1 to {} operations, not {}",
                                              name, kMaxOperations, count));
  }
  std::map<std::string, std::size_t> seen;
  std::size_t size = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const Item item = i < operations().size() ? key_holder(operations()[i])
                                              : sentinel_key(sentinels_[i - operations().size()]);
    size += item.size_in_bytes();
    const auto [earlier, is_new] = seen.emplace(runtime_.key_bytes(item), i);
    if (is_new) continue;
    return repository::validation(
        fmt::format("{}: operations {} and {} of the transaction are both on the item {}", name,
                    earlier->second, i, runtime_.key_text(item)));
  }
  if (size <= kMaxTransactionSize) return {};
  return repository::validation(
      fmt::format("{}: the items of the transaction have {} bytes; together they can have {}", name,
                  size, kMaxTransactionSize));
}

/// An update that changes nothing still asks what it asks.
TransactWriteItem WriteRun::request_of(const Update& update) const {
  auto expressions = repository::expressions_of(runtime_, update);
  if (!expressions.update && expressions.condition) {
    TransactConditionCheck request;
    request.table_name = runtime_.table_name();
    request.key = update.key();
    request.condition_expression = std::move(*expressions.condition);
    request.expression_attribute_names = std::move(expressions.names);
    request.expression_attribute_values = std::move(expressions.values);
    request.return_values_on_condition_check_failure = ReturnValuesOnConditionCheckFailure::all_old;
    return request;
  }
  TransactUpdate request;
  request.table_name = runtime_.table_name();
  request.key = update.key();
  request.update_expression = std::move(expressions.update).value_or("");
  repository::use(std::move(expressions), request);
  return request;
}

TransactWriteItem WriteRun::request_of(const Operation& operation) const {
  if (const auto* update = std::get_if<Update>(&operation)) return request_of(*update);
  if (const auto* remove = std::get_if<Delete>(&operation)) {
    TransactDelete request;
    request.table_name = runtime_.table_name();
    request.key = remove->key();
    const WritePattern& pattern = remove->pattern();
    repository::use(repository::condition_of(runtime_, pattern, pattern.precondition, *remove),
                    request);
    return request;
  }
  const auto& put = std::get<Put>(operation);
  TransactPut request;
  request.table_name = runtime_.table_name();
  request.item = put.item();
  const WritePattern& pattern = put.pattern();
  repository::use(repository::condition_of(runtime_, pattern, pattern.precondition, put), request);
  return request;
}

/// A value is free if nobody has it, or one that has expired, or the item itself. It is given back
/// only by the one who has it.
TransactWriteItem WriteRun::request_of(const Sentinel& sentinel) const {
  const Operation& owner = operations()[sentinel.owner];
  repository::WriteExpressions out;
  const auto name = [&](std::string_view attribute) {
    return repository::name_placeholder(attribute, out.names);
  };
  std::string condition = fmt::format("attribute_not_exists({})", name(runtime_.partition_key()));
  const std::string_view ttl = pattern_of(owner).ttl_attribute;
  if (sentinel.claims && !ttl.empty()) {
    const auto now = AttributeValue(runtime_.now_seconds());
    condition += fmt::format(" OR {} < {}", name(ttl),
                             repository::value_placeholder("now", now, out.values));
  }
  condition += fmt::format(" OR {} = {}", name(kOwnerAttribute),
                           repository::value_placeholder("owner", owner_of(sentinel), out.values));
  out.condition = std::move(condition);
  if (!sentinel.claims) {
    TransactDelete request;
    request.table_name = runtime_.table_name();
    request.key = sentinel_key(sentinel);
    repository::use(std::move(out), request);
    return request;
  }
  TransactPut request;
  request.table_name = runtime_.table_name();
  ItemBuilder item(sentinel_key(sentinel));
  item.set(kOwnerAttribute, owner_of(sentinel));
  if (const auto expiry = expiry_of(owner)) item.set(ttl, *expiry);
  request.item = item.build();
  repository::use(std::move(out), request);
  return request;
}

/// That another item has the value, which then is not given back.
TransactWriteItem WriteRun::check_of(const Sentinel& sentinel) const {
  repository::WriteExpressions out;
  TransactConditionCheck check;
  check.table_name = runtime_.table_name();
  check.key = sentinel_key(sentinel);
  check.condition_expression =
      fmt::format("attribute_exists({}) AND {} <> {}",
                  repository::name_placeholder(runtime_.partition_key(), out.names),
                  repository::name_placeholder(kOwnerAttribute, out.names),
                  repository::value_placeholder("owner", owner_of(sentinel), out.values));
  check.expression_attribute_names = std::move(out.names);
  check.expression_attribute_values = std::move(out.values);
  return check;
}

/// 32 hexadecimal characters: repeating the request with it repeats nothing else.
std::string request_token(const Runtime& runtime) {
  return fmt::format("{:016x}{:016x}", runtime.options().random(), runtime.options().random());
}

Result<void> WriteRun::run() {
  if (auto checked = check(); !checked) return std::move(checked).error();
  for (;;) {
    TransactWriteItemsRequest request;
    request.transact_items.reserve(operations().size() + sentinels_.size());
    for (const auto& each : operations()) request.transact_items.push_back(request_of(each));
    for (std::size_t i = 0; i < sentinels_.size(); ++i) {
      request.transact_items.push_back(anothers_[i] ? check_of(sentinels_[i])
                                                    : request_of(sentinels_[i]));
    }
    request.client_request_token = request_token(runtime_);
    request.return_consumed_capacity = runtime_.capacity();
    request.control = call_.deadline().control;
    auto response =
        repository::send(runtime_, call_.tally(), call_.deadline(), Repeat::always,
                         [&] { return runtime_.database().transact_write_items(request); });
    if (response) {
      call_.tally().add_writes(response->consumed_capacity);
      call_.add_items(operations().size());
      return {};
    }
    auto again = make_way(response.error());
    if (!again) return std::move(again).error();
    if (!*again) return explained(std::move(response).error());
  }
}

/// Takes away what need not stand in the way: expired items before updates that may create them,
/// and asks of values that were to be given back, and are another's, only that they are (or the
/// reverse). False if there is something else.
Result<bool> WriteRun::make_way(const Error& error) {
  const std::size_t first = operations().size();
  if (error.code != ErrorCode::transaction_cancelled) return false;
  if (error.reasons.size() != first + sentinels_.size()) return false;
  std::vector<const Update*> expired;
  std::vector<std::size_t> foreign;
  for (std::size_t i = 0; i < error.reasons.size(); ++i) {
    const CancellationReason& reason = error.reasons[i];
    if (reason.code.empty() || reason.code == "None") continue;
    if (reason.code != kConditionFailed) return false;
    const auto* update = i < first ? std::get_if<Update>(&operations()[i]) : nullptr;
    if (update != nullptr && repository::meets_expired(runtime_, *update, reason.item)) {
      expired.push_back(update);
    } else if (i >= first && !sentinels_[i - first].claims) {
      foreign.push_back(i - first);
    } else {
      return false;
    }
  }
  for (const Update* update : expired) {
    auto deleted = repository::delete_expired(runtime_, call_, *update);
    if (!deleted) return std::move(deleted).error();
  }
  for (const std::size_t position : foreign) anothers_[position] = !anothers_[position];
  return !expired.empty() || !foreign.empty();
}

CancellationReason WriteRun::explained(const Operation& operation,
                                       CancellationReason reason) const {
  if (reason.code != kConditionFailed) return reason;
  Error error = repository::make_error(ErrorCode::condition_failed, {});
  error.item = std::move(reason.item);
  const WritePattern& pattern = pattern_of(operation);
  const auto* update = std::get_if<Update>(&operation);
  error = update != nullptr ? repository::explain(runtime_, *update, std::move(error))
                            : std::visit(
                                  [&](const Requirements& requirements) {
                                    return repository::explain(
                                        runtime_, pattern, pattern.precondition, requirements,
                                        key_holder(operation), std::move(error));
                                  },
                                  operation);
  reason.message = std::move(error.message);
  reason.item = std::move(error.item);
  return reason;
}

CancellationReason WriteRun::explained(const Sentinel& sentinel, CancellationReason reason) const {
  const Operation& owner = operations()[sentinel.owner];
  if (reason.code != kConditionFailed) return reason;
  reason.message = fmt::format("{}: another item has the {} of {}", pattern_of(owner).name,
                               sentinel.rule, runtime_.key_text(key_holder(owner)));
  return reason;
}

/// A reason for each operation, with what its sentinels met. The reason of the only one, or of the
/// leading one, is the error itself.
Error WriteRun::explained(Error error) const {
  const std::size_t first = operations().size();
  if (error.code != ErrorCode::transaction_cancelled) return error;
  if (error.reasons.size() != first + sentinels_.size()) return error;
  std::vector<CancellationReason> reasons;
  for (std::size_t i = 0; i < first; ++i) {
    reasons.push_back(explained(operations()[i], std::move(error.reasons[i])));
  }
  for (std::size_t i = 0; i < sentinels_.size(); ++i) {
    // That a value is another's is no reason not to give it back.
    if (!sentinels_[i].claims && error.reasons[first + i].code == kConditionFailed) continue;
    auto& reason = reasons[sentinels_[i].owner];
    if (reason.code.empty() || reason.code == "None") {
      reason = explained(sentinels_[i], std::move(error.reasons[first + i]));
    }
  }
  error.reasons = std::move(reasons);
  const std::size_t leading = transaction_.transition().value_or(0);
  const CancellationReason& reason = error.reasons[leading];
  const bool leads = (first == 1 && !transaction_.has_steps()) || transaction_.transition();
  if (leads && reason.code == kConditionFailed) {
    error.code = ErrorCode::condition_failed;
    error.message = reason.message;
    if (taken_by(reason).empty()) error.item = reason.item;
    return error;
  }
  std::string causes;
  for (const CancellationReason& each : error.reasons) {
    if (each.code.empty() || each.code == "None") continue;
    causes += fmt::format("{}{}", causes.empty() ? "" : "; ",
                          each.message.empty() ? each.code : each.message);
  }
  if (!causes.empty()) {
    error.message = fmt::format("{}: nothing was written: {}", transaction_.pattern().name, causes);
  }
  return error;
}

}  // namespace

Result<void> Repository::transact(const WriteTransaction& transaction) const {
  const auto& operations = transaction.operations();
  auto sentinels = needed_sentinels(transaction);
  // A write that nothing goes with costs half as much alone.
  const bool is_alone = operations.size() == 1 && !transaction.has_steps();
  if (is_alone && sentinels.empty() && !transaction.error()) {
    const auto& write = operations.front();
    if (const auto* put = std::get_if<Put>(&write)) return this->put(*put);
    if (const auto* remove = std::get_if<Delete>(&write)) return this->remove(*remove);
    auto updated = update_item(std::get<Update>(write));
    return updated ? Result<void>() : Result<void>(std::move(updated).error());
  }
  Call call(*runtime_, transaction.pattern().name, "TransactWriteItems");
  if (transaction.error()) return call.fail(*transaction.error());
  auto done = WriteRun(*runtime_, call, transaction, std::move(sentinels)).run();
  return done ? Result<void>() : Result<void>(call.fail(std::move(done).error()));
}

Result<void> Repository::transact(const ReadTransaction& transaction) const {
  const Runtime& runtime = *runtime_;
  const std::string_view name = transaction.pattern().name;
  Call call(runtime, name, "TransactGetItems");
  TransactGetItemsRequest request;
  request.return_consumed_capacity = runtime.capacity();
  request.control = call.deadline().control;
  for (const ReadTransaction::Get& get : transaction.gets()) {
    if (!get.key) return call.fail(get.key.error());
    TransactGet each;
    each.table_name = runtime.table_name();
    each.key = *get.key;
    if (!get.pattern.projection.empty()) {
      auto& projection = each.projection_expression.emplace(get.pattern.projection);
      auto& names = each.expression_attribute_names;
      repository::add_names(projection, get.pattern.aliases, names);
      // Of an item that has nothing of what is asked for, DynamoDB says what it says of none.
      repository::project_also(projection, runtime.partition_key(), names);
      if (!get.pattern.ttl_attribute.empty()) {
        repository::project_also(projection, get.pattern.ttl_attribute, names);
      }
    }
    request.transact_items.push_back(std::move(each));
  }
  const std::size_t count = request.transact_items.size();
  if (count == 0 || count > kMaxOperations) {
    return call.fail(repository::validation(fmt::format(
        "{}: a transaction has 1 to {} operations, not {}", name, kMaxOperations, count)));
  }
  auto response = repository::send(runtime, call.tally(), call.deadline(), Repeat::always,
                                   [&] { return runtime.database().transact_get_items(request); });
  if (!response) return call.fail(std::move(response).error());
  call.tally().add_reads(response->consumed_capacity);
  for (std::size_t i = 0; i < std::min(count, response->responses.size()); ++i) {
    const auto& item = response->responses[i];
    const auto& get = transaction.gets()[i];
    if (!item || runtime.is_expired(*item, get.pattern.ttl_attribute)) continue;
    if (auto read = get.read(*item); !read) return call.fail(std::move(read).error());
    call.add_items(1);
  }
  return {};
}

}  // namespace keywright
