#include "engine_model_driver.hpp"

#include <algorithm>

#include <gtest/gtest.h>

namespace keywright::model_test {
namespace {

constexpr std::size_t kLogLines = 25;
constexpr std::size_t kValues = 80;

bool is_storable(const Tree& tree) {
  return std::visit(
      [](const auto& value) {
        using Value = std::decay_t<decltype(value)>;
        if constexpr (std::is_same_v<Value, Tree::List>) {
          return std::all_of(value.begin(), value.end(), is_storable);
        } else if constexpr (std::is_same_v<Value, Tree::Map>) {
          return std::all_of(value.begin(), value.end(), [](const auto& member) {
            return !member.first.empty() && is_storable(member.second);
          });
        } else if constexpr (requires { typename Value::key_type; }) {
          return !value.empty();
        } else {
          return true;
        }
      },
      tree.value);
}

Verdict verdict_of(const Error& error) {
  if (error.exception == "ConditionalCheckFailedException") return Verdict::condition_failed;
  EXPECT_EQ(error.exception, "ValidationException") << error.message;
  return Verdict::invalid;
}

std::string code_of(Verdict verdict) {
  switch (verdict) {
    case Verdict::done:
      return "None";
    case Verdict::condition_failed:
      return "ConditionalCheckFailed";
    case Verdict::invalid:
      break;
  }
  return "ValidationError";
}

std::optional<Item> encode_optional(const std::optional<Attributes>& item) {
  return item ? std::optional<Item>(encode(*item)) : std::nullopt;
}

std::optional<Item> encode_pointer(const Attributes* item) {
  return item != nullptr ? std::optional<Item>(encode(*item)) : std::nullopt;
}

}  // namespace

Driver::Driver(Database& database, const std::vector<TableSpec>& tables, std::uint64_t seed,
               std::size_t owner, bool alone)
    : database_(database), dice_(seed), owner_(owner), alone_(alone) {
  for (const TableSpec& table : tables) model_.create_table(table);
  const auto tree = generators::tree(3);
  for (std::uint64_t i = 0; values_.size() < kValues; ++i) {
    const int size = static_cast<int>(i % 40);
    Tree value = generators::with_utf8(tree(rc::Random(dice_.number()), size).value());
    if (is_storable(value)) values_.push_back(std::move(value));
  }
}

void Driver::note(std::string what) {
  log_.push_back(std::move(what));
  if (log_.size() > kLogLines) log_.pop_front();
}

void Driver::continue_from(Model model) {
  note("restored");
  model_ = std::move(model);
}

std::string Driver::log() const {
  std::string text = "the last operations:\n";
  for (const auto& line : log_) text += "  " + line + "\n";
  return text;
}

// Random requests

KeyValue Driver::random_key_value(AttributeType type) {
  static const std::vector<std::string> texts{
      "", "a", "aa", std::string("a\0", 2), "a\xff", "ab", std::string("\0", 1), "\xff", "\xc3"};
  static const std::vector<std::string> numbers{"0", "1", "2", "-1", "0.5", "10", "-10", "1e-20"};
  const std::string prefix(1, static_cast<char>('0' + owner_));
  if (type == AttributeType::string) return prefix + generators::utf8(dice_.pick(texts));
  if (type == AttributeType::binary) return Binary{prefix + dice_.pick(texts)};
  const Number base(static_cast<std::int64_t>(owner_) * 1000);
  return Number::add(base, Number::parse(dice_.pick(numbers)).value()).value();
}

/// Mostly what may be an index key. Of somebody who is not alone, always a value that nobody else
/// has, or one that can be no key.
Tree Driver::random_value(const std::string& attribute) {
  const KeyPart* part = find_indexable(attribute);
  if (part == nullptr) return dice_.pick(values_);
  if (dice_.percent(92)) return tree_of(random_key_value(part->type));
  return alone_ ? dice_.pick(values_) : Tree{true};
}

Change Driver::random_change(const std::string& attribute) {
  Change change{static_cast<Change::Kind>(dice_.below(4)), attribute, random_value(attribute),
                dice_.pick(all_names())};
  if (change.kind == Change::add) change.value = Tree{Number(static_cast<int>(dice_.below(5)))};
  const bool computes = change.kind == Change::add || change.kind == Change::copy;
  if (computes && !alone_ && find_indexable(attribute) != nullptr) {
    return {Change::set, attribute, random_value(attribute), ""};
  }
  return change;
}

Attributes Driver::random_key(const std::string& table) {
  const TableSpec& spec = model_.spec(table);
  Attributes key{{spec.hash.name, tree_of(random_key_value(spec.hash.type))}};
  if (spec.range) key[spec.range->name] = tree_of(random_key_value(spec.range->type));
  if (dice_.percent(2)) key[dice_.pick(std::vector<std::string>{"pk", "sk", "p"})] = Tree{true};
  return key;
}

Attributes Driver::random_item(const std::string& table) {
  Attributes item = random_key(table);
  for (const auto& name : all_names()) {
    if (dice_.percent(60)) item[name] = random_value(name);
  }
  return item;
}

Condition Driver::random_condition(const std::vector<std::string>& names, int depth) {
  Condition condition;
  condition.kind = static_cast<Condition::Kind>(
      dice_.below(depth > 0 ? Condition::either + 1 : Condition::less + 1));
  condition.name = dice_.pick(names);
  condition.constant = random_value(condition.name);
  if (condition.kind == Condition::less) {
    condition.constant = tree_of(random_key_value(dice_.pick(kIndexable).type));
  }
  const std::size_t parts = condition.kind < Condition::negation    ? 0
                            : condition.kind == Condition::negation ? 1
                                                                    : 2;
  for (std::size_t i = 0; i < parts; ++i) {
    condition.parts.push_back(random_condition(names, depth - 1));
  }
  return condition;
}

Write Driver::random_write(bool is_batch) {
  Write write;
  write.table = dice_.pick(model_.tables());
  write.kind = dice_.pick(
      std::vector<Write::Kind>{Write::put, Write::put, Write::update, Write::update, Write::erase});
  if (is_batch && write.kind == Write::update) write.kind = Write::erase;
  write.item = write.kind == Write::put ? random_item(write.table) : random_key(write.table);
  if (write.kind == Write::update) {
    auto names = all_names();
    if (dice_.percent(3)) names = {"pk"};
    for (const auto& name : dice_.some(names, dice_.below(4))) {
      write.changes.push_back(random_change(name));
    }
  }
  if (!is_batch && dice_.percent(30)) write.condition = random_condition(all_names(), 2);
  return write;
}

/// Writes to different items.
std::vector<Write> Driver::random_writes(std::size_t count, bool is_batch) {
  std::vector<Write> writes;
  for (std::size_t i = 0; i < count; ++i) {
    Write write = random_write(is_batch);
    const bool known = std::any_of(writes.begin(), writes.end(), [&](const Write& other) {
      return model_.same_item(write, other);
    });
    if (!known) writes.push_back(std::move(write));
  }
  return writes;
}

// Operations

void Driver::step() {
  const std::size_t chance = dice_.below(alone_ ? 104 : 99);
  if (chance < 40) return write_one();
  if (chance < 48) return get_one();
  if (chance < 68) return query();
  if (chance < 74) return scan();
  if (chance < 80) return batch_write();
  if (chance < 84) return batch_get();
  if (chance < 94) return transact_write();
  if (chance < 99) return transact_get();
  if (chance < 102) return check_counts();
  change_indexes();
}

void Driver::write_one() {
  const Write write = random_write(false);
  note(describe(write));
  const auto effect = model_.effect(write);
  const bool asks_new = write.kind == Write::update && dice_.percent(50);
  const auto returned = asks_new ? ReturnValues::all_new : ReturnValues::all_old;
  const auto run = [&](auto request, auto operation) {
    fill(request, write);
    request.return_values = returned;
    return (database_.*operation)(request);
  };
  const auto result = write.kind == Write::put ? run(PutItemRequest(), &Database::put_item)
                      : write.kind == Write::erase
                          ? run(DeleteItemRequest(), &Database::delete_item)
                          : run(UpdateItemRequest(), &Database::update_item);
  const auto verdict = result ? Verdict::done : verdict_of(result.error());
  ASSERT_EQ(verdict, effect.verdict) << (result ? "" : result.error().message);
  if (!result) return;
  EXPECT_EQ(result->attributes, encode_optional(asks_new ? effect.after : effect.before));
  model_.apply(write, effect);
}

void Driver::get_one() {
  const std::string table = dice_.pick(model_.tables());
  const Attributes key = random_key(table);
  note("get " + table + " " + to_json(encode(key)));
  const auto expected = model_.find(table, key);
  const auto got = database_.get_item(
      {.table_name = table, .key = encode(key), .consistent_read = dice_.percent(50)});
  ASSERT_EQ(got.has_value(), expected.has_value());
  if (got) {
    EXPECT_EQ(got->item, encode_pointer(*expected));
  }
}

void Driver::batch_write() {
  const auto writes = random_writes(1 + dice_.below(12), true);
  BatchWriteItemRequest request;
  bool valid = true;
  std::vector<Model::Effect> effects;
  for (const Write& write : writes) {
    note("batch: " + describe(write));
    auto& requests = request.request_items[write.table];
    if (write.kind == Write::put) {
      requests.emplace_back(PutRequest{encode(write.item)});
    } else {
      requests.emplace_back(DeleteRequest{encode(write.item)});
    }
    effects.push_back(model_.effect(write));
    valid = valid && effects.back().verdict == Verdict::done;
  }
  const auto done = database_.batch_write_item(request);
  ASSERT_EQ(done.has_value(), valid) << (done ? "" : done.error().message);
  if (!done) return;
  EXPECT_TRUE(done->unprocessed_items.empty());
  for (std::size_t i = 0; i < writes.size(); ++i) model_.apply(writes[i], effects[i]);
}

void Driver::batch_get() {
  BatchGetItemRequest request;
  std::map<std::string, std::vector<std::string>> expected;
  bool valid = true;
  for (const auto& table : model_.tables()) {
    auto& wanted = request.request_items[table];
    for (std::size_t i = 0; i < 1 + dice_.below(8); ++i) {
      const Attributes key = random_key(table);
      const Item encoded = encode(key);
      if (std::find(wanted.keys.begin(), wanted.keys.end(), encoded) != wanted.keys.end()) continue;
      wanted.keys.push_back(encoded);
      const auto item = model_.find(table, key);
      valid = valid && item;
      if (item && *item != nullptr) expected[table].push_back(to_json(encode(**item)));
    }
  }
  note("batch get");
  const auto done = database_.batch_get_item(request);
  ASSERT_EQ(done.has_value(), valid);
  if (!done) return;
  for (const auto& table : model_.tables()) {
    std::vector<std::string> found;
    for (const Item& item : done->responses.at(table)) found.push_back(to_json(item));
    std::sort(found.begin(), found.end());
    std::sort(expected[table].begin(), expected[table].end());
    EXPECT_EQ(found, expected[table]);
  }
}

bool Driver::has_empty_index_key(const Write& write) const {
  if (write.kind != Write::put) return false;
  for (const auto& part : kIndexable) {
    const auto found = write.item.find(part.name);
    if (found == write.item.end()) continue;
    const auto* text = std::get_if<std::string>(&found->second.value);
    const auto* binary = std::get_if<Binary>(&found->second.value);
    if ((text != nullptr && text->empty()) || (binary != nullptr && binary->bytes.empty())) {
      return true;
    }
  }
  return false;
}

void Driver::transact_write() {
  auto writes = random_writes(1 + dice_.below(6), false);
  // Every action needs something to say.
  std::erase_if(writes, [](const Write& write) {
    return write.kind == Write::update && write.changes.empty();
  });
  for (Write& write : writes) {
    if (write.kind != Write::update && write.kind != Write::put && write.condition) {
      write.kind = dice_.percent(50) ? Write::check : write.kind;
    }
  }
  if (writes.empty()) return;
  TransactWriteItemsRequest request;
  std::vector<Model::Effect> effects;
  bool all_done = true;
  bool may_be_refused = false;
  for (const Write& write : writes) {
    note("transact: " + describe(write));
    request.transact_items.push_back(transact_item(write));
    effects.push_back(model_.effect(write));
    all_done = all_done && effects.back().verdict == Verdict::done;
    may_be_refused = may_be_refused || has_empty_index_key(write);
  }
  const auto done = database_.transact_write_items(request);
  ASSERT_EQ(done.has_value(), all_done) << (done ? "" : done.error().message);
  if (done) {
    for (std::size_t i = 0; i < writes.size(); ++i) model_.apply(writes[i], effects[i]);
    return;
  }
  if (may_be_refused && done.error().exception == "ValidationException") return;
  ASSERT_EQ(done.error().exception, "TransactionCanceledException") << done.error().message;
  ASSERT_EQ(done.error().reasons.size(), writes.size());
  for (std::size_t i = 0; i < writes.size(); ++i) {
    EXPECT_EQ(done.error().reasons[i].code, code_of(effects[i].verdict)) << i;
  }
}

void Driver::transact_get() {
  TransactGetItemsRequest request;
  std::vector<std::optional<Item>> expected;
  bool valid = true;
  for (std::size_t i = 0; i < 1 + dice_.below(6); ++i) {
    const std::string table = dice_.pick(model_.tables());
    const Attributes key = random_key(table);
    TransactGet get;
    get.table_name = table;
    get.key = encode(key);
    const bool known =
        std::any_of(request.transact_items.begin(), request.transact_items.end(),
                    [&](const TransactGet& other) {
                      return other.table_name == get.table_name && other.key == get.key;
                    });
    if (known) continue;
    request.transact_items.push_back(std::move(get));
    const auto item = model_.find(table, key);
    valid = valid && item;
    expected.push_back(item ? encode_pointer(*item) : std::nullopt);
  }
  note("transact get");
  const auto done = database_.transact_get_items(request);
  ASSERT_EQ(done.has_value(), valid);
  if (done) {
    EXPECT_EQ(done->responses, expected);
  }
}

void Driver::change_indexes() {
  const std::string table = dice_.pick(model_.tables());
  const TableSpec& spec = model_.spec(table);
  UpdateTableRequest request;
  request.table_name = table;
  const std::string name = "global" + std::to_string(dice_.below(4));
  if (spec.find_index(name) != nullptr) {
    note("delete index " + name);
    request.global_secondary_index_updates = {DeleteGlobalSecondaryIndexAction{name}};
    model_.delete_index(table, name);
  } else {
    note("create index " + name);
    const IndexSpec index = random_index(dice_, spec, name, true);
    request = create_index_request(table, index);
    model_.create_index(table, index);
  }
  const auto done = database_.update_table(request);
  ASSERT_TRUE(done) << done.error().message;
}

void Driver::check_counts() {
  for (const auto& table : model_.tables()) {
    note("counts of " + table);
    const auto described = database_.describe_table({table});
    ASSERT_TRUE(described);
    const auto compare = [&](const std::string& index, std::int64_t count, std::int64_t bytes) {
      const auto entries = model_.entries(table, index);
      std::size_t size = 0;
      for (const Entry& entry : entries) size += accounted_size(entry.held);
      EXPECT_EQ(count, static_cast<std::int64_t>(entries.size())) << table << ' ' << index;
      EXPECT_EQ(bytes, static_cast<std::int64_t>(size)) << table << ' ' << index;
    };
    compare("", described->table.item_count, described->table.table_size_bytes);
    for (const auto* indexes :
         {&described->table.global_secondary_indexes, &described->table.local_secondary_indexes}) {
      for (const auto& index : *indexes) {
        compare(index.index_name, index.item_count, index.index_size_bytes);
      }
    }
  }
}

}  // namespace keywright::model_test
