#include "core/errors.hpp"
#include "emulation/conflict_errors.hpp"
#include "emulation/throttle_errors.hpp"
#include "testing/index_lag.hpp"
#include "testing/unprocessed.hpp"
#include <keywright/faulty_database.hpp>
#include <keywright/random.hpp>
#include <keywright/request_parts.hpp>

#include <algorithm>
#include <array>
#include <concepts>
#include <map>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

namespace keywright {
namespace {

// By Fault.
constexpr std::array<std::string_view, kFaults> kNames{"none",        "throttled",   "conflict",
                                                       "unprocessed", "unavailable", "lost_reply"};

template <class Request, class... OneOf>
constexpr bool kIsOneOf = (std::same_as<Request, OneOf> || ...);

template <class Request>
constexpr bool kIsBatch = kIsOneOf<Request, BatchGetItemRequest, BatchWriteItemRequest>;
template <class Request>
constexpr bool kIsTransaction = kIsOneOf<Request, TransactGetItemsRequest,
                                         TransactWriteItemsRequest, ExecuteTransactionRequest>;
template <class Request>
constexpr bool kIsWrite = kIsOneOf<Request, PutItemRequest, UpdateItemRequest, DeleteItemRequest>;
template <class Request>
constexpr bool kIsPage = kIsOneOf<Request, QueryRequest, ScanRequest>;
template <class Request>
constexpr bool kIsOfItems =
    kIsBatch<Request> || kIsTransaction<Request> || kIsWrite<Request> || kIsPage<Request> ||
    kIsOneOf<Request, GetItemRequest, ExecuteStatementRequest, BatchExecuteStatementRequest>;
template <class Request>
constexpr bool kReads =
    kIsPage<Request> ||
    kIsOneOf<Request, GetItemRequest, BatchGetItemRequest, TransactGetItemsRequest>;

template <class Request>
bool can_fail(Fault fault) {
  switch (fault) {
    case Fault::throttled:
      return kIsOfItems<Request>;
    case Fault::conflict:
      return kIsWrite<Request> || kIsTransaction<Request>;
    case Fault::unprocessed:
      return kIsBatch<Request>;
    default:
      return true;
  }
}

template <class Request>
std::size_t transaction_size(const Request& request) {
  if constexpr (std::same_as<Request, ExecuteTransactionRequest>) {
    return request.transact_statements.size();
  } else if constexpr (kIsTransaction<Request>) {
    return request.transact_items.size();
  } else {
    return 0;
  }
}

emulation::Overrun overrun_of(const AnyRequest& request, bool reads) {
  const auto parts = parts_of(request);
  emulation::Overrun overrun;
  overrun.direction = reads ? emulation::Direction::read : emulation::Direction::write;
  if (parts.empty()) return overrun;
  overrun.arn = "arn:aws:dynamodb:us-east-1:000000000000:table/" + parts.front().table_name;
  if (parts.front().index_name) {
    overrun.of_index = true;
    overrun.arn += "/index/" + *parts.front().index_name;
  }
  return overrun;
}

Error lost_reply() {
  Error error;
  error.code = ErrorCode::unavailable;
  error.message = "the connection broke before the answer came";
  error.retryable = true;
  return error;
}

struct Step {
  std::string_view operation;  // empty: any
  Fault fault;
  std::size_t times;
};

/// What is to happen to one request.
struct Fate {
  Fault fault = Fault::none;
  std::size_t item = 0;  // the one that conflicts, or is left in any case
  std::vector<bool> left{};
  std::chrono::milliseconds latency{0};
};

}  // namespace

std::string_view to_string(Fault fault) {
  return kNames[static_cast<std::size_t>(fault)];
}

class FaultyDatabase::Impl {
 public:
  Impl(Database& database, const FaultOptions& options)
      : database_(database),
        seed_(options.seed != 0 ? options.seed : system_random()()),
        sleep_(options.sleep),
        index_lag_(database, options.index_lag, options.clock),
        random_(seeded_random(seed_)) {
    set_rates(options);
  }

  void add(Step step) {
    const std::lock_guard lock(mutex_);
    if (step.times != 0) script_.push_back(step);
  }
  [[nodiscard]] bool script_done() const {
    const std::lock_guard lock(mutex_);
    return script_.empty();
  }
  void set_rates(const FaultOptions& options) {
    const std::lock_guard lock(mutex_);
    rates_ = {{Fault::throttled, options.throttled},
              {Fault::conflict, options.conflict},
              {Fault::unprocessed, options.unprocessed},
              {Fault::unavailable, options.unavailable},
              {Fault::lost_reply, options.lost_reply}};
    min_latency_ = options.min_latency;
    max_latency_ = std::max(options.min_latency, options.max_latency);
  }
  [[nodiscard]] std::uint64_t seed() const { return seed_; }
  [[nodiscard]] std::size_t count(Fault fault) const {
    const std::lock_guard lock(mutex_);
    return counts_[static_cast<std::size_t>(fault)];
  }

  template <class Request>
  Result<ResponseTo<Request>> call(const Request& request) {
    const Fate fate = draw(request);
    if (sleep_ && fate.latency > std::chrono::milliseconds(0)) sleep_(fate.latency);
    switch (fate.fault) {
      case Fault::throttled:
        return throttled(request);
      case Fault::conflict:
        if constexpr (kIsTransaction<Request>) {
          return emulation::conflict(transaction_size(request), fate.item);
        }
        return emulation::conflict();
      case Fault::unprocessed:
        if constexpr (kIsBatch<Request>) return in_part(request, fate);
        break;
      case Fault::unavailable:
        return errors::from_exception("ServiceUnavailable", "DynamoDB is currently unavailable.");
      case Fault::lost_reply:
        (void)make(request);
        return lost_reply();
      case Fault::none:
        break;
    }
    return make(request);
  }

 private:
  /// Without bias that would matter here.
  std::size_t below(std::size_t count) { return static_cast<std::size_t>(random_() % count); }
  // The distributions of the standard library differ between its implementations.
  bool chance(double rate) { return static_cast<double>(random_() >> 11) * 0x1p-53 < rate; }

  template <class Request>
  Fate draw(const Request& request) {
    const std::lock_guard lock(mutex_);
    const auto possible = [&](Fault fault) {
      if (!can_fail<Request>(fault)) return false;
      if (fault == Fault::conflict && kIsTransaction<Request>) {
        return transaction_size(request) != 0;  // else it is refused anyhow
      }
      if constexpr (kIsBatch<Request>) {
        return fault != Fault::unprocessed || doubles::size_of(request) != 0;
      }
      return true;
    };
    Fate fate;
    const auto scripted = next_step(OperationOf<Request>::kName, possible);
    fate.fault = scripted ? *scripted : by_chance(possible);
    ++counts_[static_cast<std::size_t>(fate.fault)];
    if (fate.fault == Fault::conflict && kIsTransaction<Request>) {
      fate.item = below(transaction_size(request));
    }
    if constexpr (kIsBatch<Request>) {
      if (fate.fault == Fault::unprocessed) {
        fate.item = below(doubles::size_of(request));
        for (std::size_t i = doubles::size_of(request); i != 0; --i) {
          fate.left.push_back(chance(0.5));
        }
      }
    }
    fate.latency = min_latency_;
    if (max_latency_ > min_latency_) {
      const auto most = static_cast<std::size_t>((max_latency_ - min_latency_).count());
      fate.latency += std::chrono::milliseconds(below(most + 1));
    }
    return fate;
  }

  template <class Possible>
  std::optional<Fault> next_step(std::string_view operation, const Possible& possible) {
    const auto step = std::find_if(script_.begin(), script_.end(), [&](const Step& one) {
      return (one.operation.empty() || one.operation == operation) && possible(one.fault);
    });
    if (step == script_.end()) return std::nullopt;
    const Fault fault = step->fault;
    if (--step->times == 0) script_.erase(step);
    return fault;
  }

  template <class Possible>
  Fault by_chance(const Possible& possible) {
    for (const auto& [fault, rate] : rates_) {
      if (rate > 0 && possible(fault) && chance(rate)) return fault;
    }
    return Fault::none;
  }

  template <class Request>
  Error throttled(const Request& request) {
    const std::vector overruns{overrun_of(request, kReads<Request>)};
    const std::size_t size = transaction_size(request);
    if (size == 0) return emulation::throttled(overruns);
    std::vector<CancellationReason> reasons(size, {"None", {}, {}});
    reasons.front() = emulation::cancellation_reason(overruns);
    return errors::transaction_cancelled(std::move(reasons));
  }

  template <class Request>
  Result<ResponseTo<Request>> in_part(Request request, const Fate& fate) {
    auto rest = doubles::take_rest(request, fate.item,
                                   [&, at = std::size_t{0}]() mutable { return fate.left[at++]; });
    ResponseTo<Request> response;
    if (doubles::size_of(request) != 0) {
      auto made = make(request);
      if (!made) return made;
      response = std::move(*made);
    }
    if constexpr (std::same_as<Request, BatchGetItemRequest>) {
      append(response.unprocessed_keys, std::move(rest.request_items));
    } else {
      append(response.unprocessed_items, std::move(rest.request_items));
    }
    return response;
  }

  static void append(std::map<std::string, KeysAndAttributes>& to,
                     std::map<std::string, KeysAndAttributes> rest) {
    for (auto& [table, wanted] : rest) {
      const auto [at, is_new] = to.try_emplace(table, wanted);
      if (is_new) continue;
      at->second.keys.insert(at->second.keys.end(), wanted.keys.begin(), wanted.keys.end());
    }
  }
  static void append(std::map<std::string, std::vector<WriteRequest>>& to,
                     std::map<std::string, std::vector<WriteRequest>> rest) {
    for (auto& [table, writes] : rest) {
      auto& all = to[table];
      all.insert(all.end(), writes.begin(), writes.end());
    }
  }

  template <class Request>
  Result<ResponseTo<Request>> make(const Request& request) {
    if constexpr (kIsPage<Request>) {
      return index_lag_.read(request);
    } else {
      auto answer = send(database_, request);
      if (answer) index_lag_.note(request);
      return answer;
    }
  }

  Database& database_;
  const std::uint64_t seed_;
  const std::function<void(std::chrono::milliseconds)> sleep_;
  doubles::IndexLag index_lag_;

  mutable std::mutex mutex_;  // for all below
  Random random_;
  std::vector<Step> script_;
  std::vector<std::pair<Fault, double>> rates_;
  std::chrono::milliseconds min_latency_{0};
  std::chrono::milliseconds max_latency_{0};
  std::array<std::size_t, kFaults> counts_{};
};

template <class Request>
Result<ResponseTo<Request>> FaultyDatabase::call(const Request& request) {
  return impl_->call(request);
}

template class UniformDatabase<FaultyDatabase>;

FaultyDatabase::FaultyDatabase(Database& database, const FaultOptions& options)
    : impl_(std::make_unique<Impl>(database, options)) {}
FaultyDatabase::~FaultyDatabase() = default;

void FaultyDatabase::add_step(std::string_view operation, Fault fault, std::size_t times) {
  impl_->add({operation, fault, times});
}
bool FaultyDatabase::script_done() const {
  return impl_->script_done();
}
void FaultyDatabase::set_rates(const FaultOptions& rates) {
  impl_->set_rates(rates);
}
std::uint64_t FaultyDatabase::seed() const {
  return impl_->seed();
}
std::size_t FaultyDatabase::count(Fault fault) const {
  return impl_->count(fault);
}

std::string FaultyDatabase::summary() const {
  std::size_t requests = 0;
  std::string faults;
  for (std::size_t i = 0; i < kFaults; ++i) {
    const std::size_t met = count(static_cast<Fault>(i));
    requests += met;
    if (i != 0 && met != 0) faults += ", " + std::to_string(met) + ' ' + std::string(kNames[i]);
  }
  return "seed " + std::to_string(seed()) + ": " + std::to_string(requests) +
         (requests == 1 ? " request" : " requests") + faults;
}

}  // namespace keywright
