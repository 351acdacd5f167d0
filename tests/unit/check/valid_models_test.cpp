// Valid models of different shapes give no finding: a false alarm is a defect too.

#include "check/check.hpp"
#include "model/reader.hpp"
#include "mutants.hpp"

#include <algorithm>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include <gmock/gmock.h>

namespace keywright::check::testing {
namespace {

using ::testing::IsEmpty;

std::vector<std::string> model_files() {
  std::vector<std::string> paths;
  for (const auto& entry : std::filesystem::directory_iterator(KEYWRIGHT_MODELS)) {
    if (entry.path().extension() == ".yaml") paths.push_back(entry.path().string());
  }
  std::sort(paths.begin(), paths.end());
  return paths;
}

TEST(ValidModels, AreSilent) {
  ASSERT_GE(model_files().size(), 6U);
  for (const auto& path : model_files()) {
    const auto checked = check_text(read_file(path), path);
    EXPECT_THAT(checked.rules(), IsEmpty()) << checked.rendered;
  }
}

// What the page of the language shows is what its readers copy. One of its models is a list of
// patterns that has no keys yet.
TEST(ValidModels, AreThoseOfTheDocumentation) {
  constexpr std::string_view fence = "```yaml\n";
  const auto page = read_file(KEYWRIGHT_LANGUAGE_PAGE);
  int complete = 0;
  for (auto at = page.find(fence); at != std::string::npos; at = page.find(fence, at + 1)) {
    const auto begin = at + fence.size();
    const auto text = page.substr(begin, page.find("```", begin) - begin);
    if (!text.starts_with("keywright: 1")) continue;
    const auto checked = check_text(text, "model-language.md");
    if (text.find("\nentities:") == std::string::npos) {
      EXPECT_THAT(checked.rules(), ::testing::Each("AP001")) << checked.rendered;
      continue;
    }
    ++complete;
    EXPECT_THAT(checked.rules(), IsEmpty()) << checked.rendered;
  }
  EXPECT_EQ(complete, 2);
}

TEST(ValidModels, TheReferenceIsCheckedForProduction) {
  const auto read = model::read_model(model_text("research"), "research.model.yaml");
  ASSERT_TRUE(read.model);
  EXPECT_EQ(*read.model->profile, model::Profile::production);
}

// A model begins as a list of patterns; until it has keys, nothing serves them.
TEST(UnfinishedModels, HaveNoKeyForAnyPattern) {
  const auto patterns = std::string(R"(keywright: 1
name: early
access_patterns:
  get_job: {op: get, entity: Job, by: [job_id], rate: {peak: 1}}
  put_job: {op: put, entity: Job, rate: {peak: 1}}
)");
  const auto checked = check_text(patterns, "early.model.yaml");
  EXPECT_EQ(checked.rules(), (std::vector<std::string>{"AP001", "AP001"})) << checked.rendered;

  const auto entities = check_text(patterns + R"(entities:
  Job: {fields: {job_id: ulid}}
)",
                                   "early.model.yaml");
  EXPECT_EQ(entities.rules(), (std::vector<std::string>{"AP001", "AP001"})) << entities.rendered;
}

// At the stage of patterns it says which key each needs, and what is missing from the list.
TEST(UnfinishedModels, AreAskedForNumbersAndBounds) {
  const std::string text = R"(keywright: 1
name: early
access_patterns:
  get_job:   {op: get, entity: Job, by: [job_id], rate: {peak: 1}}
  list_jobs: {op: query, entity: Job, by: [status], order: created_at desc, page: 50}
  all_jobs:  {op: query, entity: Job, by: [topic], rate: {peak: 1}}
  put_jobs:  {op: batch_put, entity: Job, rate: {peak: 1}}
)";
  const auto read = model::read_model(text, "early.model.yaml");
  ASSERT_TRUE(read.model);
  const auto plan = plan::make_plan(*read.model);
  const auto findings = check(*read.model, plan, {.stage = Stage::patterns});
  std::vector<std::string> said;
  for (const auto& finding : findings) {
    said.push_back(finding.rule + " " + std::string(model::to_text(finding.severity)) + " " +
                   finding.subject);
  }
  EXPECT_EQ(said, (std::vector<std::string>{"AP001 note get_job", "AP001 note list_jobs",
                                            "AP011 warning list_jobs", "AP001 note all_jobs",
                                            "AP008 error all_jobs", "AP001 note put_jobs",
                                            "AP011 warning put_jobs"}));
  EXPECT_EQ(findings[1].notes.front().message,
            "it needs a key that begins with status, and sorts by created_at");
}

TEST(AllFindings, ComeFromOneRunInFileOrder) {
  auto text = model_text("research");
  const auto edit = [&](const std::string& from, const std::string& to) {
    const auto at = text.find(from);
    ASSERT_NE(at, std::string::npos) << from;
    text.replace(at, from.size(), to);
  };
  edit("by: [job_id, finding_id]", "by: [job_id]");
  edit("start:   {from: queued", "start:   {from: [queued, running]");
  edit("sk: REPORT}", "sk: METADATA}");
  edit("after: 30d", "after: 2592000000s");
  edit("name: app-table", "name: \"app table\"");
  const auto checked = check_text(text, "research.model.yaml");
  EXPECT_EQ(checked.rules(),
            (std::vector<std::string>{"AP002", "WR001", "KEY001", "TTL002", "NAM001"}))
      << checked.rendered;
  for (std::size_t i = 1; i < checked.findings.size(); ++i) {
    EXPECT_LT(checked.findings[i - 1].span.begin.offset, checked.findings[i].span.begin.offset);
  }
}

}  // namespace
}  // namespace keywright::check::testing
