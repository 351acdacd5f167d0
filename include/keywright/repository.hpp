#pragma once
// Repository: what generated repositories, and hand-written ones, are made of.
//
// It turns the calls of access patterns into requests to a Database, and answers into entities. It
// holds a reference to the database, which must outlive it, and is cheap to make and to copy. Any
// number of threads may call it at once. Every function returns its error; none throws.

#include <keywright/access_pattern.hpp>
#include <keywright/batch_report.hpp>
#include <keywright/collection.hpp>
#include <keywright/condition.hpp>
#include <keywright/database.hpp>
#include <keywright/item_reader.hpp>
#include <keywright/item_write.hpp>
#include <keywright/key_template.hpp>
#include <keywright/page.hpp>
#include <keywright/read_transaction.hpp>
#include <keywright/repository_options.hpp>
#include <keywright/result.hpp>
#include <keywright/table_schema.hpp>
#include <keywright/update.hpp>
#include <keywright/write_transaction.hpp>

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

namespace keywright {

namespace repository {
class Runtime;
}

class Repository {
 public:
  Repository(Database& database, const TableSchema& table, RepositoryOptions options = {});

  [[nodiscard]] Timestamp now() const;

  // Reads.
  template <Described T>
  [[nodiscard]] Result<std::optional<T>> get(const GetPattern& pattern, Result<Key> key) const;
  template <Described T>
  [[nodiscard]] Result<Page<T>> list(const BoundQuery& query, const PageOptions& page) const;
  template <Described T>
  [[nodiscard]] Each<T> each(const BoundQuery& query) const {
    return Each<T>(item_stream(query));
  }
  /// One Query, dispatched to the members of a `Whole`; nullopt if a part that must be there is
  /// not.
  template <class Whole, class... Parts>
  [[nodiscard]] Result<std::optional<Whole>> collect(const BoundQuery& query,
                                                     const Parts&... parts) const;
  /// In the order of the keys; a key may be given twice.
  template <Described T>
  [[nodiscard]] Result<BatchRead<T>> batch_get(const GetPattern& pattern,
                                               std::vector<Result<Key>> keys,
                                               const BatchOptions& options = {}) const;

  // Writes.
  Result<void> create(const WritePattern& pattern, Result<Item> item,
                      const Condition* condition = nullptr) const;
  Result<void> put(const WritePattern& pattern, Result<Item> item,
                   const Condition* condition = nullptr) const;
  Result<void> put(const Put& put) const;
  /// The entity as it is stored then.
  template <Described T>
  Result<T> put(const Put& put) const;
  Result<void> remove(const WritePattern& pattern, Result<Key> key,
                      const Condition* condition = nullptr) const;
  Result<void> remove(const Delete& remove) const;
  /// The entity as it is after the update. One that may create the item and meets an expired one
  /// deletes that first, if it is expired still, and then begins anew.
  template <Described T>
  Result<T> update(const Update& update) const;
  Result<void> transact(const WriteTransaction& transaction) const;
  /// Every get of it is answered as of one moment.
  Result<void> transact(const ReadTransaction& transaction) const;
  /// Entities with a `to_item(entity)` or `to_item(entity, now)` beside them.
  template <class T>
  Result<BatchReport> batch_put(const WritePattern& pattern, std::span<const T> entities,
                                const BatchOptions& options = {}) const;
  Result<BatchReport> batch_put_items(const WritePattern& pattern, std::vector<Result<Item>> items,
                                      const BatchOptions& options = {}) const;
  Result<BatchReport> batch_remove(const WritePattern& pattern, std::vector<Result<Key>> keys,
                                   const BatchOptions& options = {}) const;

  // The same on items, for what is not an entity.
  [[nodiscard]] Result<std::optional<Item>> get_item(const GetPattern& pattern,
                                                     const Result<Key>& key) const;
  [[nodiscard]] Result<Page<Item>> list_items(const BoundQuery& query,
                                              const PageOptions& page) const;
  [[nodiscard]] std::unique_ptr<ItemStream> item_stream(const BoundQuery& query) const;
  [[nodiscard]] Result<BatchRead<Item>> batch_get_items(const GetPattern& pattern,
                                                        std::vector<Result<Key>> keys,
                                                        const BatchOptions& options = {}) const;
  Result<Item> update_item(const Update& update) const;

 private:
  /// Hands each item of a page to `read`; an error of it is an unreadable item.
  using ReadItem = std::function<Result<void>(Item item)>;
  struct PageEnd {
    std::optional<std::string> next_cursor;
    std::size_t unreadable = 0;
  };
  Result<PageEnd> read_page(const BoundQuery& query, const PageOptions& page,
                            const ReadItem& read) const;

  struct PartMatch {
    std::string_view entity;
    const KeyTemplate& sort;
    Cardinality cardinality;
    std::function<Result<void>(const Item& item)> read;
  };
  /// Reads all pages; false if a part of cardinality one is missing.
  Result<bool> read_collection(const BoundQuery& query, std::span<const PartMatch> parts) const;
  [[nodiscard]] std::ptrdiff_t find_part(const Item& item, std::span<const PartMatch> parts) const;
  [[nodiscard]] Error unknown_entity(const QueryPattern& pattern, const Item& item) const;

  std::shared_ptr<const repository::Runtime> runtime_;
};

/// The error of a create whose entity does not begin in its initial state.
[[nodiscard]] Error not_initial(const WritePattern& pattern, std::string_view field,
                                std::string_view state, std::string_view initial);

template <Described T>
Result<std::optional<T>> Repository::get(const GetPattern& pattern, Result<Key> key) const {
  auto item = get_item(pattern, key);
  if (!item) return std::move(item).error();
  if (!*item) return std::optional<T>();
  auto value = from_item<T>(**item);
  if (!value) return std::move(value).error();
  return std::optional<T>(*std::move(value));
}

template <Described T>
Result<Page<T>> Repository::list(const BoundQuery& query, const PageOptions& options) const {
  Page<T> page;
  auto end = read_page(query, options, [&](const Item& item) -> Result<void> {
    auto value = from_item<T>(item);
    if (!value) return std::move(value).error();
    page.items.push_back(*std::move(value));
    return {};
  });
  if (!end) return std::move(end).error();
  page.next_cursor = std::move(end->next_cursor);
  page.unreadable = end->unreadable;
  return page;
}

template <class Whole, class... Parts>
Result<std::optional<Whole>> Repository::collect(const BoundQuery& query,
                                                 const Parts&... parts) const {
  Whole whole{};
  const auto match = [&]<class Part>(const Part& part) {
    using Entity = typename Part::entity_type;
    return PartMatch{entity_name<Entity>, part.sort, Part::cardinality,
                     [&whole, &part](const Item& item) -> Result<void> {
                       auto value = from_item<Entity>(item);
                       if (!value) return std::move(value).error();
                       if constexpr (Part::cardinality == Cardinality::many) {
                         (whole.*part.member).push_back(*std::move(value));
                       } else {
                         whole.*part.member = *std::move(value);
                       }
                       return {};
                     }};
  };
  const PartMatch matches[] = {match(parts)...};
  auto complete = read_collection(query, matches);
  if (!complete) return std::move(complete).error();
  if (!*complete) return std::optional<Whole>();
  return std::optional<Whole>(std::move(whole));
}

template <Described T>
Result<BatchRead<T>> Repository::batch_get(const GetPattern& pattern, std::vector<Result<Key>> keys,
                                           const BatchOptions& options) const {
  auto raw = batch_get_items(pattern, std::move(keys), options);
  if (!raw) return std::move(raw).error();
  BatchRead<T> batch{
      .unread = std::move(raw->unread), .requests = raw->requests, .read_units = raw->read_units};
  batch.items.resize(raw->items.size());
  for (std::size_t i = 0; i < raw->items.size(); ++i) {
    if (!raw->items[i]) continue;
    auto value = from_item<T>(*raw->items[i]);
    if (value) {
      batch.items[i] = *std::move(value);
    } else {
      batch.unread.emplace(i, std::move(value).error());
    }
  }
  return batch;
}

template <Described T>
Result<T> Repository::put(const Put& put) const {
  auto done = this->put(put);
  if (!done) return std::move(done).error();
  return from_item<T>(put.item());
}

template <Described T>
Result<T> Repository::update(const Update& update) const {
  auto item = update_item(update);
  if (!item) return std::move(item).error();
  return from_item<T>(*item);
}

template <class T>
Result<BatchReport> Repository::batch_put(const WritePattern& pattern, std::span<const T> entities,
                                          const BatchOptions& options) const {
  std::vector<Result<Item>> items;
  items.reserve(entities.size());
  for (const T& entity : entities) {
    if constexpr (requires { to_item(entity); }) {
      items.push_back(to_item(entity));
    } else {
      items.push_back(to_item(entity, now()));
    }
  }
  return batch_put_items(pattern, std::move(items), options);
}

}  // namespace keywright
