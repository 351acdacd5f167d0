// The embedded engine behind its public API, with ready requests: what remains is the engine's own
// work (table lookup, key encoding, expressions, index upkeep, locks).

#include "workload.hpp"
#include <keywright/engine.hpp>

namespace keywright::bench {
namespace {

constexpr const char* kTable = "app-table";

Item item_of(const Job& job) {
  ItemBuilder item;
  item.set_string("pk", job.pk).set_string("sk", job.sk).set_string("job_id", job.job_id);
  item.set_string("status", job.status).set_string("created_at", job.created_at);
  item.set_string("topic", job.topic).set_string("payload", job.payload);
  item.set_number("attempts", job.attempts);
  if (!job.gsi1pk.empty()) {
    item.set_string("gsi1pk", job.gsi1pk).set_string("gsi1sk", job.gsi1sk);
  }
  return item.build();
}

void assign(std::string& to, ValueView value) {
  to.assign(value.as_string());
}

// As generated code decodes: one pass, each attribute to its member.
Job decode(const Item& item) {
  Job job;
  for (const auto& [name, value] : item) {
    if (name == "pk")
      assign(job.pk, value);
    else if (name == "sk")
      assign(job.sk, value);
    else if (name == "job_id")
      assign(job.job_id, value);
    else if (name == "status")
      assign(job.status, value);
    else if (name == "created_at")
      assign(job.created_at, value);
    else if (name == "topic")
      assign(job.topic, value);
    else if (name == "payload")
      assign(job.payload, value);
    else if (name == "attempts")
      job.attempts = value.as_number().to_int64().value_or(0);
    else if (name == "gsi1pk")
      assign(job.gsi1pk, value);
    else if (name == "gsi1sk")
      assign(job.gsi1sk, value);
  }
  return job;
}

class Keywright final : public Subject {
 public:
  explicit Keywright(std::shared_ptr<Engine> engine) : engine_(std::move(engine)) {
    move_.table_name = kTable;
    move_.update_expression = "SET #status = :to, #gsi1pk = :gsi1pk, #attempts = :attempts";
    move_.condition_expression = "#status = :from";
    move_.expression_attribute_names = {
        {"#status", "status"}, {"#gsi1pk", "gsi1pk"}, {"#attempts", "attempts"}};
  }

  void load(std::size_t jobs) override {
    for (std::size_t n = 0; n < jobs; ++n) {
      Job job = make_job(n);
      Item item = item_of(job);
      put_item(item);
      gets_.push_back({.table_name = kTable, .key = {{"pk", job.pk}, {"sk", job.sk}}});
      ++job.attempts;
      ready_.push_back({std::move(item), item_of(job)});
      statuses_.push_back(static_cast<char>(n % 4));
    }
    for (std::size_t n = 0; n < kCollectionSize; ++n) {
      const Job finding = make_finding(n);
      put_item(item_of(finding));
      queries_.push_back({.table_name = kTable,
                          .key_condition_expression = "#pk = :pk AND #sk >= :sk",
                          .expression_attribute_names = {{"#pk", "pk"}, {"#sk", "sk"}},
                          .expression_attribute_values = {{":pk", finding.pk}, {":sk", finding.sk}},
                          .limit = 10});
    }
    for (const char* status : {"queued", "running", "succeeded", "failed"}) {
      status_values_.emplace_back(status);
      index_values_.emplace_back("STATUS#" + std::string(status));
    }
  }

  std::size_t get(std::size_t n) override {
    const auto answer = engine_->get_item(gets_[n]);
    return answer->item->encoded().size();
  }

  std::size_t get_decoded(std::size_t n) override {
    const auto answer = engine_->get_item(gets_[n]);
    return decode(*answer->item).payload.size();
  }

  std::size_t put(std::size_t n) override {
    auto& [stored, other] = ready_[n];
    std::swap(stored, other);  // what is put is never what is there
    put_.item = stored;
    return static_cast<std::size_t>(engine_->put_item(put_).has_value());
  }

  std::size_t move_status(std::size_t n) override {
    const auto from = static_cast<std::size_t>(statuses_[n]);
    const std::size_t to = (from + 1) % 4;
    move_.key = gets_[n].key;
    move_.expression_attribute_values = {{":from", status_values_[from]},
                                         {":to", status_values_[to]},
                                         {":gsi1pk", index_values_[to]},
                                         {":attempts", AttributeValue(n)}};
    engine_->update_item(move_).value();
    statuses_[n] = static_cast<char>(to);
    return to;
  }

  std::size_t query_ten() override {
    start_ = (start_ + 37) % (kCollectionSize - 10);
    const auto page = engine_->query(queries_[start_]);
    return page->items.back().encoded().size();
  }

 private:
  void put_item(Item item) {
    put_.table_name = kTable;
    put_.item = std::move(item);
    engine_->put_item(put_).value();
  }

  std::shared_ptr<Engine> engine_;
  std::vector<GetItemRequest> gets_;
  std::vector<std::pair<Item, Item>> ready_;  // what is stored, and what put() puts next
  std::vector<char> statuses_;
  std::vector<AttributeValue> status_values_, index_values_;
  PutItemRequest put_;
  UpdateItemRequest move_;
  std::vector<QueryRequest> queries_;
  std::size_t start_ = 0;
};

}  // namespace

std::unique_ptr<Engine> make_engine() {
  CreateTableRequest table;
  table.table_name = kTable;
  table.key_schema = {{"pk", KeyType::hash}, {"sk", KeyType::range}};
  table.attribute_definitions = {{"pk", AttributeType::string},
                                 {"sk", AttributeType::string},
                                 {"gsi1pk", AttributeType::string},
                                 {"gsi1sk", AttributeType::string}};
  table.billing_mode = BillingMode::pay_per_request;
  GlobalSecondaryIndex index;
  index.index_name = "gsi1";
  index.key_schema = {{"gsi1pk", KeyType::hash}, {"gsi1sk", KeyType::range}};
  index.projection.projection_type = ProjectionType::all;
  table.global_secondary_indexes = {index};
  auto engine = Engine::in_memory();
  engine->create_table(table).value();
  return engine;
}

std::size_t stored_bytes(Engine& engine) {
  return static_cast<std::size_t>(engine.describe_table({kTable})->table.table_size_bytes);
}

std::unique_ptr<Subject> make_keywright(std::shared_ptr<Engine> engine) {
  return std::make_unique<Keywright>(std::move(engine));
}

}  // namespace keywright::bench
