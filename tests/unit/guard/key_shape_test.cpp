#include "guard/key_shape.hpp"

#include "guarding.hpp"
#include "plan/key_language.hpp"

#include <random>
#include <regex>
#include <string>

// Shapes of keys against the plan's regular languages of the same keys: two ways to the same
// answer.

namespace {

using namespace keywright;
using guard::Captures;
using guard::KeyShape;
using plan::KeyLanguage;

/// A text near the language: one of it, with a few bytes changed, lost or doubled.
std::string disturbed(std::string text, std::mt19937& random) {
  constexpr std::string_view bytes = "#%$aA0Z9~-: \xc3\xa4";
  const auto changes = random() % 3;
  for (unsigned i = 0; i < changes && !text.empty(); ++i) {
    const auto at = random() % text.size();
    const char byte = bytes[random() % bytes.size()];
    switch (random() % 3) {
      case 0:
        text[at] = byte;
        break;
      case 1:
        text.erase(at, 1);
        break;
      default:
        text.insert(at, 1, byte);
    }
  }
  return text;
}

/// Whether all days and times in the text are some: the languages know their digits only.
bool has_real_times(const std::string& text) {
  static const std::regex form(R"((\d{4})-(\d\d)-(\d\d)(T(\d\d):(\d\d):(\d\d)\.\d{3}Z)?)");
  for (auto at = std::sregex_iterator(text.begin(), text.end(), form); at != std::sregex_iterator();
       ++at) {
    const auto part = [&](std::size_t i) { return std::stoi("0" + (*at)[i].str()); };
    const int year = part(1);
    const bool is_leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    const int days[] = {31, is_leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    if (part(2) < 1 || part(2) > 12 || part(3) < 1 || part(3) > days[part(2) - 1]) return false;
    if (part(5) > 23 || part(6) > 59 || part(7) > 59) return false;
  }
  return true;
}

TEST(KeyShape, FitsJustTheLanguageOfTheKey) {
  std::mt19937 random(11);
  for (const char* name : {"research", "orders", "shop", "tasks", "telemetry", "social"}) {
    const auto model = keywright::testing::read_model(name);
    const auto plan = plan::make_plan(model);
    for (std::size_t entity = 0; entity < model.entities.size(); ++entity) {
      auto keys = plan.keys[entity].indexes;
      keys.push_back(*plan.keys[entity].table);
      for (const auto& key : keys) {
        for (const auto* attributes : {&key.partition, &key.sort}) {
          for (const auto& attribute : *attributes) {
            if (attribute.type != model::AttributeType::string) continue;
            const auto language = KeyLanguage::of(model.entities[entity], attribute);
            const auto shape = KeyShape::of(model, entity, attribute);
            const auto example =
                std::regex_replace(*plan::common_text(language, KeyLanguage::any()),
                                   std::regex("0000-00-00"), "2024-02-29");
            for (int i = 0; i < 60; ++i) {
              const auto text = i == 0 ? example : disturbed(example, random);
              Captures captures;
              EXPECT_EQ(shape.fits(AttributeValue(text), captures),
                        language.contains(text) && has_real_times(text))
                  << shape.text() << ": " << text;
            }
          }
        }
      }
    }
  }
}

TEST(KeyShape, AComponentHoldsTheEncodedField) {
  const auto model = keywright::testing::read_model("orders");
  const auto plan = plan::make_plan(model);
  const auto& order = *plan.keys[1].table;
  const auto shape = KeyShape::of(model, 1, order.sort.front());
  const AttributeValue key("ORDER#2026-01-02#000042");
  Captures captures;
  ASSERT_TRUE(shape.fits(key, captures));
  ASSERT_EQ(captures.size(), 2U);
  EXPECT_TRUE(guard::holds(captures.begin()[0], AttributeValue("2026-01-02")));
  EXPECT_FALSE(guard::holds(captures.begin()[0], AttributeValue("2026-01-03")));
  EXPECT_TRUE(guard::holds(captures.begin()[1], AttributeValue(42)));
  EXPECT_FALSE(guard::holds(captures.begin()[1], AttributeValue(43)));
  EXPECT_FALSE(guard::holds(captures.begin()[1], AttributeValue("000042")));
}

TEST(KeyShape, SaysWhatDoesNotFit) {
  const auto model = keywright::testing::read_model("orders");
  const auto plan = plan::make_plan(model);
  const auto shape = KeyShape::of(model, 1, plan.keys[1].table->sort.front());
  const auto misfit = [&](const char* text) { return shape.misfit(AttributeValue(text)); };
  const std::string form = " does not fit sk = ORDER#{placed_on}#{number}: ";
  EXPECT_EQ(misfit("ORDER#2026-1-2#000042"), "\"ORDER#2026-1-2#000042\"" + form +
                                                 "placed_on is no date as keys write it: "
                                                 "\"2026-1-2\"");
  EXPECT_EQ(misfit("ORDER#2026-02-29#000042"), "\"ORDER#2026-02-29#000042\"" + form +
                                                   "placed_on is no date as keys write it: "
                                                   "\"2026-02-29\"");
  EXPECT_EQ(misfit("ORDER#2026-01-02#42"), "\"ORDER#2026-01-02#42\"" + form +
                                               "number is no int as keys write it: \"42\" has not "
                                               "6 digits");
  EXPECT_EQ(misfit("ORDER#2026-01-02#0000421"),
            "\"ORDER#2026-01-02#0000421\"" + form + "number has more than 6 digits");
  EXPECT_EQ(misfit("INVOICE#1"), "\"INVOICE#1\"" + form + "\"ORDER#\" is missing");
  EXPECT_EQ(shape.misfit(AttributeValue(7)), "7" + form + "it is not of type S");
}

}  // namespace
