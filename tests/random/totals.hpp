#pragma once
// What a proof has met. Plain values.

#include <keywright/faulty_database.hpp>

#include <array>
#include <cstddef>
#include <map>
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

}  // namespace keywright::random_proof
