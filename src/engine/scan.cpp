#include "api/constraints.hpp"
#include "core/errors.hpp"
#include "engine/engine_impl.hpp"
#include "engine/page.hpp"
#include "engine/validation.hpp"
#include "expression/legacy.hpp"

#include <cstdint>
#include <string>
#include <utility>

namespace keywright {
namespace {

using namespace engine;

constexpr std::int64_t kMaxTotalSegments = 1'000'000;

Result<void> check_segments(const ScanRequest& request) {
  const auto alone = [](const std::string& missing, const std::string& present) {
    return errors::validation("The " + missing +
                              " parameter is required but was not present in the request when " +
                              present + " is present");
  };
  if (request.segment && !request.total_segments) {
    return alone("TotalSegments", "Segment parameter");
  }
  if (!request.segment && request.total_segments) {
    return alone("Segment", "parameter TotalSegments");
  }
  if (!request.segment || *request.segment < *request.total_segments) return {};
  return errors::validation(
      "The Segment parameter is zero-based and must be less than parameter TotalSegments: "
      "Segment: " +
      std::to_string(*request.segment) +
      " is not less than TotalSegments: " + std::to_string(*request.total_segments));
}

Result<void> check_not_mixed(const ScanRequest& request) {
  return expression::check_not_mixed(
      {{"AttributesToGet", request.attributes_to_get.has_value()},
       {"ScanFilter", request.scan_filter.has_value()},
       {"ConditionalOperator", request.conditional_operator.has_value()}},
      {{"ProjectionExpression", request.projection_expression.has_value()},
       {"FilterExpression", request.filter_expression.has_value()}});
}

Result<void> check_request(const ScanRequest& request) {
  api::Constraints constraints;
  if (request.index_name) constraints.resource_name(*request.index_name, "indexName");
  if (request.limit) constraints.at_least(*request.limit, "limit", 1);
  if (request.segment) {
    constraints.at_least(*request.segment, "segment", 0);
    constraints.at_most(*request.segment, "segment", kMaxTotalSegments - 1);
  }
  if (request.total_segments) {
    constraints.at_least(*request.total_segments, "totalSegments", 1);
    constraints.at_most(*request.total_segments, "totalSegments", kMaxTotalSegments);
  }
  if (auto checked = constraints.result(); !checked) return checked;
  if (auto checked = check_segments(request); !checked) return checked;
  if (auto checked = check_not_mixed(request); !checked) return checked;
  return check_select(request);
}

Result<Selection> plan_scan(const ScanRequest& request) {
  if (auto checked = check_request(request); !checked) return std::move(checked).error();
  expression::Parameters parameters(request.expression_attribute_names,
                                    request.expression_attribute_values);
  auto checked = parameters.check(
      {{"FilterExpression", request.filter_expression.has_value()},
       {"ProjectionExpression", request.projection_expression.has_value(), false}});
  if (!checked) return std::move(checked).error();
  Selection selection;
  selection.select = request.select;
  if (auto parsed = parse_selection(request.filter_expression, request.projection_expression,
                                    parameters, selection);
      !parsed) {
    return std::move(parsed).error();
  }
  if (auto read =
          read_legacy_selection(request.scan_filter, "scanFilter", request.conditional_operator,
                                request.attributes_to_get, selection);
      !read) {
    return std::move(read).error();
  }
  if (auto used = parameters.check_all_used(); !used) return std::move(used).error();
  return selection;
}

/// The hashes of a segment: from `first` (included) to `end` (excluded; nullopt: to the last).
/// Segments part the space of hashes evenly, so each item belongs to one, whatever is written.
struct HashRange {
  std::uint64_t first = 0;
  std::optional<std::uint64_t> end;

  [[nodiscard]] bool contains(std::uint64_t hash) const {
    return hash >= first && (!end || hash < *end);
  }
};

HashRange segment_range(const ScanRequest& request) {
  if (!request.segment) return {};
  __extension__ using Wide = unsigned __int128;
  const auto total = static_cast<Wide>(*request.total_segments);
  const auto boundary = [total](std::int64_t segment) {
    return static_cast<std::uint64_t>((static_cast<Wide>(segment) << 64) / total);
  };
  HashRange range{boundary(*request.segment), std::nullopt};
  if (*request.segment + 1 < *request.total_segments) range.end = boundary(*request.segment + 1);
  return range;
}

Result<EntryKey> start_entry(const Source& source, const ScanRequest& request,
                             const HashRange& range) {
  constexpr const char* kInvalid = "The provided starting key is invalid: ";
  auto entry = source.entry_of(*request.exclusive_start_key);
  if (!entry) {
    return errors::validation(std::string(kInvalid) +
                              "The provided key element does not match the schema");
  }
  if (!range.contains(entry->hash)) {
    return errors::validation(
        std::string(kInvalid) +
        "Invalid ExclusiveStartKey. Please use ExclusiveStartKey with correct Segment. "
        "TotalSegments: " +
        std::to_string(*request.total_segments) + " Segment: " + std::to_string(*request.segment));
  }
  entry->bytes.push_back('\0');  // the first key behind it
  return *std::move(entry);
}

}  // namespace

Result<storage::Page> engine::read_segment(const Source& source, const ScanRequest& request,
                                           std::size_t max_bytes) {
  const HashRange hashes = segment_range(request);
  storage::RangeRead read;
  read.lower = {hashes.first, {}};
  if (hashes.end) read.upper = storage::Position{*hashes.end, {}};
  read.max_bytes = max_bytes;
  if (request.limit) read.max_items = static_cast<std::size_t>(*request.limit);
  EntryKey start;
  if (request.exclusive_start_key) {
    auto entry = start_entry(source, request, hashes);
    if (!entry) return std::move(entry).error();
    start = *std::move(entry);
    read.lower = start.position();
  }
  return source.tree->read(read);
}

Result<ScanResponse> Engine::Impl::scan(const ScanRequest& request) {
  const auto name = table_name_of(request.table_name);
  if (!name) return name.error();
  const auto selection = plan_scan(request);
  if (!selection) return selection.error();

  const auto reader = catalogue_.read();
  const auto table = reader.require(*name);
  if (!table) return table.error();
  const auto source = open_source(**table, request.index_name, request.consistent_read, *selection,
                                  options_.clock, *store_);
  if (!source) return source.error();
  auto page = read_segment(*source, request);
  if (!page) return std::move(page).error();
  return make_page(*source, *selection, request.consistent_read, *std::move(page),
                   request.return_consumed_capacity);
}

}  // namespace keywright
