#pragma once
// Calls by chance: of what is there and of what is not, with arguments that mostly fit. Sometimes
// a caller errs about what is stored.

#include "calls.hpp"
#include "dice.hpp"
#include "oracle.hpp"

#include <cstdint>

namespace keywright::random_proof {

class CallMaker {
 public:
  CallMaker(const verify::Context& context, const Oracle& oracle, Dice& dice)
      : context_(context), oracle_(oracle), dice_(dice) {}

  [[nodiscard]] Call make(const plan::PatternPlan& plan, const State& state, std::int64_t now);

 private:
  Call fill(const plan::PatternPlan& plan);
  Sample thing(std::size_t entity);
  Sample addressed(std::size_t entity);
  const Sample* stored_like(std::size_t entity);
  std::optional<AttributeValue> value_of(std::size_t entity, std::size_t field);
  void bind(Call& call, verify::Arguments& arguments);
  void know(Call& call);
  void give_item(verify::Arguments& arguments, std::size_t input, std::size_t entity, bool creates);
  void choose(Call& call);
  void put_beside(Call& call);
  void order_range(Call& call);
  void many(Call& call);
  [[nodiscard]] const model::AccessPattern& pattern(const Call& call) const {
    return plan::declared(context_.model, *call.plan);
  }

  const verify::Context& context_;
  const Oracle& oracle_;
  Dice& dice_;
  const State* state_ = nullptr;
  std::int64_t now_ = 0;
};

}  // namespace keywright::random_proof
