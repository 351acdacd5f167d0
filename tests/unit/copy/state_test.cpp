#include "copy/state.hpp"

#include "copying.hpp"

#include <gmock/gmock.h>

namespace keywright::copy {
namespace {

using testing::HasSubstr;

CopyIdentity some_copy() {
  return {"aws:eu-west-1", "orders", "id-1", "http://localhost:8000", "orders-2", "id-2"};
}

CopyState some_state() {
  CopyState state;
  state.identity = some_copy();
  state.segments.resize(3);
  state.segments[0] = {R"({"pk":{"S":"a\"b"}})", false, {12, 3456, {7, 8}}, {}};
  state.segments[1] = {"17", true, {17, 99, {~std::uint64_t{0}, 1}}, {{"a.json.gz", 17, "bWQ1"}}};
  return state;
}

TEST(CopyStateFile, ReadsBackWhatItWrote) {
  const TestFolder folder;
  const CopyState state = some_state();
  ASSERT_TRUE(save_state(folder / "state", state));
  const auto read = load_state(folder / "state");
  ASSERT_TRUE(read && *read) << read.error().message;
  EXPECT_EQ((*read)->identity, state.identity);
  EXPECT_EQ((*read)->segments, state.segments);
  EXPECT_EQ(total((*read)->segments), (Tally{29, 3555, {6, 9}}));
}

TEST(CopyStateFile, IsNoneIfThereIsNoFile) {
  const TestFolder folder;
  const auto read = load_state(folder / "state");
  ASSERT_TRUE(read);
  EXPECT_FALSE(*read);
}

TEST(CopyStateFile, ReplacesItselfAsAWhole) {
  const TestFolder folder;
  ASSERT_TRUE(save_state(folder / "state", some_state()));
  write_text(folder / "state.part", "{\"keywrightCopy\":1,");  // killed while it was written
  ASSERT_TRUE(*load_state(folder / "state"));
  ASSERT_TRUE(save_state(folder / "state", some_state()));
  EXPECT_FALSE(std::filesystem::exists(folder / "state.part"));
}

TEST(CopyStateFile, RefusesWhatIsNoState) {
  const TestFolder folder;
  for (const char* text : {"", "hello", "[]", "{}", "{\"keywrightCopy\":2,\"segments\":[{}]}",
                           "{\"keywrightCopy\":1,\"segments\":[]}",
                           "{\"keywrightCopy\":1,\"segments\":[{\"checksum\":\"x\"}]}",
                           "{\"keywrightCopy\":1,\"segments\":[{\"items\":\"many\"}]}"}) {
    write_text(folder / "state", text);
    const auto read = load_state(folder / "state");
    ASSERT_FALSE(read) << text;
    EXPECT_EQ(read.error().code, ErrorCode::validation);
    EXPECT_THAT(read.error().message, HasSubstr("state does not read: ")) << text;
    EXPECT_THAT(read.error().message, HasSubstr("delete it to begin anew")) << text;
  }
}

TEST(CopyStateFile, SaysWhyItIsOfAnotherCopy) {
  EXPECT_TRUE(check_identity("f", some_copy(), some_copy()));
  auto other = some_copy();
  other.table = "customers";
  EXPECT_EQ(check_identity("f", some_copy(), other).error().message,
            "the state file f is of a copy from table orders at aws:eu-west-1 to table orders-2 at "
            "http://localhost:8000, and not of one from table customers at aws:eu-west-1 to table "
            "orders-2 at http://localhost:8000; name another file, or delete it to begin anew");
  other.from = "file:backup/";
  other.table.clear();
  EXPECT_THAT(check_identity("f", some_copy(), other).error().message,
              HasSubstr(", and not of one from file:backup/ to table orders-2 at "));
  other = some_copy();
  other.to_table_id = "id-3";
  EXPECT_THAT(check_identity("f", some_copy(), other).error().message,
              HasSubstr("one of the two was made anew since then"));
}

TEST(CopyStateFile, SaysWhenItCannotBeWritten) {
  const TestFolder folder;
  const auto saved = save_state(folder / "missing" / "state", some_state());
  ASSERT_FALSE(saved);
  EXPECT_THAT(saved.error().message, HasSubstr("state: No such file or directory"));
}

}  // namespace
}  // namespace keywright::copy
