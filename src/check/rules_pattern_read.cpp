// AP004, AP005 and AP012: reads that are served, but read far more than they return.

#include "check/findings.hpp"
#include "check/pattern_text.hpp"
#include "check/text.hpp"

#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>

namespace keywright::check {
namespace {

using model::AccessPattern;
using plan::Filter;
using plan::ReadPlan;

constexpr double wasteful = 2;  // AP004: items read per item returned
constexpr double very_wasteful = 10;
constexpr double most_scans = 0.1;    // AP005: calls per second
constexpr double most_foreign = 0.1;  // AP012: share of the bytes read

std::string cost_text(const plan::ReadCost& cost) {
  return fmt::format("a call reads {}, {}, {} RRU{}", counted(cost.items, "item"),
                     bytes_text(cost.bytes), number_text(cost.units),
                     cost.estimated ? " (sizes or counts not given are guessed)" : "");
}

// How many different values the field has, if the model says so.
std::optional<double> cardinality(const model::FieldType& type) {
  if (type.cardinality) return static_cast<double>(**type.cardinality);
  if (type.kind == model::TypeKind::enumeration) return static_cast<double>(type.values.size());
  if (type.kind == model::TypeKind::boolean) return 2;
  return std::nullopt;
}

// AP004.
class FilterCheck {
 public:
  FilterCheck(const Subject& subject, std::size_t pattern, const ReadPlan& read)
      : subject_(subject),
        position_(pattern),
        pattern_(subject.model.access_patterns[pattern]),
        read_(read) {
    for (const auto& filter : read.filters) {
      if (filter.kind != Filter::Kind::is_type && !filter.sharpens_range) add(filter);
    }
  }

  void report(Findings& findings) const {
    if (fields_.empty()) return;
    if (is_known_ && ratio_ < wasteful) return;
    const auto severity =
        ratio_ >= very_wasteful ? model::Severity::error : model::Severity::warning;
    Finding finding{.rule = "AP004", .span = span_, .subject = pattern_.name};
    finding.severity = severity;
    const auto reads = is_known_ ? fmt::format("reads {}x what it returns", number_text(ratio_))
                       : ratio_ > 1
                           ? fmt::format("reads at least {}x what it returns", number_text(ratio_))
                           : std::string("may read far more than it returns");
    finding.message = fmt::format("{} filters by {}, which is in no key it uses, and {}",
                                  pattern_.name, listed(fields_), reads);
    finding.help = help();
    finding.notes.push_back({cost_text(read_.cost), {}});
    if (!is_known_) {
      finding.notes.push_back(
          {"give the field a cardinality, so that the waste can be judged", {}});
    }
    if (pattern_.page) {
      finding.notes.push_back(
          {"a page is counted before the filter: it may hold few items, or none, though more match",
           pattern_.page->span});
    }
    findings.report(std::move(finding));
  }

 private:
  void add(const Filter& filter) {
    const auto& field = subject_.model.entities[filter.entity].fields[filter.field];
    fields_.push_back(field.name);
    const auto values = filter.kind == Filter::Kind::equal ? cardinality(field.type) : std::nullopt;
    if (values) {
      ratio_ *= *values;
    } else {
      is_known_ = false;
    }
    if (span_.written()) return;
    for (const auto& input : pattern_.by) {
      if (input.name == field.name) span_ = input.span;
    }
    if (pattern_.range && pattern_.range->field.name == field.name) span_ = pattern_.range->span;
  }

  [[nodiscard]] std::string help() const {
    const auto* design = subject_.designs.of(position_);
    if (design == nullptr) return fmt::format("put {} into the sort key", listed(fields_));
    const auto& entity = subject_.model.entities[pattern_.entity().index];
    if (design->key.empty()) {
      return fmt::format("no key can hold {}: find {} by a field that says as much",
                         listed(design->unfit), entity.name);
    }
    return fmt::format("{}; that adds {} WRU per {} write", design->how(entity.name),
                       number_text(design->units_per_write), entity.name);
  }

  const Subject& subject_;
  std::size_t position_;
  const AccessPattern& pattern_;
  const ReadPlan& read_;
  std::vector<std::string> fields_;
  double ratio_ = 1;
  bool is_known_ = true;
  model::Span span_;
};

void check_scan(const AccessPattern& pattern, const ReadPlan* read, Findings& findings) {
  const bool is_admin = *pattern.kind == model::PatternKind::admin;
  const bool is_rare = !pattern.rate.peak || **pattern.rate.peak < most_scans;
  if (is_admin && is_rare) return;
  Finding finding{.rule = "AP005", .span = pattern.operation.span, .subject = pattern.name};
  if (is_admin) {
    finding.span = pattern.rate.peak->span;
    finding.message =
        fmt::format("{} scans {} times per second", pattern.name, number_text(**pattern.rate.peak));
    finding.help = fmt::format("scan less than once in {} seconds, or give it a key",
                               number_text(1 / most_scans));
  } else {
    finding.message = fmt::format("{} scans on the hot path", pattern.name);
    finding.help = "make it a query by a key, or declare kind: admin";
  }
  if (read != nullptr) {
    finding.message += fmt::format(", reading {} per call", bytes_text(read->cost.bytes));
    finding.notes.push_back({cost_text(read->cost), {}});
  }
  findings.report(std::move(finding));
}

std::string range_text(const model::Model& model, const ReadPlan& read) {
  const auto lower = read.sort.lower.text(model);
  const auto upper = read.sort.upper.text(model);
  switch (read.sort.kind) {
    case plan::SortConditionKind::between:
      return fmt::format("{} .. {}", quoted(lower), quoted(upper));
    case plan::SortConditionKind::greater:
    case plan::SortConditionKind::greater_equal:
      return fmt::format("{} ..", quoted(lower));
    case plan::SortConditionKind::less:
    case plan::SortConditionKind::less_equal:
      return fmt::format(".. {}", quoted(upper));
    default:
      return "the whole partition";
  }
}

// AP012. A prefix that meets others is KEY002's.
void check_neighbours(const Subject& subject, const AccessPattern& pattern, const ReadPlan& read,
                      Findings& findings) {
  if (read.sort.kind == plan::SortConditionKind::begins_with) return;
  for (const auto& neighbour : read.neighbours) {
    const auto share = read.cost.bytes > 0 ? neighbour.bytes / read.cost.bytes : 0;
    if (share <= most_foreign) continue;
    const auto& entity = subject.model.entities[neighbour.entity];
    const auto* key = subject.plan.keys[neighbour.entity].in(read.index);
    Finding finding{.rule = "AP012", .span = pattern.returns_span, .subject = pattern.name};
    finding.message = fmt::format(
        "{} also reads {}, which it does not return: {}% of the bytes, as with the key {}, {}",
        pattern.name, entity.name, number_text(std::round(share * 100)),
        quoted(neighbour.partition_witness), quoted(neighbour.sort_witness));
    finding.help = fmt::format("give {} a sort key outside of {}, or return it too", entity.name,
                               range_text(subject.model, read));
    if (read.index) {
      finding.help =
          fmt::format("give {} an index of its own, or another partition key", entity.name);
    }
    finding.notes.push_back({cost_text(read.cost), {}});
    finding.notes.push_back(
        {fmt::format("of these {} are {}, {}", counted(neighbour.items, "item"), entity.name,
                     bytes_text(neighbour.bytes)),
         key == nullptr || key->sort.empty() ? entity.key_span : key->sort.front().span});
    findings.report(std::move(finding));
  }
}

}  // namespace

void check_pattern_reads(const Subject& subject, Findings& findings) {
  for (const auto& plan : subject.plan.patterns) {
    const auto& pattern = subject.model.access_patterns[plan.pattern];
    const auto* read = plan.read();
    if (*pattern.operation == model::Operation::scan) {
      check_scan(pattern, read, findings);
    } else if (read != nullptr) {
      FilterCheck(subject, plan.pattern, *read).report(findings);
      check_neighbours(subject, pattern, *read, findings);
    }
  }
}

}  // namespace keywright::check
