// The items of samples are those that generated repositories write.

#include "research/job_repository.hpp"
#include "research/raw_fetch_repository.hpp"
#include "research/table.hpp"
#include "verify/items.hpp"
#include "verifying.hpp"

namespace keywright::verify {
namespace {

std::string text_of(const Context& context, const Sample& sample, std::string_view field) {
  return std::string(value_of(context, sample, field)->as_string());
}

TEST(ItemsOfSamples, AreThoseOfGeneratedCode) {
  const auto model = read_test_model("research");
  const auto plan = plan::make_plan(model);
  const Context context{model, plan, 1'760'000'000};
  const SampleMaker maker(context);
  const auto engine = Engine::in_memory();
  ASSERT_TRUE(research::create_table(*engine));
  const research::JobRepository jobs(*engine);
  const auto position = static_cast<std::size_t>(model.find_entity("Job") - model.entities.data());
  for (std::uint32_t number = 0; number < 3; ++number) {  // queued all three
    const auto sample = maker.make(position, number);
    research::Job job;
    job.job_id = Ulid::parse(text_of(context, sample, "job_id")).value();
    job.created_at = parse_timestamp(text_of(context, sample, "created_at")).value();
    job.topic = text_of(context, sample, "topic");
    if (value_of(context, sample, "error") != nullptr)
      job.error = text_of(context, sample, "error");
    ASSERT_EQ(text_of(context, sample, "status"), "queued");
    const auto created = jobs.create_job(job);
    ASSERT_TRUE(created) << created.error().message;
    const auto stored =
        engine->get_item({.table_name = "app-table", .key = key_of(context, sample)});
    ASSERT_TRUE(stored && stored->item);
    EXPECT_EQ(to_json(*stored->item), to_json(item_of(context, sample)));
  }
}

}  // namespace
}  // namespace keywright::verify
