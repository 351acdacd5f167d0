#pragma once
// A Database that keeps the last request and answers what it was told to.

#include <keywright/database.hpp>

#include <any>

namespace keywright::wire {

class RecordingDatabase final : public Database {
 public:
  /// The last request; the test fails by an exception if it was of another operation.
  template <class Request>
  const Request& last() const {
    return std::any_cast<const Request&>(last_);
  }
  [[nodiscard]] bool called() const { return last_.has_value(); }

  /// What the next call answers: a response, or an empty one of its kind.
  std::any response{};

#define RECORDS(function, Operation)                                                 \
  Result<Operation##Response> function(const Operation##Request& request) override { \
    last_ = request;                                                                 \
    auto* answer = std::any_cast<Operation##Response>(&response);                    \
    return answer != nullptr ? *answer : Operation##Response{};                      \
  }
  RECORDS(get_item, GetItem)
  RECORDS(put_item, PutItem)
  RECORDS(update_item, UpdateItem)
  RECORDS(delete_item, DeleteItem)
  RECORDS(query, Query)
  RECORDS(scan, Scan)
  RECORDS(batch_get_item, BatchGetItem)
  RECORDS(batch_write_item, BatchWriteItem)
  RECORDS(transact_get_items, TransactGetItems)
  RECORDS(transact_write_items, TransactWriteItems)
  RECORDS(list_tables, ListTables)
  RECORDS(update_time_to_live, UpdateTimeToLive)
  RECORDS(describe_time_to_live, DescribeTimeToLive)
  RECORDS(execute_statement, ExecuteStatement)
  RECORDS(batch_execute_statement, BatchExecuteStatement)
  RECORDS(execute_transaction, ExecuteTransaction)
  RECORDS(list_streams, ListStreams)
  RECORDS(describe_stream, DescribeStream)
  RECORDS(get_shard_iterator, GetShardIterator)
  RECORDS(get_records, GetRecords)
  RECORDS(list_tags_of_resource, ListTagsOfResource)
  RECORDS(put_resource_policy, PutResourcePolicy)
  RECORDS(get_resource_policy, GetResourcePolicy)
  RECORDS(delete_resource_policy, DeleteResourcePolicy)
  RECORDS(describe_limits, DescribeLimits)
  RECORDS(describe_endpoints, DescribeEndpoints)
#undef RECORDS

  Result<TableResponse> create_table(const CreateTableRequest& r) override { return table(r); }
  Result<TableResponse> describe_table(const DescribeTableRequest& r) override { return table(r); }
  Result<TableResponse> update_table(const UpdateTableRequest& r) override { return table(r); }
  Result<TableResponse> delete_table(const DeleteTableRequest& r) override { return table(r); }
  Result<void> tag_resource(const TagResourceRequest& request) override {
    last_ = request;
    return {};
  }
  Result<void> untag_resource(const UntagResourceRequest& request) override {
    last_ = request;
    return {};
  }

 private:
  template <class Request>
  Result<TableResponse> table(const Request& request) {
    last_ = request;
    auto* answer = std::any_cast<TableResponse>(&response);
    return answer != nullptr ? *answer : TableResponse{};
  }

  std::any last_;
};

}  // namespace keywright::wire
