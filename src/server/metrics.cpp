#include "server/metrics.hpp"

#include <algorithm>
#include <cstdio>
#include <map>

namespace keywright::server {
namespace {

struct OperationSum {
  std::array<std::uint64_t, LoopMetrics::kStatuses.size()> by_status{};
  std::array<std::uint64_t, LoopMetrics::kBounds.size() + 1> by_latency{};
  std::uint64_t nanoseconds = 0;
};

std::map<std::string_view, OperationSum> sums_of(std::span<const LoopMetrics* const> loops) {
  std::map<std::string_view, OperationSum> sums;
  for (const auto* loop : loops) {
    for (const auto& operation : loop->operations()) {
      auto& sum = sums[operation.name];
      for (std::size_t i = 0; i < sum.by_status.size(); ++i) {
        sum.by_status[i] += operation.by_status[i].value();
      }
      for (std::size_t i = 0; i < sum.by_latency.size(); ++i) {
        sum.by_latency[i] += operation.by_latency[i].value();
      }
      sum.nanoseconds += operation.nanoseconds.value();
    }
  }
  return sums;
}

void head(std::string& out, std::string_view name, std::string_view type, std::string_view help) {
  out.append("# HELP ").append(name).append(" ").append(help).append("\n");
  out.append("# TYPE ").append(name).append(" ").append(type).append("\n");
}

std::string short_number(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.9g", value);
  return text;
}

void render_requests(std::string& out, const std::map<std::string_view, OperationSum>& sums) {
  head(out, "keywright_requests_total", "counter", "Requests answered.");
  for (const auto& [name, sum] : sums) {
    for (std::size_t i = 0; i < sum.by_status.size(); ++i) {
      if (sum.by_status[i] == 0) continue;
      out.append("keywright_requests_total{operation=\"").append(name).append("\",status=\"");
      out.append(std::to_string(LoopMetrics::kStatuses[i])).append("\"} ");
      out.append(std::to_string(sum.by_status[i])).append("\n");
    }
  }
}

void render_latencies(std::string& out, const std::map<std::string_view, OperationSum>& sums) {
  constexpr std::string_view kName = "keywright_request_seconds";
  head(out, kName, "histogram",
       "From the last byte of a request to its answer, without the network.");
  for (const auto& [name, sum] : sums) {
    const auto line = [&, operation = name](std::string_view suffix,
                                            std::string_view bound) -> std::string& {
      out.append(kName).append(suffix).append("{operation=\"").append(operation).append("\"");
      if (!bound.empty()) out.append(",le=\"").append(bound).append("\"");
      return out.append("} ");
    };
    std::uint64_t count = 0;
    for (std::size_t i = 0; i < sum.by_latency.size(); ++i) {
      count += sum.by_latency[i];
      const auto bound = i < LoopMetrics::kBounds.size() ? short_number(LoopMetrics::kBounds[i])
                                                         : std::string("+Inf");
      line("_bucket", bound).append(std::to_string(count)).append("\n");
    }
    line("_sum", "").append(short_number(static_cast<double>(sum.nanoseconds) / 1e9)).append("\n");
    line("_count", "").append(std::to_string(count)).append("\n");
  }
}

}  // namespace

LoopMetrics::Operation& LoopMetrics::operation(std::string_view name) {
  const std::size_t used = used_.load(std::memory_order_relaxed);
  for (std::size_t i = 0; i < used; ++i) {
    if (operations_[i].name == name) return operations_[i];
  }
  if (used == kMostOperations) return operations_.back();
  operations_[used].name = name;
  used_.store(used + 1, std::memory_order_release);
  return operations_[used];
}

void LoopMetrics::count_request(std::string_view name, unsigned status,
                                std::chrono::nanoseconds latency) {
  auto& row = operation(name);
  const auto known = std::find(kStatuses.begin(), kStatuses.end(), status);
  const auto index = known == kStatuses.end() ? kStatuses.size() - 1
                                              : static_cast<std::size_t>(known - kStatuses.begin());
  row.by_status[index].add(1);
  const double seconds = std::chrono::duration<double>(latency).count();
  const auto bound = std::lower_bound(kBounds.begin(), kBounds.end(), seconds);
  row.by_latency[static_cast<std::size_t>(bound - kBounds.begin())].add(1);
  row.nanoseconds.add(static_cast<std::uint64_t>(latency.count()));
}

std::string render_metrics(std::span<const LoopMetrics* const> loops) {
  struct Row {
    std::string_view name, help;
    Counter LoopMetrics::* counter;
  };
  constexpr std::array<Row, 5> kRows{{
      {"keywright_bytes_received_total", "Bytes read from clients.", &LoopMetrics::bytes_received},
      {"keywright_bytes_sent_total", "Bytes written to clients.", &LoopMetrics::bytes_sent},
      {"keywright_connections_opened_total", "Connections accepted.",
       &LoopMetrics::connections_opened},
      {"keywright_connections_closed_total", "Connections ended.",
       &LoopMetrics::connections_closed},
      {"keywright_items_expired_total", "Items deleted by their time to live.",
       &LoopMetrics::items_expired},
  }};
  const auto total_of = [&](Counter LoopMetrics::* counter) {
    std::uint64_t total = 0;
    for (const auto* loop : loops) total += (loop->*counter).value();
    return total;
  };
  std::string out;
  const auto sums = sums_of(loops);
  render_requests(out, sums);
  render_latencies(out, sums);
  for (const auto& row : kRows) {
    head(out, row.name, "counter", row.help);
    out.append(row.name).append(" ").append(std::to_string(total_of(row.counter))).append("\n");
  }
  // Closed first: one that closes in between must not make it less than none.
  const auto closed = total_of(&LoopMetrics::connections_closed);
  const auto open = total_of(&LoopMetrics::connections_opened) - closed;
  head(out, "keywright_connections", "gauge", "Connections that are open.");
  out.append("keywright_connections ").append(std::to_string(open)).append("\n");
  return out;
}

}  // namespace keywright::server
