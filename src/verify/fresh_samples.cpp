#include "verify/cases.hpp"
#include "verify/items.hpp"

#include <algorithm>

namespace keywright::verify {
namespace {

constexpr std::uint32_t kFirst = 12;  // what is smaller is for reads
constexpr std::uint32_t kLast = 3000;
constexpr std::uint32_t kLastValue = 4000;

}  // namespace

std::optional<Sample> FreshSamples::next(std::size_t entity) {
  next_.resize(context_.model.entities.size(), kFirst);
  while (next_[entity] < kLast) {
    auto sample = maker_.make(entity, next_[entity]++);
    if (take(sample)) return sample;
  }
  return std::nullopt;
}

std::optional<AttributeValue> FreshSamples::next_value(std::size_t entity, std::size_t field) {
  next_value_.resize(context_.model.entities.size(), kLast);
  while (next_value_[entity] < kLastValue) {
    const auto sample = maker_.make(entity, next_value_[entity]++);
    if (sample[field] && take(sample)) return sample[field];
  }
  return std::nullopt;
}

bool FreshSamples::take(const Sample& sample) {
  const auto& table = context_.model.tables[context_.entity(sample.entity).table.index].label;
  std::vector<std::string> keys{std::string(key_of(context_, sample).encoded())};
  for (const auto& each : sentinels_of(context_, sample)) keys.emplace_back(each.key.encoded());
  for (auto& key : keys) key = table + '/' + key;
  const bool is_used =
      std::any_of(keys.begin(), keys.end(), [&](const auto& key) { return used_.contains(key); });
  if (!is_used) used_.insert(keys.begin(), keys.end());
  return !is_used;
}

}  // namespace keywright::verify
