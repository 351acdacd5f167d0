// HOT001 to HOT003, HOT006 and HOT007: more on one key value, or on one table, than DynamoDB takes
// at a time.

#include "check/findings.hpp"
#include "check/partition_load.hpp"
#include "check/pattern_text.hpp"
#include "check/text.hpp"
#include "cost/cost.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

namespace keywright::check {
namespace {

// What one partition takes, and so one key value, per second.
struct Limit {
  std::string_view rule;
  std::string_view verb;
  std::string_view unit;
  double most;
};
constexpr Limit write_limit{"HOT001", "writes to", "WCU", 1000};
constexpr Limit read_limit{"HOT002", "reads of", "RCU", 3000};
constexpr double warning_at = 0.5;  // of the limit

// HOT007: a new table on demand, and what an account may have of one table.
constexpr double new_table_writes = 4000;
constexpr double new_table_reads = 12000;
constexpr double quota = 40000;

model::Span place_of(const Subject& subject, const PartitionLoad& load) {
  const auto entity = load.entities.front();
  const auto* key = subject.plan.keys[entity].in(load.index);
  return key->partition.front().span;
}

std::string subject_of(const Subject& subject, const PartitionLoad& load) {
  const auto& entity = subject.model.entities[load.entities.front()];
  const auto& table = subject.model.tables[load.table];
  return load.index ? fmt::format("{}.{}", entity.name, table.indexes[*load.index].name)
                    : entity.name;
}

// "create_job: 2400 calls/s x 1 WCU x 25% = 600"
void add_arithmetic(const PartitionLoad& load, const std::vector<LoadPart>& parts,
                    std::string_view unit, bool at_most, std::vector<model::Note>& notes) {
  for (const auto& part : parts) {
    const auto share = at_most ? part.most : part.share;
    if (share <= 0) continue;
    auto text = fmt::format("{}: {} calls/s x {} {}", part.name, number_text(part.calls),
                            number_text(part.units), unit);
    if (share < 1) text += fmt::format(" x {}%", number_text(100 * share));
    if (load.shards > 1) text += fmt::format(" / {} shards", load.shards);
    notes.push_back(
        {fmt::format("{} = {}", text, number_text(part.calls * part.units * share / load.shards)),
         {}});
  }
}

std::string cure(const Subject& subject, const PartitionLoad& load, double units, double most) {
  const auto* key = subject.plan.keys[load.entities.front()].in(load.index);
  const auto shards =
      std::max(2.0, std::ceil(units * load.shards / (most * cost::target_utilisation)));
  if (load.index && key->can_spread()) {
    return fmt::format("spread it: shards: {} in the entry ({} / ({} x {}) per shard)",
                       number_text(shards), number_text(units * load.shards), number_text(most),
                       number_text(cost::target_utilisation));
  }
  return "put a field with more values into the partition key";
}

// HOT001, HOT002 and HOT006 by what is certain, else HOT003 by what may be.
void check_load(const Subject& subject, const PartitionLoad& load,
                const std::vector<LoadPart>& parts, const Limit& limit, Findings& findings) {
  const auto& table = subject.model.tables[load.table];
  const auto least = least_load(load, parts);
  const auto most = most_load(load, parts);
  const bool is_certain = least > limit.most * warning_at;
  if (!is_certain && (!load.index || most <= limit.most * warning_at)) return;
  const auto units = is_certain ? least : most;
  Finding finding{
      .rule = limit.rule, .span = place_of(subject, load), .subject = subject_of(subject, load)};
  const auto severity = least > limit.most ? model::Severity::error : model::Severity::warning;
  if (is_certain) finding.severity = severity;
  finding.help = cure(subject, load, units, limit.most);
  const auto what = fmt::format("{} of {}", load.key, source_name(table, load.index));
  if (!is_certain) {
    finding.rule = "HOT003";
    finding.message = fmt::format(
        "{} {} may come to {} {}/s on one value, as nobody says how its values are "
        "distributed; one takes {}",
        limit.verb, what, number_text(most), limit.unit, number_text(limit.most));
    finding.help += "; or declare uniform: true if all values are equally frequent";
  } else if (load.single_item && &limit == &write_limit) {
    finding.rule = "HOT006";
    finding.message = fmt::format("the one item {} takes {} {}/s, and a key value takes {} at most",
                                  what, number_text(least), limit.unit, number_text(limit.most));
    const auto items = std::max(2.0, std::ceil(least / (limit.most * cost::target_utilisation)));
    finding.help = fmt::format(
        "spread it over {0} items ({1} / ({2} x {3}) each): add a field shard: {{type: int, min: "
        "0, max: {4}}} to its key, and add the items up when reading",
        number_text(items), number_text(least), number_text(limit.most),
        number_text(cost::target_utilisation), number_text(items - 1));
    finding.notes.push_back({"a condition that fails is billed as well", {}});
  } else {
    finding.message = fmt::format("{} {} come to {} {}/s on one value, which takes {}", limit.verb,
                                  what, number_text(least), limit.unit, number_text(limit.most));
  }
  add_arithmetic(load, parts, limit.unit, !is_certain, finding.notes);
  if (load.index && &limit == &write_limit) {
    finding.notes.push_back(
        {"an index that cannot keep up throttles the writes of its table too", {}});
  }
  findings.report(std::move(finding));
}

// HOT007 of a table or one of its indexes. What scans take is AP005's.
void check_throughput(const Subject& subject, const std::vector<cost::Traffic>& traffic,
                      std::size_t position, std::optional<std::size_t> index, Findings& findings) {
  const auto& table = subject.model.tables[position];
  const auto load = cost::throughput_of(subject.model, traffic, position, index);
  const bool on_demand = *table.billing.mode == model::BillingMode::on_demand;
  const auto& warm = table.warm_throughput;
  const auto ready = [](const auto& declared, double otherwise) {
    return declared ? std::max(otherwise, static_cast<double>(**declared)) : otherwise;
  };
  const auto warm_writes = warm ? ready(warm->write, new_table_writes) : new_table_writes;
  const auto warm_reads = warm ? ready(warm->read, new_table_reads) : new_table_reads;
  const auto name = source_name(table, index);
  const auto check = [&](double peak, double at_once, const char* unit, const char* setting) {
    Finding finding{.rule = "HOT007",
                    .span = index ? table.indexes[*index].key : table.name_span,
                    .subject = index ? table.indexes[*index].name : table.name};
    if (peak > quota) {
      finding.severity = model::Severity::error;
      finding.message = fmt::format("{} takes {} {}/s at the peak, and an account may have {}",
                                    name, number_text(peak), unit, number_text(quota));
      finding.help = "have AWS raise the quota, and waive this rule";
    } else if (on_demand && peak > at_once) {
      finding.severity = model::Severity::warning;
      finding.message = fmt::format("{} takes {} {}/s at the peak, and a new table {}", name,
                                    number_text(peak), unit, number_text(at_once));
      finding.help = fmt::format("add to the table: warm_throughput: {{{}: {}}}", setting,
                                 number_text(std::ceil(peak)));
    } else {
      return;
    }
    findings.report(std::move(finding));
  };
  check(load.write.peak, warm_writes, "WRU", "write");
  check(load.read.peak, warm_reads, "RRU", "read");
}

}  // namespace

void check_hot_keys(const Subject& subject, Findings& findings) {
  const auto loads = partition_loads(subject);
  // The values of one form stand together; of them the busiest is the finding.
  for (auto begin = loads.begin(); begin != loads.end();) {
    const auto end = std::find_if(begin, loads.end(), [&](const PartitionLoad& other) {
      return other.index != begin->index || other.entities != begin->entities;
    });
    const auto busiest = [&](auto parts) {
      return std::max_element(begin, end, [&](const PartitionLoad& a, const PartitionLoad& b) {
        return least_load(a, a.*parts) + most_load(a, a.*parts) <
               least_load(b, b.*parts) + most_load(b, b.*parts);
      });
    };
    const auto written = busiest(&PartitionLoad::writes);
    check_load(subject, *written, written->writes, write_limit, findings);
    const auto read = busiest(&PartitionLoad::reads);
    check_load(subject, *read, read->reads, read_limit, findings);
    begin = end;
  }
  auto traffic = subject.traffic;
  std::erase_if(traffic, [&](const auto& each) {
    return *subject.model.access_patterns[each.pattern].operation == model::Operation::scan;
  });
  for (std::size_t i = 0; i < subject.model.tables.size(); ++i) {
    check_throughput(subject, traffic, i, std::nullopt, findings);
    const auto& indexes = subject.model.tables[i].indexes;
    for (std::size_t j = 0; j < indexes.size(); ++j) {
      if (!indexes[j].local) check_throughput(subject, traffic, i, j, findings);
    }
  }
}

}  // namespace keywright::check
