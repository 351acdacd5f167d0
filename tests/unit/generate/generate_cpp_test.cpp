#include "generated.hpp"

#include <string>
#include <string_view>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace keywright::generate::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

std::string file_of(const CodeOutput& output, std::string_view path) {
  for (const auto& file : output.files) {
    if (file.path == path) return file.content;
  }
  return "no file " + std::string(path);
}

TEST(GenerateCpp, MakesOneClassPerAggregateAndKind) {
  const auto output = generate_model("research");
  std::vector<std::string> paths;
  for (const auto& file : output.files) paths.push_back(file.path);
  EXPECT_THAT(paths, ::testing::IsSupersetOf({"research/all.cpp", "research/job_admin.hpp",
                                              "research/job_repository.hpp",
                                              "research/raw_fetch_repository.hpp",
                                              "research/table.hpp", "research/types.hpp"}));
  EXPECT_TRUE(std::is_sorted(paths.begin(), paths.end()));
  EXPECT_THAT(file_of(output, "research/all.cpp"),
              HasSubstr("#include \"research/job_repository.cpp\""));
}

// C++ would read 010 as eight, and 09 not at all.
TEST(GenerateCpp, WritesDefaultsWithLeadingZerosAsDecimals) {
  const auto output = generate_text(R"(
keywright: 1
name: zeros
access_patterns:
  get_a: {op: get, entity: A, by: [id]}
entities:
  A:
    fields:
      id: {type: ulid}
      whole: {type: int, default: 010}
      exact: {type: number, default: -09}
      half: {type: double, default: 0.5}
    key: {pk: "A#{id}", sk: A}
table: {name: zeros, keys: {partition: pk, sort: sk}}
)",
                                    "zeros.model.yaml");
  const auto types = file_of(output, "zeros/types.hpp");
  EXPECT_THAT(types, HasSubstr("whole = 10;"));
  EXPECT_THAT(types, HasSubstr("exact = keywright::Number(-9);"));
  EXPECT_THAT(types, HasSubstr("half = 0.5;"));
}

TEST(GenerateCpp, KeepsAdminPatternsApart) {
  const auto output = generate_model("research");
  EXPECT_THAT(file_of(output, "research/job_repository.hpp"), Not(HasSubstr("get_debug")));
  EXPECT_THAT(file_of(output, "research/job_admin.hpp"), HasSubstr("get_debug"));
}

TEST(GenerateCpp, NamesNoFolderOfTheMachine) {
  const auto read = model::read_model(content_of(KEYWRIGHT_MODELS "/research.model.yaml"),
                                      "/somewhere/else/research.model.yaml");
  const auto output = generate_cpp(*read.model, plan::make_plan(*read.model));
  for (const auto& file : output.files) EXPECT_THAT(file.content, Not(HasSubstr("somewhere")));
}

TEST(GenerateCpp, EscapesNamesThatAreKeywordsAndArgumentsThatClash) {
  const auto output = generate_text(R"(
keywright: 1
name: hard
access_patterns:
  query:   {op: query, entity: Thing, by: [query], order: update asc, page: 5}
  update:  {op: patch, entity: Thing, by: [query, update], set: [input, new], rate: {peak: 1}}
  delete:  {op: delete, entity: Thing, by: [query, update]}
entities:
  Thing:
    fields:
      query:  {type: string, min: 1, max: 9}
      update: {type: int, min: 0, max: 9}
      input:  {type: enum, values: [default, "true", plain]}
      new:    {type: bool}
    key: {pk: "Q#{query}", sk: "U#{update}"}
table: {name: hard, keys: {partition: pk, sort: sk}}
)",
                                    "hard.model.yaml");
  ASSERT_TRUE(output.diagnostics.empty());
  const auto types = file_of(output, "hard/types.hpp");
  EXPECT_THAT(types, HasSubstr("{ default_, true_, plain }"));
  EXPECT_THAT(types, HasSubstr("bool new_ = false;"));
  const auto header = file_of(output, "hard/thing_repository.hpp");
  EXPECT_THAT(header, HasSubstr("delete_("));
  const auto source = file_of(output, "hard/thing_repository.cpp");
  EXPECT_THAT(source, HasSubstr("keywright::Update update_("));
  EXPECT_THAT(source, HasSubstr("keywright::BoundQuery query_("));
}

TEST(GenerateCpp, AliasesAttributesThatAnExpressionCannotHold) {
  const auto output = generate_text(R"(
keywright: 1
name: dashed
access_patterns:
  list: {op: query, entity: A, by: [a_id], page: 5}
entities:
  A: {fields: {a_id: {type: ulid}, n: {type: int, min: 0, max: 9}}, key: {pk: "A#{a_id}", sk: "N#{n}"}}
table: {name: dashed, keys: {partition: the-pk, sort: the.sk}}
)",
                                    "dashed.model.yaml");
  const auto source = file_of(output, "dashed/a_repository.cpp");
  EXPECT_THAT(source, HasSubstr("\"#alias1 = :the_pk AND begins_with(#alias2, :prefix)\""));
  EXPECT_THAT(source, HasSubstr("{\"#alias1\", \"the-pk\"},"));
  EXPECT_THAT(source, HasSubstr(".aliases = kListAliases,"));
}

}  // namespace
}  // namespace keywright::generate::testing
