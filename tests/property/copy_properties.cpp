// Whatever is in a table arrives: by way of files and another table, with any number of segments
// and threads, and wherever the copies were stopped.

#include "../test_folder.hpp"
#include "copy/job.hpp"
#include "copy/rate.hpp"
#include "value_generators.hpp"
#include <keywright/engine.hpp>

#include <atomic>
#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <utility>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace keywright::copy {
namespace {

using generators::Tree;

std::unique_ptr<Engine> engine_with_table() {
  auto engine = Engine::in_memory();
  CreateTableRequest request;
  request.table_name = "Tab";
  request.key_schema = {{"pk", KeyType::hash}, {"sk", KeyType::range}};
  request.attribute_definitions = {{"pk", AttributeType::binary}, {"sk", AttributeType::number}};
  request.billing_mode = BillingMode::pay_per_request;
  engine->create_table(request).value();
  return engine;
}

/// Items that the table takes: some of the values may not be in an item.
void fill(Database& database) {
  const auto count = *rc::gen::inRange(0, 60);
  for (int i = 0; i < count; ++i) {
    const auto attributes =
        *rc::gen::scale(0.2, rc::gen::container<std::map<std::string, Tree>>(
                                 generators::short_text(), generators::tree(3)));
    ItemBuilder item;
    for (const auto& [name, value] : attributes) {
      if (!name.empty()) item.set(generators::utf8(name), encode(with_utf8(value)));
    }
    item.set_binary("pk", std::string(1, static_cast<char>(*rc::gen::inRange(0, 256))));
    item.set_number("sk", *generators::small_or_any_number());
    (void)database.put_item({.table_name = "Tab", .item = item.build()});
  }
}

/// The naive way to know a table: all of its items by their text.
std::map<std::string, int> content(Database& database) {
  std::map<std::string, int> out;
  ScanRequest scan;
  scan.table_name = "Tab";
  const auto page = database.scan(scan).value();
  EXPECT_FALSE(page.last_evaluated_key) << "a table of one page";
  for (const Item& item : page.items) ++out[to_json(item)];
  return out;
}

/// Copies with random options, stopped now and then, to the end.
Tally copy_all(const Place& from, const Place& to, const std::filesystem::path& state) {
  JobOptions options;
  options.from = from;
  options.to = to;
  options.state = state;
  options.threads = *rc::gen::inRange<std::size_t>(1, 4);
  options.segments = *rc::gen::inRange<std::size_t>(1, 9);
  options.part_size = *rc::gen::inRange<std::size_t>(100, 4000);
  options.tick = std::chrono::milliseconds(1);
  auto stops = *rc::gen::inRange(0, 4);
  for (;;) {
    std::stop_source stop;
    if (stops-- > 0) {
      // Before anything, or somewhere between two pauses that take no time.
      auto left = std::make_shared<std::atomic<int>>(*rc::gen::inRange(0, 20));
      options.max_write_units = options.max_read_units = 1000;
      options.timing.pause = [left, stop](Duration, const std::stop_token& token) mutable {
        if ((*left)-- <= 0) stop.request_stop();
        return !token.stop_requested();
      };
      if (*left == 0) stop.request_stop();
    } else {
      options.timing = system_timing();
      options.max_write_units = options.max_read_units = Rate::kUnlimited;
    }
    options.stop = stop.get_token();
    const auto report = run(options, [](const Progress&) {});
    if (!report) {  // stopped before it had begun
      if (!options.stop.stop_requested()) RC_FAIL(report.error().message);
      continue;
    }
    if (!report->is_complete) continue;
    RC_ASSERT(report->is_verified && report->is_equal());
    return report->target;
  }
}

RC_GTEST_PROP(Copies, KeepEveryItem, ()) {
  const TestFolder folder;
  const auto first = engine_with_table();
  const auto last = engine_with_table();
  fill(*first);
  const Place files{"file:a", nullptr, folder / "a", ""};
  const Place other_files{"file:b", nullptr, folder / "b", ""};
  const auto state = folder / "state";
  const Tally tally = copy_all({"a:", first.get(), {}, "Tab"}, files, state);
  RC_ASSERT(copy_all(files, other_files, state) == tally);
  RC_ASSERT(copy_all(other_files, {"b:", last.get(), {}, "Tab"}, state) == tally);
  RC_ASSERT(content(*last) == content(*first));
}

}  // namespace
}  // namespace keywright::copy
