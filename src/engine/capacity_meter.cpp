#include "engine/capacity_meter.hpp"

#include <algorithm>
#include <utility>

namespace keywright::engine {
namespace {

constexpr std::size_t kReadUnitBytes = 4096;
constexpr std::size_t kWriteUnitBytes = 1024;

double whole_units(std::size_t bytes, std::size_t unit) {
  return static_cast<double>(std::max<std::size_t>(1, (bytes + unit - 1) / unit));
}

/// What one read unit of each kind costs.
double factor(ReadKind kind) {
  switch (kind) {
    case ReadKind::eventual:
      return 0.5;
    case ReadKind::strong:
      return 1;
    case ReadKind::transactional:
      return 2;
  }
  return 1;
}

}  // namespace

double read_units(std::size_t bytes, ReadKind kind) {
  return whole_units(bytes, kReadUnitBytes) * factor(kind);
}

double write_units(std::size_t bytes_before, std::size_t bytes_after) {
  return whole_units(std::max(bytes_before, bytes_after), kWriteUnitBytes);
}

double index_write_units(std::size_t bytes_before, std::size_t bytes_after, bool moved) {
  if (!moved) return write_units(bytes_before, bytes_after);
  return write_units(bytes_before, 0) + write_units(0, bytes_after);
}

CapacityMeter::Arm& CapacityMeter::arm(const Index& index) {
  for (Arm& known : arms_) {
    if (known.index == &index) return known;
  }
  return arms_.emplace_back(Arm{&index});
}

std::optional<ConsumedCapacity> CapacityMeter::report(ReturnConsumedCapacity asked,
                                                      bool by_kind) const {
  if (asked == ReturnConsumedCapacity::none) return std::nullopt;
  const auto capacity = [by_kind](double read, double write) {
    Capacity sum{read + write, std::nullopt, std::nullopt};
    if (by_kind && read > 0) sum.read_capacity_units = read;
    if (by_kind && write > 0) sum.write_capacity_units = write;
    return sum;
  };
  double read = table_read_;
  double write = table_write_;
  ConsumedCapacity report;
  report.table_name = table_->name;
  for (const Arm& arm : arms_) {
    read += arm.read;
    write += arm.write;
    if (asked != ReturnConsumedCapacity::indexes) continue;
    auto& arms =
        arm.index->global ? report.global_secondary_indexes : report.local_secondary_indexes;
    arms[arm.index->name] = capacity(arm.read, arm.write);
  }
  const Capacity total = capacity(read, write);
  report.capacity_units = total.capacity_units;
  report.read_capacity_units = total.read_capacity_units;
  report.write_capacity_units = total.write_capacity_units;
  if (asked == ReturnConsumedCapacity::indexes) report.table = capacity(table_read_, table_write_);
  return report;
}

CapacityMeter& CapacityMeters::of(const Table& table) {
  for (CapacityMeter& known : meters_) {
    if (&known.table() == &table) return known;
  }
  return meters_.emplace_back(table);
}

std::vector<ConsumedCapacity> CapacityMeters::report(ReturnConsumedCapacity asked,
                                                     bool by_kind) const {
  std::vector<ConsumedCapacity> reports;
  for (const CapacityMeter& meter : meters_) {
    if (auto report = meter.report(asked, by_kind)) reports.push_back(*std::move(report));
  }
  return reports;
}

}  // namespace keywright::engine
