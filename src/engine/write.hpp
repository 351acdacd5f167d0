#pragma once
// The way of every write, be it alone, in a batch or in a transaction:
//
//   plan      what can be said from the request alone: values, expressions   (write_plan.cpp)
//   locate    the table and the key of the item                              (write_plan.cpp)
//   evaluate  under the item's stripe: condition, update, checks of the new item
//                                                                            (write_evaluate.cpp)
//   stage     the entries to change in table and indexes, records, sizes, cost (write_stage.cpp)
//
// after which the caller applies the changes (changes.hpp), and only then releases the stripe.

#include "engine/capacity_meter.hpp"
#include "engine/catalogue.hpp"
#include "engine/changes.hpp"
#include "engine/keys.hpp"
#include "expression/condition.hpp"
#include "expression/update.hpp"
#include "storage/storage.hpp"
#include <keywright/item_operations.hpp>
#include <keywright/result.hpp>
#include <keywright/transaction.hpp>

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace keywright::engine {

enum class WriteKind : std::uint8_t { put, update, remove, check };

/// A write as far as its request says. Borrows from the request.
struct WritePlan {
  WriteKind kind = WriteKind::put;
  std::string_view table_name;  ///< the plain name
  const Item* item = nullptr;   ///< put: the item; others: the key
  std::optional<expression::Condition> condition;
  std::optional<expression::Update> update;  ///< of every update
  bool return_item_on_failure = false;
  bool only_new = false;  ///< put: DuplicateItemException if there is an item
  bool in_batch = false;  ///< errors of keys read as BatchWriteItem has them
};

/// `envelope`: as in in_envelope().
[[nodiscard]] Result<WritePlan> plan_write(const PutItemRequest& request, bool envelope);
[[nodiscard]] Result<WritePlan> plan_write(const UpdateItemRequest& request, bool envelope);
[[nodiscard]] Result<WritePlan> plan_write(const DeleteItemRequest& request, bool envelope);
[[nodiscard]] Result<WritePlan> plan_write(const TransactPut& request);
[[nodiscard]] Result<WritePlan> plan_write(const TransactUpdate& request);
[[nodiscard]] Result<WritePlan> plan_write(const TransactDelete& request);
[[nodiscard]] Result<WritePlan> plan_write(const TransactConditionCheck& request);
/// An unconditional put or remove of a batch; `item` is the item or the key.
[[nodiscard]] Result<WritePlan> plan_batch_write(std::string_view table_name, WriteKind kind,
                                                 const Item& item);

/// The entry that the plan writes; errors where key or index key attributes are wrong. The index
/// keys of an update are looked at in evaluate(), as they depend on the item.
[[nodiscard]] Result<EntryKey> locate(const Table& table, const WritePlan& plan);

/// What a write makes of an item.
struct WriteOutcome {
  std::optional<Item> before;
  std::optional<Item> after;
  bool expired = false;  ///< deleted by time to live
  /// Equal records: nothing is to be stored, and no stream record is written.
  [[nodiscard]] bool changes_nothing() const { return before == after; }
};

/// How an update's resulting item is measured against 400 KB: `flat` by its size alone, as in
/// transactions and statements.
enum class UpdateSizing : std::uint8_t { single, flat };

[[nodiscard]] Result<WriteOutcome> evaluate(const Table& table, const WritePlan& plan,
                                            std::optional<Item> before,
                                            UpdateSizing sizing = UpdateSizing::single);

/// Adds an outcome to the changes, keeps the live sizes, and adds up the cost. The arms of indexes
/// are charged as they are; the arm of the table `table_factor` times (2 in transactions).
void stage(Table& table, const EntryKey& key, const WriteOutcome& outcome, Changes& changes,
           CapacityMeter& meter, double table_factor = 1);

/// Where a write goes, and what it is told of the way there.
struct WriteTarget {
  Table& table;
  storage::Store& store;
  const Clock& clock;
  CapacityMeter& meter;
};

/// The whole way of one write that stands alone (write_item.cpp), and the attributes it returns.
[[nodiscard]] Result<std::optional<Item>> write_alone(const WriteTarget& target,
                                                      const WritePlan& plan, ReturnValues asked,
                                                      UpdateSizing sizing = UpdateSizing::single);

/// nullopt unless asked for and the table has a local index.
[[nodiscard]] std::optional<ItemCollectionMetrics> item_collection_metrics(
    const Table& table, const Item& key_or_item, ReturnItemCollectionMetrics asked);
/// Adds them to those of a request with several writes, every collection once.
void add_item_collection_metrics(
    std::map<std::string, std::vector<ItemCollectionMetrics>>& by_table, const Table& table,
    const Item& key_or_item, ReturnItemCollectionMetrics asked);

}  // namespace keywright::engine
