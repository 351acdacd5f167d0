#include "../property/seeds.hpp"
#include "sequence.hpp"

#include <iostream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

// The calls of random models, on the engine with faults before it, must mean what the model says.

namespace keywright::random_proof {
namespace {

using testing::Contains;
using testing::Key;

constexpr std::uint64_t kModels = 60;
constexpr std::size_t kSequences = 5;  // of each model
constexpr std::size_t kCalls = 40;     // of each sequence

constexpr const char* kOperations[] = {
    "get",    "batch_get", "query",        "scan",           "collection",
    "create", "put",       "upsert",       "patch",          "transition",
    "delete", "batch_put", "batch_delete", "transact reads", "transact writes"};

// A proof that met only some of them proves little.
void expect_all_met(const Totals& totals) {
  for (const char* operation : kOperations) {
    EXPECT_THAT(totals.succeeded, Contains(Key(operation)));
  }
  for (const char* operation : {"create", "put", "upsert", "patch", "transition", "delete"}) {
    EXPECT_THAT(totals.failed, Contains(Key(operation))) << "as it should have";
  }
  for (std::size_t fault = 1; fault < kFaults; ++fault) {
    EXPECT_GT(totals.faults[fault], 0U) << to_string(static_cast<Fault>(fault));
  }
  for (const char* code : {"condition_failed", "transaction_cancelled", "validation"}) {
    EXPECT_THAT(totals.errors, Contains(Key(code)));
  }
  EXPECT_GT(totals.rows, 0U);
  std::size_t refused = 0;
  for (const auto& [rule, count] : totals.refused) refused += count;
  EXPECT_LT(refused, totals.models / 5) << "what is meant to be valid is refused";
}

TEST(RandomProof, CallsMeanWhatTheModelSays) {
  Totals totals;
  const auto seeds = property::seeds(kModels);
  for (const auto seed : seeds) {
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
  if (seeds.size() >= kModels) expect_all_met(totals);
}

}  // namespace
}  // namespace keywright::random_proof
