#include "api/constraints.hpp"
#include "core/errors.hpp"
#include "engine/content_hash.hpp"
#include "engine/engine_impl.hpp"
#include "engine/transact.hpp"
#include "engine/transaction.hpp"
#include "engine/validation.hpp"
#include "engine/write.hpp"
#include "engine/write_guard.hpp"

#include <utility>
#include <vector>

namespace keywright {
namespace {

using namespace engine;

constexpr std::size_t kMaxTokenLength = 36;
/// The arm of the table costs twice as much as without a transaction.
constexpr double kTableFactor = 2;

Result<void> check_request(const TransactWriteItemsRequest& request) {
  api::Constraints constraints;
  constrain_action_count(constraints, request.transact_items.size());
  if (request.client_request_token) {
    constraints.length(*request.client_request_token, "clientRequestToken", 1, kMaxTokenLength);
  }
  return constraints.result();
}

Result<TransactAction> plan_action(const TransactWriteItem& item) {
  return std::visit(
      [](const auto& request) -> Result<TransactAction> {
        auto plan = plan_write(request);
        if (!plan) return std::move(plan).error();
        TransactAction action;
        action.plan = *std::move(plan);
        action.bytes = action.plan.item->size_in_bytes();
        for (const auto& [key, value] : request.expression_attribute_values) {
          action.bytes += value.view().size_in_bytes();
        }
        return action;
      },
      item);
}

Result<TransactActions> plan_actions(const TransactWriteItemsRequest& request) {
  if (auto checked = check_request(request); !checked) return std::move(checked).error();
  TransactActions actions;
  actions.reserve(request.transact_items.size());
  std::size_t bytes = 0;
  for (const TransactWriteItem& item : request.transact_items) {
    auto action = plan_action(item);
    if (!action) return std::move(action).error();
    bytes += action->bytes;
    actions.push_back(*std::move(action));
  }
  if (auto checked = check_transaction_size(bytes); !checked) return std::move(checked).error();
  return actions;
}

/// Tables and keys. What is wrong with a key is a reason of the cancellation, unless it is empty.
Result<void> locate_actions(const Catalogue::Reader& reader, TransactActions& actions,
                            CancellationReasons& reasons) {
  for (TransactAction& action : actions) {
    const auto table = reader.require(action.plan.table_name);
    if (!table) return table.error();
    action.table = *table;
  }
  DistinctEntries entries;
  for (std::size_t i = 0; i < actions.size(); ++i) {
    TransactAction& action = actions[i];
    auto key = locate(*action.table, action.plan);
    if (key) {
      action.key = *std::move(key);
      entries.add(*action.table, *action.key);
    } else if (is_empty_key_error(key.error())) {
      return std::move(key).error();
    } else {
      reasons.add(i, std::move(key).error());
    }
  }
  return entries.check();
}

void lock_items(const TransactActions& actions, WriteGuard& guard) {
  for (const TransactAction& action : actions) {
    if (action.key) guard.add(*action.table, action.key->hash);
  }
  guard.lock();
}

void evaluate_actions(TransactActions& actions, CancellationReasons& reasons) {
  for (std::size_t i = 0; i < actions.size(); ++i) {
    TransactAction& action = actions[i];
    if (!action.key) continue;
    auto outcome = evaluate(*action.table, action.plan,
                            action.table->tree->get(action.key->position()), UpdateSizing::flat);
    if (outcome) {
      action.outcome = *std::move(outcome);
    } else {
      reasons.add(i, std::move(outcome).error());
    }
  }
}

/// All at once: nothing of a transaction can be seen without the rest of it.
void apply_actions(const TransactActions& actions, storage::Store& store, const Clock& clock,
                   CapacityMeters& meters) {
  Changes changes;
  for (const TransactAction& action : actions) {
    stage(*action.table, *action.key, action.outcome, changes, meters.of(*action.table),
          kTableFactor);
  }
  changes.apply(store, clock);
}

/// A transaction that was done before costs as much as reading its items.
void charge_replay(const TransactActions& actions, CapacityMeters& meters) {
  for (const TransactAction& action : actions) {
    if (!action.key) continue;
    const auto item = action.table->tree->get(action.key->position());
    meters.of(*action.table)
        .add_table_read(read_units(item ? item->size_in_bytes() : 0, ReadKind::transactional));
  }
}

}  // namespace

Result<CapacityMeters> engine::write_together(TransactActions& actions,
                                              const TransactContext& context) {
  CancellationReasons reasons(actions.size());
  if (auto located = locate_actions(context.reader, actions, reasons); !located) {
    return std::move(located).error();
  }
  std::optional<IdempotencyTokens::Use> token;
  if (context.token) {
    auto use = context.tokens.begin(*context.token, context.content, context.clock());
    if (!use) return std::move(use).error();
    token.emplace(*std::move(use));
  }
  CapacityMeters meters;
  if (token && token->is_replay()) {
    charge_replay(actions, meters);
    return meters;
  }
  WriteGuard guard;
  lock_items(actions, guard);
  evaluate_actions(actions, reasons);
  if (auto checked = std::move(reasons).result(); !checked) return std::move(checked).error();
  apply_actions(actions, context.store, context.clock, meters);
  if (token) token->complete(context.clock());
  return meters;
}

Result<TransactWriteItemsResponse> Engine::Impl::transact_write_items(
    const TransactWriteItemsRequest& request) {
  auto actions = plan_actions(request);
  if (!actions) return std::move(actions).error();
  const auto reader = catalogue_.read();
  const auto& token = request.client_request_token;
  const auto meters = write_together(*actions, {reader, *store_, options_.clock, tokens_, token,
                                                token ? content_hash(request) : std::uint64_t{0}});
  if (!meters) return meters.error();

  TransactWriteItemsResponse response;
  response.consumed_capacity = meters->report(request.return_consumed_capacity, true);
  for (const TransactAction& action : *actions) {
    if (action.plan.kind == WriteKind::check) continue;
    add_item_collection_metrics(response.item_collection_metrics, *action.table, *action.plan.item,
                                request.return_item_collection_metrics);
  }
  return response;
}

}  // namespace keywright
