// Streams against the table they follow: whatever is written, and however time and shards go on, a
// client that applies the records to a copy of its own ends up with the table's items.

#include <keywright/engine.hpp>

#include <algorithm>
#include <chrono>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

namespace keywright {
namespace {

constexpr TimePoint kStart{std::chrono::seconds(1'700'000'000)};
constexpr std::int64_t kExpired = 1'699'999'999;

/// Reads shards as a client does, children after their parents, and keeps a copy of the table.
class Replica {
 public:
  Replica(Database& db, std::string arn) : db_(db), arn_(std::move(arn)) {}

  /// One page of every shard that may be read.
  void poll(std::int64_t limit) {
    find_shards();
    for (auto& [id, place] : shards_) {
      if (!place.next) continue;
      auto page = db_.get_records({.shard_iterator = *place.next, .limit = limit});
      if (!page && page.error().exception == "ExpiredIteratorException") {
        page = db_.get_records({.shard_iterator = iterator(id, place.last), .limit = limit});
      }
      for (const auto& record : page.value().records) {
        apply(record);
        place.last = record.sequence_number;
      }
      place.next = page->next_shard_iterator;
    }
  }
  /// Until there is nothing more to read.
  void catch_up() {
    for (std::size_t before = read_ + 1; before != read_;) {
      before = read_;
      for (int generation = 0; generation < 8; ++generation) poll(1000);
    }
  }

  [[nodiscard]] const std::map<std::string, Item>& items() const { return items_; }

 private:
  struct Place {
    std::optional<std::string> next;  ///< nullopt: read out
    std::optional<std::string> last;  ///< the number of the last record that was read
  };

  void find_shards() {
    const auto stream = db_.describe_stream({.stream_arn = arn_}).value().stream_description;
    for (const auto& shard : stream.shards) {
      if (shards_.contains(shard.shard_id)) continue;
      const auto parent =
          shard.parent_shard_id ? shards_.find(*shard.parent_shard_id) : shards_.end();
      if (parent != shards_.end() && parent->second.next) continue;
      shards_[shard.shard_id].next = iterator(shard.shard_id, std::nullopt);
    }
  }

  [[nodiscard]] std::string iterator(const std::string& shard,
                                     const std::optional<std::string>& after) {
    GetShardIteratorRequest request{.stream_arn = arn_, .shard_id = shard};
    if (after) {
      request.shard_iterator_type = ShardIteratorType::after_sequence_number;
      request.sequence_number = after;
    }
    return db_.get_shard_iterator(request).value().shard_iterator;
  }

  void apply(const StreamRecord& record) {
    ++read_;
    const std::string key = to_json(record.keys);
    const auto known = items_.find(key);
    const std::optional<Item> here =
        known != items_.end() ? std::optional<Item>(known->second) : std::nullopt;
    RC_ASSERT(record.old_image == here);
    RC_ASSERT(record.new_image != here);
    RC_ASSERT(record.event_name == (!here              ? StreamEventName::insert
                                    : record.new_image ? StreamEventName::modify
                                                       : StreamEventName::remove));
    if (record.new_image) {
      items_.insert_or_assign(key, *record.new_image);
    } else {
      items_.erase(known);
    }
  }

  Database& db_;
  std::string arn_;
  std::map<std::string, Place> shards_;
  std::map<std::string, Item> items_;
  std::size_t read_ = 0;
};

class Writer {
 public:
  Writer(Engine& db, ManualClock clock) : db_(db), clock_(std::move(clock)) {}

  /// One request of any kind; it may fail, or change nothing.
  void write() {
    switch (*rc::gen::inRange(0, 7)) {
      case 0:
        (void)db_.put_item({.table_name = "Tab", .item = item()});
        return;
      case 1:
        (void)db_.delete_item({.table_name = "Tab", .key = key()});
        return;
      case 2:
        (void)db_.update_item({.table_name = "Tab",
                               .key = key(),
                               .update_expression = "SET v = :v REMOVE w",
                               .expression_attribute_values = {{":v", value()}}});
        return;
      case 3:
        (void)db_.put_item({.table_name = "Tab",
                            .item = item(),
                            .condition_expression = "v = :v",
                            .expression_attribute_values = {{":v", value()}}});
        return;
      case 4: {
        BatchWriteItemRequest batch;
        batch.request_items["Tab"] = {PutRequest{item()}, DeleteRequest{key()}};
        (void)db_.batch_write_item(batch);  // refused if both are of one item
        return;
      }
      case 5:
        (void)db_.transact_write_items(
            {.transact_items = {
                 TransactPut{.table_name = "Tab", .item = item()},
                 TransactDelete{.table_name = "Tab", .key = key()},
                 TransactConditionCheck{.table_name = "Tab",
                                        .key = key(),
                                        .condition_expression = "attribute_exists(pk)"}}});
        return;
      default:
        db_.delete_expired_items(static_cast<std::size_t>(*rc::gen::inRange(1, 3)));
    }
  }

  /// Longer than iterators live, shorter than records do.
  void wait() { clock_.advance(std::chrono::minutes(*rc::gen::inRange(0, 240))); }

 private:
  static Key key() {
    return {{"pk", "p" + std::to_string(*rc::gen::inRange(0, 4))}, {"sk", *rc::gen::inRange(0, 2)}};
  }
  static int value() { return *rc::gen::inRange(0, 3); }
  static Item item() {
    ItemBuilder builder(key());
    builder.set("v", AttributeValue(value()));
    if (*rc::gen::inRange(0, 2) == 0) builder.set("w", AttributeValue("w"));
    if (*rc::gen::inRange(0, 4) == 0) builder.set("expires", AttributeValue(kExpired));
    return builder.build();
  }

  Engine& db_;
  ManualClock clock_;
};

RC_GTEST_PROP(StreamProperties, AReplicaEqualsTheTable, ()) {
  ManualClock clock(kStart);
  const auto db = Engine::in_memory({.clock = clock, .seed = 1});
  CreateTableRequest request;
  request.table_name = "Tab";
  request.key_schema = {{"pk", KeyType::hash}, {"sk", KeyType::range}};
  request.attribute_definitions = {{"pk", AttributeType::string}, {"sk", AttributeType::number}};
  request.billing_mode = BillingMode::pay_per_request;
  request.stream_specification = StreamSpecification{true, StreamViewType::new_and_old_images};
  const auto table = db->create_table(request).value().table;
  (void)db->update_time_to_live({.table_name = "Tab", .attribute_name = "expires"}).value();

  Replica replica(*db, *table.latest_stream_arn);
  Writer writer(*db, clock);
  const int rounds = *rc::gen::inRange(1, 60);
  for (int round = 0; round < rounds; ++round) {
    writer.write();
    const int next = *rc::gen::inRange(0, 8);
    if (next == 0) replica.poll(*rc::gen::inRange(1, 4));
    if (next == 1) {
      replica.catch_up();
      writer.wait();
    }
  }
  replica.catch_up();
  std::map<std::string, Item> items;
  const auto page = db->scan({.table_name = "Tab"}).value();
  for (const Item& item : page.items) {
    const Key key{{"pk", AttributeValue(*item.find("pk"))},
                  {"sk", AttributeValue(*item.find("sk"))}};
    items.emplace(to_json(key), item);
  }
  RC_ASSERT(replica.items() == items);
}

}  // namespace
}  // namespace keywright
