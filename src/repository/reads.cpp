// The reads of a Repository: one item, a page, a stream, a collection.

#include "repository/names.hpp"
#include "repository/query_reader.hpp"
#include "repository/runtime.hpp"
#include <keywright/item_writer.hpp>
#include <keywright/repository.hpp>

#include <algorithm>
#include <utility>

#include <fmt/format.h>

namespace keywright {

using repository::Call;
using repository::QueryReader;
using repository::Repeat;
using repository::Runtime;
using repository::Tally;

Result<std::optional<Item>> Repository::get_item(const GetPattern& pattern,
                                                 const Result<Key>& key) const {
  const Runtime& runtime = *runtime_;
  Call call(runtime, pattern.name, "GetItem");
  if (!key) return call.fail(key.error());
  GetItemRequest request;
  request.table_name = runtime.table_name();
  request.key = *key;
  request.consistent_read = pattern.consistent_read;
  request.return_consumed_capacity = runtime.capacity();
  request.control = call.deadline().control;
  if (!pattern.projection.empty()) {
    auto& projection = request.projection_expression.emplace(pattern.projection);
    auto& names = request.expression_attribute_names;
    repository::add_names(projection, pattern.aliases, names);
    if (!pattern.ttl_attribute.empty()) {
      repository::project_also(projection, pattern.ttl_attribute, names);
    }
  }
  auto response = repository::send(runtime, call.tally(), call.deadline(), Repeat::always,
                                   [&] { return runtime.database().get_item(request); });
  if (!response) return call.fail(std::move(response).error());
  call.tally().add_reads(response->consumed_capacity);
  if (response->item && runtime.is_expired(*response->item, pattern.ttl_attribute)) {
    response->item.reset();
  }
  call.add_items(response->item ? 1 : 0);
  return std::move(response->item);
}

Result<Repository::PageEnd> Repository::read_page(const BoundQuery& query,
                                                  const PageOptions& options,
                                                  const ReadItem& read) const {
  const Runtime& runtime = *runtime_;
  const QueryPattern& pattern = query.pattern();
  Call call(runtime, pattern.name, repository::operation_of(pattern), pattern.index_name);
  if (query.error()) return call.fail(*query.error());
  const std::size_t limit = options.limit.value_or(pattern.page_size);
  if (limit == 0) {
    return call.fail(repository::validation(
        fmt::format("{}: the limit of a page must be at least 1", pattern.name)));
  }
  QueryRequest request = repository::query_request(runtime, query);
  const std::string& secret = runtime.options().cursor_secret;
  repository::QueryPosition start;
  std::string binding;
  if (options.cursor) {
    binding = repository::binding_of(secret, pattern.name, request);
    auto position = repository::read_cursor(
        secret, binding, std::max<std::size_t>(pattern.shards, 1), *options.cursor);
    if (!position) return call.fail(std::move(position).error());
    start = *std::move(position);
  }
  QueryReader reader(runtime, pattern, request, query.sharded_placeholder(), std::move(start));
  PageEnd end;
  for (std::size_t count = 0; count < limit;) {
    auto item = reader.next(limit - count, call.tally(), call.deadline());
    if (!item) return call.fail(std::move(item).error());
    if (!*item) break;
    auto done = read(**std::move(item));
    if (done) {
      ++count;
      call.add_items(1);
    } else if (runtime.options().unreadable_items == UnreadableItems::fail) {
      return call.fail(std::move(done).error());
    } else {
      ++end.unreadable;
      call.add_unreadable(1);
    }
  }
  if (!reader.exhausted()) {
    if (binding.empty()) binding = repository::binding_of(secret, pattern.name, request);
    end.next_cursor = repository::write_cursor(secret, binding, reader.position());
  }
  return end;
}

Result<Page<Item>> Repository::list_items(const BoundQuery& query,
                                          const PageOptions& options) const {
  Page<Item> page;
  auto end = read_page(query, options, [&](Item item) -> Result<void> {
    page.items.push_back(std::move(item));
    return {};
  });
  if (!end) return std::move(end).error();
  page.next_cursor = std::move(end->next_cursor);
  return page;
}

// Streams ----------------------------------------------------------------------------------------

namespace {

class QueryStream final : public ItemStream {
 public:
  QueryStream(std::shared_ptr<const Runtime> runtime, const BoundQuery& query)
      : runtime_(std::move(runtime)),
        pattern_(query.pattern()),
        error_(query.error()),
        reader_(*runtime_, pattern_, repository::query_request(*runtime_, query),
                query.sharded_placeholder(), {}) {}

  /// Reports a call for each item that needed requests: that is, for each page.
  Result<std::optional<Item>> next() override {
    Tally tally;
    auto item = error_ ? Result<std::optional<Item>>(*error_)
                       : reader_.next(pattern_.page_size, tally, runtime_->deadline(pattern_.name));
    if (tally.requests != 0 || !item) {
      Call call(*runtime_, pattern_.name, repository::operation_of(pattern_), pattern_.index_name);
      call.tally() = tally;
      if (item) call.add_items(reader_.buffered() + (*item ? 1 : 0));
      if (!item) return call.fail(std::move(item).error());
    }
    return item;
  }
  [[nodiscard]] bool skips_unreadable() const override {
    return runtime_->options().unreadable_items == UnreadableItems::count;
  }

 private:
  std::shared_ptr<const Runtime> runtime_;
  const QueryPattern& pattern_;
  std::optional<Error> error_;
  QueryReader reader_;
};

}  // namespace

std::unique_ptr<ItemStream> Repository::item_stream(const BoundQuery& query) const {
  return std::make_unique<QueryStream>(runtime_, query);
}

// Collections ------------------------------------------------------------------------------------

/// The part that an item belongs to: by its tag, or by its key if others wrote it. -1: none.
std::ptrdiff_t Repository::find_part(const Item& item, std::span<const PartMatch> parts) const {
  const auto tag = item.find(kTypeAttribute);
  const auto sort = item.find(runtime_->sort_key());
  const auto belongs = [&](const PartMatch& part) {
    if (tag) return tag->is(AttributeType::string) && tag->as_string() == part.entity;
    return sort && sort->is(AttributeType::string) && part.sort.matches(sort->as_string());
  };
  const auto found = std::find_if(parts.begin(), parts.end(), belongs);
  return found == parts.end() ? -1 : found - parts.begin();
}

Result<bool> Repository::read_collection(const BoundQuery& query,
                                         std::span<const PartMatch> parts) const {
  const Runtime& runtime = *runtime_;
  const QueryPattern& pattern = query.pattern();
  Call call(runtime, pattern.name, repository::operation_of(pattern), pattern.index_name);
  if (query.error()) return call.fail(*query.error());
  QueryReader reader(runtime, pattern, repository::query_request(runtime, query), {}, {});
  std::vector<std::size_t> counts(parts.size());
  for (std::size_t count = 0;; ++count) {
    // One more than may be there, so that too many are noticed and not read.
    const std::size_t wanted = pattern.max_items == 0 ? 0 : pattern.max_items + 1 - count;
    auto item = reader.next(wanted, call.tally(), call.deadline());
    if (!item) return call.fail(std::move(item).error());
    if (!*item) break;
    if (pattern.max_items != 0 && count == pattern.max_items) {
      return call.fail(repository::validation(
          fmt::format("{}: there are more than {} items; raise max_items, or read them as a list",
                      pattern.name, pattern.max_items)));
    }
    const std::ptrdiff_t part = find_part(**item, parts);
    Result<void> read = part < 0 ? Result<void>(unknown_entity(pattern, **item))
                                 : parts[static_cast<std::size_t>(part)].read(**item);
    if (!read && runtime.options().unreadable_items == UnreadableItems::fail) {
      return call.fail(std::move(read).error());
    }
    if (!read) {
      call.add_unreadable(1);
      continue;
    }
    call.add_items(1);
    ++counts[static_cast<std::size_t>(part)];
  }
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (counts[i] > 1 && parts[i].cardinality != Cardinality::many) {
      return call.fail(repository::make_error(
          ErrorCode::decode, fmt::format("{}: there are {} items of {}, and there can be one",
                                         pattern.name, counts[i], parts[i].entity)));
    }
  }
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (counts[i] == 0 && parts[i].cardinality == Cardinality::one) return false;
  }
  return true;
}

Error Repository::unknown_entity(const QueryPattern& pattern, const Item& item) const {
  const auto tag = item.find(kTypeAttribute);
  Error error = repository::make_error(
      ErrorCode::unknown_entity,
      fmt::format("{}: the item {} is of no entity that is read here{}", pattern.name,
                  runtime_->key_text(item),
                  tag ? fmt::format("; its {} is {}", kTypeAttribute, to_json(*tag)) : ""));
  error.item = item;
  return error;
}

}  // namespace keywright
