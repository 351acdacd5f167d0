#pragma once
// Why a transaction of the model was cancelled, as one of its steps sees it: the reason, and the
// item that stood in the way, typed. Plain values.

#include <keywright/error.hpp>
#include <keywright/item_reader.hpp>
#include <keywright/result.hpp>
#include <keywright/write_transaction.hpp>

#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

namespace keywright {

template <Described T>
struct StepReason {
  CancellationReason reason;

  /// Whether this step is why nothing was written.
  [[nodiscard]] bool is_cause() const { return !reason.code.empty() && reason.code != "None"; }
  /// Whether what it asked of its item did not hold.
  [[nodiscard]] bool condition_failed() const {
    return reason.code == "ConditionalCheckFailed" && taken_by(reason).empty();
  }
  /// The uniqueness rule in whose way another item was; empty if that was not the reason.
  [[nodiscard]] std::string_view taken() const { return taken_by(reason); }
  /// The item as it stands; nullopt if there is none, or that was not the reason.
  [[nodiscard]] Result<std::optional<T>> stored() const {
    if (!condition_failed() || !reason.item || reason.item->empty()) return std::optional<T>();
    auto value = from_item<T>(*reason.item);
    if (!value) return std::move(value).error();
    return std::optional<T>(*std::move(value));
  }
};

/// The reasons of all writes but those at both ends, by position; empty if the error is none of a
/// cancellation.
template <Described T>
[[nodiscard]] std::vector<StepReason<T>> step_reasons(const Error& error, std::size_t before,
                                                      std::size_t after) {
  std::vector<StepReason<T>> reasons;
  for (std::size_t i = before; i + after < error.reasons.size(); ++i) {
    reasons.push_back({error.reasons[i]});
  }
  return reasons;
}

/// Of the write with so many before it.
template <Described T>
[[nodiscard]] StepReason<T> step_reason(const Error& error, std::size_t before) {
  return before < error.reasons.size() ? StepReason<T>{error.reasons[before]} : StepReason<T>();
}

/// Of the write with so many behind it.
template <Described T>
[[nodiscard]] StepReason<T> step_reason_from_end(const Error& error, std::size_t after) {
  const std::size_t count = error.reasons.size();
  return after < count ? StepReason<T>{error.reasons[count - 1 - after]} : StepReason<T>();
}

}  // namespace keywright
