#include "generated.hpp"

#include <algorithm>
#include <set>
#include <sstream>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace keywright::generate::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

CodeOutput python_of(const std::string& text) {
  const auto read = model::read_model(text, "small.model.yaml");
  if (!read.model) throw std::runtime_error(model::render_text(read.diagnostics, read.source));
  return generate_python(*read.model, plan::make_plan(*read.model));
}

std::string file(const CodeOutput& output, std::string_view path) {
  const auto found = std::find_if(output.files.begin(), output.files.end(),
                                  [&](const auto& each) { return each.path == path; });
  return found == output.files.end() ? "" : found->content;
}

constexpr const char* small = R"(
keywright: 1
name: small
access_patterns:
  get_list:  {op: get, entity: Thing, by: [list]}
  put_thing: {op: put, entity: Thing}
  edit:      {op: patch, entity: Thing, by: [list], set: [class, self], remove: [self]}
entities:
  Thing:
    fields: {list: {type: string, min: 1, max: 9}, class: {type: int, default: 0010}, self: {type: date, optional: true}, sort: {type: enum, values: [up, Up, _down]}}
    key: {pk: "T#{list}", sk: T}
table: {name: small, keys: {partition: pk, sort: sk}}
)";

TEST(GeneratePython, NamesWhatPythonHasOtherWordsFor) {
  const auto output = python_of(small);
  ASSERT_TRUE(output.diagnostics.empty());
  const auto types = file(output, "small/types.py");
  EXPECT_THAT(
      types, HasSubstr("    list_: str\n    class_: int = 10\n    self_: dt.date | None = None\n"));
  EXPECT_THAT(types, HasSubstr("    UP = \"up\"\n    UP_ = \"Up\"\n    DOWN = \"_down\"\n"));
  const auto items = file(output, "small/items.py");
  EXPECT_THAT(items,
              HasSubstr("kw.Field(\"class\", kw.INT, member=\"class_\", has_default=True),"));
  const auto repository = file(output, "small/thing_repository.py");
  EXPECT_THAT(repository, HasSubstr("def get_list(self, list_: str) -> Thing | None:"));
  EXPECT_THAT(repository, HasSubstr("self_: kw.Change[dt.date] = kw.KEEP"));
}

constexpr const char* alike = R"(
keywright: 1
name: small
access_patterns:
  get_sku:   {op: get, entity: SKU, by: [sku_id]}
  get_table: {op: get, entity: Table, by: [table_id]}
  get_uuid:  {op: get, entity: Uuid, by: [uuid_id]}
  get_job:   {op: get, entity: Job, by: [job_id]}
  get_part:  {op: get, entity: JobPk, by: [part_id]}
entities:
  SKU:   {fields: {sku_id: string}, key: {pk: "SKU#{sku_id}", sk: S}}
  Table: {fields: {table_id: string}, key: {pk: "T#{table_id}", sk: T}}
  Uuid:  {fields: {uuid_id: uuid}, key: {pk: "U#{uuid_id}", sk: U}}
  Job:   {fields: {job_id: string}, key: {pk: "J#{job_id}", sk: J}}
  JobPk: {fields: {part_id: string, at: {type: object, fields: {X: {type: object, fields: {n: int}}}}}, key: {pk: "P#{part_id}", sk: P}}
table: {name: small, keys: {partition: pk, sort: sk}}
)";

TEST(GeneratePython, NoConstantIsCalledAsATypeOrAnotherConstant) {
  const auto output = python_of(alike);
  ASSERT_TRUE(output.diagnostics.empty());
  const auto items = file(output, "small/items.py");
  for (const auto* line : {"\nSKU_ = kw.Entity(\n    \"SKU\",\n    SKU,\n", "\nSKU_PK = kw.Part",
                           "\nTABLE_ = kw.Entity(\n", "\nUUID_ = kw.Entity(\n",
                           "\nJOB_PK = kw.Entity(\n", "\nJOB_PK_ = kw.PartitionTemplate("}) {
    EXPECT_THAT(items, HasSubstr(line));
  }
  EXPECT_THAT(file(output, "small/table.py"), HasSubstr("\nTABLE = kw.TableSchema("));
  const auto repository = file(output, "small/sku_repository.py");
  EXPECT_THAT(repository, HasSubstr("from .items import SKU_, SKU_PK, SKU_SK\n"));
  EXPECT_THAT(repository, HasSubstr("from .types import SKU\n"));
}

// Each name that a user may import is one thing.
TEST(GeneratePython, ThePackageListsEveryNameOnce) {
  const auto package = file(python_of(alike), "small/__init__.py");
  std::istringstream all(package.substr(package.find("__all__ = [\n") + 12));
  std::set<std::string> names;
  for (std::string line; std::getline(all, line) && line != "]";) {
    EXPECT_TRUE(names.insert(line).second) << line;
  }
  EXPECT_TRUE(names.contains("    \"SKU\",")) << package;
  EXPECT_TRUE(names.contains("    \"SKU_\",")) << package;
}

TEST(GeneratePython, ImportsWhatAModuleMentionsAndNothingElse) {
  const auto output = python_of(small);
  const auto repository = file(output, "small/thing_repository.py");
  EXPECT_THAT(repository, HasSubstr("import datetime as dt\n"));
  EXPECT_THAT(repository, Not(HasSubstr("Iterator")));
  EXPECT_THAT(repository, HasSubstr("from .types import Thing\n"));
}

TEST(GeneratePython, RefusesInItsOwnNameWhatItCannotGenerate) {
  const auto output = python_of(R"(
keywright: 1
name: small
access_patterns: {get_a: {op: get, entity: A, by: [a_id]}}
entities:
  A:
    fields: {a_id: ulid, n: number}
    key: {pk: "A#{a_id}", sk: A}
    unique: {n: n}
table: {name: small, keys: {partition: pk, sort: sk}}
)");
  EXPECT_TRUE(output.files.empty());
  ASSERT_EQ(output.diagnostics.size(), 1U);
  EXPECT_EQ(output.diagnostics[0].rule, "GEN001");
  EXPECT_THAT(output.diagnostics[0].message,
              HasSubstr("Python for A cannot be generated: no key can be made of n"));
}

// What is missing is refused with its reason, in both languages for the same.
class ModelWithALineMissing : public ::testing::TestWithParam<const char*> {};
INSTANTIATE_TEST_SUITE_P(Models, ModelWithALineMissing,
                         ::testing::Values("research", "orders", "treasury", "telemetry",
                                           "writes"));

TEST_P(ModelWithALineMissing, IsGeneratedOrRefused) {
  const auto text = content_of(std::string(KEYWRIGHT_MODELS) + "/" + GetParam() + ".model.yaml");
  std::size_t tried = 0;
  for (std::size_t at = 0; at < text.size();) {
    const auto end = text.find('\n', at) + 1;
    const auto read = model::read_model(text.substr(0, at) + text.substr(end), "cut.model.yaml");
    at = end;
    if (!read.model) continue;
    ++tried;
    const auto plan = plan::make_plan(*read.model);
    const auto output = generate_python(*read.model, plan);
    EXPECT_EQ(output.files.empty(), model::has_errors(output.diagnostics));
    EXPECT_EQ(output.files.empty(), generate_cpp(*read.model, plan).files.empty());
  }
  EXPECT_GT(tried, 20U);
}

TEST(GeneratePython, PutsThePackageTogetherAndItsTestsApart) {
  const auto output = python_of(small);
  for (const auto& each : output.files) {
    const bool is_test = each.path == "test_small.py";
    EXPECT_EQ(each.part, is_test ? Part::unit_test : Part::repository) << each.path;
    EXPECT_TRUE(is_test || each.path.starts_with("small/")) << each.path;
  }
  EXPECT_THAT(file(output, "small/__init__.py"), HasSubstr("    \"ThingRepository\",\n"));
  EXPECT_FALSE(file(output, "small/_keywright/repository.py").empty());
}

}  // namespace
}  // namespace keywright::generate::testing
