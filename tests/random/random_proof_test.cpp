#include "../property/seeds.hpp"
#include "sequence.hpp"

#include <iostream>

#include <gtest/gtest.h>

// The calls of random models, on the engine with faults before it, must mean what the model says.

namespace keywright::random_proof {
namespace {

constexpr std::uint64_t kModels = 60;
constexpr std::size_t kSequences = 5;  // of each model
constexpr std::size_t kCalls = 40;     // of each sequence

TEST(RandomProof, CallsMeanWhatTheModelSays) {
  Totals totals;
  for (const auto seed : property::seeds(kModels)) {
    const auto model = ProvenModel::make(seed, totals);
    if (!model) continue;
    for (std::size_t i = 0; i < kSequences; ++i) {
      const auto difference = run_sequence(*model, seed * 1000 + i, kCalls, totals);
      ASSERT_FALSE(difference) << property::repeat(seed) << "sequence " << i << ": " << *difference
                               << "\n"
                               << model->text();
    }
  }
  std::cout << totals.text();
}

}  // namespace
}  // namespace keywright::random_proof
