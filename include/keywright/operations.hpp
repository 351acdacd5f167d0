#pragma once
// The operations of a Database as data: a request says which operation takes it and what that
// answers.
//
//   OperationOf<GetItemRequest>::kName            "GetItem"
//   ResponseTo<GetItemRequest>                    GetItemResponse
//   send(database, request)                       Result<ResponseTo<Request>>
//
// AnyRequest holds a request of any operation. Plain data, and no state.

#include <keywright/database.hpp>

#include <string_view>
#include <utility>
#include <variant>

namespace keywright {

template <class Request>
struct OperationOf;

#define KEYWRIGHT_OPERATION(Name, function)                \
  template <>                                              \
  struct OperationOf<Name##Request> {                      \
    static constexpr std::string_view kName = #Name;       \
    static constexpr auto kFunction = &Database::function; \
  }

KEYWRIGHT_OPERATION(GetItem, get_item);
KEYWRIGHT_OPERATION(PutItem, put_item);
KEYWRIGHT_OPERATION(UpdateItem, update_item);
KEYWRIGHT_OPERATION(DeleteItem, delete_item);
KEYWRIGHT_OPERATION(Query, query);
KEYWRIGHT_OPERATION(Scan, scan);
KEYWRIGHT_OPERATION(BatchGetItem, batch_get_item);
KEYWRIGHT_OPERATION(BatchWriteItem, batch_write_item);
KEYWRIGHT_OPERATION(TransactGetItems, transact_get_items);
KEYWRIGHT_OPERATION(TransactWriteItems, transact_write_items);
KEYWRIGHT_OPERATION(CreateTable, create_table);
KEYWRIGHT_OPERATION(DescribeTable, describe_table);
KEYWRIGHT_OPERATION(UpdateTable, update_table);
KEYWRIGHT_OPERATION(DeleteTable, delete_table);
KEYWRIGHT_OPERATION(ListTables, list_tables);
KEYWRIGHT_OPERATION(UpdateTimeToLive, update_time_to_live);
KEYWRIGHT_OPERATION(DescribeTimeToLive, describe_time_to_live);
KEYWRIGHT_OPERATION(ExecuteStatement, execute_statement);
KEYWRIGHT_OPERATION(BatchExecuteStatement, batch_execute_statement);
KEYWRIGHT_OPERATION(ExecuteTransaction, execute_transaction);
KEYWRIGHT_OPERATION(ListStreams, list_streams);
KEYWRIGHT_OPERATION(DescribeStream, describe_stream);
KEYWRIGHT_OPERATION(GetShardIterator, get_shard_iterator);
KEYWRIGHT_OPERATION(GetRecords, get_records);
KEYWRIGHT_OPERATION(TagResource, tag_resource);
KEYWRIGHT_OPERATION(UntagResource, untag_resource);
KEYWRIGHT_OPERATION(ListTagsOfResource, list_tags_of_resource);
KEYWRIGHT_OPERATION(PutResourcePolicy, put_resource_policy);
KEYWRIGHT_OPERATION(GetResourcePolicy, get_resource_policy);
KEYWRIGHT_OPERATION(DeleteResourcePolicy, delete_resource_policy);
KEYWRIGHT_OPERATION(DescribeLimits, describe_limits);
KEYWRIGHT_OPERATION(DescribeEndpoints, describe_endpoints);

#undef KEYWRIGHT_OPERATION

/// Calls the operation that takes this request.
template <class Request>
auto send(Database& database, const Request& request) {
  return (database.*OperationOf<Request>::kFunction)(request);
}

template <class Request>
using ResponseTo =
    typename decltype(send(std::declval<Database&>(), std::declval<const Request&>()))::value_type;

/// `List<GetItemRequest, PutItemRequest, ...>`, in the order of Database.
template <template <class...> class List>
using OfEachRequest =
    List<GetItemRequest, PutItemRequest, UpdateItemRequest, DeleteItemRequest, QueryRequest,
         ScanRequest, BatchGetItemRequest, BatchWriteItemRequest, TransactGetItemsRequest,
         TransactWriteItemsRequest, CreateTableRequest, DescribeTableRequest, UpdateTableRequest,
         DeleteTableRequest, ListTablesRequest, UpdateTimeToLiveRequest, DescribeTimeToLiveRequest,
         ExecuteStatementRequest, BatchExecuteStatementRequest, ExecuteTransactionRequest,
         ListStreamsRequest, DescribeStreamRequest, GetShardIteratorRequest, GetRecordsRequest,
         TagResourceRequest, UntagResourceRequest, ListTagsOfResourceRequest,
         PutResourcePolicyRequest, GetResourcePolicyRequest, DeleteResourcePolicyRequest,
         DescribeLimitsRequest, DescribeEndpointsRequest>;

using AnyRequest = OfEachRequest<std::variant>;

}  // namespace keywright
