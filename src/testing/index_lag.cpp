#include "testing/index_lag.hpp"

#include "testing/expression_text.hpp"
#include <keywright/request_parts.hpp>

#include <algorithm>
#include <iterator>
#include <utility>

namespace keywright::doubles {
namespace {

// By their names in ExpressionAttributeNames, which no request of a user has.
std::string placeholder(std::size_t index) {
  return "#keywright_lag_" + std::to_string(index);
}

/// Those of the key's attributes that the request does not ask for, which it asks for afterwards.
template <class Request>
std::vector<std::string> ask_for_key(Request& request, const std::vector<std::string>& key) {
  std::vector<std::string> added;
  if (request.select == Select::count) {
    request.select.reset();
    return added;
  }
  if (request.attributes_to_get) {
    auto& wanted = *request.attributes_to_get;
    for (const auto& name : key) {
      if (std::find(wanted.begin(), wanted.end(), name) == wanted.end()) added.push_back(name);
    }
    wanted.insert(wanted.end(), added.begin(), added.end());
  } else if (request.projection_expression) {
    const auto wanted =
        expression_text(request.projection_expression, request.expression_attribute_names);
    for (const auto& name : key) {
      if (wanted.attributes.contains(name)) continue;
      const auto place = placeholder(added.size());
      *request.projection_expression += ", " + place;
      request.expression_attribute_names.emplace_back(place, name);
      added.push_back(name);
    }
  }
  return added;
}

Item without(const Item& item, const std::vector<std::string>& names) {
  ItemBuilder builder(item);
  for (const auto& name : names) builder.remove(name);
  return builder.build();
}

bool is_table_change(const AnyRequest& request) {
  return std::holds_alternative<CreateTableRequest>(request) ||
         std::holds_alternative<UpdateTableRequest>(request) ||
         std::holds_alternative<DeleteTableRequest>(request);
}

bool is_write(const RequestPart& part) {
  return part.operation == "PutItem" || part.operation == "UpdateItem" ||
         part.operation == "DeleteItem";
}

}  // namespace

IndexLag::IndexLag(Database& database, std::chrono::milliseconds lag, Clock clock)
    : database_(database), lag_(lag), clock_(clock ? std::move(clock) : system_clock()) {}

IndexLag::Table* IndexLag::find_table(const std::string& name) {
  if (const auto found = tables_.find(name); found != tables_.end()) return &found->second;
  const auto described = database_.describe_table({.table_name = name});
  if (!described) return nullptr;
  Table table;
  for (const auto& element : described->table.key_schema) {
    table.key.push_back(element.attribute_name);
  }
  std::sort(table.key.begin(), table.key.end());
  for (const auto& index : described->table.global_secondary_indexes) {
    table.global_indexes.push_back(index.index_name);
  }
  return &tables_.emplace(name, std::move(table)).first->second;
}

void IndexLag::note(const AnyRequest& request) {
  if (!is_on()) return;
  const auto now = clock_();
  const std::lock_guard lock(mutex_);
  for (const RequestPart& part : parts_of(request)) {
    if (is_table_change(request)) tables_.erase(part.table_name);
    if (!is_write(part)) continue;
    Table* const table = find_table(part.table_name);
    if (table == nullptr) continue;
    std::erase_if(table->written, [&](const auto& entry) { return entry.second + lag_ <= now; });
    const Item& item = part.item ? *part.item : *part.key;
    table->written[std::string(item.with_only(table->key).encoded())] = now;
  }
}

std::optional<std::vector<std::string>> IndexLag::lagging(
    const std::string& table_name, const std::optional<std::string>& index_name) {
  if (!is_on() || !index_name) return std::nullopt;
  const std::lock_guard lock(mutex_);
  const Table* const table = find_table(table_name);
  if (table == nullptr) return std::nullopt;
  const auto& indexes = table->global_indexes;
  if (std::find(indexes.begin(), indexes.end(), *index_name) == indexes.end()) return std::nullopt;
  return table->key;
}

bool IndexLag::is_new(const std::string& table_name, const Key& key) {
  const std::lock_guard lock(mutex_);
  const auto table = tables_.find(table_name);
  if (table == tables_.end()) return false;
  const auto written = table->second.written.find(std::string(key.encoded()));
  return written != table->second.written.end() && clock_() < written->second + lag_;
}

template <class Request>
Result<PageResponse> IndexLag::read(const Request& request) {
  const auto key = lagging(request.table_name, request.index_name);
  if (!key) return send(database_, request);
  Request whole = request;
  const auto added = ask_for_key(whole, *key);
  auto page = send(database_, whole);
  if (!page) return page;
  std::vector<Item> seen;
  for (const Item& item : page->items) {
    if (is_new(request.table_name, item.with_only(*key))) continue;
    seen.push_back(added.empty() ? item : without(item, added));
  }
  const auto hidden = static_cast<std::int64_t>(page->items.size() - seen.size());
  page->count -= hidden;
  page->scanned_count -= hidden;
  if (request.select == Select::count) seen.clear();
  page->items = std::move(seen);
  return page;
}

template Result<PageResponse> IndexLag::read(const QueryRequest& request);
template Result<PageResponse> IndexLag::read(const ScanRequest& request);

}  // namespace keywright::doubles
