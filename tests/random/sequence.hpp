#pragma once
// Calls in a row, on an engine with faults before it and on the oracle; and what they differ in.

#include "calls.hpp"
#include "check/check.hpp"
#include "model/reader.hpp"
#include "plan/plan.hpp"
#include <keywright/faulty_database.hpp>

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>

namespace keywright::random_proof {

/// What was met, so that a proof that proves nothing can be told.
struct Totals {
  std::size_t models = 0;
  std::map<std::string, std::size_t> refused;  // models, by rule
  std::size_t sequences = 0;
  std::size_t calls = 0;
  std::map<std::string, std::size_t> succeeded;  // by operation
  std::map<std::string, std::size_t> failed;     // likewise: as they should
  std::map<std::string, std::size_t> errors;     // by code
  std::size_t unsure = 0;                        // writes of which the answer was lost
  std::size_t rows = 0;                          // items that reads found
  std::array<std::size_t, kFaults> faults{};

  void add(const Totals& other);
  [[nodiscard]] std::string text() const;
};

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

/// The first difference, told for people; nullopt: there is none.
[[nodiscard]] std::optional<std::string> run_sequence(const ProvenModel& model,
                                                      std::uint64_t seed, std::size_t calls,
                                                      Totals& totals);

}  // namespace keywright::random_proof
