#include "diff/words_of_cost.hpp"

#include "apply/words.hpp"
#include "check/text.hpp"
#include "cost/cost.hpp"

#include <cmath>
#include <cstdint>

#include <fmt/format.h>

namespace keywright::diff {
namespace {

std::string whole(double number) {
  // What is beyond 2^63 is no count that a person reads.
  constexpr double most = 9e18;
  return number > most ? fmt::format("{:.3g}", number)
                       : apply::grouped(static_cast<std::int64_t>(std::llround(number)));
}

std::string dollars(double amount) {
  if (amount > 0 && amount < 0.01) return "less than $0.01";
  return "$" + cost::dollars_text(amount);
}

constexpr std::string_view unknown =
    "the model does not say how many items there are: give the entity a `count`";

}  // namespace

std::string cost_text(const Backfill& backfill) {
  if (!backfill.items) return std::string(unknown);
  const auto each = backfill.item_units + backfill.index_units;
  return fmt::format("{}{}{} x {} WRU = {} WRU, {}{}",
                     backfill.pass == Pass::deletion ? "if you delete them: " : "",
                     backfill.at_most ? "about " : "",
                     whole(*backfill.items) + (*backfill.items == 1 ? " item" : " items"),
                     check::number_text(each), whole(backfill.units()), dollars(backfill.dollars),
                     backfill.estimated ? "; the size of an item is a guess" : "");
}

std::string cost_text(const PlanStep& step) {
  if (!step.items) return std::string(unknown);
  const auto writes = fmt::format("{}{}: {} WRU", step.at_most ? "about " : "",
                                  whole(*step.items) + (*step.items == 1 ? " item" : " items"),
                                  whole(step.write_units));
  if (!step.read_units) {
    return fmt::format(
        "{}, {}, and a Scan of the table: the model does not say how many items all its entities "
        "have",
        writes, dollars(step.dollars));
  }
  return fmt::format("{} and {} RRU of a Scan of {}, {}", writes, whole(*step.read_units),
                     step.scanned, dollars(step.dollars));
}

}  // namespace keywright::diff
