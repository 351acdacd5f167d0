// What libraries for DynamoDB are known to get wrong about keys; each test is named for one
// failure.
//
// Those of index keys under updates are in write_test.cpp and the golden tests (one of two parts of
// a key updated, a sparse condition that turns false, half of an index key); those of batches in
// known_batch_failures_test.cpp; forged cursors and empty pages in paging_test.cpp.

#include "fixtures.hpp"

#include <algorithm>
#include <limits>

#include <gmock/gmock.h>

namespace keywright {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr PartitionTemplate kOwner{"Note", "pk", "OWNER#{owner}"};
constexpr SortTemplate kNote{"Note", "sk", "FOLDER#{folder}#NOTE#{title}"};
constexpr SortTemplate kFolder{"Note", "sk", "FOLDER#{folder}#"};
constexpr PartitionTemplate kScores{"Score", "pk", "SCORES"};
constexpr SortTemplate kScore{"Score", "sk", "{points:-500..99999}"};
constexpr SortTemplate kAnyScore{"Score", "sk", "{points}"};
constexpr WritePattern kPut{.name = "put"};
constexpr GetPattern kGet{.name = "get"};
constexpr QueryPattern kOfFolder{.name = "of_folder",
                                 .key_condition = "#pk = :pk AND begins_with(#sk, :prefix)"};
constexpr QueryPattern kRanking{.name = "ranking", .key_condition = "#pk = :pk"};
constexpr QueryPattern kBetween{.name = "between",
                                .key_condition = "#pk = :pk AND #sk BETWEEN :from AND :to"};

class KnownKeyFailures : public RepositoryTest {
 protected:
  Repository runtime{database, orders::kTable, options()};

  void put(const KeyValue& pk, const KeyValue& sk, const char* text) {
    ItemWriter item;
    item.key(pk);
    item.key(sk);
    auto built = item.finish();
    ASSERT_TRUE(built) << built.error().message;
    const auto done = runtime.put(kPut, ItemBuilder(*built).set_string("text", text).build());
    ASSERT_TRUE(done) << done.error().message;
  }
  void put_note(const std::string& owner, const std::string& folder, const std::string& title) {
    put(kOwner(owner), kNote(folder, title), (owner + "|" + folder + "|" + title).c_str());
  }
  std::vector<std::string> texts(const BoundQuery& query) {
    std::vector<std::string> found;
    const auto page = runtime.list_items(query, {});
    EXPECT_TRUE(page) << page.error().message;
    for (const Item& item : *page) found.emplace_back(item.find("text")->as_string());
    return found;
  }
  std::vector<std::string> notes(const std::string& owner, const std::string& folder) {
    BoundQuery query(kOfFolder);
    query.bind(":pk", kOwner(owner));
    query.bind(":prefix", kFolder(folder));
    return texts(query);
  }
  /// The text of the item with the key; what is wrong with the key; or "none".
  std::string text_of(const KeyValue& pk, const KeyValue& sk) {
    const auto item = runtime.get_item(kGet, make_key(pk, sk));
    if (!item) return item.error().message;
    return *item ? std::string((*item)->find("text")->as_string()) : "none";
  }
};

TEST_F(KnownKeyFailures, TheDelimiterInsideAValue) {
  put_note("a", "b#NOTE#c", "d");
  put_note("a", "b", "c#NOTE#d");
  put_note("a", "b", "c");
  put_note("a#FOLDER", "b", "c");
  EXPECT_EQ(text_of(kOwner("a"), kNote("b#NOTE#c", "d")), "a|b#NOTE#c|d");
  EXPECT_EQ(text_of(kOwner("a"), kNote("b", "c#NOTE#d")), "a|b|c#NOTE#d");
  EXPECT_EQ(text_of(kOwner("a#FOLDER"), kNote("b", "c")), "a#FOLDER|b|c");
  EXPECT_THAT(notes("a", "b"), ElementsAre("a|b|c", "a|b|c#NOTE#d"));
  EXPECT_THAT(notes("a", "b#NOTE#c"), ElementsAre("a|b#NOTE#c|d"));
}

TEST_F(KnownKeyFailures, AnEscapeInsideAValue) {
  put_note("a", "x#y", "1");
  put_note("a", "x%23y", "1");
  put_note("a", "x%2523y", "1");
  EXPECT_THAT(notes("a", "x#y"), ElementsAre("a|x#y|1"));
  EXPECT_THAT(notes("a", "x%23y"), ElementsAre("a|x%23y|1"));
  EXPECT_THAT(notes("a", "x%2523y"), ElementsAre("a|x%2523y|1"));
}

TEST_F(KnownKeyFailures, IdsThatDifferInCaseOnly) {
  for (const char* owner : {"ann", "Ann", "ANN", "\xc3\xa4nn", "\xc3\x84nn"}) {
    put_note(owner, "Inbox", "Hi");
    put_note(owner, "inbox", "hi");
  }
  for (const std::string owner : {"ann", "Ann", "ANN", "\xc3\xa4nn", "\xc3\x84nn"}) {
    EXPECT_THAT(notes(owner, "Inbox"), ElementsAre(owner + "|Inbox|Hi"));
    EXPECT_THAT(notes(owner, "inbox"), ElementsAre(owner + "|inbox|hi"));
    EXPECT_THAT(notes(owner, "INBOX"), IsEmpty());
    EXPECT_EQ(text_of(kOwner(owner), kNote("inbox", "Hi")), "none");
  }
}

TEST_F(KnownKeyFailures, Job1AgainstJob10) {
  for (const char* id : {"1", "10", "100", "11", "2"}) {
    put_note("JOB#1", id, "x");
    put_note("JOB#10", id, "x");
  }
  EXPECT_THAT(notes("JOB#1", "1"), ElementsAre("JOB#1|1|x"));
  EXPECT_THAT(notes("JOB#1", "10"), ElementsAre("JOB#1|10|x"));
  EXPECT_THAT(notes("JOB#10", "1"), ElementsAre("JOB#10|1|x"));
  EXPECT_THAT(notes("JOB#", "1"), IsEmpty());
}

TEST_F(KnownKeyFailures, NegativeNumbersInSortKeys) {
  for (const int points : {0, 9, 10, -1, -10, -9, -500, 99999, 100}) {
    put(kScores(), kScore(points), std::to_string(points).c_str());
  }
  BoundQuery all(kRanking);
  all.bind(":pk", kScores());
  EXPECT_THAT(texts(all), ElementsAre("-500", "-10", "-9", "-1", "0", "9", "10", "100", "99999"));
  BoundQuery around_zero(kBetween);
  around_zero.bind(":pk", kScores());
  around_zero.bind(":from", kScore(-9));
  around_zero.bind(":to", kScore(9));
  EXPECT_THAT(texts(around_zero), ElementsAre("-9", "-1", "0", "9"));
}

TEST_F(KnownKeyFailures, OverflowingNumbersInSortKeys) {
  EXPECT_EQ(text_of(kScores(), kScore(100'000)),
            "Score.points is 100000, outside its limits -500 to 99999 (key sk is "
            "\"{points:-500..99999}\")");
  EXPECT_THAT(text_of(kScores(), kScore(-501)), HasSubstr("Score.points is -501, outside"));
  EXPECT_EQ(database.requests().size(), 0U) << "it is never cut, wrapped or sent";
  using Limits = std::numeric_limits<std::int64_t>;
  for (const std::int64_t points : {Limits::min(), Limits::max(), std::int64_t{0},
                                    Limits::min() + 1, std::int64_t{-1}, Limits::max() - 1}) {
    put(kScores(), kAnyScore(points), std::to_string(points).c_str());
  }
  BoundQuery all(kRanking);
  all.bind(":pk", kScores());
  EXPECT_THAT(texts(all), ElementsAre("-9223372036854775808", "-9223372036854775807", "-1", "0",
                                      "9223372036854775806", "9223372036854775807"));
}

TEST_F(KnownKeyFailures, ZeroAsAPartOfAKey) {
  put(kScores(), kScore(0), "zero");
  EXPECT_EQ(text_of(kScores(), kScore(0)), "zero");
  constexpr NativeKey pk{"Reading", "device"};
  EXPECT_EQ(to_json(*make_key(pk(std::int64_t{0}))), R"({"device":{"N":"0"}})");
}

TEST_F(KnownKeyFailures, FalseAsAPartOfAKey) {
  constexpr PartitionTemplate by_flag{"Task", "pk", "DONE#{done}"};
  put(by_flag(false), kScore(1), "open");
  put(by_flag(true), kScore(1), "done");
  EXPECT_EQ(text_of(by_flag(false), kScore(1)), "open");
  EXPECT_EQ(text_of(by_flag(true), kScore(1)), "done");
}

TEST_F(KnownKeyFailures, AnEmptyTextAsAPartOfAKey) {
  EXPECT_EQ(text_of(kOwner(""), kNote("f", "t")),
            "Note.owner is empty, and a part of a key cannot be (key pk is \"OWNER#{owner}\")");
  EXPECT_THAT(text_of(kOwner("o"), kNote("", "t")), HasSubstr("Note.folder is empty"));
  EXPECT_THAT(text_of(kOwner("o"), kNote("f", "")), HasSubstr("Note.title is empty"));
  BoundQuery all_folders(kOfFolder);
  all_folders.bind(":pk", kOwner("o"));
  all_folders.bind(":prefix", kFolder(""));
  EXPECT_EQ(runtime.list_items(all_folders, {}).error().code, ErrorCode::validation)
      << "an empty part must not make a list of everything";
  EXPECT_EQ(database.requests().size(), 0U);
}

}  // namespace
}  // namespace keywright
