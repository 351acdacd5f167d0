#pragma once
// Every call twice: on one database as it is, and over the wire on another that should be just
// like it. Fails the running test where the answers differ.

#include "fields.hpp"
#include "wire/client_codec.hpp"
#include "wire/dispatcher.hpp"
#include <keywright/database.hpp>

#include <string>
#include <type_traits>
#include <utility>

#include <gtest/gtest.h>

namespace keywright::wire {

class MirroredDatabase final : public Database {
 public:
  MirroredDatabase(Database& direct, Database& behind) : direct_(direct), behind_(behind) {}

#define KEYWRIGHT_MIRRORED(function, name)                                            \
  Result<ResponseTo<name##Request>> function(const name##Request& request) override { \
    return compared(request, direct_.function(request));                              \
  }
  KEYWRIGHT_MIRRORED(get_item, GetItem)
  KEYWRIGHT_MIRRORED(put_item, PutItem)
  KEYWRIGHT_MIRRORED(update_item, UpdateItem)
  KEYWRIGHT_MIRRORED(delete_item, DeleteItem)
  KEYWRIGHT_MIRRORED(query, Query)
  KEYWRIGHT_MIRRORED(scan, Scan)
  KEYWRIGHT_MIRRORED(batch_get_item, BatchGetItem)
  KEYWRIGHT_MIRRORED(batch_write_item, BatchWriteItem)
  KEYWRIGHT_MIRRORED(transact_get_items, TransactGetItems)
  KEYWRIGHT_MIRRORED(transact_write_items, TransactWriteItems)
  KEYWRIGHT_MIRRORED(create_table, CreateTable)
  KEYWRIGHT_MIRRORED(describe_table, DescribeTable)
  KEYWRIGHT_MIRRORED(update_table, UpdateTable)
  KEYWRIGHT_MIRRORED(delete_table, DeleteTable)
  KEYWRIGHT_MIRRORED(list_tables, ListTables)
  KEYWRIGHT_MIRRORED(update_time_to_live, UpdateTimeToLive)
  KEYWRIGHT_MIRRORED(describe_time_to_live, DescribeTimeToLive)
  KEYWRIGHT_MIRRORED(execute_statement, ExecuteStatement)
  KEYWRIGHT_MIRRORED(batch_execute_statement, BatchExecuteStatement)
  KEYWRIGHT_MIRRORED(execute_transaction, ExecuteTransaction)
  KEYWRIGHT_MIRRORED(list_streams, ListStreams)
  KEYWRIGHT_MIRRORED(describe_stream, DescribeStream)
  KEYWRIGHT_MIRRORED(get_shard_iterator, GetShardIterator)
  KEYWRIGHT_MIRRORED(get_records, GetRecords)
  KEYWRIGHT_MIRRORED(tag_resource, TagResource)
  KEYWRIGHT_MIRRORED(untag_resource, UntagResource)
  KEYWRIGHT_MIRRORED(list_tags_of_resource, ListTagsOfResource)
  KEYWRIGHT_MIRRORED(put_resource_policy, PutResourcePolicy)
  KEYWRIGHT_MIRRORED(get_resource_policy, GetResourcePolicy)
  KEYWRIGHT_MIRRORED(delete_resource_policy, DeleteResourcePolicy)
  KEYWRIGHT_MIRRORED(describe_limits, DescribeLimits)
  KEYWRIGHT_MIRRORED(describe_endpoints, DescribeEndpoints)
#undef KEYWRIGHT_MIRRORED

  [[nodiscard]] std::size_t calls() const { return calls_; }
  [[nodiscard]] std::size_t errors() const { return errors_; }

 private:
  /// The answer over the wire, compared with the direct one.
  template <class Request, class Answered = Result<ResponseTo<Request>>>
  Answered compared(const Request& request, const Answered& direct) {
    const std::string body = encode(request);
    const Answer answer = dispatcher_.answer(behind_, Operation<Request>::kTarget, body);
    const int status = static_cast<int>(answer.status);
    Answered remote = status == 200 ? decoder_.decode(request, answer.body)
                                    : Answered(decoder_.decode_error(status, answer.body, ""));
    ++calls_;
    if (!direct) ++errors_;
    EXPECT_TRUE(same(direct, remote, status)) << Operation<Request>::kName << ' ' << body << '\n'
                                              << answer.body << '\n'
                                              << (remote ? "" : remote.error().message) << '\n'
                                              << (direct ? "" : direct.error().message);
    return remote;
  }

  template <class Answered>
  static bool same(const Answered& direct, const Answered& remote, int status) {
    if (direct.has_value() != remote.has_value()) return false;
    if (!direct) {
      Error expected = direct.error();
      expected.http_status = status;
      return fields::equal(expected, remote.error());
    }
    if constexpr (std::is_same_v<Answered, Result<void>>) {
      return true;
    } else {
      return fields::equal(*direct, *remote);
    }
  }

  Database& direct_;
  Database& behind_;
  Dispatcher dispatcher_;
  AnswerDecoder decoder_;
  std::size_t calls_ = 0;
  std::size_t errors_ = 0;
};

}  // namespace keywright::wire
