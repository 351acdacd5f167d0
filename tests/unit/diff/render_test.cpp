#include "diff/render.hpp"

#include "differing.hpp"
#include "mutants.hpp"

#include <string>

#include <gmock/gmock.h>

namespace keywright::diff::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

const Names kNames{"old.yaml", "new.yaml"};

std::string research() {
  return check::testing::model_text("research");
}

std::string text_of(const Differing& made, bool color = false) {
  return render_text(made.report, kNames, made.after.read.source, color);
}

TEST(Render, SaysThatNothingChanges) {
  const Differing made(research(), research());
  EXPECT_EQ(text_of(made), "old.yaml -> new.yaml: no changes\n");
  EXPECT_EQ(render_json(made.report, kNames),
            R"({"old":"old.yaml","new":"new.yaml","impact":"safe","changes":[],"findings":[],)"
            R"("steps":[],"notes":[]})"
            "\n");
}

TEST(Render, ShowsChangesByImpactAndThePlan) {
  auto changed = replaced(research(), "sk: REPORT}", "sk: REPORTS}");
  changed = replaced(changed, "page: 50", "page: 20");
  EXPECT_EQ(text_of(Differing(research(), changed)),
            R"(old.yaml -> new.yaml: 2 changes: 1 backfill, 1 safe

needs a backfill
  Report: key JOB#{job_id} / REPORTS, was JOB#{job_id} / REPORT [EVO004, line 49]
    why:  items under the old key are not found, and no item changes its key: each is put anew and the old one deleted
    mend: declare the new form as an entity of its own, write both, rewrite the rest, then drop the old one
    cost: 200,000 items x 40 WRU = 8,000,000 WRU, $5.00

safe
  list_jobs_by_status: page 20, was 50 (line 9)

plan
  1. pause: stop the callers of Report
     - neither the old code nor the new one reads what the other writes; to go without a pause, follow the advice of the changes
  2. backfill: put each item of Report under its new key, then delete the old one
     - Report: key JOB#{job_id} / REPORTS, was JOB#{job_id} / REPORT
     - 200,000 items: 8,000,000 WRU and 99,189,193 RRU of a Scan of app-table, $17.40
  3. release: release the code generated from the new model
  4. pause: let the callers of Report go on
)");
}

TEST(Render, ShowsWhatIsWaivedApartFromWhatCounts) {
  auto changed = replaced(research(), "sk: REPORT}", "sk: REPORTS}");
  changed = replaced(changed, "get_finding:", "read_finding:");
  changed =
      replaced(changed, "waive: []",
               "waive:\n  - {rule: EVO004, on: Report, reason: \"there is no report yet\"}\n#");
  const Differing made(research(), changed);
  const auto text = text_of(made);
  EXPECT_THAT(text, HasSubstr("old.yaml -> new.yaml: 2 changes: 1 callers, 1 waived\n"));
  EXPECT_THAT(text, Not(HasSubstr("\nneeds a backfill\n")));
  EXPECT_THAT(text, HasSubstr(R"(
waived by the new model, and not counted
  Report: key JOB#{job_id} / REPORTS, was JOB#{job_id} / REPORT [EVO004, line 49]
    needs a backfill; waived: there is no report yet

plan
)"));
  EXPECT_THAT(text, HasSubstr("was JOB#{job_id} / REPORT (waived)\n     - 200,000 items"));
  EXPECT_EQ(made.report.impact(), Impact::callers);
  EXPECT_THAT(render_json(made.report, kNames), HasSubstr(R"("waived":"there is no report yet")"));
}

TEST(Render, ColorsWhatIsGrave) {
  const Differing made(research(), replaced(research(), "name: app-table", "name: jobs"));
  EXPECT_THAT(text_of(made, true), HasSubstr("\x1b[1;31mreplaces the table\x1b[0m\n"));
  EXPECT_THAT(text_of(made), Not(HasSubstr("\x1b")));
}

TEST(Render, ShowsFindingsThatAreNoChangeWithTheirPlace) {
  const auto telemetry = check::testing::model_text("telemetry");
  auto renamed = replaced(telemetry, "by_site: {pk", "of_site: {pk");
  renamed = replaced(renamed, "by_site: {partition", "of_site: {partition");
  EXPECT_THAT(text_of(Differing(telemetry, renamed)),
              HasSubstr("error[EVO002]: 2 indexes of readings are created or deleted at once"));
}

TEST(Render, GivesProgramsAllOfIt) {
  const Differing made(research(), replaced(research(), "sk: REPORT}", "sk: REPORTS}"));
  const auto json = render_json(made.report, kNames);
  for (
      const auto* part :
      {R"("impact":"backfill","changes":[{"kind":"key_changed","impact":"backfill","subject":"Report")",
       R"("before":"JOB#{job_id} / REPORT","after":"JOB#{job_id} / REPORTS","rule":"EVO004")",
       R"("line":49,"column":10)",
       R"("backfill":{"pass":"rewrite","entity":"Report","items":200000,"at_most":false,"write_units":8000000,"dollars":5})",
       R"("findings":[{"rule":"EVO004","severity":"warning","subject":"Report")",
       R"({"step":2,"action":"backfill")",
       R"("read_units":99189193,"scanned":"app-table","dollars":)"}) {
    EXPECT_THAT(json, HasSubstr(part));
  }
}

}  // namespace
}  // namespace keywright::diff::testing
