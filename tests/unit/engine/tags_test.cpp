// TagResource, UntagResource, ListTagsOfResource, and tags at CreateTable.

#include "engine_fixture.hpp"

namespace keywright {
namespace {

class TagsTest : public EngineTest {
 protected:
  void SetUp() override {
    create(table_request("Tab"));
    arn_ = describe("Tab").table_arn;
  }
  Result<void> tag(std::vector<Tag> tags) { return db_->tag_resource({arn_, std::move(tags)}); }
  Result<void> untag(std::vector<std::string> keys) {
    return db_->untag_resource({arn_, std::move(keys)});
  }
  std::vector<Tag> tags() {
    const auto listed = db_->list_tags_of_resource({.resource_arn = arn_});
    EXPECT_TRUE(listed) << listed.error().message;
    EXPECT_EQ(listed->next_token, std::nullopt);
    return listed->tags;
  }
  static std::vector<Tag> numbered(int first, int count) {
    std::vector<Tag> tags;
    for (int i = first; i < first + count; ++i) tags.push_back({"k" + std::to_string(i), "v"});
    return tags;
  }

  std::string arn_;
};

TEST_F(TagsTest, AreSetReplacedAndRemoved) {
  EXPECT_TRUE(tags().empty());
  ASSERT_TRUE(tag({{"env", "test"}, {"owner", "me"}}));
  ASSERT_TRUE(tag({{"env", "live"}, {"empty", ""}}));
  EXPECT_EQ(tags(), (std::vector<Tag>{{"env", "live"}, {"owner", "me"}, {"empty", ""}}));
  ASSERT_TRUE(untag({"owner", "unknown"}));
  EXPECT_EQ(tags(), (std::vector<Tag>{{"env", "live"}, {"empty", ""}}));
}

TEST_F(TagsTest, ATableIsCreatedWithThem) {
  auto request = table_request("Tagged");
  request.tags = {{"env", "test"}};
  create(request);
  arn_ = describe("Tagged").table_arn;
  EXPECT_EQ(tags(), (std::vector<Tag>{{"env", "test"}}));
}

TEST_F(TagsTest, SomethingMustBeGiven) {
  expect_invalid(tag({}), "Atleast one Tag needs to be provided as Input.");
  expect_invalid(untag({}), "Atleast one Tag Key needs to be provided as Input.");
}

TEST_F(TagsTest, FiftyAreEnough) {
  ASSERT_TRUE(tag(numbered(0, 49)));
  ASSERT_TRUE(tag(numbered(48, 2))) << "one of the two is there already";
  const std::string full = "Number of Tags exceed the current limit for the provided ResourceArn";
  expect_invalid(tag({{"more", ""}}), full);
  expect_invalid(tag(numbered(0, 51)), full);
  EXPECT_EQ(tags().size(), 50U) << "a refused request changes nothing";
  EXPECT_TRUE(tag({{"k0", "new"}}));
}

TEST_F(TagsTest, HaveSomeCharactersAndALength) {
  EXPECT_TRUE(tag({{"Aa 9+-=._:/@", "Zz 0+-=._:/@"}, {"größe", "weiß"}}));
  std::string key;
  for (int i = 0; i < 128; ++i) key += "é";
  EXPECT_TRUE(tag({{key, key + key}})) << "characters count, not bytes";
  expect_invalid(tag({{key + "e", ""}}), "The Tag Key provided is invalid, Key: " + key + "e");
  expect_invalid(tag({{"", "x"}}), "The Tag Key provided is invalid, Key: ");
  expect_invalid(tag({{"a#", "x"}}), "The Tag Key provided is invalid, Key: a#");
  expect_invalid(tag({{"a", "x\ny"}}), "The Tag Value provided is invalid, Value: x\ny");
  expect_invalid(tag({{"a", std::string(257, 'v')}}),
                 "The Tag Value provided is invalid, Value: " + std::string(257, 'v'));
  expect_invalid(tag({{"aws:x", "x"}}), "Tag Key cannot be prefixed with aws:, Key: aws:x");
  expect_invalid(tag({{"a", "1"}, {"a", "2"}}),
                 "Duplicate Tag Keys provided as input: Duplicate Tag Key found a");
}

TEST_F(TagsTest, AnArnNamesATable) {
  arn_ = "Tab";
  expect_invalid(tag({{"a", "b"}}), "Invalid TableArn: Invalid ResourceArn provided as input Tab");
  arn_ = describe("Tab").table_arn + "/index/gsi";
  expect_invalid(untag({"a"}), "Invalid TableArn: Invalid ResourceArn provided as input " + arn_);
  for (const char* arn : {"arn:aws:dynamodb:us-east-1:000000000000:table/None",
                          "arn:aws:dynamodb:eu-west-1:000000000000:table/Tab"}) {
    expect_error(db_->list_tags_of_resource({.resource_arn = arn}), "ResourceNotFoundException",
                 std::string("Requested resource not found: ResourcArn: ") + arn + " not found");
  }
  expect_invalid(
      db_->list_tags_of_resource({.resource_arn = describe("Tab").table_arn, .next_token = "x"}),
      "Invalid NextToken");
}

TEST_F(TagsTest, GoWithTheirTable) {
  ASSERT_TRUE(tag({{"a", "b"}}));
  ASSERT_TRUE(db_->delete_table({"Tab"}));
  create(table_request("Tab"));
  EXPECT_TRUE(tags().empty());
}

}  // namespace
}  // namespace keywright
