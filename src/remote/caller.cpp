#include "remote/caller.hpp"

#include "core/pause.hpp"
#include "remote/http_date.hpp"

#include <charconv>
#include <utility>

#include <zlib.h>

namespace keywright::remote {
namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

/// A service that finds a signature's time wrong, and whose clock is so near, means another.
constexpr milliseconds kLeastSkew{60'000};

constexpr std::size_t kUsualAttempts = 4;

Error stopped() {
  Error error;
  error.code = ErrorCode::timeout;
  error.message = "the call was stopped while pausing before another attempt";
  return error;
}

// The service computes it of the bytes it sends, encoded if they are.
bool has_wrong_checksum(const http::Response& response) {
  const auto header = response.header("x-amz-crc32");
  if (header.empty()) return false;
  std::uint32_t told = 0;
  const auto [end, fault] = std::from_chars(header.data(), header.data() + header.size(), told);
  const std::string& bytes = response.encoded_body.empty() ? response.body : response.encoded_body;
  const auto found = ::crc32_z(0, reinterpret_cast<const Bytef*>(bytes.data()), bytes.size());
  return fault != std::errc() || end != header.data() + header.size() || told != found;
}

bool blames_clock(const Error& error) {
  const auto says = [&](std::string_view words) {
    return error.message.find(words) != std::string::npos;
  };
  return error.exception == "RequestTimeTooSkewed" || error.exception == "RequestExpired" ||
         (error.exception == "InvalidSignatureException" &&
          (says("Signature expired") || says("Signature not yet current")));
}

bool is_out_of_order(const Error& error) {
  return error.code == ErrorCode::unavailable || error.http_status >= 500;
}

}  // namespace

Caller::Caller(std::shared_ptr<EndpointProvider> endpoints, RemoteOptions options,
               std::unique_ptr<http::Transport> transport)
    : endpoints_(std::move(endpoints)),
      options_(std::move(options)),
      transport_(std::move(transport)),
      max_attempts_(options_.retry.max_attempts.value_or(kUsualAttempts)),
      bucket_(options_.retry.bucket) {
  if (!options_.clock) options_.clock = system_clock();
  if (!options_.random) options_.random = system_random();
  if (!options_.sleep) {
    options_.sleep = [](milliseconds pause, const CallControl& control) {
      return pause_for(pause, control.stop);
    };
  }
}

std::unique_ptr<Workbench> Caller::take_bench() {
  {
    const std::lock_guard lock(mutex_);
    if (!benches_.empty()) {
      auto bench = std::move(benches_.back());
      benches_.pop_back();
      return bench;
    }
  }
  return std::make_unique<Workbench>(options_.region);
}

void Caller::put_back(std::unique_ptr<Workbench> bench) {
  const std::lock_guard lock(mutex_);
  benches_.push_back(std::move(bench));
}

Result<std::string> Caller::call(Call& call, Workbench& bench) {
  int paid = 0;               // for the last repetition
  bool is_corrected = false;  // it was repeated for the clock
  for (call.query.attempt = 1;; ++call.query.attempt) {
    Attempt attempt_made;
    const auto begin = steady_clock::now();
    auto body = attempt(call, bench, attempt_made);
    AttemptReport report;
    report.operation = call.query.operation;
    report.attempt = call.query.attempt;
    report.host = attempt_made.host;
    report.http_status = attempt_made.http_status;
    report.latency = steady_clock::now() - begin;
    if (!body) {
      report.error = &body.error();
      // To be in time is no matter of retries: even a client that makes none does it once.
      const bool is_late = attempt_made.has_new_clock && !std::exchange(is_corrected, true);
      report.pause = is_late ? milliseconds(0) : pause_before_next(call, body.error(), paid);
    }
    if (options_.observer) options_.observer(report);
    if (body) bucket_.give_back(paid > 0 ? paid : 1);
    if (!report.pause) {
      if (!body) body = given_up(std::move(body).error());
      return body;
    }
    if (report.pause->count() > 0 && !options_.sleep(*report.pause, call.control)) {
      return stopped();
    }
  }
}

Error Caller::given_up(Error error) const {
  error.was_repeated = max_attempts_ > 1 && fault_of(error) != Fault::lasting;
  return error;
}

std::optional<milliseconds> Caller::pause_before_next(const Call& call, const Error& error,
                                                      int& paid) {
  const auto& retry = options_.retry;
  if (call.query.attempt >= max_attempts_) return std::nullopt;
  const Fault fault = fault_of(error);
  if (fault == Fault::lasting) return std::nullopt;
  const auto pause = pause_after(call.query.attempt, fault, retry, options_.random);
  if (call.control.deadline && steady_clock::now() + pause >= *call.control.deadline) {
    return std::nullopt;
  }
  const int cost = fault == Fault::throttling ? retry.throttling_cost : retry.transient_cost;
  if (!bucket_.take(cost)) return std::nullopt;
  paid = cost;
  return pause;
}

Result<std::string> Caller::attempt(Call& call, Workbench& bench, Attempt& out) {
  const auto endpoint = endpoints_->pick(call.query, call.control);
  if (!endpoint) return endpoint.error();
  out.host = endpoint->host;
  const milliseconds offset(clock_offset_ms_.load());
  auto request = make_request(call, bench, *endpoint, options_.clock() + offset);
  if (!request) return request.error();
  auto response = transport_->send(*request, call.control);
  call.body = std::move(request->body);  // for another attempt
  if (!response) {
    auto error = std::move(response).error();
    error.retryable = error.code == ErrorCode::unavailable;
    error.message = std::string(call.query.operation) + ": " + error.message;
    if (is_out_of_order(error)) endpoints_->report(*endpoint, false);
    return error;
  }
  out.http_status = response->status;
  const auto request_id = response->header("x-amzn-requestid");
  if (has_wrong_checksum(*response)) {
    Error error;
    error.code = ErrorCode::unavailable;
    error.message = std::string(call.query.operation) +
                    ": the answer was damaged on its way (its x-amz-crc32 is another)";
    error.retryable = true;
    error.request_id = request_id;
    error.http_status = response->status;
    return error;
  }
  if (response->status == 200) {
    endpoints_->report(*endpoint, true);
    return std::move(response->body);
  }
  auto error = bench.decoder.decode_error(response->status, response->body, request_id);
  endpoints_->report(*endpoint, !is_out_of_order(error));
  out.has_new_clock = correct_clock(error, *response, offset);
  return error;
}

Result<http::Request> Caller::make_request(Call& call, Workbench& bench,
                                           const RemoteEndpoint& endpoint, TimePoint now) {
  auto credentials = options_.credentials->credentials(call.control);
  if (!credentials) return credentials.error();
  http::Request request;
  request.method = "POST";
  request.url = {endpoint.tls, endpoint.host, endpoint.port, endpoint.path};
  request.headers.reserve(8);
  request.headers.push_back({"Content-Type", "application/x-amz-json-1.0"});
  request.headers.push_back({"X-Amz-Target", std::string(call.target)});
  request.headers.push_back({"User-Agent", "keywright/0.1"});
  if (options_.http.accept_gzip) request.headers.push_back({"Accept-Encoding", "gzip"});
  request.body = std::move(call.body);
  bench.signer.sign(request, *credentials, now);
  return request;
}

bool Caller::correct_clock(const Error& error, const http::Response& response,
                           milliseconds signed_with) {
  if (!blames_clock(error)) return false;
  const auto theirs = parse_http_date(response.header("date"));
  if (!theirs) return false;
  const auto offset = *theirs - options_.clock();
  // Not from what it is now: another call may have corrected it meanwhile.
  const auto change = offset - signed_with;
  if (change < kLeastSkew && change > -kLeastSkew) return false;
  clock_offset_ms_ = offset.count();
  return true;
}

}  // namespace keywright::remote
