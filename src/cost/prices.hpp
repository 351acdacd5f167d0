#pragma once

// What DynamoDB costs, as data: the file us-east-1.prices.yaml comes with the program, and a user's
// file of the same form overrides it, wholly or in part.
//
// Plain values. Reading is pure; a file with a mistake gives no prices, and says where it is.

#include "model/diagnostic.hpp"
#include "model/source.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace keywright::cost {

struct UnitPrices {  // of a read and of a write unit
  double read = 0;
  double write = 0;
};

struct ReservedPrices {  // per 100 units
  UnitPrices upfront;
  UnitPrices hour;
  double years = 1;
};

struct Prices {
  std::string region;
  std::string effective;  // "2024-11-01": since when AWS asks for them
  double hours_per_month = 0;
  double gigabyte = 0;     // bytes
  UnitPrices on_demand;    // per million
  UnitPrices provisioned;  // per unit and hour
  ReservedPrices one_year;
  ReservedPrices three_years;
  double storage = 0;  // per GB and month
  // Of the class Standard-IA, times the standard.
  double infrequent_requests = 1;
  double infrequent_storage = 1;
  double recovery = 0;  // point-in-time recovery, per GB and month

  [[nodiscard]] double seconds_per_month() const { return hours_per_month * 3600; }
  // So many units in each second of a month, on demand.
  [[nodiscard]] UnitPrices month_on_demand() const;
  // A unit of capacity for a month.
  [[nodiscard]] UnitPrices month_provisioned() const;
  [[nodiscard]] UnitPrices month_reserved(const ReservedPrices& reserved) const;
  // The utilisation of a write unit's capacity from which it costs less than on demand.
  [[nodiscard]] double break_even(double capacity_month) const;
};

// Of the file that comes with the program.
[[nodiscard]] const Prices& default_prices();
[[nodiscard]] std::string_view default_prices_text();

struct PricesResult {
  model::SourceFile source;
  std::optional<Prices> prices;
  std::vector<model::Diagnostic> diagnostics;
};

// What the text leaves out is as in `base`.
[[nodiscard]] PricesResult read_prices(std::string text, std::string file_name, const Prices& base);

}  // namespace keywright::cost
