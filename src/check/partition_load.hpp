#pragma once

// What falls on a single value of a partition key at the peaks, from the rates of a model: the
// arithmetic of hot keys.

#include "check/findings.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace keywright::check {

// What one generated function adds.
struct LoadPart {
  std::string name;  // "create_job"
  double calls = 0;  // per second, at the peak
  double units = 0;  // per call
  double share = 1;  // of the calls, that the busiest value meets at least
  double most = 1;   // and at most, as nobody says that all values are equally frequent
};

// The values of one form of partition key, "STATUS#{status}"; or one value of it, where the model
// tells more ("STATUS#queued").
struct PartitionLoad {
  std::size_t table = 0;
  std::optional<std::size_t> index;   // absent: the table
  std::vector<std::size_t> entities;  // whose keys have this form
  std::string key;
  double values = 1;  // how many there are at most; infinite: very many
  std::uint32_t shards = 1;
  bool single_item = false;  // one item takes it all
  std::vector<LoadPart> writes;
  std::vector<LoadPart> reads;
};

// Units per second on each shard of the busiest value: at least, and at most.
[[nodiscard]] double least_load(const PartitionLoad& load, const std::vector<LoadPart>& parts);
[[nodiscard]] double most_load(const PartitionLoad& load, const std::vector<LoadPart>& parts);

// Of all partition keys with few values; those with very many spread by themselves.
[[nodiscard]] std::vector<PartitionLoad> partition_loads(const Subject& subject);

}  // namespace keywright::check
