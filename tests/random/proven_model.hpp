#pragma once
// A random model, read, planned and checked.

#include "model/reader.hpp"
#include "plan/plan.hpp"
#include "totals.hpp"

#include <cstdint>
#include <optional>
#include <string>

namespace keywright::random_proof {

/// A model that the checker accepts, with its plan.
class ProvenModel {
 public:
  /// nullopt: it has errors, which are counted.
  static std::optional<ProvenModel> make(std::uint64_t seed, Totals& totals);

  [[nodiscard]] const std::string& text() const { return text_; }
  [[nodiscard]] const model::Model& model() const { return *read_.model; }
  [[nodiscard]] const plan::Plan& plan() const { return plan_; }

 private:
  std::string text_;
  model::ReadResult read_;
  plan::Plan plan_;
};

}  // namespace keywright::random_proof
