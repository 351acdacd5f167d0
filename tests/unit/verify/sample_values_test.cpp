#include "verify/sample_values.hpp"

#include "verify/items.hpp"
#include "verifying.hpp"

#include <map>
#include <set>
#include <string>

namespace keywright::verify {
namespace {

using model::TypeKind;

std::size_t characters(std::string_view text) {
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) {
    return (static_cast<unsigned char>(c) & 0xC0) != 0x80;
  }));
}

void check(const model::FieldType& type, const AttributeValue& value) {
  const auto size_fits = [&](std::size_t size) {
    EXPECT_GE(static_cast<std::int64_t>(size), type.min_size().value_or(0));
    if (const auto most = type.max_size()) {
      EXPECT_LE(static_cast<std::int64_t>(size), *most);
    }
  };
  switch (type.kind) {
    case TypeKind::string:
      size_fits(characters(value.as_string()));
      for (const char c : value.as_string()) {
        if (type.charset && static_cast<unsigned char>(c) < 0x80) {
          EXPECT_TRUE(type.charset->contains(static_cast<char32_t>(c))) << value.as_string();
        }
      }
      break;
    case TypeKind::binary:
      size_fits(value.as_binary().size());
      break;
    case TypeKind::integer:
    case TypeKind::epoch_seconds: {
      const auto number = value.as_number().to_int64();
      ASSERT_TRUE(number);
      if (type.min) {
        EXPECT_GE(*number, **type.min);
      }
      if (type.max) {
        EXPECT_LE(*number, **type.max);
      }
      break;
    }
    case TypeKind::number:
    case TypeKind::floating:
      if (type.number_min) {
        EXPECT_GE(value.as_number(), *Number::parse(**type.number_min));
      }
      if (type.number_max) {
        EXPECT_LE(value.as_number(), *Number::parse(**type.number_max));
      }
      break;
    case TypeKind::list:
    case TypeKind::map:
    case TypeKind::set:
      size_fits(value.view().count());
      break;
    default:
      break;
  }
}

TEST(SampleValues, AreWithinTheLimitsOfEveryFieldOfEveryModel) {
  std::size_t fields = 0;
  for (const auto* name : {"keyvalue", "ledger", "orders", "research", "rooms", "shop", "social",
                           "tasks", "telemetry", "words", "writes"}) {
    const auto model = read_test_model(name);
    for (const auto& entity : model.entities) {
      for (const auto& field : entity.fields) {
        ++fields;
        for (std::uint32_t number = 0; number < 300; ++number) {
          SCOPED_TRACE(entity.name + "." + field.name + " " + std::to_string(number));
          check(field.type, sample_value(field.type, number));
        }
      }
    }
  }
  EXPECT_GT(fields, 150U);
}

// Of what orders: greater numbers, greater values, and in keys as well.
TEST(SampleValues, GrowWithTheirNumber) {
  for (const auto kind : {TypeKind::string, TypeKind::integer, TypeKind::number, TypeKind::floating,
                          TypeKind::timestamp, TypeKind::date, TypeKind::epoch_seconds,
                          TypeKind::uuid, TypeKind::ulid, TypeKind::binary}) {
    model::FieldType type;
    type.kind = kind;
    for (std::uint32_t number = 0; number < 2000; ++number) {
      const auto one = sample_value(type, number);
      const auto next = sample_value(type, number + 1);
      EXPECT_TRUE(*compare_scalars(one.view(), next.view()) < 0)
          << to_json(one.view()) << " " << to_json(next.view());
      if (kind == TypeKind::number || kind == TypeKind::floating) continue;
      EXPECT_LT(key_component(type, one), key_component(type, next));
    }
  }
}

TEST(KeyComponents, AreEscapedAndPadded) {
  model::FieldType text;
  EXPECT_EQ(key_component(text, "a#b %c&"), "a%23b%20%25c&");
  EXPECT_EQ(key_component(text, std::string("\0\x1F", 2)), "%00%1F");
  model::FieldType number;
  number.kind = TypeKind::integer;
  number.min = {-5, {}, {}};
  number.max = {500, {}, {}};
  EXPECT_EQ(key_component(number, -5), "000");
  EXPECT_EQ(key_component(number, 500), "505");
  model::FieldType flag;
  flag.kind = TypeKind::boolean;
  EXPECT_EQ(key_component(flag, true), "true");
}

}  // namespace
}  // namespace keywright::verify
