#include "server/admin.hpp"

#include "core/errors.hpp"
#include "core/utf8.hpp"
#include "server/text.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace keywright::server {
namespace {

constexpr std::string_view kJson = "application/json";

struct Call {
  const AdminRequest& admin;
  const ServiceContext& context;
  LoopMetrics& metrics;
  std::vector<wire::QueryParameter> parameters{};

  [[nodiscard]] const std::string* parameter(std::string_view name) const {
    for (const auto& each : parameters) {
      if (each.name == name) return &each.value;
    }
    return nullptr;
  }
  // What the query says of whose data is meant goes before the signature.
  [[nodiscard]] BackendScope scope() const {
    const auto* key = parameter("access_key_id");
    const auto* region = parameter("region");
    return {key == nullptr ? admin.scope.access_key_id : *key,
            region == nullptr ? admin.scope.region : *region, key != nullptr || region != nullptr};
  }
  // Where keys are verified, each is for its own data.
  [[nodiscard]] bool names_another() const {
    const auto* key = parameter("access_key_id");
    return key != nullptr && !context.options.access_keys.empty() &&
           *key != admin.scope.access_key_id;
  }
};

Reply done(const Result<void>& result) {
  if (!result) return error_reply(result.error());
  return {.body = "{}", .content_type = kJson};
}

// What was given, not longer than a message can be.
std::string in_quotes(std::string_view value) {
  constexpr std::size_t kMost = 64;
  return '"' + std::string(value.substr(0, kMost)) + (value.size() > kMost ? "...\"" : "\"");
}

Reply bad_request(std::string text) {
  return error_reply(errors::validation(std::move(text)));
}

Reply get_metrics(const Call& call) {
  return {.body = render_metrics(call.context.metrics) + call.context.backend.metrics(),
          .content_type = "text/plain; version=0.0.4; charset=utf-8"};
}

Reply get_patterns(const Call& call) {
  const auto* format = call.parameter("format");
  const bool as_text = format != nullptr && *format == "text";
  if (format != nullptr && !as_text && *format != "json") {
    return bad_request("format is json or text");
  }
  auto report = call.context.backend.access_patterns(as_text);
  if (!report) return error_reply(report.error());
  return {.body = *std::move(report),
          .content_type = as_text ? std::string_view("text/plain; charset=utf-8") : kJson};
}

// A round that the clock was moved in may have passed items that have expired only now: the next
// one finds them.
void delete_all_expired(Backend& backend, LoopMetrics& metrics) {
  for (int rounds = 0; rounds < 2;) {
    const ExpirySweep sweep = backend.delete_expired_items(kExpiredPerCall);
    metrics.items_expired.add(sweep.deleted);
    if (!sweep.more) ++rounds;
  }
}

Reply reset(const Call& call) {
  return done(call.context.backend.reset(call.scope()));
}

// Calls `work` with the name of a snapshot, if it is one.
template <class Work>
Reply with_snapshot(const Call& call, const Work& work) {
  const auto* given = call.parameter("name");
  const std::string_view name = given == nullptr ? std::string_view("default") : *given;
  if (name.empty() || name.size() > kMaxSnapshotName) {
    return bad_request("The name of a snapshot has 1 to " + std::to_string(kMaxSnapshotName) +
                       " bytes, and this one " + std::to_string(name.size()));
  }
  const bool has_control = std::any_of(name.begin(), name.end(), [](char c) {
    return static_cast<unsigned char>(c) < ' ' || c == '\x7f';
  });
  if (has_control || find_invalid_utf8(name)) {
    return bad_request("The name of a snapshot is UTF-8 without control characters");
  }
  return done(work(call.context.backend, call.scope(), name));
}

Reply snapshot(const Call& call) {
  return with_snapshot(call, [](Backend& backend, const BackendScope& scope,
                                std::string_view name) { return backend.snapshot(scope, name); });
}

Reply restore(const Call& call) {
  return with_snapshot(call, [](Backend& backend, const BackendScope& scope,
                                std::string_view name) { return backend.restore(scope, name); });
}

Reply delete_snapshot(const Call& call) {
  return with_snapshot(call,
                       [](Backend& backend, const BackendScope& scope, std::string_view name) {
                         return backend.delete_snapshot(scope, name);
                       });
}

Reply get_clock(const Call& call) {
  const long long now = call.context.backend.now().time_since_epoch().count();
  char text[64];
  std::snprintf(text, sizeof text, "{\"now\":%s%lld.%03lld}", now < 0 ? "-" : "",
                std::abs(now / 1000), std::abs(now % 1000));
  return {.body = text, .content_type = kJson};
}

constexpr std::int64_t kEndOfTime = 253402300800;  // the year 10000, in seconds

std::optional<std::chrono::milliseconds> seconds_of(const std::string& text) {
  const auto seconds = parse_number<double>(text);
  if (!seconds || !(*seconds >= 0 && *seconds < kEndOfTime)) return std::nullopt;
  return std::chrono::milliseconds(std::llround(*seconds * 1000));
}

Reply set_clock(const Call& call) {
  const auto* now = call.parameter("now");
  const auto* advance = call.parameter("advance");
  if ((now == nullptr) == (advance == nullptr)) {
    return bad_request(
        "Give either now=EPOCH_SECONDS or advance=SECONDS, as in POST "
        "/_keywright/clock?advance=3600");
  }
  const auto amount = seconds_of(now == nullptr ? *advance : *now);
  if (!amount && now != nullptr) {
    return bad_request("now=" + in_quotes(*now) +
                       " is no time; give seconds since 1970, up to the end of the year 9999");
  }
  if (!amount) {
    return bad_request("advance=" + in_quotes(*advance) +
                       " moves no clock; give seconds from 0 on, as in advance=3600. To set it "
                       "back, give now=EPOCH_SECONDS");
  }
  auto& backend = call.context.backend;
  const auto set = [&]() -> Reply {
    const std::lock_guard lock(call.context.setting_clock);
    const TimePoint time = now == nullptr ? backend.now() + *amount : TimePoint(*amount);
    if (time >= TimePoint(std::chrono::seconds(kEndOfTime))) {
      return bad_request("The clock goes to the end of the year 9999, and not beyond");
    }
    if (auto done = backend.set_clock(time); !done) return error_reply(done.error());
    return get_clock(call);
  };
  Reply reply = set();
  const bool deletes = call.context.options.expiry_interval.count() > 0;
  if (reply.status == 200 && deletes) delete_all_expired(backend, call.metrics);
  return reply;
}

struct Route {
  std::string_view method;
  std::string_view name;
  Reply (*answer)(const Call& call);
  std::string_view parameters;  // a comma list
};

constexpr std::array<Route, 8> kRoutes{{
    {"GET", "metrics", get_metrics, ""},
    {"GET", "patterns", get_patterns, "format"},
    {"GET", "clock", get_clock, ""},
    {"POST", "clock", set_clock, "now, advance"},
    {"POST", "reset", reset, "access_key_id, region"},
    {"POST", "snapshot", snapshot, "name, access_key_id, region"},
    {"POST", "restore", restore, "name, access_key_id, region"},
    {"DELETE", "snapshot", delete_snapshot, "name, access_key_id, region"},
}};

// What is read as something else than was meant would name another snapshot.
bool has_broken_escape(std::string_view query) {
  const auto is_digit = [&](std::size_t at) {
    return at < query.size() && std::isxdigit(static_cast<unsigned char>(query[at])) != 0;
  };
  for (auto at = query.find('%'); at != std::string_view::npos; at = query.find('%', at + 1)) {
    if (!is_digit(at + 1) || !is_digit(at + 2)) return true;
  }
  return false;
}

// One that is misspelt would otherwise do something else to all the data.
std::optional<std::string> fault_of_parameters(const Call& call, const Route& route) {
  for (const auto& given : call.parameters) {
    if (given.name.starts_with("X-Amz-")) continue;  // of a signature
    bool is_known = false;
    for_each_element(route.parameters,
                     [&](std::string_view name) { is_known |= name == given.name; });
    if (!is_known) {
      return std::string(route.method) + " " + std::string(kAdminPrefix) + std::string(route.name) +
             " takes " + (route.parameters.empty() ? "nothing" : std::string(route.parameters)) +
             "; there is no " + in_quotes(given.name);
    }
    if (call.parameter(given.name) != &given.value)
      return given.name + " is given twice; give it once";
  }
  return std::nullopt;
}

}  // namespace

bool needs_signature(const wire::RequestView& request) {
  if (request.method != "GET") return true;
  if (!request.path.starts_with(kAdminPrefix)) return false;
  // The texts of violations name keys and values.
  return request.path.substr(kAdminPrefix.size()) == "patterns";
}

Reply answer_admin(const AdminRequest& admin, const ServiceContext& context, LoopMetrics& metrics) {
  const auto& request = admin.request;
  const auto name = request.path.substr(kAdminPrefix.size());
  std::string methods;  // that the path takes
  for (const auto& route : kRoutes) {
    if (route.name != name) continue;
    methods.append(methods.empty() ? "" : ", ").append(route.method);
    if (route.method != request.method) continue;
    if (has_broken_escape(request.query)) {
      return bad_request(
          "The query has a % without two hexadecimal digits behind it; write a percent sign as "
          "%25");
    }
    Call call{admin, context, metrics, wire::parse_query(request.query)};
    if (call.names_another()) {
      auto reply = error_reply(errors::from_exception(
          "AccessDeniedException", "Only the data of the key that signed can be named here"));
      reply.status = 403;
      return reply;
    }
    if (auto fault = fault_of_parameters(call, route)) return bad_request(*std::move(fault));
    auto reply = route.answer(call);
    reply.operation = route.name;
    return reply;
  }
  const bool is_known = !methods.empty();
  std::string text = is_known ? "This path does not take that method. There are:"
                              : "There is no such path. There are:";
  for (const auto& route : kRoutes) {
    text.append(" ").append(route.method).append(" ").append(kAdminPrefix).append(route.name);
  }
  auto reply = bad_request(std::move(text));
  reply.status = is_known ? 405 : 404;
  reply.allowed_methods = std::move(methods);
  return reply;
}

}  // namespace keywright::server
