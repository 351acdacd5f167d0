#pragma once
// A hand-written model beside the generated one: an order whose index key is made of two fields,
// one of which moves, and one list of recent orders over four shards.

#include <keywright/entity.hpp>
#include <keywright/item_writer.hpp>
#include <keywright/repository.hpp>
#include <keywright/repository_options.hpp>
#include <keywright/table.hpp>

#include <cstdint>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace orders {

enum class OrderState : std::uint8_t { open, paid, shipped };
inline constexpr std::string_view kOrderStateNames[] = {"open", "paid", "shipped"};
constexpr std::span<const std::string_view> names_of(OrderState) {
  return kOrderStateNames;
}

struct Order {
  std::string customer;
  std::int64_t number = 0;
  OrderState state = OrderState::open;
  keywright::Timestamp placed_at;
  std::optional<std::string> note = std::nullopt;
  std::set<std::string> labels = {};
  friend bool operator==(const Order&, const Order&) = default;
};

constexpr auto describe(const Order*) {
  using keywright::field;
  return keywright::Entity{"Order",
                           field("customer", &Order::customer),
                           field("number", &Order::number, {.min = 1, .max = 9999}),
                           field("state", &Order::state),
                           field("placed_at", &Order::placed_at),
                           field("note", &Order::note),
                           field("labels", &Order::labels)};
}

inline constexpr keywright::TableSchema kTable{
    .name = "orders", .partition_key = "pk", .sort_key = "sk"};
inline constexpr std::size_t kShards = 4;

inline constexpr keywright::PartitionTemplate kPk{"Order", "pk", "CUSTOMER#{customer}"};
inline constexpr keywright::SortTemplate kSk{"Order", "sk", "ORDER#{number:1..9999}"};
inline constexpr keywright::PartitionTemplate kByStatePk{"Order", "gsi1pk", "ORDERS"};
inline constexpr keywright::SortTemplate kByStateSk{"Order", "gsi1sk", "{state}#{placed_at}"};
inline constexpr keywright::PartitionTemplate kRecentPk{"Order", "gsi2pk", "RECENT"};
inline constexpr keywright::SortTemplate kRecentSk{"Order", "gsi2sk", "{placed_at}"};

inline keywright::KeyValue recent_pk(const Order& order) {
  auto key = kRecentPk();
  keywright::append_shard(key,
                          keywright::shard_of(kPk(order.customer), kSk(order.number), kShards));
  return key;
}

inline keywright::Result<keywright::Item> to_item(const Order& order) {
  keywright::ItemWriter item;
  item.key(kPk(order.customer));
  item.key(kSk(order.number));
  item.key(kByStatePk());
  item.key(kByStateSk(order.state, order.placed_at));
  item.key(recent_pk(order));
  item.key(kRecentSk(order.placed_at));
  item.entity(order);
  return item.finish();
}

inline keywright::CreateTableRequest table_definition() {
  using enum keywright::KeyType;
  keywright::CreateTableRequest table;
  table.table_name = "orders";
  table.key_schema = {{"pk", hash}, {"sk", range}};
  for (const char* name : {"pk", "sk", "gsi1pk", "gsi1sk", "gsi2pk", "gsi2sk"}) {
    table.attribute_definitions.push_back({name, keywright::AttributeType::string});
  }
  for (const std::string name : {"gsi1", "gsi2"}) {
    keywright::GlobalSecondaryIndex index;
    index.index_name = name;
    index.key_schema = {{name + "pk", hash}, {name + "sk", range}};
    index.projection.projection_type = keywright::ProjectionType::all;
    table.global_secondary_indexes.push_back(index);
  }
  table.billing_mode = keywright::BillingMode::pay_per_request;
  return table;
}

class OrderRepository {
 public:
  explicit OrderRepository(keywright::Database& database, keywright::RepositoryOptions options = {})
      : repository_(database, kTable, std::move(options)) {}

  keywright::Result<void> create_order(const Order& order) const {
    static constexpr keywright::WritePattern pattern{.name = "create_order"};
    return repository_.create(pattern, to_item(order));
  }

  /// placed_at, as the key of gsi1 mentions it: what the item holds now.
  keywright::Result<Order> pay(const std::string& customer, std::int64_t number,
                               keywright::Timestamp placed_at) const {
    static constexpr keywright::WritePattern pattern{.name = "pay"};
    keywright::Update update(pattern, make_key(kPk(customer), kSk(number)));
    update.from_states("state", {OrderState::open});
    update.require_equal("placed_at", placed_at);
    update.set("state", OrderState::paid);
    update.set_key(kByStateSk(OrderState::paid, placed_at));
    return repository_.update<Order>(update);
  }

  struct Patch {
    keywright::Change<std::string> note = {};
    keywright::Change<std::set<std::string>> labels = {};
  };
  keywright::Result<Order> patch_order(const std::string& customer, std::int64_t number,
                                       const Patch& patch) const {
    static constexpr keywright::WritePattern pattern{
        .name = "patch_order", .precondition = keywright::Precondition::present};
    keywright::Update update(pattern, make_key(kPk(customer), kSk(number)));
    update.change("note", patch.note);
    update.change("labels", patch.labels);
    return repository_.update<Order>(update);
  }

  keywright::Result<void> delete_order(const std::string& customer, std::int64_t number) const {
    static constexpr keywright::WritePattern pattern{
        .name = "delete_order", .precondition = keywright::Precondition::present};
    return repository_.remove(pattern, make_key(kPk(customer), kSk(number)));
  }

  keywright::Result<keywright::BatchRead<Order>> batch_get_orders(
      const std::vector<std::pair<std::string, std::int64_t>>& ids,
      const keywright::BatchOptions& options = {}) const {
    static constexpr keywright::GetPattern pattern{.name = "batch_get_orders"};
    std::vector<keywright::Result<keywright::Key>> keys;
    for (const auto& [customer, number] : ids) keys.push_back(make_key(kPk(customer), kSk(number)));
    return repository_.batch_get<Order>(pattern, std::move(keys), options);
  }

  keywright::Result<keywright::BatchReport> batch_put_orders(
      std::span<const Order> orders, const keywright::BatchOptions& options = {}) const {
    static constexpr keywright::WritePattern pattern{.name = "batch_put_orders"};
    return repository_.batch_put(pattern, orders, options);
  }

  keywright::Result<keywright::BatchReport> batch_delete_orders(
      const std::vector<std::pair<std::string, std::int64_t>>& ids) const {
    static constexpr keywright::WritePattern pattern{.name = "batch_delete_orders"};
    std::vector<keywright::Result<keywright::Key>> keys;
    for (const auto& [customer, number] : ids) keys.push_back(make_key(kPk(customer), kSk(number)));
    return repository_.batch_remove(pattern, std::move(keys));
  }

  /// Newest first, over all shards.
  keywright::Result<keywright::Page<Order>> list_recent(
      const keywright::PageOptions& page = {}) const {
    return repository_.list<Order>(recent(), page);
  }
  keywright::Each<Order> each_recent() const { return repository_.each<Order>(recent()); }

  /// Orders of one customer, by number from `least` on.
  keywright::Result<keywright::Page<Order>> list_orders(
      const std::string& customer, std::int64_t least,
      const keywright::PageOptions& page = {}) const {
    static constexpr keywright::QueryPattern pattern{
        .name = "list_orders", .key_condition = "#pk = :pk AND #sk BETWEEN :from AND :to"};
    static constexpr keywright::SortTemplate to{"Order", "sk", "ORDER$"};
    keywright::BoundQuery query(pattern);
    query.bind(":pk", kPk(customer));
    query.bind(":from", kSk(least));
    query.bind(":to", to());
    return repository_.list<Order>(query, page);
  }

  [[nodiscard]] const keywright::Repository& repository() const { return repository_; }

 private:
  static keywright::BoundQuery recent() {
    static constexpr keywright::QueryPattern pattern{
        .name = "list_recent",
        .index_name = "gsi2",
        .key_condition = "#gsi2pk = :gsi2pk",
        .scan_index_forward = false,
        .page_size = 10,
        .shards = kShards,
        .shard_keys = {.partition = "gsi2pk", .sort = "gsi2sk"}};
    keywright::BoundQuery query(pattern);
    query.bind_sharded(":gsi2pk", kRecentPk());
    return query;
  }

  keywright::Repository repository_;
};

}  // namespace orders
