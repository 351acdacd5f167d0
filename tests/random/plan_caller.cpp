#include "plan_caller.hpp"

#include "plan_reads.hpp"
#include "plan_writes.hpp"
#include "whole_item.hpp"

#include <utility>

namespace keywright::random_proof {

PlanCaller::PlanCaller(const model::Model& model, const plan::Plan& plan, Database& database,
                       const RepositoryOptions& options)
    : model_(model), context_{model, plan, 0} {
  for (const auto& table : model.tables) {
    repositories_.emplace_back(
        database,
        TableSchema{table.name, table.partition.name,
                    table.sort ? std::string_view(table.sort->name) : std::string_view()},
        options);
  }
}

Answer PlanCaller::run(const Call& call) const {
  const auto& first = call.steps.empty() ? *call.plan : *call.steps.front().plan;
  const auto entity = plan::declared(model_, first).entity().index;
  const auto& repository = repositories_[model_.entities[entity].table.index];
  return first.writes.empty() ? make_read(context_, repository, call)
                              : make_write(context_, repository, call);
}

Item PlanCaller::item_of(Sample sample, Timestamp now) const {
  return whole_item(context_, std::move(sample), now);
}

}  // namespace keywright::random_proof
