#pragma once

// What is tried of an access pattern: calls, with what each must give. Pure.

#include "verify/requests.hpp"
#include "verify/samples.hpp"
#include "verify/sentinels.hpp"
#include "verify/truth.hpp"

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <variant>
#include <vector>

namespace keywright::verify {

// Samples with keys that no other has.
class FreshSamples {
 public:
  FreshSamples(const Context& context, const SampleMaker& maker)
      : context_(context), maker_(maker) {}
  // nullopt: the entity's keys are used up.
  [[nodiscard]] std::optional<Sample> next(std::size_t entity);
  // Of a field that may be missing: a value that no other has, beside the sequence of samples.
  [[nodiscard]] std::optional<AttributeValue> next_value(std::size_t entity, std::size_t field);
  // Of one that was changed since: false if its key or a unique value of it is used.
  [[nodiscard]] bool take(const Sample& sample);
  [[nodiscard]] const SampleMaker& maker() const { return maker_; }

 private:
  const Context& context_;
  const SampleMaker& maker_;
  std::set<std::string> used_;
  std::vector<std::uint32_t> next_;        // per entity
  std::vector<std::uint32_t> next_value_;  // per entity
};

using ReadRequestOf = std::variant<GetItemRequest, BatchGetItemRequest, std::vector<QueryRequest>,
                                   ScanRequest, TransactGetItemsRequest>;
struct ReadCase {
  std::string name;  // "status = running"
  ReadRequestOf request;
  std::vector<Sample> expected;
};

// By what is in the database.
[[nodiscard]] std::vector<ReadCase> read_cases(const Read& read, const Truth& truth,
                                               const SampleMaker& maker);

// An item, as it must be afterwards.
struct Effect {
  Sample like;                  // which one, by its key
  std::optional<Sample> after;  // nullopt: not there
};

struct WriteCase {
  std::string name;            // "start: from queued"
  std::vector<Sample> before;  // put first
  WriteRequestOf request;
  bool succeeds = true;  // or fails by its condition, and changes nothing
  std::vector<Effect> effects;
  std::vector<Sentinel> sentinels;  // that it changes, if it succeeds
};

// One list for all functions of the pattern.
[[nodiscard]] std::vector<WriteCase> write_cases(const Context& context, const TableNames& tables,
                                                 const plan::PatternPlan& plan,
                                                 FreshSamples& fresh);

// The steps of a transaction, planned as patterns of their own.
[[nodiscard]] std::vector<WriteCase> transact_cases(
    const Context& context, const TableNames& tables,
    const std::vector<const plan::PatternPlan*>& steps, FreshSamples& fresh);
[[nodiscard]] std::vector<ReadCase> transact_read_cases(
    const Context& context, const TableNames& tables,
    const std::vector<const plan::PatternPlan*>& steps, const Truth& truth,
    const SampleMaker& maker);

}  // namespace keywright::verify
