#pragma once

// One difference between two designs, and what it asks of the items that are there. Plain values.

#include "diff/kinds.hpp"
#include "model/source.hpp"

#include <cstddef>
#include <optional>
#include <string>

namespace keywright::diff {

// What is done to each item of an entity.
enum class Pass {
  update,           // attributes of the item change
  rewrite,          // it is put under another key, and deleted under the old one
  sentinels,        // an item is put beside it
  other_sentinels,  // and the one that was there is deleted
  deletion,
};
[[nodiscard]] constexpr bool are_sentinels(Pass pass) {
  return pass == Pass::sentinels || pass == Pass::other_sentinels;
}

// The items as the old model has them, and the units that their writes take.
struct Backfill {
  Pass pass = Pass::update;
  std::string entity;           // in the old model
  std::string table;            // label, in the old model
  std::optional<double> items;  // absent: the model does not say how many there are
  bool at_most = false;         // only those of them that are concerned
  double item_units = 0;        // WRU per item: of the table
  double index_units = 0;       // and of its indexes
  double dollars = 0;           // at on-demand prices, for all items
  bool estimated = false;       // a size is a guess

  [[nodiscard]] double units() const { return items.value_or(0) * (item_units + index_units); }
};

struct Change {
  Kind kind = Kind::table_added;
  // "Job", "Job.gsi1", "Job.topic", "get_job", "gsi1", "app-table": what a waiver names.
  std::string subject{};
  std::string what{};    // one line: "index gsi2 is new: gsi2pk (S), all attributes"
  std::string before{};  // the two texts that differ, if it is about one
  std::string after{};
  model::Span span{};   // in the new file; unwritten if nothing of it is there
  std::string table{};  // label in the new model, of what is about a table
  std::string note{};   // may be empty
  std::optional<Backfill> backfill{};
  std::optional<std::string> waived{};  // why, as the new model says

  [[nodiscard]] const KindInfo& about() const { return info(kind); }
};

}  // namespace keywright::diff
