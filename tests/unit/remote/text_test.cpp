#include "remote/text.hpp"

#include "wire/client_codec.hpp"

#include <gmock/gmock.h>

namespace keywright::remote {
namespace {

using testing::HasSubstr;

std::string message_of(const PutItemRequest& request) {
  const auto checked = check_text("PutItem", wire::encode(request));
  return checked ? "" : checked.error().message;
}

PutItemRequest put(Item item) {
  PutItemRequest request;
  request.table_name = "table";
  request.item = std::move(item);
  return request;
}

TEST(Text, OfAnyLanguageCanBeSent) {
  EXPECT_EQ(message_of(put({{"pk", "z\u00fcrich \u6771\u4eac \U0001F600"}, {"\u00e4", "\"\\\n"}})),
            "");
  EXPECT_EQ(message_of(put({{"pk", "a"}, {"bytes", AttributeValue::binary("\xff\xfe")}})), "");
}

TEST(Text, ThatIsNotUtf8IsNamedByItsAttribute) {
  EXPECT_EQ(message_of(put({{"pk", "a"}, {"topic", "z\xfcrich"}})),
            "PutItem: a string in or behind \"topic\" is not UTF-8; bytes that are no text are to "
            "be a binary value");
  EXPECT_THAT(message_of(put({{"pk", "a"}, {"list", AttributeValue::list({"b", "\xc3"})}})),
              HasSubstr("behind \"list\""));
  EXPECT_THAT(message_of(put({{"outer", AttributeValue::map({{"in\"ner", "\x80"}})}})),
              HasSubstr("ner\" is not UTF-8"));
  EXPECT_EQ(check_text("PutItem", "\xff").error().code, ErrorCode::validation);
}

}  // namespace
}  // namespace keywright::remote
