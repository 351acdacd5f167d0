// Integration tests: the same service on the embedded engine, with faults in between.

#include "desk.hpp"
#include "support/table.hpp"
#include <keywright/engine.hpp>
#include <keywright/faulty_database.hpp>
#include <keywright/manual_time.hpp>

#include <chrono>
#include <memory>
#include <set>
#include <string>

#include <gmock/gmock.h>

namespace {

using namespace std::chrono_literals;
using keywright::Fault;
using keywright::FaultyDatabase;

class DeskOnEngine : public testing::Test {
 protected:
  DeskOnEngine() { support::create_table(*engine).value(); }

  void open_tickets(int count) {
    support::TicketRepository direct(*engine, time.options());
    for (int n = 1; n <= count; ++n) {
      time.advance(1s);
      direct
          .create_ticket({.ticket_id = "T-" + std::to_string(n),
                          .title = "It rains in",
                          .opened_at = time.now()})
          .value();
    }
  }

  keywright::ManualTime time;
  std::unique_ptr<keywright::Engine> engine = keywright::Engine::in_memory({.clock = time});
  FaultyDatabase faulty{*engine};
  support::TicketRepository tickets{faulty, time.options()};
  Desk desk{tickets};
};

TEST_F(DeskOnEngine, GivesEachTicketOnce) {
  open_tickets(2);
  EXPECT_EQ(desk.take_oldest("ada").value()->ticket_id, "T-1");
  EXPECT_EQ(desk.take_oldest("bob").value()->ticket_id, "T-2");
  EXPECT_FALSE(desk.take_oldest("cyd").value());
}

TEST_F(DeskOnEngine, KnowsItsOwnTicketWhenTheAnswerIsLost) {
  open_tickets(1);
  faulty.script<keywright::UpdateItemRequest>(Fault::lost_reply);
  EXPECT_EQ(desk.take_oldest("ada").value()->agent, "ada");
  EXPECT_TRUE(faulty.script_done());
}

TEST_F(DeskOnEngine, WaitsOutThrottling) {
  open_tickets(1);
  faulty.script(Fault::throttled, 3);
  EXPECT_TRUE(desk.take_oldest("ada").value());
  EXPECT_EQ(time.pauses().size(), 3U);
}

TEST_F(DeskOnEngine, GivesEachTicketOnceWhateverHappens) {
  open_tickets(50);
  faulty.set_rates({.throttled = 0.1, .conflict = 0.1, .unavailable = 0.05, .lost_reply = 0.05});
  std::set<std::string> taken;
  for (int n = 0; n < 50; ++n) {
    SCOPED_TRACE(faulty.summary());  // with the seed, to have the same again
    const std::string agent = "agent " + std::to_string(n);
    auto ticket = desk.take_oldest(agent);
    while (!ticket) {
      ASSERT_EQ(ticket.error().code, keywright::ErrorCode::unavailable);
      ticket = desk.take_oldest(agent);
    }
    ASSERT_TRUE(*ticket);
    EXPECT_TRUE(taken.insert((*ticket)->ticket_id).second);
  }
}

TEST_F(DeskOnEngine, FindsANewTicketOnceTheIndexHasIt) {
  FaultyDatabase late(*engine, {.index_lag = 200ms, .clock = time});
  support::TicketRepository on_late(late, time.options());
  on_late.create_ticket({.ticket_id = "T-1", .title = "It rains in"}).value();
  EXPECT_FALSE(Desk(on_late).take_oldest("ada").value());
  time.advance(200ms);
  EXPECT_TRUE(Desk(on_late).take_oldest("ada").value());
}

}  // namespace
