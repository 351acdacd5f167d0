#include "apply/render.hpp"

#include "tables.hpp"

#include <gmock/gmock.h>

namespace keywright::apply {
namespace {

using testing::HasSubstr;

TableDiff sample() {
  TableDiff diff;
  diff.table = "app";
  diff.steps = {{"create index gsi2", "gsi2pk (S), all attributes", "it is not there", "minutes",
                 UpdateTableRequest{}},
                {"protect from deletion", "", "the model has it", "", UpdateTableRequest{}}};
  diff.notes = {"the \"stream\" stays"};
  return diff;
}

TEST(RenderDiff, ShowsEachStepWithWhyAndCost) {
  EXPECT_EQ(render_text(sample(), "aws:eu-west-1"),
            "app at aws:eu-west-1: 2 steps\n"
            "  1. create index gsi2: gsi2pk (S), all attributes\n"
            "     why:  it is not there\n"
            "     cost: minutes\n"
            "  2. protect from deletion\n"
            "     why:  the model has it\n"
            "  note: the \"stream\" stays\n");
  auto refused = sample();
  refused.refusals = {{"index gsi1 is a in the table and b in the model", "--replace-indexes"}};
  EXPECT_THAT(render_text(refused, "u"), HasSubstr("app at u: refused\n"));
  EXPECT_THAT(render_text(refused, "u"),
              HasSubstr("  refused: index gsi1 is a in the table and b in the model\n"
                        "     mend: --replace-indexes\n"));
  EXPECT_EQ(render_text(TableDiff{.table = "app", .steps = {}, .refusals = {}, .notes = {}}, "u"),
            "app at u: nothing to do\n");
}

TEST(RenderDiff, AsJsonWithOutcomes) {
  const auto diff = sample();
  Applied applied{{StepOutcome::done, StepOutcome::failed}, Error{}};
  applied.error->code = ErrorCode::throttled;
  applied.error->exception = "LimitExceededException";
  applied.error->message = "too many";
  EXPECT_EQ(render_json("failed", {{&diff, applied}}),
            "{\"result\":\"failed\",\"tables\":[{\"table\":\"app\",\"steps\":["
            "{\"what\":\"create index gsi2\",\"detail\":\"gsi2pk (S), all attributes\","
            "\"why\":\"it is not there\",\"cost\":\"minutes\",\"outcome\":\"done\"},"
            "{\"what\":\"protect from deletion\",\"detail\":\"\",\"why\":\"the model has it\","
            "\"cost\":\"\",\"outcome\":\"failed\"}],\"refusals\":[],"
            "\"notes\":[\"the \\\"stream\\\" stays\"],"
            "\"error\":{\"code\":\"throttled\",\"exception\":\"LimitExceededException\","
            "\"message\":\"too many\"}}]}\n");
}

TEST(RenderProgress, SaysWhichStepAndWhatIsGoingOn) {
  const auto diff = sample();
  Progress progress{Progress::Kind::begun, &diff.steps[0], 1, 2, {}, {}};
  EXPECT_EQ(render_text(progress), "step 1 of 2: create index gsi2");
  progress.kind = Progress::Kind::waiting;
  progress.activity = "gsi2 is CREATING (backfilling)";
  progress.waited = std::chrono::milliseconds(12'700);
  EXPECT_EQ(render_text(progress),
            "step 1 of 2: create index gsi2: gsi2 is CREATING (backfilling), 12 s");
  progress.step = nullptr;
  EXPECT_EQ(render_text(progress), "gsi2 is CREATING (backfilling), 12 s");
}

}  // namespace
}  // namespace keywright::apply
