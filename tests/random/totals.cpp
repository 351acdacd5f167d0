#include "totals.hpp"

#include <sstream>

namespace keywright::random_proof {
namespace {

template <class Key>
void add_counts(std::map<Key, std::size_t>& to, const std::map<Key, std::size_t>& from) {
  for (const auto& [key, count] : from) to[key] += count;
}

}  // namespace

void Totals::add(const Totals& other) {
  models += other.models;
  sequences += other.sequences;
  calls += other.calls;
  unsure += other.unsure;
  rows += other.rows;
  add_counts(refused, other.refused);
  add_counts(succeeded, other.succeeded);
  add_counts(failed, other.failed);
  add_counts(errors, other.errors);
  for (std::size_t i = 0; i < kFaults; ++i) faults[i] += other.faults[i];
}

std::string Totals::text() const {
  std::ostringstream out;
  out << models << " models, " << sequences << " sequences, " << calls << " calls, " << rows
      << " items found, " << unsure << " answers lost\n";
  for (const auto& [rule, count] : refused)
    out << "  " << count << " models refused: " << rule << "\n";
  for (const auto& [operation, count] : succeeded) {
    const auto fails = failed.find(operation);
    out << "  " << operation << ": " << count << " succeeded, "
        << (fails == failed.end() ? 0 : fails->second) << " failed\n";
  }
  for (const auto& [code, count] : errors) out << "  " << count << " x " << code << "\n";
  for (std::size_t i = 1; i < kFaults; ++i) {
    out << "  " << faults[i] << " x " << to_string(static_cast<Fault>(i)) << "\n";
  }
  return out.str();
}

}  // namespace keywright::random_proof
