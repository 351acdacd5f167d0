#pragma once

// One source (the table or an index) tried for one read pattern: read.cpp holds what all reads
// share, read_query.cpp the conditions of a query, read_cost.cpp whom a read meets and what it
// costs. Internal to the planner; an object serves one evaluation.

#include "plan/key_range.hpp"
#include "plan/planner.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace keywright::plan {

// Items of a batch or list whose size the model does not give.
inline constexpr double guessed_batch = 25;

[[nodiscard]] std::vector<std::string> field_names(const model::Entity& entity,
                                                   const std::vector<std::size_t>& fields);

class SourceReader {
 public:
  SourceReader(const Planner& planner, const model::AccessPattern& pattern,
               const PatternPlan& pattern_plan, const model::Table& table,
               std::optional<std::size_t> index)
      : planner_(planner),
        pattern_(pattern),
        pattern_plan_(pattern_plan),
        table_(table),
        index_(index) {
    candidate_.index = index;
    plan_.index = index;
  }

  [[nodiscard]] Candidate evaluate();

 private:
  [[nodiscard]] const model::Entity& entity(std::size_t position) const {
    return planner_.entity(position);
  }
  [[nodiscard]] const EntityKey* key_of(std::size_t position) const {
    return planner_.keys[position].in(index_);
  }

  void refuse(Obstacle obstacle, std::size_t about, std::vector<std::string> fields,
              model::Span span, std::vector<std::string> before = {});

  void check_the_index_meant();
  void check_consistency();
  void check_projection();
  void check_partial(std::size_t position, const EntityKey& key);
  bool has_key(std::size_t position);
  void note_key(const EntityKey& key, std::size_t position);

  void plan_item();
  void plan_query();
  void plan_scan();
  void bind_partition(std::size_t which, const EntityKey& key, const Bindings& bindings);
  KeyInterval bind_sort(std::size_t which, const EntityKey& key, const Bindings& bindings);
  void check_collection(const std::vector<KeyInterval>& intervals);
  void check_filters();
  bool allows_range(std::size_t which, const Bindings& bindings);
  [[nodiscard]] model::Span span_of_condition(const std::string& field) const;
  void check_order(std::size_t which, const Bindings& bindings, const BoundKey& bound,
                   const std::vector<std::size_t>& later);
  void use_range(std::size_t which, const Bindings& bindings, const BoundKey& bound,
                 const std::vector<std::size_t>& later, bool& here);
  void use_left_over(std::size_t which, const EntityKey& key, const Bindings& bindings,
                     const std::vector<std::size_t>& used, const std::vector<std::size_t>& later,
                     std::optional<std::size_t> free);
  void add_range_filter(std::size_t which, std::size_t field);

  void find_neighbours();
  void add_neighbour(std::size_t position, const EntityKey& key);
  [[nodiscard]] bool meets_sentinels() const;
  void filter_types();
  void estimate_cost();
  void estimate_ranges();

  const Planner& planner_;
  const model::AccessPattern& pattern_;
  const PatternPlan& pattern_plan_;
  const model::Table& table_;
  std::optional<std::size_t> index_;
  std::vector<std::vector<std::string>> asked_of_sort_key_;  // per returned entity of a query
  Candidate candidate_;
  ReadPlan plan_;
};

}  // namespace keywright::plan
