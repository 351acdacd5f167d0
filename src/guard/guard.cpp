#include "check/check.hpp"
#include "core/errors.hpp"
#include "guard/coverage.hpp"
#include "guard/match.hpp"
#include "guard/rules.hpp"
#include "model/reader.hpp"
#include <keywright/guard.hpp>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <type_traits>
#include <utility>

namespace keywright {
namespace {

/// Of a single item or page.
template <class Response>
  requires requires(Response response) { response.consumed_capacity.has_value(); }
double units_of(const Response& response) {
  return response.consumed_capacity ? response.consumed_capacity->capacity_units : 0;
}

/// Of batches and transactions: per table.
template <class Response>
  requires requires(Response response) { response.consumed_capacity.size(); }
double units_of(const Response& response) {
  double units = 0;
  for (const auto& consumed : response.consumed_capacity) units += consumed.capacity_units;
  return units;
}

/// Of a page, what it has; else keys or items of the request.
template <class Response>
std::size_t items_of(const Result<Response>& response, std::size_t asked,
                     const guard::PatternRule& pattern) {
  if constexpr (requires { response->scanned_count; }) {
    if (response) return static_cast<std::size_t>(response->count);
  } else if constexpr (std::is_same_v<Response, ExecuteStatementResponse>) {
    if (response && pattern.reads_pages) return response->items.size();
  }
  return asked;
}

}  // namespace

struct Guard::Shared {
  Shared(const model::Model& model, GuardOptions given)
      : options(std::move(given)),
        rules(guard::make_rules(model, options.clock ? options.clock : system_clock())),
        coverage(rules.patterns.size()) {}

  [[nodiscard]] std::chrono::nanoseconds now() const {
    if (options.monotonic_clock) return options.monotonic_clock();
    return std::chrono::steady_clock::now().time_since_epoch();
  }

  template <class Request>
  Result<ResponseTo<Request>> call(Database& database, const Request& request);
  template <class Request>
  Result<ResponseTo<Request>> measure(Database& database, const Request& request,
                                      const guard::SharesOfPatterns& shares);

  GuardOptions options;
  guard::Rules rules;
  guard::Coverage coverage;
};

Guard::Guard(Database& database, const model::Model& model, GuardOptions options)
    : database_(database), shared_(std::make_shared<Shared>(model, std::move(options))) {}

Guard::Guard(Database& database, const Guard& other)
    : database_(database), shared_(other.shared_) {}

Guard::~Guard() = default;

Result<std::unique_ptr<Guard>> Guard::of_model(Database& database, std::string text,
                                               const std::string& name, GuardOptions options) {
  auto read = model::read_model(std::move(text), name);
  auto findings = std::move(read.diagnostics);
  if (read.model) {
    auto found = check::check(*read.model, plan::make_plan(*read.model));
    std::move(found.begin(), found.end(), std::back_inserter(findings));
  }
  if (read.model && !model::has_errors(findings)) {
    return std::make_unique<Guard>(database, *read.model, std::move(options));
  }
  std::erase_if(findings, [](const auto& each) { return each.severity != model::Severity::error; });
  model::sort_in_file_order(findings);
  return Error{.code = ErrorCode::validation, .message = render_text(findings, read.source)};
}

Result<std::unique_ptr<Guard>> Guard::of_model_file(Database& database,
                                                    const std::filesystem::path& file,
                                                    GuardOptions options) {
  std::ifstream stream(file, std::ios::binary);
  std::string text{std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
  if (std::error_code none; !stream || std::filesystem::is_directory(file, none)) {
    return Error{.code = ErrorCode::not_found,
                 .message = "cannot read the model " + file.string() +
                            ": give the path of a model file (*.model.yaml) that may be read"};
  }
  return of_model(database, std::move(text), file.string(), std::move(options));
}

CoverageReport Guard::report() const {
  return shared_->coverage.report(shared_->rules, shared_->options.mode);
}

void Guard::reset() {
  shared_->coverage.clear();
}

/// Operations of tables, streams and tags go through.
template <class Request>
Result<ResponseTo<Request>> Guard::call(const Request& request) {
  if constexpr (requires { match(shared_->rules, request); }) {
    return shared_->call(database_, request);
  } else {
    return send(database_, request);
  }
}

template class UniformDatabase<Guard>;

template <class Request>
Result<ResponseTo<Request>> Guard::Shared::call(Database& database, const Request& request) {
  using Outcome = guard::Verdict::Outcome;
  const auto verdict = match(rules, request);
  switch (verdict.outcome) {
    case Outcome::matched:
      return measure(database, request, verdict.shares);
    case Outcome::violated: {
      const bool refused = options.mode == GuardMode::enforce;
      coverage.add_violation(*verdict.violation, refused);
      if (options.on_violation) options.on_violation(*verdict.violation);
      if (refused) return errors::validation(verdict.violation->message);
      break;
    }
    case Outcome::other_table:
      coverage.add_other_table();
      break;
    case Outcome::malformed:
      coverage.add_malformed();
      break;
  }
  return send(database, request);
}

template <class Request>
Result<ResponseTo<Request>> Guard::Shared::measure(Database& database, const Request& request,
                                                   const guard::SharesOfPatterns& shares) {
  coverage.add_matched();
  if (options.on_match) {
    for (const auto& share : shares) options.on_match(rules.patterns[share.pattern].name);
  }
  const bool asks =
      options.measures_capacity && request.return_consumed_capacity == ReturnConsumedCapacity::none;
  const auto start = now();
  auto response = [&] {
    if (!asks) return send(database, request);
    auto asking = request;
    asking.return_consumed_capacity = ReturnConsumedCapacity::total;
    return send(database, asking);
  }();
  const auto latency = now() - start;

  const auto units = response ? units_of(*response) : 0.0;
  if (asks && response) response->consumed_capacity = {};
  std::size_t items = 0;
  for (const auto& share : shares) items += share.items;
  for (const auto& share : shares) {
    guard::Sample sample;
    sample.pattern = share.pattern;
    sample.items = items_of(response, share.items, rules.patterns[share.pattern]);
    sample.latency = latency;
    sample.failed = !response;
    const double part = static_cast<double>(share.items) / static_cast<double>(items);
    const bool reads = rules.patterns[share.pattern].is_read;
    (reads ? sample.read_units : sample.write_units) = units * part;
    coverage.add(sample);
  }
  return response;
}

}  // namespace keywright
