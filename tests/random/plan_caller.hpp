#pragma once
// Makes the calls of a model's access patterns as generated repositories do, without generating
// them: from the same plans come the same Updates, Puts, queries and transactions, and go through
// the same runtime.

#include "calls.hpp"
#include "verify/samples.hpp"
#include <keywright/repository.hpp>

#include <map>
#include <string>
#include <vector>

namespace keywright::random_proof {

class PlanCaller {
 public:
  // All of them outlive it.
  PlanCaller(const model::Model& model, const plan::Plan& plan, Database& database,
             const RepositoryOptions& options);

  [[nodiscard]] Answer run(const Call& call) const;
  // The item that a put of the entity writes, with the keys of all indexes that it is in. What
  // lives for a time that the model says has it from `now` on.
  [[nodiscard]] Item item_of(Sample sample, Timestamp now) const;

 private:
  const model::Model& model_;
  verify::Context context_;
  std::vector<Repository> repositories_;  // one per table
};

}  // namespace keywright::random_proof
