// CAP001, CAP002 and CAP004 to CAP006: ways to pay for a table that cost more than others would,
// and what the bill consists of.

#include "check/findings.hpp"
#include "check/pattern_text.hpp"
#include "check/text.hpp"
#include "cost/cost.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>

namespace keywright::check {
namespace {

using cost::Rate;
using cost::TableCost;
using model::Table;

constexpr double worth_saying = 10;  // dollars per month
constexpr double mostly = 0.5;       // CAP006: of the bill

double percent(double share) {
  return std::round(share * 1000) / 10;
}

// Whether all rates of the table have averages, so that its utilisation is known.
bool has_averages(const Subject& subject, std::size_t table) {
  return std::all_of(subject.traffic.begin(), subject.traffic.end(), [&](const auto& traffic) {
    return traffic.table != table || traffic.has_average;
  });
}

// CAP001.
void check_on_demand(const Subject& subject, std::size_t position, const TableCost& table_cost,
                     Findings& findings) {
  const auto& table = subject.model.tables[position];
  if (table_cost.provisioned || !has_averages(subject, position)) return;
  const auto saved = table_cost.on_demand - table_cost.for_the_peak;
  if (table_cost.utilisation <= table_cost.break_even || saved < worth_saying) return;
  const auto load = cost::throughput_of(subject.model, subject.traffic, position, std::nullopt);
  const auto units = [](double peak) {
    return number_text(std::max(1.0, std::ceil(peak / cost::target_utilisation)));
  };
  findings.report(
      {.rule = "CAP001",
       .span = table.billing.mode.written() ? table.billing.mode.span : table.name_span,
       .subject = table.name,
       .message = fmt::format(
           "table {} is used to {}% of its peak on average, more than {}%: provisioned it would "
           "cost ${} a month less",
           table.name, number_text(percent(table_cost.utilisation)),
           number_text(percent(table_cost.break_even)), cost::dollars_text(saved)),
       .help = fmt::format("set billing: {{mode: provisioned, read: {}, write: {}, autoscale: "
                           "{{max_read: {}, max_write: {}}}}}",
                           units(load.read.avg), units(load.write.avg), units(load.read.peak),
                           units(load.write.peak)),
       .notes = {{fmt::format("requests cost ${} on demand, and ${} with capacity for the peak at "
                              "{}%",
                              cost::dollars_text(table_cost.on_demand),
                              cost::dollars_text(table_cost.for_the_peak),
                              number_text(100 * table_cost.target)),
                  {}}}});
}

// CAP002: reads or writes of the table or an index, against what is set for them.
class CapacityCheck {
 public:
  CapacityCheck(const Subject& subject, std::size_t table, Findings& findings)
      : subject_(subject),
        position_(table),
        table_(subject.model.tables[table]),
        findings_(findings) {}

  void run() {
    const auto& billing = table_.billing;
    if (!billing.autoscale) {
      report(billing.mode.span,
             fmt::format("the capacity of table {} does not follow its load: what exceeds it is "
                         "refused, what does not use it is paid",
                         table_.name),
             fmt::format("add to billing: autoscale: {{max_read: {}, max_write: {}, target: {}}}",
                         enough(peak_of(&cost::Throughput::read)),
                         enough(peak_of(&cost::Throughput::write)),
                         number_text(100 * cost::target_utilisation)),
             headroom_text(peak_of(&cost::Throughput::read), "RCU") + ", " +
                 headroom_text(peak_of(&cost::Throughput::write), "WCU"));
      return;
    }
    const auto& prices = subject_.costs.prices;
    check({"read", "RCU", &cost::Throughput::read, billing.read, billing.autoscale->max_read,
           prices.month_on_demand().read, prices.month_provisioned().read});
    check({"write", "WCU", &cost::Throughput::write, billing.write, billing.autoscale->max_write,
           prices.month_on_demand().write, prices.month_provisioned().write});
  }

 private:
  // The table, and its global indexes.
  [[nodiscard]] std::vector<std::optional<std::size_t>> places() const {
    std::vector<std::optional<std::size_t>> all{std::nullopt};
    for (std::size_t i = 0; i < table_.indexes.size(); ++i) {
      if (!table_.indexes[i].local) all.emplace_back(i);
    }
    return all;
  }

  [[nodiscard]] Rate load_of(std::optional<std::size_t> place,
                             Rate cost::Throughput::* reads_or_writes) const {
    return cost::throughput_of(subject_.model, subject_.traffic, position_, place).*reads_or_writes;
  }

  // Of the table or index that has the highest.
  [[nodiscard]] double peak_of(Rate cost::Throughput::* reads_or_writes) const {
    double peak = 0;
    for (const auto& place : places()) peak = std::max(peak, load_of(place, reads_or_writes).peak);
    return peak;
  }

  // The capacity that such a load needs, with headroom.
  static std::string enough(double load) {
    return number_text(std::max(1.0, std::ceil(load / cost::target_utilisation)));
  }
  // "120 RCU / 70% = 172"
  static std::string headroom_text(double load, const char* unit) {
    return fmt::format("{} {} / {}% = {}", number_text(load), unit,
                       number_text(100 * cost::target_utilisation), enough(load));
  }

  using Setting = std::optional<model::Located<std::uint64_t>>;

  // Reads or writes, and what is set for the table and each of its global indexes.
  struct Units {
    const char* word;
    const char* unit;
    Rate cost::Throughput::* load;
    const Setting& least;
    const Setting& most;
    double on_demand;  // dollars per month
    double provisioned;
  };

  void check(const Units& units) {
    Rate all;
    Rate largest;
    std::optional<std::size_t> busiest;
    const auto all_places = places();
    for (const auto& place : all_places) {
      const auto load = load_of(place, units.load);
      all.avg += load.avg;
      if (load.peak <= largest.peak) continue;
      largest = load;
      busiest = place;
    }
    const auto& limit = units.most ? units.most : units.least;
    if (limit && largest.peak > static_cast<double>(**limit)) {
      return report(
          limit->span,
          fmt::format("{} needs {} {} at the peak, and has {} at most",
                      source_name(table_, busiest), number_text(largest.peak), units.unit, **limit),
          fmt::format("set max_{}: {}", units.word, enough(largest.peak)),
          headroom_text(largest.peak, units.unit));
    }
    if (units.least && has_averages(subject_, position_))
      check_use(units, all.avg, all_places.size());
  }

  void check_use(const Units& units, double used, std::size_t places) {
    const auto paid = static_cast<double>(**units.least) * static_cast<double>(places);
    const auto saved = paid * units.provisioned - used * units.on_demand;
    if (saved < worth_saying) return;
    report(units.least->span,
           fmt::format("table {} uses {}% of its {} {} on average, less than {}%: on demand would "
                       "cost ${} a month less",
                       table_.name, number_text(percent(used / paid)), number_text(paid),
                       units.unit, number_text(percent(units.provisioned / units.on_demand)),
                       cost::dollars_text(saved)),
           fmt::format("set {}: {}, or billing: on_demand", units.word,
                       enough(used / static_cast<double>(places))),
           fmt::format("{} {} cost ${} a month; on demand, {} a second on average cost ${}",
                       number_text(paid), units.unit, cost::dollars_text(paid * units.provisioned),
                       number_text(used), cost::dollars_text(used * units.on_demand)));
  }

  void report(const model::Span& span, std::string message, std::string help,
              std::string arithmetic) {
    findings_.report({.rule = "CAP002",
                      .span = span.written() ? span : table_.name_span,
                      .subject = table_.name,
                      .message = std::move(message),
                      .help = std::move(help),
                      .notes = {{std::move(arithmetic), {}}}});
  }

  const Subject& subject_;
  std::size_t position_;
  const Table& table_;
  Findings& findings_;
};

// CAP004.
void check_bill_guard(const Subject& subject, std::size_t position, Findings& findings) {
  const auto& table = subject.model.tables[position];
  const auto& billing = table.billing;
  if (billing.max_read || billing.max_write) return;
  const auto load = cost::throughput_of(subject.model, subject.traffic, position, std::nullopt);
  const auto twice = [](double peak) { return number_text(std::max(1.0, std::ceil(2 * peak))); };
  findings.report(
      {.rule = "CAP004",
       .span = billing.mode.written() ? billing.mode.span : table.name_span,
       .subject = table.name,
       .message = fmt::format("nothing bounds what table {} may cost: it has no maximum "
                              "of requests",
                              table.name),
       .help = fmt::format("set billing: {{mode: on_demand, max_read: {}, max_write: "
                           "{}}}, twice the peak",
                           twice(load.read.peak), twice(load.write.peak))});
}

// CAP005.
void check_class(const Table& table, const cost::Prices& prices, const TableCost& table_cost,
                 Findings& findings) {
  const auto saved = table_cost.total() - table_cost.other_class;
  if (saved < worth_saying) return;
  // What storage costs less, by what requests cost more.
  const auto ratio = (prices.infrequent_requests - 1) / (1 - prices.infrequent_storage);
  const auto* other = table_cost.infrequent ? "standard" : "infrequent_access";
  findings.report(
      {.rule = "CAP005",
       .span = table.table_class.written() ? table.table_class.span : table.name_span,
       .subject = table.name,
       .message = fmt::format("table {} would cost ${} a month less in class {}", table.name,
                              cost::dollars_text(saved), other),
       .help = fmt::format("set class: {}", other),
       .notes = {{fmt::format("storage costs ${}, requests ${}: infrequent access is cheaper once "
                              "storage costs more than {:.3f} times the requests, at the prices of "
                              "class standard",
                              cost::dollars_text(table_cost.storage),
                              cost::dollars_text(table_cost.requests), ratio),
                  {}}}});
}

// "put_findings: 5 calls/s x (60 WRU + 0 of indexes) = $492.75"
std::vector<model::Note> arithmetic_of(const Subject& subject, std::size_t position) {
  std::vector<model::Note> notes;
  for (const auto& row : subject.costs.patterns) {
    const auto& traffic = row.traffic;
    if (traffic.pattern != position) continue;
    std::vector<std::string> units;
    if (traffic.read_units > 0) units.push_back(number_text(traffic.read_units) + " RRU");
    if (traffic.table_units > 0) units.push_back(number_text(traffic.table_units) + " WRU");
    if (traffic.index_units() > 0) {
      units.push_back(number_text(traffic.index_units()) + " WRU of indexes");
    }
    notes.push_back({fmt::format("{}: {} calls/s x ({}) = ${} a month", traffic.name,
                                 number_text(traffic.calls.avg), join(units, " + "),
                                 cost::dollars_text(row.total())),
                     {}});
  }
  return notes;
}

// CAP006.
void check_driver(const Subject& subject, Findings& findings) {
  std::map<std::size_t, double> by_pattern;
  double all = 0;
  for (const auto& pattern : subject.costs.patterns) {
    by_pattern[pattern.traffic.pattern] += pattern.total();
    all += pattern.total();
  }
  if (by_pattern.size() < 2) return;
  for (const auto& [position, dollars] : by_pattern) {
    if (dollars < worth_saying || dollars / all <= mostly) continue;
    const auto& pattern = subject.model.access_patterns[position];
    findings.report({.rule = "CAP006",
                     .span = pattern.key,
                     .subject = pattern.name,
                     .message = fmt::format("{} makes {}% of the bill for requests: ${} of ${} a "
                                            "month",
                                            pattern.name, number_text(percent(dollars / all)),
                                            cost::dollars_text(dollars), cost::dollars_text(all)),
                     .help = "what it reads or writes less, or less often, is saved first",
                     .notes = arithmetic_of(subject, position)});
  }
}

}  // namespace

void check_capacity(const Subject& subject, Findings& findings) {
  for (std::size_t i = 0; i < subject.costs.tables.size(); ++i) {
    const auto& table_cost = subject.costs.tables[i];
    if (table_cost.provisioned) {
      CapacityCheck(subject, i, findings).run();
    } else {
      check_on_demand(subject, i, table_cost, findings);
      check_bill_guard(subject, i, findings);
    }
    check_class(subject.model.tables[i], subject.costs.prices, table_cost, findings);
  }
  check_driver(subject, findings);
}

}  // namespace keywright::check
