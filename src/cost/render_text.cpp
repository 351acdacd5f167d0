#include "cost/cost.hpp"
#include "model/text_table.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include <fmt/format.h>

namespace keywright::cost {
namespace {

// 1234567 -> "1,234,567"
std::string grouped(std::string digits) {
  const auto point = digits.find('.');
  auto at = point == std::string::npos ? digits.size() : point;
  const std::size_t first = digits.starts_with('-') ? 1 : 0;
  while (at > first + 3) {
    at -= 3;
    digits.insert(at, 1, ',');
  }
  return digits;
}

std::string number(double value) {
  auto text = fmt::format("{:.2f}", value);
  while (text.back() == '0') text.pop_back();
  if (text.back() == '.') text.pop_back();
  return grouped(std::move(text));
}

std::string percent(double share) {
  return fmt::format("{:.1f}%", share * 100);
}

using Rows = std::vector<std::vector<std::string>>;

std::string mark(bool estimated) {
  return estimated ? "~" : "";
}

std::string dollars_or_nothing(double dollars) {
  return dollars > 0 ? dollars_text(dollars) : "";
}

std::string patterns_text(const Report& report) {
  double sum = 0;
  for (const auto& pattern : report.patterns) sum += pattern.total();
  Rows rows{{"pattern", "calls/s", "RRU", "WRU", "index WRU", "reads $", "writes $", "indexes $",
             "$/month", "share"}};
  for (const auto& pattern : report.patterns) {
    const auto& traffic = pattern.traffic;
    const auto units = [](double value) { return value > 0 ? number(value) : ""; };
    rows.push_back({traffic.name, number(traffic.calls.avg), units(traffic.read_units),
                    units(traffic.table_units), units(traffic.index_units()),
                    dollars_or_nothing(pattern.reads), dollars_or_nothing(pattern.writes),
                    dollars_or_nothing(pattern.indexes),
                    mark(pattern.estimated) + dollars_text(pattern.total()),
                    sum > 0 ? percent(pattern.total() / sum) : ""});
  }
  return model::text_table(rows, "lrrrrrrrrr");
}

std::string storage_text(const Report& report) {
  Rows rows{{"stored", "items", "bytes each", "GB", "$/month"}};
  for (const auto& stored : report.storage) {
    const auto name = !stored.unique.empty()  ? "  unique " + stored.unique
                      : !stored.index.empty() ? "  in " + stored.index
                                              : stored.entity;
    rows.push_back({name, stored.items ? grouped(fmt::format("{:.0f}", *stored.items)) : "?",
                    grouped(fmt::format("{:.0f}", stored.bytes)),
                    fmt::format("{:.3f}", stored.all_bytes() / report.prices.gigabyte),
                    mark(stored.estimated) + dollars_text(stored.dollars)});
  }
  return model::text_table(rows, "lrrrr");
}

std::string table_text(const Prices& prices, const TableCost& cost) {
  auto text = fmt::format("table {}, {}, class {}: ${} (requests {}, storage {}, recovery {})\n",
                          cost.name, cost.provisioned ? "provisioned" : "on demand",
                          cost.infrequent ? "infrequent_access" : "standard",
                          dollars_text(cost.total()), dollars_text(cost.requests),
                          dollars_text(cost.storage), dollars_text(cost.recovery));
  const auto& load = cost.reads_and_writes;
  text += fmt::format("  {} RRU/s and {} WRU/s on average, {} and {} at the peak\n",
                      number(load.read.avg), number(load.write.avg), number(load.read.peak),
                      number(load.write.peak));
  std::size_t widest = 0;
  for (const auto& other : cost.alternatives) widest = std::max(widest, other.name.size());
  for (const auto& other : cost.alternatives) {
    text += fmt::format("  {:<{}}  {:>12}\n", "requests " + other.name, widest + 9,
                        dollars_text(other.dollars));
  }
  text += fmt::format(
      "  {:<{}}  {:>12}\n",
      cost.infrequent ? "all of it, class standard" : "all of it, class infrequent_access",
      widest + 9, dollars_text(cost.other_class));
  const auto unit = prices.month_provisioned().write;
  text += fmt::format(
      "  break-even: capacity for the peak is cheaper than on demand from an average of {} of the "
      "peak on\n  ({} / {}: a unit for a month costs ${:.4f}, and ${:.4f} if it is used all the "
      "time); here it is {}\n",
      percent(cost.break_even), percent(prices.break_even(unit)), percent(cost.target), unit,
      prices.month_on_demand().write, percent(cost.utilisation));
  return text;
}

}  // namespace

std::string dollars_text(double dollars) {
  return grouped(fmt::format("{:.2f}", dollars));
}

std::string render_text(const Report& report, const std::string& title) {
  const auto& prices = report.prices;
  auto text = fmt::format(
      "{}: ${} per month\nprices of {} since {}, in dollars; a month has {} hours, a GB {} bytes\n",
      title, dollars_text(report.total()), prices.region, prices.effective,
      number(prices.hours_per_month), grouped(fmt::format("{:.0f}", prices.gigabyte)));
  text += '\n' + patterns_text(report) + '\n' + storage_text(report);
  for (const auto& table : report.tables) text += '\n' + table_text(prices, table);
  if (!report.notes.empty()) text += "\n";
  for (const auto& note : report.notes) text += "note: " + note + "\n";
  return text;
}

}  // namespace keywright::cost
