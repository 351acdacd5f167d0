#pragma once
// Database: DynamoDB's operations, one virtual function each.
//
// Everything that stores or stands in for DynamoDB is a Database: the embedded engine, a remote
// endpoint, and the doubles that record, guard or fail. Every implementation may be called from
// many threads at once. Errors carry AWS's exception name and text (Error::exception,
// Error::message).

#include <keywright/batch.hpp>
#include <keywright/item_operations.hpp>
#include <keywright/query.hpp>
#include <keywright/result.hpp>
#include <keywright/table.hpp>
#include <keywright/transaction.hpp>

namespace keywright {

class Database {
 public:
  Database() = default;
  Database(const Database&) = delete;
  Database& operator=(const Database&) = delete;
  virtual ~Database() = default;

  virtual Result<GetItemResponse> get_item(const GetItemRequest& request) = 0;
  virtual Result<PutItemResponse> put_item(const PutItemRequest& request) = 0;
  virtual Result<UpdateItemResponse> update_item(const UpdateItemRequest& request) = 0;
  virtual Result<DeleteItemResponse> delete_item(const DeleteItemRequest& request) = 0;
  virtual Result<QueryResponse> query(const QueryRequest& request) = 0;
  virtual Result<ScanResponse> scan(const ScanRequest& request) = 0;
  virtual Result<BatchGetItemResponse> batch_get_item(const BatchGetItemRequest& request) = 0;
  virtual Result<BatchWriteItemResponse> batch_write_item(const BatchWriteItemRequest& request) = 0;
  virtual Result<TransactGetItemsResponse> transact_get_items(
      const TransactGetItemsRequest& request) = 0;
  virtual Result<TransactWriteItemsResponse> transact_write_items(
      const TransactWriteItemsRequest& request) = 0;

  virtual Result<TableResponse> create_table(const CreateTableRequest& request) = 0;
  virtual Result<TableResponse> describe_table(const DescribeTableRequest& request) = 0;
  virtual Result<TableResponse> update_table(const UpdateTableRequest& request) = 0;
  virtual Result<TableResponse> delete_table(const DeleteTableRequest& request) = 0;
  virtual Result<ListTablesResponse> list_tables(const ListTablesRequest& request) = 0;
  virtual Result<UpdateTimeToLiveResponse> update_time_to_live(
      const UpdateTimeToLiveRequest& request) = 0;
  virtual Result<DescribeTimeToLiveResponse> describe_time_to_live(
      const DescribeTimeToLiveRequest& request) = 0;
};

}  // namespace keywright
