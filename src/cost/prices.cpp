#include "cost/prices.hpp"

#include "model/map_reader.hpp"

#include <array>
#include <utility>

namespace keywright::cost {
namespace {

using model::Entry;
using model::Findings;
using model::KeyRow;

void read_price(Findings& findings, const Entry& entry, double& price) {
  if (const auto number = model::read_number(findings, entry)) price = number->value;
}

// A price by which something is divided, or a length of time.
void read_positive(Findings& findings, const Entry& entry, double& value) {
  const auto number = model::read_number(findings, entry);
  if (!number) return;
  if (number->value > 0) {
    value = number->value;
  } else {
    findings.add(model::StructuralRule::bad_value, entry.value.span,
                 "`" + entry.key + "` must be greater than 0", "give a number such as 730");
  }
}

constexpr std::array on_demand_keys{
    KeyRow<UnitPrices>{"read_million",
                       [](Findings& findings, const Entry& entry, UnitPrices& to) {
                         read_positive(findings, entry, to.read);
                       }},
    KeyRow<UnitPrices>{"write_million",
                       [](Findings& findings, const Entry& entry, UnitPrices& to) {
                         read_positive(findings, entry, to.write);
                       }},
};

constexpr std::array provisioned_keys{
    KeyRow<UnitPrices>{"read_hour",
                       [](Findings& findings, const Entry& entry, UnitPrices& to) {
                         read_positive(findings, entry, to.read);
                       }},
    KeyRow<UnitPrices>{"write_hour",
                       [](Findings& findings, const Entry& entry, UnitPrices& to) {
                         read_positive(findings, entry, to.write);
                       }},
};

constexpr std::array reserved_keys{
    KeyRow<ReservedPrices>{"read_upfront",
                           [](Findings& findings, const Entry& entry, ReservedPrices& to) {
                             read_price(findings, entry, to.upfront.read);
                           }},
    KeyRow<ReservedPrices>{"read_hour",
                           [](Findings& findings, const Entry& entry, ReservedPrices& to) {
                             read_price(findings, entry, to.hour.read);
                           }},
    KeyRow<ReservedPrices>{"write_upfront",
                           [](Findings& findings, const Entry& entry, ReservedPrices& to) {
                             read_price(findings, entry, to.upfront.write);
                           }},
    KeyRow<ReservedPrices>{"write_hour",
                           [](Findings& findings, const Entry& entry, ReservedPrices& to) {
                             read_price(findings, entry, to.hour.write);
                           }},
};

constexpr std::array infrequent_keys{
    KeyRow<Prices>{"requests",
                   [](Findings& findings, const Entry& entry, Prices& to) {
                     read_positive(findings, entry, to.infrequent_requests);
                   }},
    KeyRow<Prices>{"storage",
                   [](Findings& findings, const Entry& entry, Prices& to) {
                     read_price(findings, entry, to.infrequent_storage);
                   }},
};

void read_version(Findings& findings, const Entry& entry, Prices&) {
  const auto version = model::read_text(findings, entry);
  if (!version || version->value == "1") return;
  findings.add(model::StructuralRule::language_version, entry.value.span,
               "unknown form of a price file: " + version->value, "write keywright_prices: 1");
}

constexpr std::array prices_keys{
    KeyRow<Prices>{"keywright_prices", read_version, "keywright_prices: 1"},
    KeyRow<Prices>{"region",
                   [](Findings& findings, const Entry& entry, Prices& to) {
                     if (const auto text = model::read_text(findings, entry))
                       to.region = text->value;
                   }},
    KeyRow<Prices>{"effective",
                   [](Findings& findings, const Entry& entry, Prices& to) {
                     if (const auto text = model::read_text(findings, entry)) {
                       to.effective = text->value;
                     }
                   }},
    KeyRow<Prices>{"hours_per_month",
                   [](Findings& findings, const Entry& entry, Prices& to) {
                     read_positive(findings, entry, to.hours_per_month);
                   }},
    KeyRow<Prices>{"gigabyte", [](Findings& findings, const Entry& entry,
                                  Prices& to) { read_positive(findings, entry, to.gigabyte); }},
    KeyRow<Prices>{"on_demand",
                   [](Findings& findings, const Entry& entry, Prices& to) {
                     model::read_map(findings, entry, "`on_demand`", on_demand_keys, to.on_demand);
                   }},
    KeyRow<Prices>{"provisioned",
                   [](Findings& findings, const Entry& entry, Prices& to) {
                     model::read_map(findings, entry, "`provisioned`", provisioned_keys,
                                     to.provisioned);
                   }},
    KeyRow<Prices>{"reserved_1_year",
                   [](Findings& findings, const Entry& entry, Prices& to) {
                     model::read_map(findings, entry, "`reserved_1_year`", reserved_keys,
                                     to.one_year);
                   }},
    KeyRow<Prices>{"reserved_3_years",
                   [](Findings& findings, const Entry& entry, Prices& to) {
                     model::read_map(findings, entry, "`reserved_3_years`", reserved_keys,
                                     to.three_years);
                   }},
    KeyRow<Prices>{"storage_gb_month", [](Findings& findings, const Entry& entry,
                                          Prices& to) { read_price(findings, entry, to.storage); }},
    KeyRow<Prices>{"infrequent_access",
                   [](Findings& findings, const Entry& entry, Prices& to) {
                     model::read_map(findings, entry, "`infrequent_access`", infrequent_keys, to);
                   }},
    KeyRow<Prices>{"point_in_time_recovery_gb_month",
                   [](Findings& findings, const Entry& entry, Prices& to) {
                     read_price(findings, entry, to.recovery);
                   }},
};

constexpr double million = 1e6;
constexpr double reserved_units = 100;
constexpr double hours_per_year = 8760;

}  // namespace

UnitPrices Prices::month_on_demand() const {
  const auto seconds = seconds_per_month();
  return {seconds * on_demand.read / million, seconds * on_demand.write / million};
}

UnitPrices Prices::month_provisioned() const {
  return {hours_per_month * provisioned.read, hours_per_month * provisioned.write};
}

UnitPrices Prices::month_reserved(const ReservedPrices& reserved) const {
  const auto month = [&](double upfront, double hour) {
    return hours_per_month * (upfront / (reserved.years * hours_per_year) + hour) / reserved_units;
  };
  return {month(reserved.upfront.read, reserved.hour.read),
          month(reserved.upfront.write, reserved.hour.write)};
}

double Prices::break_even(double capacity_month) const {
  return capacity_month / month_on_demand().write;
}

const Prices& default_prices() {
  static const Prices prices = [] {
    auto read = read_prices(std::string(default_prices_text()), "us-east-1.prices.yaml", {});
    return read.prices.value();
  }();
  return prices;
}

PricesResult read_prices(std::string text, std::string file_name, const Prices& base) {
  PricesResult result;
  result.source = model::SourceFile(std::move(file_name), std::move(text));
  Findings findings(result.source);
  Prices prices = base;
  if (const auto tree = model::parse_tree(result.source, findings)) {
    model::read_map(findings, Entry{"", {}, *tree}, "a price file", prices_keys, prices);
  }
  prices.three_years.years = 3;
  result.diagnostics = std::move(findings).take();
  if (!model::has_errors(result.diagnostics)) result.prices = std::move(prices);
  return result;
}

}  // namespace keywright::cost
