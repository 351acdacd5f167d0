#pragma once

// Requests of access patterns, as their plans say, for given arguments. Pure.

#include "verify/samples.hpp"
#include "verify/truth.hpp"
#include <keywright/batch.hpp>
#include <keywright/item_operations.hpp>
#include <keywright/query.hpp>
#include <keywright/transaction.hpp>

#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace keywright::verify {

// The tables that stand in for those of the model, in its order.
using TableNames = std::vector<std::string>;

// What a caller decides of a change that an update may make.
enum class Choice { give, leave, remove };

// One per PatternPlan::inputs; where both are empty, the caller gives nothing.
struct Arguments {
  std::vector<std::optional<AttributeValue>> values;
  std::vector<std::optional<Sample>> items;  // of inputs that are whole entities
  std::vector<Choice> choices;               // one per WritePlan::changes

  explicit Arguments(const plan::PatternPlan& plan)
      : values(plan.inputs.size()), items(plan.inputs.size()) {}

  // Of an input, or of that field of it if it is a whole entity.
  [[nodiscard]] const std::optional<AttributeValue>& value(std::size_t input,
                                                           std::size_t field) const {
    return items[input] ? items[input]->values[field] : values[input];
  }
};

// nullopt if something that it mentions has no value.
[[nodiscard]] std::optional<AttributeValue> evaluate(const Context& context,
                                                     const plan::KeyExpression& expression,
                                                     const Arguments& arguments);
[[nodiscard]] Key key_of(const Context& context, const std::vector<plan::KeyExpression>& key,
                         const Arguments& arguments);

// Of a condition: by its names.
[[nodiscard]] Parameters parameters_of(const plan::PatternPlan& plan, const Arguments& arguments);

// Reads.
struct Read {
  const Context& context;
  const TableNames& tables;
  const plan::PatternPlan& plan;

  [[nodiscard]] const model::AccessPattern& pattern() const {
    return context.model.access_patterns[plan.pattern];
  }
  [[nodiscard]] const plan::ReadPlan& read() const { return *plan.read(); }
  [[nodiscard]] const std::string& table() const {
    return tables[context.entity(pattern().entity().index).table.index];
  }
};
[[nodiscard]] GetItemRequest get_request(const Read& read, const Arguments& arguments);
[[nodiscard]] BatchGetItemRequest batch_get_request(const Read& read,
                                                    const std::vector<Arguments>& arguments);
// One per shard.
[[nodiscard]] std::vector<QueryRequest> query_requests(const Read& read,
                                                       const Arguments& arguments);
[[nodiscard]] ScanRequest scan_request(const Read& read, const Arguments& arguments);

// Writes.
struct Write {
  const Context& context;
  const TableNames& tables;
  const plan::PatternPlan& plan;
  const plan::WritePlan& write;

  [[nodiscard]] const model::AccessPattern& pattern() const {
    return context.model.access_patterns[plan.pattern];
  }
  [[nodiscard]] const model::Entity& entity() const { return context.entity(write.entity); }
  [[nodiscard]] const std::string& table() const { return tables[entity().table.index]; }
};
using WriteRequestOf = std::variant<PutItemRequest, UpdateItemRequest, DeleteItemRequest,
                                    BatchWriteItemRequest, TransactWriteItemsRequest>;
// Not of batches.
[[nodiscard]] WriteRequestOf write_request(const Write& write, const Arguments& arguments);
[[nodiscard]] UpdateItemRequest update_request(const Write& write, const Arguments& arguments);
[[nodiscard]] PutItemRequest plain_put(const Context& context, const TableNames& tables,
                                       const Sample& sample);

// An item that is put with a version is stored with the next one; one that is created, with the
// first. Without a version: as it is.
[[nodiscard]] Sample counted(const Context& context, Sample sample, bool is_new);
// The input for the version that the caller has read; nullopt if there is none.
[[nodiscard]] std::optional<std::size_t> expected_version(const Write& write);

// What the write asks of the item as it stands, as terms that must all hold.
class Placeholders;
[[nodiscard]] std::string condition_of(const Write& write, const Arguments& arguments,
                                       Placeholders& placeholders);

// As operations of a transaction.
[[nodiscard]] std::vector<TransactWriteItem> transact_items(WriteRequestOf request);

}  // namespace keywright::verify
