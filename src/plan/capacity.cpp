#include "plan/capacity.hpp"

#include <algorithm>
#include <cmath>

namespace keywright::plan {
namespace {

constexpr double read_block = 4096;
constexpr double write_block = 1024;

double units_per_block(ReadMode mode) {
  switch (mode) {
    case ReadMode::eventual:
      return 0.5;
    case ReadMode::strong:
      return 1;
    case ReadMode::transactional:
      return 2;
  }
  return 1;
}

}  // namespace

double read_units(double bytes, ReadMode mode) {
  return units_per_block(mode) * std::max(1.0, std::ceil(bytes / read_block));
}

double write_units(double bytes) {
  return std::max(1.0, std::ceil(bytes / write_block));
}

double ReadCost::transact_units() const {
  const auto count = std::max(1.0, items);
  return count * read_units(bytes / count, ReadMode::transactional);
}

}  // namespace keywright::plan
