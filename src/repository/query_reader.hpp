#pragma once
// Reads the items of a query one by one, over pages and shards, in order.
//
// Without shards there is one stream of pages. With shards, all of those that have nothing left are
// fetched together (by RepositoryOptions::parallel), and the streams are merged by the sort key.
// The order holds over pages too: what arrives in any shard before the last item given is passed
// over, as it is in a list without shards. Expired items are passed over. For one thread.

#include "repository/cursor.hpp"
#include "repository/runtime.hpp"
#include <keywright/condition.hpp>
#include <keywright/query.hpp>
#include <keywright/result.hpp>

#include <cstddef>
#include <deque>
#include <optional>
#include <vector>

namespace keywright::repository {

/// The request of a query, before its shard and its page.
[[nodiscard]] QueryRequest query_request(const Runtime& runtime, const BoundQuery& query);

/// "Query", or "Scan" of a pattern without key condition: for reports.
[[nodiscard]] std::string_view operation_of(const QueryPattern& pattern);

class QueryReader {
 public:
  QueryReader(const Runtime& runtime, const QueryPattern& pattern, QueryRequest request,
              std::string_view sharded_placeholder, QueryPosition start);

  /// The next item; nullopt at the end. `wanted` is how many more the caller can use: no page asks
  /// for more, unless those before had nothing but expired items; 0 asks for as many as fit.
  [[nodiscard]] Result<std::optional<Item>> next(std::size_t wanted, Tally& tally,
                                                 const Deadline& deadline);

  /// Where to go on after the last item that next() gave.
  [[nodiscard]] QueryPosition position() const;
  [[nodiscard]] bool exhausted() const;
  /// Items fetched and not yet given.
  [[nodiscard]] std::size_t buffered() const;

 private:
  struct Shard {
    std::deque<Item> items;          // fetched, not yet given
    std::optional<Key> given_until;  // key of the last item given
    std::optional<Key> page_end;     // LastEvaluatedKey of the last page
    bool exhausted = false;          // no page is left to fetch
    std::size_t larger_page = 0;     // the next, if the last had nothing but expired items
  };

  [[nodiscard]] Result<void> fill(std::size_t wanted, Tally& tally, const Deadline& deadline);
  [[nodiscard]] Result<void> fetch(std::size_t shard, std::size_t wanted, Tally& tally,
                                   const Deadline& deadline);
  [[nodiscard]] bool may_grow() const;
  [[nodiscard]] std::size_t count_living(const std::vector<Item>& items) const;
  void drop_expired_end(std::vector<Item>& items) const;
  [[nodiscard]] std::optional<std::size_t> end_of_wanted(const std::vector<Item>& items,
                                                         std::size_t wanted) const;
  [[nodiscard]] bool comes_before(const Item& a, const Item& b) const;
  [[nodiscard]] bool pass(Shard& shard, const Item& item);
  [[nodiscard]] Key key_of(const Item& item) const;

  const Runtime& runtime_;
  const QueryPattern& pattern_;
  QueryRequest request_;
  std::string_view sharded_placeholder_;
  std::vector<Shard> shards_;
  std::optional<Key> passed_;  // sort key of the last item given; with shards only
};

}  // namespace keywright::repository
