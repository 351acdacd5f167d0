#include "document/describe.hpp"

#include "documented.hpp"

#include <gmock/gmock.h>

namespace keywright::document {
namespace {

using ::testing::HasSubstr;

std::string markdown_of(const testing::Documented& documented,
                        const std::vector<model::Diagnostic>& findings = {}) {
  return to_markdown(describe(documented.model, documented.plan, documented.report, findings));
}

TEST(Describe, SaysWhatServesEachPatternUnderWhichKeys) {
  const auto text = markdown_of(testing::documented("research"));
  EXPECT_THAT(text,
              HasSubstr("| `get_job_with_findings` | query | Job, Finding\\*, Report? | `Query "
                        "app-table: pk = JOB#{job_id}, sk from FINDING# to REPORT` | 8.5 |"));
  EXPECT_THAT(text, HasSubstr("| JobDebug | `JOB#{job_id}` | `DEBUG` | "
                              "`JOB#01JGXQ4N7R8T9V0W1X2Y3Z4A5B`, `DEBUG` |"));
  EXPECT_THAT(text, HasSubstr("### Index gsi1"));
  EXPECT_THAT(text, HasSubstr("| `STATUS#queued`, `2026-01-02T03:04:05.678Z` |"));
  EXPECT_THAT(text, HasSubstr("```mermaid\nstateDiagram-v2\n"));
  EXPECT_THAT(text, HasSubstr("| `put_findings` | 5 |  | 492.75 |  | 492.75 |"));
  EXPECT_THAT(text, HasSubstr("None: keys serve every access pattern."));
  EXPECT_THAT(text, HasSubstr("RawFetch"));
  EXPECT_THAT(text, HasSubstr("30 days"));
}

TEST(Describe, ListsFindingsAsText) {
  model::Diagnostic finding;
  finding.rule = "KEY001";
  finding.message = "both may have \"A|B\" and `x`";
  finding.help = "begin <it> otherwise";
  finding.subject = "Job";
  const auto text = markdown_of(testing::documented("research"), {finding});
  EXPECT_THAT(text, HasSubstr("| KEY001 | error | `Job` | both may have \"A\\|B\" and 'x' | "
                              "begin \\<it\\> otherwise |"));
}

// Of every model, each time the same, and with all its names.
TEST(Describe, IsTheSameEachTimeAndLeavesNothingOut) {
  for (const auto& name : testing::model_names()) {
    const auto documented = testing::documented(name);
    const auto page = describe(documented.model, documented.plan, documented.report, {});
    const auto text = to_markdown(page);
    EXPECT_EQ(text, markdown_of(testing::documented(name)));
    for (const auto& pattern : documented.model.access_patterns) {
      EXPECT_THAT(text, HasSubstr("`" + pattern.name)) << name;
    }
    for (const auto& table : documented.model.tables) {
      EXPECT_THAT(to_html(page), HasSubstr("Table " + table.name)) << name;
    }
  }
}

// A model may be a list of patterns, or half a design.
TEST(Describe, OfAnUnfinishedModelIsWhatThereIs) {
  const auto early = testing::documented_text(
      "keywright: 1\nname: early\naccess_patterns:\n"
      "  get_job: {op: get, entity: Job, by: [job_id], rate: {peak: 1}}\n");
  const auto text = markdown_of(early);
  EXPECT_THAT(text, HasSubstr("| `get_job` | get | Job? | no key serves it |"));
  const auto half = testing::documented_text(
      "keywright: 1\nname: half\naccess_patterns:\n"
      "  get_job: {op: get, entity: Job, by: [job_id]}\n"
      "entities: {Job: {fields: {job_id: ulid}}}\n");
  EXPECT_THAT(markdown_of(half), HasSubstr("| Job |  |  |  |"));
}

}  // namespace
}  // namespace keywright::document
