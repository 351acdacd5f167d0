// The driver's Query and Scan.

#include "engine_model_driver.hpp"

#include <algorithm>

#include <gtest/gtest.h>

namespace keywright::model_test {
namespace {

const std::vector<std::string> kNames{"p", "q", "r", "a", "b", "n", "m", "x"};

std::vector<KeyPart> hash_of(const TableSpec& spec, const IndexSpec* index) {
  return index != nullptr ? index->hash : std::vector<KeyPart>{spec.hash};
}

std::vector<KeyPart> range_of(const TableSpec& spec, const IndexSpec* index) {
  if (index != nullptr) return index->range;
  return spec.range ? std::vector<KeyPart>{*spec.range} : std::vector<KeyPart>{};
}

bool is_part(const std::vector<KeyPart>& parts, const std::string& name) {
  return std::any_of(parts.begin(), parts.end(),
                     [&](const KeyPart& part) { return part.name == name; });
}

bool is_projected(const TableSpec& spec, const IndexSpec* index, const std::string& name) {
  if (index == nullptr || index->projection == ProjectionType::all) return true;
  return is_part(index->hash, name) || is_part(index->range, name) || name == spec.hash.name ||
         (spec.range && name == spec.range->name) ||
         std::find(index->include.begin(), index->include.end(), name) != index->include.end();
}

std::string text_of(const RangeCondition& condition, const std::string& name, Substitutions& with) {
  const std::string path = with.name(name);
  const std::string value = with.value(condition.value);
  switch (condition.kind) {
    case RangeCondition::equal:
      return path + " = " + value;
    case RangeCondition::less:
      return path + " < " + value;
    case RangeCondition::less_equal:
      return value + " >= " + path;
    case RangeCondition::greater:
      return value + " < " + path;
    case RangeCondition::greater_equal:
      return path + " >= " + value;
    case RangeCondition::between:
      return path + " BETWEEN " + value + " AND " + with.value(condition.upper);
    case RangeCondition::begins_with:
      break;
  }
  return "begins_with(" + path + ", " + value + ")";
}

}  // namespace

const IndexSpec* Driver::index_of(const Reading& reading) const {
  return reading.index.empty() ? nullptr : model_.spec(reading.table).find_index(reading.index);
}

/// Filters and projections that the source can serve, and no filter on its keys.
Driver::Reading Driver::random_reading() {
  Reading reading;
  reading.table = dice_.pick(model_.tables());
  const TableSpec& spec = model_.spec(reading.table);
  std::vector<std::string> sources{""};
  for (const IndexSpec& index : spec.indexes) sources.push_back(index.name);
  reading.index = dice_.pick(sources);
  const IndexSpec* index = index_of(reading);
  const bool global = index != nullptr && index->global;
  reading.consistent = !global && dice_.percent(50);

  std::vector<std::string> held, filterable;
  for (const auto& name : kNames) {
    if (global && !is_projected(spec, index, name)) continue;
    held.push_back(name);
    if (!is_part(hash_of(spec, index), name) && !is_part(range_of(spec, index), name)) {
      filterable.push_back(name);
    }
  }
  if (!filterable.empty() && dice_.percent(30)) {
    reading.filter = random_condition(filterable, 1);
  }
  const std::size_t chance = dice_.below(10);
  if (chance == 0) reading.select = Select::count;
  if (chance == 1 && (!global || index->projection == ProjectionType::all)) {
    reading.select = Select::all_attributes;
  }
  if (chance == 2 && index != nullptr) reading.select = Select::all_projected_attributes;
  if (chance == 3 && !held.empty()) reading.projection = dice_.some(held, 1 + dice_.below(3));
  return reading;
}

/// nullopt: filtered out.
std::optional<Attributes> Driver::returned(const Reading& reading, const Entry& entry) const {
  if (reading.filter && !holds(*reading.filter, &entry.whole)) return std::nullopt;
  if (reading.select == Select::all_attributes) return entry.whole;
  if (!reading.projection) return entry.held;
  Attributes item;
  for (const auto& name : *reading.projection) {
    const auto found = entry.whole.find(name);
    if (found != entry.whole.end()) item.insert(*found);
  }
  return item;
}

Key Driver::last_key(const Reading& reading, const Entry& entry) const {
  const TableSpec& spec = model_.spec(reading.table);
  const IndexSpec* index = index_of(reading);
  Attributes key;
  for (const auto& [name, value] : entry.whole) {
    if (is_part(hash_of(spec, index), name) || is_part(range_of(spec, index), name) ||
        name == spec.hash.name || (spec.range && name == spec.range->name)) {
      key[name] = value;
    }
  }
  return encode(key);
}

template <class Request>
Request Driver::request_of(const Reading& reading, Substitutions& with) const {
  Request request;
  request.table_name = reading.table;
  if (!reading.index.empty()) request.index_name = reading.index;
  if (reading.filter) request.filter_expression = model_test::text_of(*reading.filter, with);
  if (reading.projection) {
    std::string text;
    for (const auto& name : *reading.projection) {
      text += (text.empty() ? "" : ", ") + with.name(name);
    }
    request.projection_expression = text;
  }
  request.select = reading.select;
  request.consistent_read = reading.consistent;
  return request;
}

void Driver::query() {
  const Reading reading = random_reading();
  const TableSpec& spec = model_.spec(reading.table);
  const auto hash_parts = hash_of(spec, index_of(reading));
  const auto range_parts = range_of(spec, index_of(reading));
  const auto entries = model_.entries(reading.table, reading.index);
  const Entry* like = entries.empty() || dice_.percent(20) ? nullptr : &dice_.pick(entries);

  Substitutions with;
  auto request = request_of<QueryRequest>(reading, with);
  std::vector<std::string> texts;
  std::vector<KeyValue> hash;
  for (std::size_t i = 0; i < hash_parts.size(); ++i) {
    hash.push_back(like != nullptr ? like->hash[i] : random_key_value(hash_parts[i].type));
    const std::string path = with.name(hash_parts[i].name);
    texts.push_back(path + " = " + with.value(hash.back()));
  }
  std::vector<RangeCondition> range;
  const std::size_t conditions = dice_.below(range_parts.size() + 1);
  for (std::size_t i = 0; i < conditions; ++i) {
    const KeyPart& part = range_parts[i];
    RangeCondition condition;
    if (i + 1 == conditions) {
      const bool has_prefix = part.type != AttributeType::number;
      condition.kind = static_cast<RangeCondition::Kind>(
          dice_.below(RangeCondition::between + (has_prefix ? 2U : 1U)));
    }
    condition.value =
        like != nullptr && dice_.percent(60) ? like->order[i] : random_key_value(part.type);
    condition.upper = random_key_value(part.type);
    if (condition.kind == RangeCondition::between && condition.upper < condition.value) {
      std::swap(condition.upper, condition.value);
    }
    texts.push_back(text_of(condition, part.name, with));
    range.push_back(std::move(condition));
  }
  std::string text;
  for (const auto& part : dice_.some(texts, texts.size())) {
    text += (text.empty() ? "" : " AND ") + part;
  }
  request.key_condition_expression = text;
  request.expression_attribute_names = with.names;
  request.expression_attribute_values = with.values;
  request.scan_index_forward = dice_.percent(50);
  note("query " + reading.table + " " + reading.index + " " + text);

  auto expected = model_.query(reading.table, reading.index, hash, range);
  if (!request.scan_index_forward) std::reverse(expected.begin(), expected.end());
  compare_pages(std::move(request), reading, expected);
}

void Driver::compare_pages(QueryRequest request, const Reading& reading,
                           const std::vector<Entry>& entries) {
  std::size_t at = 0;
  while (true) {
    request.limit.reset();
    if (dice_.percent(70)) request.limit = static_cast<std::int64_t>(1 + dice_.below(4));
    const std::size_t left = entries.size() - at;
    // Of a partition with one item there is no second page.
    const bool is_single = reading.index.empty() && !model_.spec(reading.table).range;
    const bool is_cut =
        request.limit && static_cast<std::size_t>(*request.limit) <= left && !is_single;
    const std::size_t scanned = is_cut ? static_cast<std::size_t>(*request.limit) : left;
    std::vector<Item> items;
    for (std::size_t i = at; i < at + scanned; ++i) {
      if (const auto item = returned(reading, entries[i])) items.push_back(encode(*item));
    }
    at += scanned;

    const auto page = database_.query(request);
    ASSERT_TRUE(page) << page.error().message;
    EXPECT_EQ(page->scanned_count, static_cast<std::int64_t>(scanned));
    EXPECT_EQ(page->count, static_cast<std::int64_t>(items.size()));
    if (reading.select == Select::count) items.clear();
    ASSERT_EQ(page->items, items);
    if (!is_cut) {
      EXPECT_EQ(page->last_evaluated_key, std::nullopt);
      return;
    }
    ASSERT_EQ(page->last_evaluated_key, last_key(reading, entries[at - 1]));
    request.exclusive_start_key = page->last_evaluated_key;
  }
}

void Driver::scan() {
  Reading reading = random_reading();
  reading.projection.reset();
  reading.select.reset();
  Substitutions with;
  auto request = request_of<ScanRequest>(reading, with);
  request.expression_attribute_names = with.names;
  request.expression_attribute_values = with.values;
  const std::size_t segments = dice_.below(5);
  note("scan " + reading.table + " " + reading.index + " in " + std::to_string(segments));
  std::vector<Attributes> found;
  for (std::size_t segment = 0; segment < std::max<std::size_t>(1, segments); ++segment) {
    if (segments > 0) {
      request.segment = static_cast<std::int64_t>(segment);
      request.total_segments = static_cast<std::int64_t>(segments);
    }
    request.exclusive_start_key.reset();
    do {
      request.limit.reset();
      if (dice_.percent(70)) request.limit = static_cast<std::int64_t>(1 + dice_.below(6));
      const auto page = database_.scan(request);
      ASSERT_TRUE(page) << page.error().message;
      for (const Item& item : page->items) found.push_back(decode(item));
      request.exclusive_start_key = page->last_evaluated_key;
    } while (request.exclusive_start_key);
  }
  compare_scan(reading, found);
}

/// Partitions come in an order that only the engine knows, but each as a whole and ordered.
void Driver::compare_scan(const Reading& reading, const std::vector<Attributes>& found) {
  std::map<std::string, std::vector<std::string>> expected, seen;
  const TableSpec& spec = model_.spec(reading.table);
  const auto parts = hash_of(spec, index_of(reading));
  const auto partition_of = [&](const Attributes& item) {
    Attributes hash;
    for (const auto& part : parts) hash[part.name] = item.at(part.name);
    return to_json(encode(hash));
  };
  for (const Entry& entry : model_.entries(reading.table, reading.index)) {
    const auto item = returned(reading, entry);
    if (item) expected[partition_of(entry.held)].push_back(to_json(encode(*item)));
  }
  std::string last;
  for (const Attributes& item : found) {
    if (!alone_ && !is_mine(reading.table, item)) continue;
    const std::string partition = partition_of(item);
    if (partition != last && alone_) {
      EXPECT_EQ(seen.count(partition), 0U) << "torn apart: " << partition;
    }
    last = partition;
    seen[partition].push_back(to_json(encode(item)));
  }
  EXPECT_EQ(seen, expected);
}

bool Driver::is_mine(const std::string& table, const Attributes& item) const {
  const Tree& hash = item.at(model_.spec(table).hash.name);
  const char prefix = static_cast<char>('0' + owner_);
  if (const auto* text = std::get_if<std::string>(&hash.value)) return text->front() == prefix;
  if (const auto* binary = std::get_if<Binary>(&hash.value)) {
    return binary->bytes.front() == prefix;
  }
  const double base = static_cast<double>(owner_) * 1000;
  return std::abs(std::get<Number>(hash.value).to_double() - base) < 500;
}

void Driver::check_all() {
  if (alone_) check_counts();
  for (const auto& table : model_.tables()) {
    std::vector<std::string> sources{""};
    for (const IndexSpec& index : model_.spec(table).indexes) sources.push_back(index.name);
    for (const auto& source : sources) {
      note("all of " + table + " " + source);
      Reading reading;
      reading.table = table;
      reading.index = source;
      Substitutions with;
      auto request = request_of<ScanRequest>(reading, with);
      std::vector<Attributes> found;
      const auto page = database_.scan(request);
      ASSERT_TRUE(page) << page.error().message;
      for (const Item& item : page->items) found.push_back(decode(item));
      compare_scan(reading, found);
    }
  }
}

}  // namespace keywright::model_test
