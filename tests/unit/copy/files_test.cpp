// Copies to and from folders of files.

#include "copy/gzip_file.hpp"
#include "copy/job.hpp"
#include "copy/manifest.hpp"
#include "copying.hpp"

#include <gmock/gmock.h>

namespace keywright::copy {
namespace {

using testing::HasSubstr;

class FilesTest : public testing::Test {
 protected:
  FilesTest() {
    options_.segments = 4;
    options_.threads = 2;
    options_.timing = time_.timing();
    options_.clock = time_.clock();
    options_.tick = std::chrono::milliseconds(1);
    from_->create_table(table_request("Tab")).value();
  }
  void to_files() {
    options_.from = {"a:", from_.get(), {}, "Tab"};
    options_.to = {"file:export", nullptr, export_, ""};
  }
  void to_table() {
    options_.from = {"file:export", nullptr, export_, ""};
    options_.to = {"b:", to_.get(), {}, "Tab"};
    options_.create = true;
  }
  Result<JobReport> run(std::function<void(const Progress&)> observe = [](const Progress&) {}) {
    return copy::run(options_, observe);
  }
  /// Exports `items` items.
  void make_export(int items) {
    fill(*from_, "Tab", items);
    to_files();
    const auto report = run();
    ASSERT_TRUE(report) << report.error().message;
    ASSERT_TRUE(report->is_equal());
    to_table();
  }
  std::filesystem::path first_part() {
    return export_ / "data" / read_manifest(export_)->files[0].file;
  }
  /// Replaces the first part by one of these lines, as if it always was.
  void replace_first_part(const std::string& lines, std::int64_t items) {
    auto manifest = read_manifest(export_).value();
    auto writer = GzipWriter::create(first_part()).value();
    writer->append(lines).value();
    manifest.files[0].items = items;
    manifest.files[0].md5 = writer->finish().value();
    write_manifest(manifest, {}).value();
  }

  TestTime time_;
  TestFolder folder_;
  std::filesystem::path export_ = folder_ / "export";
  std::unique_ptr<Engine> from_ = Engine::in_memory({.clock = time_.clock(), .seed = 1});
  std::unique_ptr<Engine> to_ = Engine::in_memory({.clock = time_.clock(), .seed = 2});
  JobOptions options_;
};

TEST_F(FilesTest, GoToFilesAndBackAgain) {
  from_->update_time_to_live({.table_name = "Tab", .attribute_name = "expires"}).value();
  make_export(2000);
  const auto manifest = read_manifest(export_).value();
  EXPECT_EQ(manifest.item_count, 2000);
  EXPECT_EQ(manifest.files.size(), 4u);
  const auto report = run();
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_TRUE(report->is_equal());
  EXPECT_EQ(report->target, manifest.tally);
  EXPECT_EQ(count_of(*to_, "Tab"), 2000);
  EXPECT_EQ(to_->describe_time_to_live({.table_name = "Tab"})->attribute_name, "expires");
}

TEST_F(FilesTest, KeepPartsSmall) {
  options_.part_size = 20'000;
  make_export(2000);
  const auto manifest = read_manifest(export_).value();
  EXPECT_GT(manifest.files.size(), 20u);
  for (const Part& part : manifest.files) EXPECT_LT(part.items, 150);
  EXPECT_TRUE(run()->is_equal());
}

TEST_F(FilesTest, AreNotWrittenOverOthers) {
  make_export(10);
  to_files();
  const auto report = run();
  ASSERT_FALSE(report);
  EXPECT_THAT(report.error().message,
              HasSubstr("export is there and not empty: name a new folder"));
}

TEST_F(FilesTest, GoOnWhereTheyWereStoppedAndLeaveNoOtherPart) {
  fill(*from_, "Tab", 3000);
  to_files();
  options_.part_size = 10'000;
  options_.max_read_units = 20;
  options_.state = folder_ / "state";
  int runs = 0;
  std::int64_t copied = 0;
  for (bool complete = false; !complete; ++runs) {
    ASSERT_LT(runs, 100);
    std::stop_source stop;
    options_.stop = stop.get_token();
    const auto report = run([&](const Progress& progress) {
      if (progress.items >= copied + 500) stop.request_stop();
    });
    ASSERT_TRUE(report) << report.error().message;
    copied = report->copied.items;
    complete = report->is_complete;
    EXPECT_TRUE(!complete || report->is_equal());
    // As a kill leaves them: a part that no state knows of, and half of one.
    if (copied < 3000) {
      write_text(export_ / "data" / "000000-000999.json.gz", "?");
      write_text(export_ / "data" / "000001-000999.json.gz.part", "?");
      EXPECT_FALSE(std::filesystem::exists(export_ / "manifest-summary.json"));
    }
  }
  EXPECT_GT(runs, 1);
  const auto manifest = read_manifest(export_).value();
  EXPECT_EQ(manifest.item_count, 3000);
  std::size_t files = 0;
  for ([[maybe_unused]] const auto& each : std::filesystem::directory_iterator(export_ / "data")) {
    ++files;
  }
  EXPECT_EQ(files, manifest.files.size());
}

/// What is on disk at some moment, and no more, is what a kill leaves.
TEST_F(FilesTest, GoOnAfterAKillAtAnyMoment) {
  fill(*from_, "Tab", 2000);
  to_files();
  options_.part_size = 5'000;
  options_.max_read_units = 20;
  options_.state = folder_ / "state";
  const std::int64_t moments[] = {1, 300, 900, 1500, 1900};
  std::size_t next = 0;
  const auto whole = run([&](const Progress& progress) {
    if (progress.phase != Phase::copying || next == std::size(moments)) return;
    if (progress.items < moments[next]) return;
    // The state first: the parts that it names were there before it.
    const auto killed = folder_ / ("killed-" + std::to_string(next++));
    std::filesystem::create_directories(killed);
    std::filesystem::copy_file(folder_ / "state", killed / "state");
    std::filesystem::create_directories(killed / "export/data");
    for (const auto& entry : std::filesystem::directory_iterator(export_ / "data")) {
      std::error_code moved_away;
      std::filesystem::copy_file(entry.path(), killed / "export/data" / entry.path().filename(),
                                 moved_away);
    }
  });
  ASSERT_TRUE(whole) << whole.error().message;
  ASSERT_GE(next, 3u);
  for (std::size_t i = 0; i < next; ++i) {
    const auto killed = folder_ / ("killed-" + std::to_string(i));
    options_.state = killed / "state";
    options_.to.folder = killed / "export";
    const auto report = run();
    ASSERT_TRUE(report) << report.error().message;
    EXPECT_TRUE(report->is_resumed);
    EXPECT_TRUE(report->is_verified && report->is_equal()) << i;
    EXPECT_EQ(report->target, whole->target) << i;
  }
}

TEST_F(FilesTest, AreReadOnFromTheLineWhereACopyWasStopped) {
  make_export(3000);
  options_.state = folder_ / "state";
  options_.max_write_units = 200;
  int runs = 0;
  double units = 0;
  for (bool complete = false; !complete; ++runs) {
    ASSERT_LT(runs, 100);
    std::stop_source stop;
    options_.stop = stop.get_token();
    const auto report = run([&](const Progress& progress) {
      if (progress.phase != Phase::copying) return;
      if (progress.items >= progress.resumed_items + 700) stop.request_stop();
    });
    ASSERT_TRUE(report) << report.error().message;
    complete = report->is_complete;
    units += report->write_units;
  }
  EXPECT_GT(runs, 1);
  EXPECT_EQ(units, 3000) << "each item is written once";
  EXPECT_EQ(count_of(*to_, "Tab"), 3000);
}

TEST_F(FilesTest, OfAnEmptyTableAreCopiedOnAfterAStop) {
  make_export(0);
  options_.state = folder_ / "state";
  std::stop_source stop;
  stop.request_stop();
  options_.stop = stop.get_token();
  ASSERT_TRUE(run());
  ASSERT_TRUE(std::filesystem::exists(options_.state));
  options_.stop = {};
  const auto report = run();
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_TRUE(report->is_complete);
  EXPECT_TRUE(report->is_equal());
}

TEST_F(FilesTest, AreNotReadOnIfTheyAreOthersThanBefore) {
  make_export(1000);
  options_.state = folder_ / "state";
  std::stop_source stop;
  stop.request_stop();
  options_.stop = stop.get_token();
  ASSERT_TRUE(run());
  replace_first_part(R"({"Item":{"pk":{"S":"a"},"sk":{"N":"1"}}})", 1);
  options_.stop = {};
  EXPECT_THAT(run().error().message, HasSubstr("one of the two was made anew since then"));
}

TEST_F(FilesTest, NameTheFileAndTheLineThatIsWrong) {
  make_export(100);
  const std::string good = R"({"Item":{"pk":{"S":"a"},"sk":{"N":"1"}}})"
                           "\n";
  const std::pair<const char*, const char*> cases[] = {
      {"{\"Item\":{", "line 3: "},
      {"[]", "line 3: it is no JSON object"},
      {"{\"Key\":{}}", "line 3: it has no \"Item\""},
      {"{\"Keys\":{},\"NewImage\":{}}", "line 3: it is of an incremental export"},
      {"{\"Item\":{\"pk\":{\"S\":\"a\"},\"sk\":{\"N\":\"x\"}}}", "line 3: "},
      {"{\"Item\":{\"pk\":\"a\"}}", "line 3: "},
      {"{\"Item\":{\"pk\":{\"S\":\"a\"}}}",
       "line 3: it has no sk, which is in the key of the table"},
      {"{\"Item\":{\"pk\":{\"S\":\"a\"},\"sk\":{\"S\":\"1\"}}}",
       "line 3: its sk is of type S, and the key of the table wants N"},
  };
  for (const auto& [line, error] : cases) {
    replace_first_part(good + "\n" + line + "\n", 2);
    options_.into_existing = true;
    const auto report = run();
    ASSERT_FALSE(report) << line;
    EXPECT_THAT(report.error().message, HasSubstr(first_part().string() + " " + error)) << line;
  }
}

TEST_F(FilesTest, AreRefusedIfTheyAreDamaged) {
  make_export(500);
  const std::string whole = text_of(first_part());
  const auto error = [&](const std::string& bytes) {
    write_text(first_part(), bytes);
    options_.into_existing = true;
    const auto report = run();
    return report ? "it went through" : report.error().message;
  };
  EXPECT_THAT(error(whole.substr(0, whole.size() / 2)), HasSubstr("is cut: its end is missing"));
  EXPECT_THAT(error(whole.substr(0, whole.size() - 1)), HasSubstr("is cut: its end is missing"));
  auto damaged = whole;
  damaged[whole.size() / 2] = static_cast<char>(damaged[whole.size() / 2] ^ 0x10);
  EXPECT_THAT(error(damaged), HasSubstr(first_part().string()));
  // Sound, but not what was written: the header's time.
  damaged = whole;
  damaged[4] = 1;
  EXPECT_THAT(error(damaged), HasSubstr("is damaged: its MD5 is not that of the manifest"));
  std::filesystem::remove(first_part());
  EXPECT_THAT(error(whole), HasSubstr("it went through"));
  std::filesystem::remove(first_part());
  EXPECT_THAT(run().error().message, HasSubstr("No such file or directory"));
}

TEST_F(FilesTest, AreRefusedIfTheyHaveFewerItemsThanTheManifestSays) {
  make_export(100);
  replace_first_part(R"({"Item":{"pk":{"S":"a"},"sk":{"N":"1"}}})", 2);
  EXPECT_THAT(run().error().message, HasSubstr("has 1 items, and 2 by the manifest"));
}

TEST_F(FilesTest, ThatNameAKeyTwiceKeepTheLastAndAreFoundToDiffer) {
  make_export(100);
  auto manifest = read_manifest(export_).value();
  manifest.files.resize(1);
  write_manifest(manifest, {}).value();
  std::string lines;
  for (int i = 0; i < 90; ++i) {
    lines += R"({"Item":{"pk":{"S":"a"},"sk":{"N":")" + std::to_string(i % 40) +
             R"("},"turn":{"N":")" + std::to_string(i) + "\"}}}\n";
  }
  replace_first_part(lines, 90);
  const auto report = run();
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_FALSE(report->is_equal());
  EXPECT_EQ(report->source.items, 90);
  EXPECT_EQ(report->target.items, 40);
  const auto kept = to_->get_item({.table_name = "Tab", .key = {{"pk", "a"}, {"sk", 5}}});
  EXPECT_EQ(kept->item->find("turn")->as_number(), Number(85));
}

// The layout of DynamoDB's own exports, with an empty file for a partition without items.
TEST_F(FilesTest, OfDynamoDbsExportsAreCopied) {
  const auto inner = folder_ / "bucket/AWSDynamoDB/01693685827463-2d8752fd";
  write_text(inner / "_started", "");
  write_text(inner / "manifest-summary.json",
             R"({"version":"2020-06-30","itemCount":1,"outputFormat":"DYNAMODB_JSON"})");
  write_text(inner / "data" / "empty.json.gz", "");
  std::filesystem::create_directories(inner / "data");
  auto writer = GzipWriter::create(inner / "data" / "books.json.gz").value();
  writer
      ->append(R"({"Item":{"pk":{"S":"a"},"sk":{"N":"1"},"Tags":{"SS":["b","a"]}}})"
               "\n")
      .value();
  const auto md5 = writer->finish().value();
  write_text(
      inner / "manifest-files.json",
      R"({"itemCount":1,"md5Checksum":")" + md5 +
          R"(","etag":"x-1","dataFileS3Key":"AWSDynamoDB/01693685827463-2d8752fd/data/books.json.gz"})"
          "\n"
          R"({"itemCount":0,"md5Checksum":"1B2M2Y8AsgTpgAmY7PhCfg==","etag":"x-1","dataFileS3Key":"AWSDynamoDB/01693685827463-2d8752fd/data/empty.json.gz"})"
          "\n");
  options_.from = {"file:bucket", nullptr, folder_ / "bucket", ""};
  options_.to = {"b:", to_.get(), {}, "Tab"};
  options_.create = true;
  EXPECT_THAT(run().error().message, HasSubstr("does not say how its table is made"));
  to_->create_table(table_request("Tab")).value();
  const auto report = run();
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_TRUE(report->is_equal());
  EXPECT_EQ(report->target.items, 1);
}

}  // namespace
}  // namespace keywright::copy
