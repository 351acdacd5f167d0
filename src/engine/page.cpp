#include "engine/page.hpp"

#include "core/errors.hpp"
#include "engine/catalogue.hpp"
#include "engine/validation.hpp"
#include "expression/legacy.hpp"

#include <utility>
#include <vector>

namespace keywright::engine {
namespace {

std::string_view name_of(Select select) {
  switch (select) {
    case Select::all_attributes:
      return "ALL_ATTRIBUTES";
    case Select::all_projected_attributes:
      return "ALL_PROJECTED_ATTRIBUTES";
    case Select::specific_attributes:
      return "SPECIFIC_ATTRIBUTES";
    case Select::count:
      return "only the Count";
  }
  return "";
}

/// The attributes that projection and filter name and the index does not hold.
std::vector<std::string_view> unprojected(const Index& index, const Selection& selection) {
  std::vector<std::string_view> names;
  const auto collect = [&](std::string_view name) {
    if (!index.projects(name)) names.push_back(name);
  };
  if (selection.projection) {
    for (const auto name : selection.projection->attributes()) collect(name);
  }
  if (selection.filter) {
    for (const auto name : selection.filter->attributes()) collect(name);
  }
  return names;
}

Result<void> check_projected(const Index& index, const Selection& selection) {
  if (selection.select == Select::all_attributes && !index.projects_all()) {
    return errors::validation(
        "One or more parameter values were invalid: Select type ALL_ATTRIBUTES is not supported "
        "for global secondary index " +
        index.name + " because its projection type is not ALL");
  }
  const auto names = unprojected(index, selection);
  if (names.empty()) return {};
  std::string list;
  for (const auto name : names) list += (list.empty() ? "" : ", ") + std::string(name);
  return errors::validation("One or more parameter values were invalid: Global secondary index " +
                            index.name + " does not project [" + list + "]");
}

/// True if entries do not hold all that is asked for. Only a local index fetches the rest.
bool needs_fetch(const Source& source, const Selection& selection) {
  if (source.index == nullptr || source.index->global || source.index->projects_all()) return false;
  return selection.select == Select::all_attributes ||
         !unprojected(*source.index, selection).empty();
}

std::optional<Item> fetch(const Source& source, const Item& entry) {
  const auto key = table_entry_key(source.table.keys, entry);
  return key ? source.items->get(key->position()) : std::nullopt;
}

/// Leaves of a page's entries what the request returns of them; of a mere count, anything.
void select_items(const Source& source, const Selection& selection, ReadKind kind,
                  CapacityMeter& meter, std::vector<Item>& items) {
  const bool fetches = needs_fetch(source, selection);
  const bool returns_whole = selection.select == Select::all_attributes;
  std::size_t kept = 0;
  for (Item& entry : items) {
    Item item = entry;
    if (fetches) {
      auto whole = fetch(source, entry);
      meter.add_table_read(read_units(whole ? whole->size_in_bytes() : 0, kind));
      if (whole) item = *std::move(whole);
    }
    if (selection.filter && !selection.filter->evaluate(&item)) continue;
    if (selection.projection && !selection.only_counts()) {
      item = selection.projection->apply(item);
    } else if (!returns_whole) {
      item = std::move(entry);  // a filter may have looked at more than is returned
    }
    items[kept++] = std::move(item);
  }
  items.resize(kept);
}

/// The two requests name alike what they have in common.
template <class Request>
Result<void> check_select_of(const Request& request) {
  if (!request.select) return {};
  const bool has_projection = request.projection_expression || request.attributes_to_get;
  if (*request.select == Select::all_projected_attributes && !request.index_name) {
    return errors::validation(
        "ALL_PROJECTED_ATTRIBUTES can be used only when Querying using an IndexName");
  }
  if (*request.select == Select::specific_attributes) {
    if (has_projection) return {};
    return errors::validation(
        "Must specify the AttributesToGet or ProjectionExpression when choosing to get "
        "SPECIFIC_ATTRIBUTES");
  }
  if (!has_projection) return {};
  return errors::validation(
      "Cannot specify the " +
      std::string(request.attributes_to_get ? "AttributesToGet" : "ProjectionExpression") +
      " when choosing to get " + std::string(name_of(*request.select)));
}

}  // namespace

std::optional<EntryKey> Source::entry_of(const Key& start) const {
  if (key_of(start).count() != start.count()) return std::nullopt;
  return index != nullptr ? index_entry_key(index->keys, table.keys, start)
                          : table_entry_key(table.keys, start);
}

Key Source::key_of(const Item& item) const {
  return index != nullptr ? extract_key(*index, item) : extract_key(table, item);
}

Result<void> check_select(const QueryRequest& request) {
  return check_select_of(request);
}

Result<void> check_select(const ScanRequest& request) {
  return check_select_of(request);
}

Result<void> parse_selection(const std::optional<std::string>& filter,
                             const std::optional<std::string>& projection,
                             expression::Parameters& parameters, Selection& selection) {
  if (filter) {
    auto parsed =
        expression::parse_condition(*filter, expression::ExpressionKind::filter, parameters);
    if (!parsed) return std::move(parsed).error();
    selection.filter = *std::move(parsed);
  }
  if (projection) {
    auto parsed = expression::parse_projection(*projection, parameters);
    if (!parsed) return std::move(parsed).error();
    selection.projection = *std::move(parsed);
  }
  return {};
}

Result<void> read_legacy_selection(const std::optional<LegacyConditions>& filter,
                                   std::string_view filter_name,
                                   std::optional<ConditionalOperator> join,
                                   const std::optional<AttributesToGet>& attributes,
                                   Selection& selection) {
  if (filter || join) {
    auto condition = expression::legacy_filter(filter ? &*filter : nullptr, join, filter_name);
    if (!condition) return std::move(condition).error();
    selection.filter = *std::move(condition);
  }
  if (attributes) {
    auto projection = expression::legacy_projection(*attributes);
    if (!projection) return std::move(projection).error();
    selection.projection = *std::move(projection);
  }
  return {};
}

Result<Source> open_source(const Table& table, const std::optional<std::string>& index_name,
                           bool consistent_read, const Selection& selection, const Clock& clock,
                           storage::Store& store) {
  Source source{table};
  source.items = &seen(table.tree, table.late, consistent_read, clock, store);
  source.tree = source.items;
  if (!index_name) return source;
  const auto index = Catalogue::Reader::require_index(table, *index_name);
  if (!index) return index.error();
  source.index = *index;
  source.tree = &seen((*index)->tree, (*index)->late, consistent_read, clock, store);
  if (!source.index->global) return source;
  if (consistent_read) {
    return errors::validation("Consistent reads are not supported on global secondary indexes");
  }
  if (auto checked = check_projected(*source.index, selection); !checked) {
    return std::move(checked).error();
  }
  return source;
}

PageResponse make_page(const Source& source, const Selection& selection, bool consistent_read,
                       storage::Page page, ReturnConsumedCapacity asked) {
  const ReadKind kind = consistent_read ? ReadKind::strong : ReadKind::eventual;
  CapacityMeter meter(source.table);
  if (source.index != nullptr) {
    meter.add_index_read(*source.index, read_units(page.bytes, kind));
  } else {
    meter.add_table_read(read_units(page.bytes, kind));
  }

  PageResponse response;
  response.scanned_count = static_cast<std::int64_t>(page.items.size());
  if (!page.exhausted && !page.items.empty()) {
    response.last_evaluated_key = source.key_of(page.items.back());
  }
  if (selection.filter || selection.projection || needs_fetch(source, selection)) {
    select_items(source, selection, kind, meter, page.items);
  }
  response.count = static_cast<std::int64_t>(page.items.size());
  if (!selection.only_counts()) response.items = std::move(page.items);
  response.consumed_capacity = meter.report(asked);
  return response;
}

}  // namespace keywright::engine
