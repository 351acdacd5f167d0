#include "apply/apply.hpp"

#include <algorithm>
#include <utility>

namespace keywright::apply {
namespace {

using std::chrono::milliseconds;

// Of failed looks at the table, or of requests that another change keeps from going through.
constexpr int kMostRepeats = 10;

Error stopped() {
  Error error;
  error.code = ErrorCode::timeout;
  error.message = "stopped before it was done";
  return error;
}

// Ever longer, as an index takes seconds or hours.
class Pauses {
 public:
  explicit Pauses(const ApplyOptions& options) : options_(options) {}

  bool operator()() {
    if (!options_.pause(next_)) return false;
    waited_ += next_;
    next_ = std::min(next_ * 3 / 2, milliseconds(5000));
    return true;
  }
  [[nodiscard]] milliseconds waited() const { return waited_; }

 private:
  const ApplyOptions& options_;
  milliseconds next_{200};
  milliseconds waited_{};
};

// Looks until `is_enough` says so. Some failures of a service that is known to be there are waited
// out.
template <class IsEnough>
Result<TableState> look_until(Database& database, const std::string& table, bool is_known,
                              const ApplyOptions& options, IsEnough is_enough) {
  Pauses pauses(options);
  for (int failures = is_known ? 0 : kMostRepeats;;) {
    auto state = read_state(database, table, options.control);
    if (state) {
      failures = 0;
      if (is_enough(*state, pauses.waited())) return state;
    } else if (!state.error().retryable || ++failures > kMostRepeats) {
      return state;
    }
    if (!pauses()) return stopped();
  }
}

class Run {
 public:
  Run(Database& database, const ModelTable& wanted, const TableDiff& shown,
      const ApplyOptions& options)
      : database_(database), wanted_(wanted), shown_(shown), options_(options) {
    applied_.outcomes.resize(shown.steps.size(), StepOutcome::pending);
  }

  Applied run() {
    for (number_ = 0; number_ < shown_.steps.size(); ++number_) {
      auto outcome = make(shown_.steps[number_]);
      if (!outcome) {
        applied_.error = std::move(outcome).error();
        applied_.outcomes[number_] = StepOutcome::failed;
        break;
      }
      applied_.outcomes[number_] = *outcome;
    }
    return std::move(applied_);
  }

 private:
  void tell(Progress::Kind kind, std::string activity = {}, milliseconds waited = {}) const {
    if (!options_.observer) return;
    options_.observer({kind, &shown_.steps[number_], number_ + 1, shown_.steps.size(),
                       std::move(activity), waited});
  }

  [[nodiscard]] TableDiff diff_of(const TableState& state) const {
    return diff(state, wanted_, options_.diff);
  }

  Result<StepOutcome> make(const Step& step) {
    for (int tries = 0;; ++tries) {
      auto idle =
          wait_until([&](const TableState& state, milliseconds) { return state.is_idle(); });
      if (!idle) return std::move(idle).error();
      const auto needed = diff_of(*idle);
      const auto* current = needed.find(step.what);
      if (current == nullptr) {
        tell(Progress::Kind::was_done);
        return tries > 0 ? StepOutcome::done : StepOutcome::was_done;
      }
      tell(Progress::Kind::begun);
      auto sent = send(*current);
      if (!sent && went_through(step)) sent = {};
      if (sent) return wait_for(step);
      // Somebody else changes the table, or the account has too many changes under way.
      const bool may_repeat = sent.error().code == ErrorCode::conflict && tries < kMostRepeats;
      if (!may_repeat) return std::move(sent).error();
      if (!options_.pause(milliseconds(1000))) return stopped();
    }
  }

  template <class IsEnough>
  Result<TableState> wait_until(IsEnough is_enough) {
    return look_until(database_, shown_.table, true, options_,
                      [&](const TableState& state, milliseconds waited) {
                        if (is_enough(state, waited)) return true;
                        tell(Progress::Kind::waiting, state.activity(), waited);
                        return false;
                      });
  }

  Result<void> send(const Step& step) {
    return std::visit([this](auto request) { return send_request(std::move(request)); },
                      step.request);
  }
  Result<void> send_request(CreateTableRequest request) {
    request.control = options_.control;
    return without_answer(database_.create_table(request));
  }
  Result<void> send_request(UpdateTableRequest request) {
    request.control = options_.control;
    return without_answer(database_.update_table(request));
  }
  Result<void> send_request(UpdateTimeToLiveRequest request) {
    request.control = options_.control;
    return without_answer(database_.update_time_to_live(request));
  }
  template <class Answer>
  static Result<void> without_answer(Result<Answer> answer) {
    if (!answer) return std::move(answer).error();
    return {};
  }

  // A request whose answer was an error may have been carried out all the same.
  [[nodiscard]] bool went_through(const Step& step) {
    const auto state = read_state(database_, shown_.table, options_.control);
    return state && diff_of(*state).find(step.what) == nullptr;
  }

  // Tables show some changes late, and some servers take what they do not keep.
  Result<StepOutcome> wait_for(const Step& step) {
    bool is_kept = false;
    milliseconds idle_since{-1};
    const auto is_over = [&](const TableState& state, milliseconds waited) {
      if (!state.is_idle()) {
        idle_since = milliseconds{-1};
        return false;
      }
      if (idle_since.count() < 0) idle_since = waited;
      is_kept = diff_of(state).find(step.what) == nullptr;
      return is_kept || waited - idle_since >= options_.patience;
    };
    auto state = wait_until(is_over);
    if (!state) return std::move(state).error();
    if (!is_kept) return StepOutcome::not_kept;
    tell(Progress::Kind::done);
    return StepOutcome::done;
  }

  Database& database_;
  const ModelTable& wanted_;
  const TableDiff& shown_;
  const ApplyOptions& options_;
  Applied applied_;
  std::size_t number_ = 0;
};

}  // namespace

Result<TableState> read_state(Database& database, const std::string& table,
                              const CallControl& control) {
  TableState state;
  auto described = database.describe_table({table, control});
  if (!described) {
    if (described.error().code == ErrorCode::not_found) return state;
    return std::move(described).error();
  }
  state.table = std::move(described->table);
  auto lifetime = database.describe_time_to_live({table, control});
  if (lifetime) {
    state.ttl_attribute = std::move(lifetime->attribute_name);
  } else if (lifetime.error().exception != "UnknownOperationException" &&
             lifetime.error().code != ErrorCode::not_found) {
    return std::move(lifetime).error();
  }
  return state;
}

Result<TableState> read_idle_state(Database& database, const std::string& table,
                                   const ApplyOptions& options) {
  return look_until(
      database, table, false, options, [&](const TableState& state, milliseconds waited) {
        if (state.is_idle()) return true;
        if (options.observer) {
          options.observer({Progress::Kind::waiting, nullptr, 0, 0, state.activity(), waited});
        }
        return false;
      });
}

bool Applied::is_complete() const {
  return !error && std::all_of(outcomes.begin(), outcomes.end(), [](StepOutcome outcome) {
    return outcome == StepOutcome::done || outcome == StepOutcome::was_done;
  });
}

Applied apply(Database& database, const ModelTable& wanted, const TableDiff& shown,
              const ApplyOptions& options) {
  return Run(database, wanted, shown, options).run();
}

}  // namespace keywright::apply
