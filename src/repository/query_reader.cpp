#include "repository/query_reader.hpp"

#include "repository/names.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

namespace keywright::repository {
namespace {

/// Items that are asked for at once where pages have had nothing but expired ones.
constexpr std::size_t kLargestPage = 1000;

/// A query without a key condition reads everything.
ScanRequest scan_of(const QueryRequest& query) {
  ScanRequest scan;
  scan.table_name = query.table_name;
  scan.index_name = query.index_name;
  scan.filter_expression = query.filter_expression;
  scan.projection_expression = query.projection_expression;
  scan.expression_attribute_names = query.expression_attribute_names;
  scan.expression_attribute_values = query.expression_attribute_values;
  scan.limit = query.limit;
  scan.consistent_read = query.consistent_read;
  scan.exclusive_start_key = query.exclusive_start_key;
  scan.return_consumed_capacity = query.return_consumed_capacity;
  scan.control = query.control;
  return scan;
}

}  // namespace

std::string_view operation_of(const QueryPattern& pattern) {
  return pattern.key_condition.empty() ? "Scan" : "Query";
}

QueryRequest query_request(const Runtime& runtime, const BoundQuery& query) {
  const QueryPattern& pattern = query.pattern();
  QueryRequest request;
  request.table_name = runtime.table_name();
  if (!pattern.index_name.empty()) request.index_name = pattern.index_name;
  if (!pattern.key_condition.empty()) request.key_condition_expression = pattern.key_condition;
  if (!pattern.filter.empty()) request.filter_expression = pattern.filter;
  auto& names = request.expression_attribute_names;
  for (const std::string_view expression :
       {pattern.key_condition, pattern.filter, pattern.projection}) {
    add_names(expression, pattern.aliases, names);
  }
  if (!pattern.projection.empty()) {
    auto& projection = request.projection_expression.emplace(pattern.projection);
    if (!pattern.ttl_attribute.empty()) project_also(projection, pattern.ttl_attribute, names);
    if (pattern.shards > 1) {
      for (const std::string_view attribute :
           {runtime.partition_key(), runtime.sort_key(), pattern.shard_keys.partition,
            pattern.shard_keys.sort}) {
        if (!attribute.empty()) project_also(projection, attribute, names);
      }
    }
  }
  request.expression_attribute_values = query.values();
  request.scan_index_forward = pattern.scan_index_forward;
  request.consistent_read = pattern.consistent_read;
  request.return_consumed_capacity = runtime.capacity();
  return request;
}

QueryReader::QueryReader(const Runtime& runtime, const QueryPattern& pattern, QueryRequest request,
                         std::string_view sharded_placeholder, QueryPosition start)
    : runtime_(runtime),
      pattern_(pattern),
      request_(std::move(request)),
      sharded_placeholder_(sharded_placeholder),
      shards_(std::max<std::size_t>(pattern.shards, 1)),
      passed_(std::move(start.passed)) {
  for (std::size_t i = 0; i < start.shards.size(); ++i) {
    shards_[i].page_end = start.shards[i].after;
    shards_[i].given_until = std::move(start.shards[i].after);
    shards_[i].exhausted = start.shards[i].exhausted;
  }
}

Result<std::optional<Item>> QueryReader::next(std::size_t wanted, Tally& tally,
                                              const Deadline& deadline) {
  for (;;) {
    auto filled = fill(wanted, tally, deadline);
    if (!filled) return std::move(filled).error();
    Shard* first = nullptr;
    for (Shard& shard : shards_) {
      if (shard.items.empty()) continue;
      if (first == nullptr || comes_before(shard.items.front(), first->items.front())) {
        first = &shard;
      }
    }
    if (first == nullptr) return std::optional<Item>();
    Item item = std::move(first->items.front());
    first->items.pop_front();
    if (shards_.size() > 1 && pass(*first, item)) continue;
    if (!runtime_.is_expired(item, pattern_.ttl_attribute)) return std::optional(std::move(item));
  }
}

/// Notes that the list and this shard of it have come to the item. True if the list as a whole had
/// passed its place already: it arrived since then.
bool QueryReader::pass(Shard& shard, const Item& item) {
  shard.given_until = key_of(item);
  if (passed_ && comes_before(item, *passed_)) return true;
  if (const auto sort = item.find(pattern_.shard_keys.sort)) {
    ItemBuilder passed;
    passed.set(pattern_.shard_keys.sort, *sort);
    passed_ = passed.build();
  }
  return false;
}

/// Until every shard has an item to offer or nothing left: only then is it known which comes first.
Result<void> QueryReader::fill(std::size_t wanted, Tally& tally, const Deadline& deadline) {
  std::vector<std::size_t> empty;
  for (std::size_t i = 0; i < shards_.size(); ++i) {
    if (shards_[i].items.empty() && !shards_[i].exhausted) empty.push_back(i);
  }
  if (empty.empty()) return {};
  if (empty.size() == 1) return fetch(empty.front(), wanted, tally, deadline);

  struct Outcome {
    Result<void> result;
    Tally tally;
  };
  std::vector<Outcome> outcomes(empty.size());
  runtime_.options().parallel(empty.size(), [&](std::size_t i) {
    outcomes[i].result = fetch(empty[i], wanted, outcomes[i].tally, deadline);
  });
  Result<void> filled;
  for (Outcome& outcome : outcomes) {
    tally += outcome.tally;
    if (filled && !outcome.result) filled = std::move(outcome.result);
  }
  return filled;
}

/// Pages of one shard, until there is an item: a page may be empty and yet not be the last, or have
/// nothing but expired items, and then the next is larger.
Result<void> QueryReader::fetch(std::size_t index, std::size_t wanted, Tally& tally,
                                const Deadline& deadline) {
  Shard& shard = shards_[index];
  QueryRequest request = request_;
  request.control = deadline.control;
  std::size_t limit = wanted;
  if (!sharded_placeholder_.empty()) {
    for (auto& [placeholder, value] : request.expression_attribute_values) {
      if (placeholder != sharded_placeholder_) continue;
      value = AttributeValue(fmt::format("{}#{}", value.as_string(), index));
    }
  }
  while (shard.items.empty() && !shard.exhausted) {
    request.exclusive_start_key = shard.page_end;
    limit = std::max(limit, shard.larger_page);
    if (limit != 0) request.limit = static_cast<std::int64_t>(limit);
    auto page = send(runtime_, tally, deadline, Repeat::always, [&] {
      return request.key_condition_expression ? runtime_.database().query(request)
                                              : runtime_.database().scan(scan_of(request));
    });
    if (!page) return std::move(page).error();
    tally.add_reads(page->consumed_capacity);
    auto& items = page->items;
    if (may_grow()) {
      const bool has_living = count_living(items) > 0;
      shard.larger_page = has_living ? 0 : std::max(limit, std::min(limit * 2, kLargestPage));
    }
    if (const auto end = end_of_wanted(items, wanted)) {
      limit = *end;  // where a page of those ends, only the database can say
      continue;
    }
    if (shards_.size() == 1) drop_expired_end(items);
    shard.items.assign(std::make_move_iterator(items.begin()),
                       std::make_move_iterator(items.end()));
    shard.exhausted = !page->last_evaluated_key.has_value();
    shard.page_end = std::move(page->last_evaluated_key);
  }
  return {};
}

/// Whether pages may have more items than are wanted. Behind a filter nobody knows which were read.
bool QueryReader::may_grow() const {
  return pattern_.filter.empty() && !pattern_.ttl_attribute.empty();
}

std::size_t QueryReader::count_living(const std::vector<Item>& items) const {
  return static_cast<std::size_t>(std::count_if(items.begin(), items.end(), [&](const Item& item) {
    return !runtime_.is_expired(item, pattern_.ttl_attribute);
  }));
}

/// So the list goes on behind the page once the last living item of it is given. With shards, what
/// arrives among the expired items may yet have its turn, so they wait for theirs.
void QueryReader::drop_expired_end(std::vector<Item>& items) const {
  while (!items.empty() && runtime_.is_expired(items.back(), pattern_.ttl_attribute)) {
    items.pop_back();
  }
}

/// Behind which item of a page that grew the caller can use no more; nullopt where there is no
/// living one behind it. A list with shards knows the key of each item, and so can go on within a
/// page.
std::optional<std::size_t> QueryReader::end_of_wanted(const std::vector<Item>& items,
                                                      std::size_t wanted) const {
  if (items.size() <= wanted || wanted == 0 || shards_.size() > 1) return std::nullopt;
  if (count_living(items) <= wanted) return std::nullopt;
  std::size_t end = 0;
  for (std::size_t living = 0; living < wanted; ++end) {
    if (!runtime_.is_expired(items[end], pattern_.ttl_attribute)) ++living;
  }
  return end;
}

bool QueryReader::comes_before(const Item& a, const Item& b) const {
  const auto left = a.find(pattern_.shard_keys.sort);
  const auto right = b.find(pattern_.shard_keys.sort);
  if (!left || !right) return false;
  const auto order = compare_scalars(*left, *right);
  return order && (pattern_.scan_index_forward ? *order < 0 : *order > 0);
}

/// What an ExclusiveStartKey needs: the keys of the table and of the index.
Key QueryReader::key_of(const Item& item) const {
  ItemBuilder key;
  for (const std::string_view attribute :
       {runtime_.partition_key(), runtime_.sort_key(), pattern_.shard_keys.partition,
        pattern_.shard_keys.sort}) {
    const auto value = attribute.empty() ? std::nullopt : item.find(attribute);
    if (value) key.set(attribute, *value);
  }
  return key.build();
}

QueryPosition QueryReader::position() const {
  QueryPosition position;
  position.passed = passed_;
  // A shard that has nothing left may have something again by the next page: what arrives there is
  // as little lost as what arrives in another.
  const bool may_grow = shards_.size() > 1;
  for (const Shard& shard : shards_) {
    if (!shard.items.empty() || (shard.exhausted && may_grow)) {
      position.shards.push_back({shard.given_until, false});
    } else {
      position.shards.push_back({shard.page_end, shard.exhausted});
    }
  }
  return position;
}

std::size_t QueryReader::buffered() const {
  std::size_t count = 0;
  for (const Shard& shard : shards_) count += shard.items.size();
  return count;
}

bool QueryReader::exhausted() const {
  return std::all_of(shards_.begin(), shards_.end(),
                     [](const Shard& shard) { return shard.items.empty() && shard.exhausted; });
}

}  // namespace keywright::repository
