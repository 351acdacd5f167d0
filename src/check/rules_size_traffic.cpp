// SIZE002, SIZE005 and SIZE007: items and results that are larger than what is done with them
// needs.

#include "check/findings.hpp"
#include "check/text.hpp"
#include "plan/capacity.hpp"
#include "plan/size.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string>
#include <vector>

#include <fmt/format.h>

namespace keywright::check {
namespace {

using model::Entity;

constexpr double worth_splitting = 50;  // SIZE002, SIZE007: units per second
constexpr double small_change = 0.25;   // SIZE007: of the item
constexpr double least_update = 4;      // SIZE007: WRU
constexpr double megabyte = 1024 * 1024;
constexpr double largest_page = megabyte;  // SIZE005
constexpr double largest_batch = 16 * megabyte;

// The largest field that is not among these.
const model::Field* largest_other(const Entity& entity, const std::vector<std::size_t>& fields) {
  const model::Field* largest = nullptr;
  for (std::size_t i = 0; i < entity.fields.size(); ++i) {
    if (std::find(fields.begin(), fields.end(), i) != fields.end()) continue;
    const auto& field = entity.fields[i];
    const bool is_larger =
        largest == nullptr || plan::field_size(field).avg > plan::field_size(*largest).avg;
    if (is_larger) largest = &field;
  }
  return largest;
}

double bytes_of(const Entity& entity, const std::vector<std::size_t>& fields) {
  double bytes = 0;
  for (const auto field : fields) bytes += plan::field_size(entity.fields[field]).avg;
  return bytes;
}

// SIZE002: a get that wants little of a large item.
void check_get(const Subject& subject, const cost::Traffic& traffic, Findings& findings) {
  const auto& plan = subject.plan.patterns[traffic.pattern];
  const auto& pattern = subject.model.access_patterns[traffic.pattern];
  const auto* read = plan.read();
  if (read == nullptr || read->access != plan::Access::get_item || read->projected.empty()) return;
  const auto position = pattern.entity().index;
  const auto& entity = subject.model.entities[position];
  const auto whole = subject.plan.item_sizes[position].avg;
  const auto* cold = largest_other(entity, read->projected);
  if (cold == nullptr) return;
  const auto left = whole - plan::field_size(*cold).avg;
  const auto units = plan::read_units(whole, read->cost.mode);
  const auto fewer = plan::read_units(left, read->cost.mode);
  if (fewer > units / 2 || traffic.calls.peak * (units - fewer) < worth_splitting) return;
  findings.report(
      {.rule = "SIZE002",
       .span = pattern.fields_span,
       .subject = pattern.name,
       .message = fmt::format("{} wants {} of a {}, but reads all {} of it: {} RRU where {} would "
                              "do, {} times a second",
                              pattern.name, bytes_text(bytes_of(entity, read->projected)),
                              entity.name, bytes_text(whole), number_text(units),
                              number_text(fewer), number_text(traffic.calls.peak)),
       .help = fmt::format("move {} to an item of its own", cold->name),
       .notes = {{fmt::format("{} takes {}", cold->name, bytes_text(plan::field_size(*cold).avg)),
                  cold->key}}});
}

// SIZE007: an update pays for the whole item.
void check_update(const Subject& subject, const cost::Traffic& traffic, Findings& findings) {
  const auto* found = cost::write_of(subject.plan, traffic);
  if (found == nullptr) return;
  const auto& write = *found;
  const auto& called = subject.model.access_patterns[traffic.pattern];
  const auto& pattern = plan::declared(subject.model, cost::plan_of(subject.plan, traffic));
  const bool is_update = write.request == plan::WriteRequest::update_item &&
                         *pattern.operation != model::Operation::upsert;
  if (!is_update || write.changes.empty()) return;
  const auto& entity = subject.model.entities[write.entity];
  const auto whole = subject.plan.item_sizes[write.entity].avg;
  std::vector<std::size_t> changed;
  for (const auto& change : write.changes) changed.push_back(change.field);
  const auto bytes = bytes_of(entity, changed);
  const auto units = write.cost.table_units;
  if (units < least_update || bytes > small_change * whole) return;
  if (traffic.calls.peak * (units - 1) < worth_splitting) return;
  const auto* cold = largest_other(entity, changed);
  if (cold == nullptr) return;
  findings.report(
      {.rule = "SIZE007",
       .span = called.key,
       .subject = called.name,
       .message =
           fmt::format("{} changes {} of a {} and pays for all {}: {} WRU, {} times a second",
                       traffic.name, bytes_text(bytes), entity.name, bytes_text(whole),
                       number_text(units), number_text(traffic.calls.peak)),
       .help = fmt::format("keep what changes apart from {}, in an item of its own", cold->name),
       .notes = {{fmt::format("{} takes {}", cold->name, bytes_text(plan::field_size(*cold).avg)),
                  cold->key},
                 {"UpdateItem is billed by the larger of the item before and after", {}}}});
}

// SIZE005.
void check_result(const Subject& subject, const cost::Traffic& traffic, Findings& findings) {
  const auto* read = subject.plan.patterns[traffic.pattern].read();
  const auto& pattern = subject.model.access_patterns[traffic.pattern];
  if (read == nullptr) return;
  const bool is_batch = read->access == plan::Access::batch_get_item;
  if (!is_batch && read->access != plan::Access::query) return;
  const auto most = is_batch ? largest_batch : largest_page;
  const auto bytes = read->cost.bytes / (is_batch ? 1 : read->shards);
  if (bytes <= most) return;
  const auto& bound = pattern.page ? pattern.page : pattern.max_items;
  findings.report(
      {.rule = "SIZE005",
       .span = bound                          ? bound->span
               : pattern.items.span.written() ? pattern.items.span
                                              : pattern.key,
       .subject = pattern.name,
       .message = fmt::format("{} reads {} per call, and one request gives {}: {} round trips, one "
                              "after the other",
                              pattern.name, bytes_text(bytes), bytes_text(most),
                              number_text(std::ceil(bytes / most))),
       .help = is_batch ? "read fewer items at once"
                        : fmt::format("lower {} to {}, or read less of each item from an index",
                                      pattern.page ? "page" : "max_items",
                                      number_text(std::floor(read->cost.items * most / bytes))),
       .notes = {{fmt::format("{} of {} on average", counted(read->cost.items, "item"),
                              bytes_text(read->cost.bytes / std::max(1.0, read->cost.items))),
                  {}}}});
}

}  // namespace

void check_size_traffic(const Subject& subject, Findings& findings) {
  for (const auto& traffic : subject.traffic) {
    check_get(subject, traffic, findings);
    check_update(subject, traffic, findings);
    check_result(subject, traffic, findings);
  }
}

}  // namespace keywright::check
