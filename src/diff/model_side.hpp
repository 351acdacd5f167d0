#pragma once

// One of two models that are compared, with all that is computed of it.

#include "cost/traffic.hpp"
#include "model/ir.hpp"
#include "plan/plan.hpp"

#include <vector>

namespace keywright::diff {

struct ModelSide {
  ModelSide(const model::Model& of, const plan::Plan& with)
      : model(of),
        plan(with),
        traffic(of.tables.empty() ? std::vector<cost::Traffic>{} : cost::traffic_of(of, with)) {}

  const model::Model& model;
  const plan::Plan& plan;
  std::vector<cost::Traffic> traffic;
};

}  // namespace keywright::diff
