// The engine does what the model does, whatever is asked of both.

#include "engine_model_driver.hpp"
#include "seeds.hpp"
#include <keywright/engine.hpp>

#include <vector>

#include <gtest/gtest.h>

namespace keywright::model_test {
namespace {

TEST(EngineModel, EngineAndModelAgree) {
  constexpr std::size_t kSteps = 250;
  for (const std::uint64_t seed : property::seeds(120)) {
    Dice dice(seed);
    const auto engine = Engine::in_memory({.seed = 1});
    const auto tables = random_tables(dice);
    for (const TableSpec& table : tables) {
      const auto created = engine->create_table(create_table_request(table));
      ASSERT_TRUE(created) << created.error().message;
    }
    Driver driver(*engine, tables, dice.number(), 0, true);
    for (std::size_t i = 0; i < kSteps && !testing::Test::HasFailure(); ++i) driver.step();
    if (!testing::Test::HasFailure()) driver.check_all();
    ASSERT_FALSE(testing::Test::HasFailure()) << property::repeat(seed) << driver.log();
  }
}

/// What both held at one moment.
struct Moment {
  EngineSnapshot engine;
  Model model;
};

TEST(EngineModel, SnapshotsHoldWhatTheModelHeld) {
  constexpr std::size_t kSteps = 200;
  for (const std::uint64_t seed : property::seeds(40)) {
    Dice dice(seed);
    const auto engine = Engine::in_memory({.seed = 1});
    const auto tables = random_tables(dice);
    for (const TableSpec& table : tables) {
      ASSERT_TRUE(engine->create_table(create_table_request(table)));
    }
    Driver driver(*engine, tables, dice.number(), 0, true);
    std::vector<Moment> moments;
    for (std::size_t i = 0; i < kSteps && !testing::Test::HasFailure(); ++i) {
      driver.step();
      if (dice.percent(5)) moments.push_back({engine->snapshot(), driver.model()});
      if (dice.percent(5) && !moments.empty()) {
        const Moment& moment = moments[dice.below(moments.size())];
        engine->restore(moment.engine);
        driver.continue_from(moment.model);
        driver.check_all();
      }
      if (dice.percent(2) && !moments.empty()) moments.erase(moments.begin());
    }
    if (!testing::Test::HasFailure()) driver.check_all();
    ASSERT_FALSE(testing::Test::HasFailure()) << property::repeat(seed) << driver.log();
  }
}

}  // namespace
}  // namespace keywright::model_test
