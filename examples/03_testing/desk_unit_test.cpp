// Unit tests: no database. A recorder answers as the test says, and shows what was asked.

#include "desk.hpp"
#include "support/items.hpp"
#include <keywright/manual_time.hpp>
#include <keywright/recording_database.hpp>
#include <keywright/request_matchers.hpp>

#include <gmock/gmock.h>

namespace {

using namespace keywright::matchers;
using keywright::QueryRequest;
using keywright::QueryResponse;
using keywright::UpdateItemRequest;
using keywright::UpdateItemResponse;
using testing::AllOf;
using testing::ElementsAre;
using testing::IsEmpty;

keywright::Item ticket(const char* id) {
  return support::to_item({.ticket_id = id, .title = "It rains in"}).value();
}

keywright::Item claimed_ticket(const char* id, const char* agent) {
  return support::to_item({.ticket_id = id,
                           .title = "It rains in",
                           .status = support::TicketStatus::claimed,
                           .agent = agent})
      .value();
}

keywright::Error lost_race() {
  keywright::Error error;
  error.code = keywright::ErrorCode::condition_failed;
  return error;
}

class DeskUnit : public testing::Test {
 protected:
  keywright::ManualTime time;
  keywright::RecordingDatabase recorder;
  support::TicketRepository tickets{recorder, time.options()};
  Desk desk{tickets};
};

TEST_F(DeskUnit, TakesTheOldestTicket) {
  recorder.answer_next<QueryRequest>(QueryResponse{.items = {ticket("T-1"), ticket("T-2")}});
  recorder.answer_next<UpdateItemRequest>(
      UpdateItemResponse{.attributes = claimed_ticket("T-1", "ada")});

  const auto taken = desk.take_oldest("ada").value();

  EXPECT_EQ(taken->ticket_id, "T-1");
  EXPECT_THAT(
      recorder.sent<QueryRequest>(),
      ElementsAre(AllOf(OnIndex("by_status"), HasKeyCondition("status_pk = \"STATUS#open\""))));
  EXPECT_THAT(recorder.sent<UpdateItemRequest>(),
              ElementsAre(AllOf(HasKey({{"pk", "TICKET#T-1"}, {"sk", "METADATA"}}),
                                HasConditionOn("status"), Sets("status", "claimed"),
                                Sets("agent", "ada"))));
}

TEST_F(DeskUnit, TakesTheNextIfAnotherAgentWasFirst) {
  recorder.answer_next<QueryRequest>(QueryResponse{.items = {ticket("T-1"), ticket("T-2")}});
  recorder.answer_next<UpdateItemRequest>(lost_race());
  recorder.answer_next<UpdateItemRequest>(
      UpdateItemResponse{.attributes = claimed_ticket("T-2", "ada")});

  EXPECT_EQ(desk.take_oldest("ada").value()->ticket_id, "T-2");
  EXPECT_EQ(recorder.unused_answers(), 0U);
}

TEST_F(DeskUnit, HasNothingToTakeIfNothingIsOpen) {
  EXPECT_FALSE(desk.take_oldest("ada").value());
  EXPECT_THAT(recorder.sent<UpdateItemRequest>(), IsEmpty());
}

}  // namespace
