#pragma once
// Guard: a Database that knows which access pattern of a model each request is.
//
//   const auto guard = keywright::Guard::of_model_file(
//       *database, "research.model.yaml", {.mode = keywright::GuardMode::enforce}).value();
//   research::JobRepository jobs{*guard};                        // what a test runs
//   EXPECT_EQ(guard->report().violations, 0U) << to_text(guard->report());
//
// It stands before another Database, which outlives it, and holds each data request against the
// plans of a model: by what it means, not by how it is written. A request that is an access pattern
// goes through, and is counted for it with its latency and capacity. One that is none is counted
// and reported, and in enforce mode refused with a ValidationException whose message begins with
// "AccessPatternViolation: ". Requests to tables that the model does not have, table operations,
// streams and tags go through in both modes: the model says nothing about them.
//
// May be called from many threads at once. The functions of GuardOptions are called on the thread
// of the request.

#include <keywright/clock.hpp>
#include <keywright/guard_report.hpp>
#include <keywright/uniform_database.hpp>

#include <chrono>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

namespace keywright {

namespace model {
struct Model;
}

struct GuardOptions {
  GuardMode mode = GuardMode::warn;
  /// Called with each violation, before the request goes through or is refused.
  std::function<void(const Violation&)> on_violation{};
  /// Called with the name of the pattern of each request that is one (of batches: each of theirs);
  /// of a transition, with the move: "transition_status.start".
  std::function<void(std::string_view pattern)> on_match{};
  /// Ask for the consumed capacity where the caller does not; the answer then goes without it.
  bool measures_capacity = true;
  std::function<std::chrono::nanoseconds()> monotonic_clock{};  ///< empty: the steady clock
  /// What a condition calls now must not lie in its future; empty: the system's clock.
  Clock clock{};
};

class Guard final : public UniformDatabase<Guard> {
 public:
  /// Fails with what `keywright check` finds in the model, if that finds errors.
  [[nodiscard]] static Result<std::unique_ptr<Guard>> of_model_file(
      Database& database, const std::filesystem::path& file, GuardOptions options = {});
  /// The same of the file's text; `name` stands before what is found.
  [[nodiscard]] static Result<std::unique_ptr<Guard>> of_model(Database& database, std::string text,
                                                               const std::string& name = "model",
                                                               GuardOptions options = {});

  /// Of a model that has been read and checked already, for programs of Keywright.
  Guard(Database& database, const model::Model& model, GuardOptions options = {});
  /// Another database behind the same rules and options, counted together.
  Guard(Database& database, const Guard& other);
  ~Guard() override;

  [[nodiscard]] CoverageReport report() const;
  /// Begins to count anew.
  void reset();

 private:
  struct Shared;
  friend UniformDatabase<Guard>;

  template <class Request>
  Result<ResponseTo<Request>> call(const Request& request);

  Database& database_;
  std::shared_ptr<Shared> shared_;
};

extern template class UniformDatabase<Guard>;

}  // namespace keywright
