#pragma once
// RecordingDatabase: a Database that remembers what it was asked for and what it answered, and
// answers what the test says.
//
//   keywright::RecordingDatabase recorder;                       // nothing behind it: as DryRun
//   recorder.answer_next<GetItemRequest>(GetItemResponse{item}); // once, in the order given
//   recorder.answer<QueryRequest>([](const auto& request) -> Result<QueryResponse> { ... });
//   EXPECT_THAT(recorder.sent<UpdateItemRequest>(), ElementsAre(Sets("status", "running")));
//
// A request is answered by the next answer for its kind, else by the function for its kind, else by
// the database behind. The database behind outlives the recorder; without one, reads find nothing
// and writes are told that all went well, and operations that a Database may lack are unknown.
// Matchers are in <keywright/request_matchers.hpp>.
//
// May be called from many threads at once, also while answers are added; a function that answers is
// called by the thread that asks, by several at once if several ask.

#include <keywright/dry_run.hpp>
#include <keywright/uniform_database.hpp>

#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <variant>
#include <vector>

namespace keywright {

/// A request, and what it was answered; nullopt: no answer yet.
template <class Request>
struct Exchange {
  Request request;
  std::optional<Result<ResponseTo<Request>>> answer;
};

class RecordingDatabase final : public UniformDatabase<RecordingDatabase> {
 public:
  template <class Request>
  using Answer = std::function<Result<ResponseTo<Request>>(const Request&)>;
  template <class... Request>
  using ExchangeOf = std::variant<Exchange<Request>...>;
  using AnyExchange = OfEachRequest<ExchangeOf>;

  RecordingDatabase();
  explicit RecordingDatabase(Database& behind);
  ~RecordingDatabase() override;

  /// The answer to the next request of this kind that has none yet.
  template <class Request>
  void answer_next(Result<ResponseTo<Request>> answer) {
    const std::lock_guard lock(mutex_);
    std::get<Script<Request>>(scripts_).next.push_back(std::move(answer));
  }
  /// The answer to all requests of this kind from now on; an empty one: that of the database
  /// behind.
  template <class Request>
  void answer(Answer<Request> answer) {
    const std::lock_guard lock(mutex_);
    std::get<Script<Request>>(scripts_).always =
        answer ? std::make_shared<const Answer<Request>>(std::move(answer)) : nullptr;
  }
  /// How many of answer_next() nobody has asked for.
  [[nodiscard]] std::size_t unused_answers() const;

  /// All requests, in the order in which they came.
  [[nodiscard]] std::vector<AnyRequest> requests() const;
  /// All requests of one kind.
  template <class Request>
  [[nodiscard]] std::vector<Request> sent() const {
    std::vector<Request> found;
    for (auto& exchange : exchanges<Request>()) found.push_back(std::move(exchange.request));
    return found;
  }
  /// All requests of one kind, with their answers.
  template <class Request>
  [[nodiscard]] std::vector<Exchange<Request>> exchanges() const {
    const std::lock_guard lock(mutex_);
    std::vector<Exchange<Request>> found;
    for (const auto& exchange : exchanges_) {
      if (const auto* one = std::get_if<Exchange<Request>>(exchange.get())) found.push_back(*one);
    }
    return found;
  }
  /// One line for each request: its operation, its JSON, and the error if it failed.
  [[nodiscard]] std::string log() const;
  /// Forgets all requests; answers that are still to be given stay.
  void forget();

 private:
  friend UniformDatabase<RecordingDatabase>;
  template <class Request>
  struct Script {
    std::deque<Result<ResponseTo<Request>>> next;
    std::shared_ptr<const Answer<Request>> always;  // shared with calls under way
  };
  template <class... Request>
  using ScriptsOf = std::tuple<Script<Request>...>;

  template <class Request>
  Result<ResponseTo<Request>> call(const Request& request);
  template <class Request>
  Result<ResponseTo<Request>> find_answer(const Request& request);

  DryRun nothing_;
  Database& behind_;
  mutable std::mutex mutex_;
  OfEachRequest<ScriptsOf> scripts_;                     // under mutex_
  std::vector<std::shared_ptr<AnyExchange>> exchanges_;  // under mutex_, what they point to as well
};

extern template class UniformDatabase<RecordingDatabase>;

}  // namespace keywright
