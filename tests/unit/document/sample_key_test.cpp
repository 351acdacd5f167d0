#include "document/sample_key.hpp"

#include "documented.hpp"
#include "plan/key_language.hpp"

#include <gmock/gmock.h>

namespace keywright::document {
namespace {

// What a chart shows as a key is one that the entity can have.
TEST(SampleKey, IsAKeyOfItsEntity) {
  int keys = 0;
  for (const auto& name : testing::model_names()) {
    const auto documented = testing::documented(name);
    for (std::size_t i = 0; i < documented.model.entities.size(); ++i) {
      const auto& entity = documented.model.entities[i];
      const auto check = [&](const plan::EntityKey& key) {
        for (const auto* half : {&key.partition, &key.sort}) {
          for (const auto& attribute : *half) {
            if (attribute.type != model::AttributeType::string) continue;
            ++keys;
            const auto sample = sample_key(entity, attribute);
            EXPECT_TRUE(plan::KeyLanguage::of(entity, attribute).contains(sample))
                << name << ": " << entity.name << " " << key_template(entity, attribute) << ": "
                << sample;
          }
        }
      };
      if (const auto& key = documented.plan.keys[i].table) check(*key);
      for (const auto& key : documented.plan.keys[i].indexes) check(key);
    }
  }
  EXPECT_GT(keys, 100);
}

TEST(SampleKey, PadsNumbersAndNamesTheShard) {
  const auto shop = testing::documented("shop");
  const auto& line = shop.plan.keys[2].table->sort.front();
  EXPECT_EQ(key_template(shop.model.entities[2], line), "LINE#{order_id}#{line_no}");
  EXPECT_EQ(sample_key(shop.model.entities[2], line), "LINE#01JGXQ4N7R8T9V0W1X2Y3Z4A5B#042");
  const auto& recent = shop.plan.keys[1].indexes.front().partition.front();
  EXPECT_EQ(sample_key(shop.model.entities[1], recent), "RECENT#tenantid#0");
}

// Values of any length are declared, and none is written out.
TEST(SampleKey, OfALongFieldIsCut) {
  const auto documented = testing::documented_text(
      "keywright: 1\nname: long\naccess_patterns: {put: {op: put, entity: Job}}\n"
      "entities: {Job: {fields: {id: {type: string, length: 999999999999}}, key: {pk: \"{id}\"}}}\n"
      "table: {name: long, keys: {partition: pk}}\n");
  const auto sample =
      sample_key(documented.model.entities[0], documented.plan.keys[0].table->partition.front());
  EXPECT_EQ(sample.size(), 102U);
}

}  // namespace
}  // namespace keywright::document
