#pragma once
// What calls of access patterns mean, told by plain lists of entities: equal fields, an order,
// states, versions, values that only one may have, and time. It knows no key, index, condition or
// transaction, and of plans only which arguments a function takes. Pure.

#include "calls.hpp"
#include "verify/truth.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace keywright::random_proof {

/// The entities that there are; none of them expired.
using State = std::vector<Sample>;

struct Expected {
  std::optional<ErrorCode> error{};
  std::optional<Sample> stored{};  // of condition_failed: what stood in the way
  std::string taken{};             // .. or the rule that another entity was there for
  std::vector<bool> step_fails{};  // of a transaction that is cancelled
  // Some things may be refused that need not be: an upsert of what is stored otherwise, or a value
  // that two steps of one transaction want.
  std::optional<ErrorCode> may_fail{};
  State after{};
  std::optional<Sample> result{};             // of an update: what it leaves
  std::vector<std::optional<Sample>> rows{};  // of a read
};

class Oracle {
 public:
  /// The model outlives it.
  explicit Oracle(const verify::Context& context) : context_(context) {}

  [[nodiscard]] Expected expect(const Call& call, const State& state, std::int64_t now) const;

  [[nodiscard]] bool same_item(const Sample& a, const Sample& b) const;
  [[nodiscard]] const Sample* find(const State& state, const Sample& like) const;
  [[nodiscard]] bool is_expired(const Sample& sample, std::int64_t now) const;
  void drop_expired(State& state, std::int64_t now) const;
  /// Fields by which the entity is known.
  [[nodiscard]] std::vector<std::size_t> identity(std::size_t entity) const;
  /// An entity with the values that the call gives for `by`.
  [[nodiscard]] Sample addressed(const Call& call, const verify::Arguments& arguments) const;

 private:
  struct Effect;
  Effect write(const Call& call, const State& state, std::int64_t now) const;
  Effect put(const Call& call, const State& state, std::int64_t now) const;
  Effect remove(const Call& call, const State& state) const;
  Effect patch(const Call& call, const State& state) const;
  Effect upsert(const Call& call, const State& state, std::int64_t now) const;
  Effect move(const Call& call, const State& state, std::int64_t now) const;
  Effect batch(const Call& call, const State& state, std::int64_t now) const;
  Expected transaction(const Call& call, const State& state, std::int64_t now) const;
  Expected read(const Call& call, const State& state) const;
  void put_beside(const Call& call, const State& state, std::int64_t now, Effect& effect) const;
  bool is_met(const Call& call, const Sample* stored) const;
  void check_unique(const State& state, Effect& effect) const;
  void count_version(Sample& sample, std::int64_t read) const;
  std::int64_t version(const Sample* sample) const;
  void begin_life(Sample& sample, std::int64_t now) const;
  [[nodiscard]] const model::AccessPattern& pattern(const Call& call) const {
    return plan::declared(context_.model, *call.plan);
  }

  const verify::Context& context_;
};

}  // namespace keywright::random_proof
