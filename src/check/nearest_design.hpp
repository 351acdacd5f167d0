#pragma once

// The indexes that would serve the patterns which nothing serves, and what their writes would cost.
// What is proposed here must be accepted by the checker when it is pasted into the model.

#include "model/ir.hpp"
#include "plan/plan.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace keywright::check {

struct NearestDesign {
  std::string name;   // of the index: the first free gsi<N>
  std::string on;     // the fields of its partition key: "topic"
  std::string key;    // of the entry: {pk: "TOPIC#{topic}", sk: "{created_at}"}; empty: none
  std::string index;  // of the table: {partition: gsi2pk, sort: gsi2sk}
  std::vector<std::string> unfit;  // why there is none: "topic (it is a double)"
  double entry_bytes = 0;
  double units_per_write = 0;  // WRU, averaged over the writes of the entity by their rates
  bool estimated = false;      // a size is a guess

  // "add to Job: indexes: {..}, and to the indexes of the table: gsi2: {..}". Of one with a key.
  [[nodiscard]] std::string how(const std::string& entity) const;
};

// The designs of all patterns of a model, so that no two of them propose one index in two ways, and
// that two patterns which one index can serve share it. Made once per check; immutable then.
class NearestDesigns {
 public:
  NearestDesigns(const model::Model& model, const plan::Plan& plan);

  // Of a pattern by its position in the model; null if an index of its own is not what it lacks.
  [[nodiscard]] const NearestDesign* of(std::size_t pattern) const;

 private:
  std::vector<NearestDesign> designs_;
  std::vector<std::size_t> of_pattern_;  // into designs_, one per access pattern
};

}  // namespace keywright::check
