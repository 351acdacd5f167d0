#pragma once
// A transport that gives prepared answers, and keeps what it was sent.

#include "core/errors.hpp"
#include "http/transport.hpp"

#include <deque>
#include <vector>

namespace keywright::remote {

inline http::Response answer(int status, std::string body, std::vector<http::Header> headers = {}) {
  return {status, std::move(headers), std::move(body), {}};
}

inline http::Response exception(std::string_view name, int status = 400,
                                std::string_view message = "") {
  return answer(status, "{\"__type\":\"com.amazonaws.dynamodb.v20120810#" + std::string(name) +
                            "\",\"message\":\"" + std::string(message) + "\"}");
}

inline Error no_answer() {
  Error error;
  error.code = ErrorCode::unavailable;
  error.message = "the connection broke";
  return error;
}

/// What a FakeTransport has seen; outlives it.
struct Traffic {
  std::deque<Result<http::Response>> answers{};  ///< the last one is given again and again
  std::vector<http::Request> requests{};
};

class FakeTransport final : public http::Transport {
 public:
  explicit FakeTransport(Traffic& traffic) : traffic_(traffic) {}
  Result<http::Response> send(const http::Request& request, const CallControl&) override {
    traffic_.requests.push_back(request);
    auto next = traffic_.answers.front();
    if (traffic_.answers.size() > 1) traffic_.answers.pop_front();
    return next;
  }

 private:
  Traffic& traffic_;
};

}  // namespace keywright::remote
