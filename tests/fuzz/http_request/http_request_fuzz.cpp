// What a connection does with bytes, up to the answers of a database: HTTP, encodings, signatures,
// routes, JSON. The first byte says how the rest is cut into reads. However it is cut, the answers
// must be the same; and everything must end when the client ends.

#include "server/http_session.hpp"
#include "server/service.hpp"
#include <keywright/engine.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace {

using namespace keywright;
using namespace keywright::server;

void require(bool condition) {
  if (!condition) std::abort();
}

TimePoint fixed_time() {
  return TimePoint(std::chrono::seconds(1'440'938'160));  // 2015-08-30T12:36:00Z
}

// A server without sockets, new for every input.
class Everything {
 public:
  Everything() {
    options_.clock = fixed_time;
    options_.cors_origins = {"http://a.example"};
    metrics_.push_back(&loop_metrics_);
  }

  /// All answers to `bytes`, read in pieces of `piece` bytes.
  std::string answers(std::string_view bytes, std::size_t piece) {
    Service service(context_, loop_metrics_, 1);
    InputBudget budget(64 * 1024 * 1024);
    HttpSession session(service, budget);
    std::string out;
    const auto take = [&] {
      out.append(session.output());
      session.output_sent(session.output().size());
    };
    for (std::size_t at = 0; at < bytes.size(); at += piece) {
      std::string read(bytes.substr(at, piece));
      const std::size_t size = read.size();
      read.append(InputBuffer::kPadding, '\0');
      if (session.wants_input()) session.receive(std::string_view(read).substr(0, size));
      take();
      session.resume();
      take();
    }
    session.receive_end();
    for (int i = 0; session.phase() != HttpSession::Phase::closed; ++i) {
      require(i < 100'000);
      session.resume();
      take();
    }
    take();
    return out;
  }

 private:
  std::unique_ptr<Engine> engine_ =
      Engine::in_memory({.clock = fixed_time, .seed = 1});  // NOLINT: others by default
  SingleBackend backend_{*engine_};
  ServerOptions options_;
  BrowserRules rules_{loopback_hosts(), {"http://a.example"}};
  LoopMetrics loop_metrics_;
  std::vector<const LoopMetrics*> metrics_;
  ServiceContext context_{backend_, options_, rules_, metrics_};
};

// A client that waits for an invitation gets one or not by what it had sent.
std::string without_invitations(std::string answers) {
  constexpr std::string_view kInvitation = "HTTP/1.1 100 Continue\r\n\r\n";
  for (auto at = answers.find(kInvitation); at != std::string::npos;
       at = answers.find(kInvitation)) {
    answers.erase(at, kInvitation.size());
  }
  return answers;
}

// An incomplete request at the end may be found malformed, or be waited for until the client ends.
bool are_alike(std::string whole, std::string cut) {
  whole = without_invitations(std::move(whole));
  cut = without_invitations(std::move(cut));
  if (whole.size() < cut.size()) whole.swap(cut);
  return whole == cut || (whole.starts_with(cut) &&
                          std::string_view(whole).substr(cut.size()).starts_with("HTTP/1.1 400 "));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::string_view bytes(reinterpret_cast<const char*>(data) + 1, size - 1);
  const auto whole = Everything().answers(bytes, std::max<std::size_t>(bytes.size(), 1));
  require(whole.empty() || whole.starts_with("HTTP/1.1 "));
  const auto cut = Everything().answers(bytes, 1 + data[0] % 64U);
  if (bytes.find("_keywright") == std::string_view::npos) require(are_alike(whole, cut));
  return 0;
}
