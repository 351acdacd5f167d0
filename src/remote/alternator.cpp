#include "remote/alternator.hpp"

#include "core/hash.hpp"
#include "http/client.hpp"

#include <algorithm>
#include <map>
#include <mutex>
#include <utility>

#include <simdjson.h>

namespace keywright::remote {
namespace {

using SteadyTime = std::chrono::steady_clock::time_point;

/// The list is a help, not a condition: it may not hold up a call for longer.
constexpr std::chrono::milliseconds kListTimeout{2'000};

class Alternator final : public EndpointProvider {
 public:
  Alternator(RemoteEndpoint node, AlternatorOptions options,
             std::unique_ptr<http::Transport> transport)
      : first_(std::move(node)), options_(std::move(options)), transport_(std::move(transport)) {
    if (!options_.clock) options_.clock = [] { return std::chrono::steady_clock::now(); };
    nodes_[first_.host] = {};
  }

  Result<RemoteEndpoint> pick(const EndpointQuery& query, const CallControl& control) override {
    refresh(control);
    auto endpoint = first_;
    const std::lock_guard lock(mutex_);
    auto candidates = healthy_nodes();
    // All are out of order: better one of them than none.
    if (candidates.empty()) candidates = all_nodes();
    endpoint.host = choose(candidates, query);
    return endpoint;
  }

  void report(const RemoteEndpoint& endpoint, bool is_healthy) override {
    const std::lock_guard lock(mutex_);
    const auto found = nodes_.find(endpoint.host);
    if (found == nodes_.end()) return;
    auto& health = found->second;
    if (is_healthy) {
      health = {};
      return;
    }
    const auto now = options_.clock();
    if (now < health.out_until) return;  // of a request that was sent before it was known
    health.pause = health.pause.count() == 0 ? options_.first_pause
                                             : std::min(health.pause * 2, options_.max_pause);
    health.out_until = now + health.pause;
  }

 private:
  struct Health {
    SteadyTime out_until{};
    std::chrono::milliseconds pause{0};
  };

  // By one caller; the others go on with the list there is.
  void refresh(const CallControl& control) {
    RemoteEndpoint asked = first_;
    {
      const std::lock_guard lock(mutex_);
      const auto now = options_.clock();
      if (is_refreshing_ || (listed_at_ && now < *listed_at_ + options_.refresh)) return;
      is_refreshing_ = true;
      listed_at_ = now;
      const auto candidates = healthy_nodes();
      if (!candidates.empty()) asked.host = candidates[turn_++ % candidates.size()];
    }
    const auto nodes = list_of(asked, control);
    if (!nodes) report(asked, false);
    const std::lock_guard lock(mutex_);
    is_refreshing_ = false;
    if (nodes) take_over(*nodes);
  }

  std::optional<std::vector<std::string>> list_of(const RemoteEndpoint& node,
                                                  const CallControl& control) {
    http::Request request;
    request.url = {node.tls, node.host, node.port, "/localnodes"};
    CallControl bounded = control;
    const auto limit = std::chrono::steady_clock::now() + kListTimeout;
    bounded.deadline = std::min(control.deadline.value_or(limit), limit);
    const auto response = transport_->send(request, bounded);
    if (!response || response->status != 200) return std::nullopt;
    return parse_nodes(response->body);
  }

  void take_over(const std::vector<std::string>& names) {
    std::map<std::string, Health> nodes;
    for (const auto& name : names) {
      const auto known = nodes_.find(name);
      nodes[name] = known == nodes_.end() ? Health{} : known->second;
    }
    nodes_ = std::move(nodes);
  }

  [[nodiscard]] std::vector<std::string> healthy_nodes() const {
    const auto now = options_.clock();
    std::vector<std::string> names;
    for (const auto& [name, health] : nodes_) {
      if (now >= health.out_until) names.push_back(name);
    }
    return names;
  }
  [[nodiscard]] std::vector<std::string> all_nodes() const {
    std::vector<std::string> names;
    for (const auto& [name, health] : nodes_) names.push_back(name);
    return names;
  }

  const std::string& choose(const std::vector<std::string>& names, const EndpointQuery& query) {
    const auto key = query.key == nullptr || options_.partition_key.empty()
                         ? std::nullopt
                         : query.key->find(options_.partition_key);
    // Another attempt goes to another node.
    if (!key || query.attempt > 1) return names[turn_++ % names.size()];
    const Item partition{{query.table_name, AttributeValue(*key)}};
    return preferred(names, partition.encoded());
  }

  // Rendezvous hashing: a node that comes or goes moves only the partitions that are its own.
  static const std::string& preferred(const std::vector<std::string>& names,
                                      std::string_view partition) {
    const auto weight = [&](const std::string& name) {
      return stable_hash(name + '\0' + std::string(partition));
    };
    return *std::max_element(names.begin(), names.end(),
                             [&](const auto& a, const auto& b) { return weight(a) < weight(b); });
  }

  const RemoteEndpoint first_;
  AlternatorOptions options_;
  const std::unique_ptr<http::Transport> transport_;
  std::mutex mutex_;
  std::map<std::string, Health> nodes_;
  std::optional<SteadyTime> listed_at_;
  bool is_refreshing_ = false;
  std::size_t turn_ = 0;
};

}  // namespace

std::optional<std::vector<std::string>> parse_nodes(std::string_view json) {
  simdjson::dom::parser parser;
  simdjson::dom::array names;
  if (parser.parse(simdjson::padded_string(json)).get(names) != simdjson::SUCCESS) {
    return std::nullopt;
  }
  std::vector<std::string> out;
  for (const auto name : names) {
    std::string_view text;
    if (name.get(text) != simdjson::SUCCESS || text.empty()) return std::nullopt;
    out.emplace_back(text);
  }
  if (out.empty()) return std::nullopt;
  return out;
}

std::shared_ptr<EndpointProvider> make_alternator_endpoints(
    RemoteEndpoint node, AlternatorOptions options, std::unique_ptr<http::Transport> transport) {
  return std::make_shared<Alternator>(std::move(node), std::move(options), std::move(transport));
}

}  // namespace keywright::remote

namespace keywright {

std::shared_ptr<EndpointProvider> alternator_endpoints(RemoteEndpoint node,
                                                       AlternatorOptions options) {
  http::ClientOptions client;
  client.ca_file = options.ca_file;
  client.max_connections = 1;
  return remote::make_alternator_endpoints(std::move(node), std::move(options),
                                           std::make_unique<http::Client>(std::move(client)));
}

}  // namespace keywright
