#include "memory_test.hpp"
#include "research/job_admin.hpp"
#include "research/job_repository.hpp"
#include "research/raw_fetch_repository.hpp"
#include "research/table.hpp"
#include "writes/hits_repository.hpp"
#include "writes/table.hpp"
#include "writes/ticket_repository.hpp"
#include "writes/user_repository.hpp"

#include <array>
#include <random>
#include <string>
#include <vector>

#include <gtest/gtest.h>

// Random calls of generated repositories with any values that their fields can hold. Each must
// succeed or fail for a reason that its pattern has; behind guards, none may be refused.

namespace {

using keywright::AttributeValue;
using keywright::ErrorCode;
using keywright::Result;

class RandomUse : public keywright::testing::MemoryTest {
 protected:
  RandomUse() {
    research::create_table(*database_).value();
    writes::create_table(*database_).value();
  }

  std::size_t below(std::size_t limit) { return random_() % limit; }
  bool maybe() { return below(2) == 0; }

  /// Of so many characters; bytes that keys escape and characters of several bytes among them.
  std::string text(std::size_t least, std::size_t most) {
    constexpr std::array pieces = {"a",
                                   "Z",
                                   "0",
                                   "#",
                                   "%",
                                   "$",
                                   "/",
                                   " ",
                                   "-",
                                   "~",
                                   "\xc3\xa4",
                                   "\xe2\x82\xac",
                                   "\xf0\x9f\x8d\xb5"};
    std::string text;
    for (std::size_t i = least + below(most - least + 1); i > 0; --i) {
      text += pieces[below(pieces.size())];
    }
    return text;
  }
  /// Few, so that calls meet each other's items.
  keywright::Ulid some_id() { return id("ABCD"[below(4)]); }
  keywright::Timestamp some_time() {
    constexpr std::array times = {"0000-01-01T00:00:00.000Z", "1969-12-31T23:59:59.999Z",
                                  "2024-02-29T12:30:45.001Z", "2026-01-02T03:04:05.678Z",
                                  "9999-12-31T23:59:59.999Z"};
    return time(times[below(times.size())]);
  }
  std::optional<keywright::EpochSeconds> some_expiry() {
    constexpr std::array<std::int64_t, 5> seconds = {0, 1'700'000'000, 1'767'323'045, 1'767'323'046,
                                                     253'402'300'799};
    if (maybe()) return std::nullopt;
    return keywright::EpochSeconds(std::chrono::seconds(seconds[below(seconds.size())]));
  }
  std::int64_t some_int() {
    constexpr std::array<std::int64_t, 6> values = {0,
                                                    3,
                                                    10,
                                                    -1,
                                                    std::numeric_limits<std::int64_t>::min(),
                                                    std::numeric_limits<std::int64_t>::max()};
    return values[below(values.size())];
  }
  AttributeValue some_json() {
    switch (below(5)) {
      case 0:
        return AttributeValue::null();
      case 1:
        return AttributeValue(text(0, 5));
      case 2:
        return AttributeValue::list({AttributeValue(7), AttributeValue::null()});
      case 3:
        return AttributeValue::map({{"a", AttributeValue(true)}});
      default:
        return AttributeValue(some_int());
    }
  }

  template <class T>
  void expect(const char* call, const Result<T>& result) {
    if (result) return;
    const auto code = result.error().code;
    // That the item is there, or not, or in another state is what random calls find.
    EXPECT_TRUE(code == ErrorCode::condition_failed || code == ErrorCode::transaction_cancelled)
        << call << ": " << result.error().message;
  }

  void call_jobs() {
    const auto job = some_id();
    switch (below(9)) {
      case 0:
        return expect("create_job", jobs_.create_job({.job_id = job,
                                                      .created_at = some_time(),
                                                      .topic = text(0, 20),
                                                      .error = some_text()}));
      case 1:
        return expect("start", jobs_.start(job));
      case 2:
        return expect("succeed", jobs_.succeed(job));
      case 3:
        return expect("fail", jobs_.fail(job, {.error = some_text(),
                                               .job_debug = {.job_id = job,
                                                             .payload = some_json(),
                                                             .expires_at = some_expiry()}}));
      case 4: {
        std::vector<research::Finding> findings;
        for (const char digit : std::string_view("0123456789abcdef")) {
          if (maybe()) findings.push_back({job, std::string(16, digit), text(0, 9)});
        }
        return expect("put_findings", jobs_.put_findings(findings));
      }
      case 5:
        return expect("put_report", jobs_.put_report({job, text(0, 20)}));
      case 6:
        expect("get_job", jobs_.get_job(job));
        return expect("get_job_with_findings", jobs_.get_job_with_findings(job));
      case 7: {
        const auto status = static_cast<research::JobStatus>(below(4));
        const auto page = jobs_.list_jobs_by_status(status, {.limit = 2});
        expect("list_jobs_by_status", page);
        if (!page || !page->next_cursor) return;
        return expect("its next page",
                      jobs_.list_jobs_by_status(status, {.limit = 2, .cursor = page->next_cursor}));
      }
      default:
        expect("get_finding", jobs_.get_finding(job, std::string(16, 'a')));
        return expect("get_debug", admin_.get_debug(job));
    }
  }

  void call_fetches() {
    const std::string hash(64, maybe() ? 'a' : 'b');
    if (maybe()) return expect("get_raw_fetch", fetches_.get_raw_fetch(hash));
    expect("put_raw_fetch", fetches_.put_raw_fetch({.url_hash = hash,
                                                    .body = keywright::Binary(text(0, 9)),
                                                    .expires_at = some_expiry()}));
  }

  writes::User some_user() {
    writes::User user;
    user.team = some_team();
    user.user_id = some_id();
    user.title = text(0, 50);
    user.nick = some_text();
    if (maybe()) user.due = some_time();
    user.hits = maybe() ? 0 : 5;
    user.born = some_time();
    return user;
  }
  std::string some_team() { return maybe() ? "red" : "a#b%\xc3\xa4"; }
  std::optional<std::string> some_text() {
    return maybe() ? std::optional(text(0, 50)) : std::nullopt;
  }
  template <class T>
  keywright::Change<T> some_change(T value) {
    switch (below(4)) {
      case 0:
        return {};
      case 1:
        return keywright::remove_field;
      case 2:
        return keywright::null_field;
      default:
        return value;
    }
  }

  void call_users() {
    const auto user = some_user();
    switch (below(8)) {
      case 0:
        return expect("put_user", users_.put_user(user));
      case 1: {
        writes::UserRepository::EditUser edit;
        edit.title = text(0, 50);
        edit.nick = some_change(text(0, 50));
        edit.due = some_change(some_time());
        return expect("edit_user", users_.edit_user(user.team, user.user_id, edit));
      }
      case 2:
        return expect("set_due", users_.set_due(user.team, user.user_id, {.due = user.due}));
      case 3:
        return expect("replace_user", users_.replace_user(user));
      case 4:
        return expect("write_user", users_.write_user(user));
      case 5:
        return expect("replace_if", users_.replace_if(user, 3));
      case 6:
        return expect("get_user", users_.get_user(user.team, user.user_id));
      default:
        return expect("users_by_due", users_.users_by_due(user.team, {.limit = 3}));
    }
  }

  void call_tickets() {
    const auto ticket = some_id();
    switch (below(4)) {
      case 0:
        return expect("put_ticket", tickets_.put_ticket({.ticket_id = ticket,
                                                         .team = some_team(),
                                                         .opened_at = some_time(),
                                                         .priority = some_int(),
                                                         .votes = some_int(),
                                                         .reason = some_text(),
                                                         .note = some_text()}));
      case 1:
        return expect("close",
                      tickets_.close(ticket, {.reason = text(0, 50), .note = some_text()}));
      case 2:
        return expect("urgent", tickets_.urgent(some_team()));
      default:
        return expect("count", hits_.count({.page = some_team(),
                                            .hits = maybe() ? 1 : 4,
                                            .since = some_time(),
                                            .gone_at = some_expiry()}));
    }
  }

  std::mt19937 random_{2026};
  research::JobRepository jobs_{*database_, options()};
  research::JobAdmin admin_{*database_, options()};
  research::RawFetchRepository fetches_{*database_, options()};
  writes::UserRepository users_{*database_, options()};
  writes::TicketRepository tickets_{*database_, options()};
  writes::HitsRepository hits_{*database_, options()};
};

TEST_F(RandomUse, OfRepositories) {
  for (int i = 0; i < 1500 && !HasFailure(); ++i) {
    clock_.advance(std::chrono::minutes(below(60)));
    switch (below(4)) {
      case 0:
        call_jobs();
        break;
      case 1:
        call_fetches();
        break;
      case 2:
        call_users();
        break;
      default:
        call_tickets();
    }
  }
}

}  // namespace
