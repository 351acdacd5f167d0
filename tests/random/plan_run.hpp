#pragma once
// What the runs of reads and writes share: one call under way, and what its patterns, updates and
// conditions refer to, which lives as long.

#include "calls.hpp"
#include <keywright/key_value.hpp>
#include <keywright/repository.hpp>

#include <deque>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace keywright::random_proof {

[[nodiscard]] inline KeyValue to_key(std::string_view attribute, const AttributeValue& value) {
  KeyValue key(attribute, value.type());
  if (value.type() == keywright::AttributeType::number) {
    key.set_number(value.as_number());
  } else {
    key.append(value.type() == keywright::AttributeType::binary ? value.as_binary()
                                                                : value.as_string());
  }
  return key;
}

[[nodiscard]] inline Result<Key> to_item_key(const std::vector<KeyValue>& parts) {
  return parts.size() == 1 ? make_key(parts[0]) : make_key(parts[0], parts[1]);
}

[[nodiscard]] inline std::size_t shard_of_item(const std::vector<KeyValue>& parts,
                                               std::size_t shards) {
  return parts.size() == 1 ? shard_of(parts[0], shards) : shard_of(parts[0], parts[1], shards);
}

class PlanRun {
 public:
  PlanRun(const verify::Context& context, const Repository& repository, const Call& call)
      : context_(context), repository_(repository), call_(call) {}

 protected:
  std::string_view keep(std::string text) { return texts_.emplace_back(std::move(text)); }

  [[nodiscard]] const model::AccessPattern& pattern(const Call& call) const {
    return plan::declared(context_.model, *call.plan);
  }
  [[nodiscard]] std::string name_of(const Call& call) const {
    return context_.model.access_patterns[call.plan->pattern].name;
  }

  const verify::Context& context_;
  const Repository& repository_;
  const Call& call_;

 private:
  std::deque<std::string> texts_;
};

}  // namespace keywright::random_proof
