#pragma once

// Items to try a write on, and what a caller gives who has them.

#include "verify/cases.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace keywright::verify {

class WriteSamples {
 public:
  WriteSamples(const Write& write, FreshSamples& fresh)
      : write_(write), plan_(write.write), entity_(write.entity()), fresh_(fresh) {}

  static constexpr std::int64_t kVersion = 3;  // of what is stored

  [[nodiscard]] std::optional<Sample> next() { return fresh_.next(plan_.entity); }
  // One of which the pattern's condition holds.
  [[nodiscard]] std::optional<Sample> stored(Parameters& parameters);
  [[nodiscard]] std::optional<Sample> in_state(const std::optional<std::string>& state,
                                               Parameters& parameters);
  // In the first state that the write begins in, if it begins in any.
  [[nodiscard]] std::optional<Sample> in_first_state(Parameters& parameters);
  // A sample like `key` in its table key and its version, and otherwise new.
  [[nodiscard]] std::optional<Sample> other_of(const Sample& key);
  [[nodiscard]] std::optional<Sample> expired(const std::optional<Sample>& sample) const;
  // One that has all values of the rule.
  [[nodiscard]] std::optional<Sample> with_values(const plan::UniqueChange& unique);
  // As it is stored after a put.
  [[nodiscard]] std::optional<Sample> next_of(const Sample& sample, bool is_new) const {
    return counted(write_.context, sample, is_new);
  }

  [[nodiscard]] bool condition_holds(const Sample* sample, const Parameters& parameters) const;
  // Of arguments where the parameters were left to us.
  [[nodiscard]] bool condition_holds(const Sample* sample, const Arguments& arguments) const;

  // As a caller gives them who knows `before` and wants `wanted`.
  [[nodiscard]] Arguments arguments_of(const Sample& before, const Sample& wanted,
                                       const Parameters& parameters);
  // A caller who knows that there is no item says so: nothing is what it holds.
  [[nodiscard]] Arguments of_new(Arguments arguments) const;
  // Of a caller who takes what the field holds for another value.
  void give_wrong_current(Arguments& arguments, const plan::Guard& guard);
  // The items beside the update; false if there are none to be had.
  [[nodiscard]] bool give_also_put(Arguments& arguments, const Sample& before,
                                   std::vector<Effect>* effects = nullptr);

 private:
  [[nodiscard]] bool is_unique(std::size_t field) const;
  // One that no other item has, if that matters.
  [[nodiscard]] std::optional<AttributeValue> any_value(std::size_t field);

  const Write& write_;
  const plan::WritePlan& plan_;
  const model::Entity& entity_;
  FreshSamples& fresh_;
};

}  // namespace keywright::verify
