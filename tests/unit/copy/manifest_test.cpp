#include "copy/manifest.hpp"

#include "copying.hpp"

#include <gmock/gmock.h>

namespace keywright::copy {
namespace {

using testing::HasSubstr;

// The form of AWS's own documentation of full exports.
constexpr const char* kSummary = R"({
   "version": "2020-06-30",
   "exportArn": "arn:aws:dynamodb:us-east-1:123456789012:table/Books/export/01234567890123-a1b2c3d4",
   "startTime": "2020-11-04T07:28:34.028Z",
   "endTime": "2020-11-04T07:33:43.897Z",
   "tableArn": "arn:aws:dynamodb:us-east-1:123456789012:table/Books",
   "tableId": "12345a12-abcd-123a-ab12-1234abc12345",
   "exportTime": "2020-11-04T07:28:34.028Z",
   "s3Bucket": "some-bucket",
   "s3Prefix": "2020-Nov",
   "s3SseAlgorithm": "AES256",
   "s3SseKmsKeyId": null,
   "manifestFilesS3Key": "AWSDynamoDB/01693685827463-2d8752fd/manifest-files.json",
   "billedSizeBytes": 0,
   "itemCount": 8,
   "outputFormat": "DYNAMODB_JSON",
   "exportType": "FULL_EXPORT"
})";
constexpr const char* kFiles =
    R"({"itemCount":8,"md5Checksum":"sQMSpEILNgoQmarvDFonGQ==","etag":"af83d6f217c19b8b0fff8023d8ca4716-1","dataFileS3Key":"AWSDynamoDB/01693685827463-2d8752fd/data/sgjmpa.json.gz"}
{"itemCount":0,"md5Checksum":"1B2M2Y8AsgTpgAmY7PhCfg==","etag":"x","dataFileS3Key":"AWSDynamoDB/01693685827463-2d8752fd/data/qmkuyx.json.gz"}
)";

void write_export(const std::filesystem::path& folder) {
  write_text(folder / "manifest-summary.json", kSummary);
  write_text(folder / "manifest-files.json", kFiles);
}

void expect_aws_export(const Result<Manifest>& manifest, const std::filesystem::path& folder) {
  ASSERT_TRUE(manifest) << manifest.error().message;
  EXPECT_EQ(manifest->folder, folder);
  EXPECT_EQ(manifest->table_arn, "arn:aws:dynamodb:us-east-1:123456789012:table/Books");
  EXPECT_EQ(manifest->item_count, 8);
  ASSERT_EQ(manifest->files.size(), 2u);
  EXPECT_EQ(manifest->files[0], (Part{"sgjmpa.json.gz", 8, "sQMSpEILNgoQmarvDFonGQ=="}));
  EXPECT_EQ(manifest->path_of(manifest->files[0]), folder / "data" / "sgjmpa.json.gz");
  EXPECT_FALSE(manifest->definition);
  EXPECT_FALSE(manifest->tally);
}

TEST(Manifest, ReadsTheFormOfAws) {
  const TestFolder folder;
  write_export(folder.path());
  expect_aws_export(read_manifest(folder.path()), folder.path());
}

TEST(Manifest, FindsTheOnlyExportBelowItsPrefix) {
  const TestFolder folder;
  const auto inner = folder / "AWSDynamoDB/01693685827463-2d8752fd";
  write_export(inner);
  expect_aws_export(read_manifest(folder.path()), inner);
  write_export(folder / "AWSDynamoDB/01693685827464-2d8752fd");
  EXPECT_THAT(read_manifest(folder.path()).error().message,
              HasSubstr("has 2 exports: name the folder of one of them"));
}

TEST(Manifest, RefusesWhatIsNoFullExportInDynamoDbJson) {
  const TestFolder folder;
  const auto error_of = [&](std::string from, const std::string& to) {
    std::string summary = kSummary;
    summary.replace(summary.find(from), from.size(), to);
    write_export(folder.path());
    write_text(folder / "manifest-summary.json", summary);
    return read_manifest(folder.path()).error().message;
  };
  EXPECT_THAT(error_of("DYNAMODB_JSON", "ION"), HasSubstr("format ION; export in DYNAMODB_JSON"));
  EXPECT_THAT(error_of("FULL_EXPORT", "INCREMENTAL_EXPORT"), HasSubstr("is incremental"));
  EXPECT_THAT(error_of("\"itemCount\": 8", "\"itemCount\": \"8\""), HasSubstr("itemCount"));
  EXPECT_THAT(error_of("{", "["), HasSubstr("manifest-summary.json: "));
}

TEST(Manifest, SaysWhatIsMissing) {
  const TestFolder folder;
  EXPECT_THAT(read_manifest(folder / "none").error().message, HasSubstr("there is no folder "));
  EXPECT_THAT(
      read_manifest(folder.path()).error().message,
      HasSubstr("has no manifest-summary.json: it is no export, or one that is not complete"));
  write_text(folder / "manifest-summary.json", kSummary);
  EXPECT_THAT(read_manifest(folder.path()).error().message,
              HasSubstr("manifest-files.json: No such file"));
  write_text(folder / "manifest-files.json", std::string(kFiles) + "{\"itemCount\":1}\n");
  EXPECT_THAT(read_manifest(folder.path()).error().message,
              HasSubstr("manifest-files.json: line 3: it names no data file"));
}

TEST(Manifest, NamesNoFileOutsideOfItsFolder) {
  const TestFolder folder;
  write_export(folder.path());
  write_text(folder / "manifest-files.json",
             R"({"itemCount":1,"dataFileS3Key":"../../etc/passwd"})");
  EXPECT_EQ(read_manifest(folder.path())->files[0].file, "passwd");
  write_text(folder / "manifest-files.json", R"({"itemCount":1,"dataFileS3Key":"data/.."})");
  EXPECT_FALSE(read_manifest(folder.path()));
}

TEST(Manifest, ReadsWhatItWroteWithTheTablesDefinition) {
  const TestFolder folder;
  Manifest manifest;
  manifest.folder = folder.path();
  manifest.table_arn = "arn:aws:dynamodb:us-east-1:000000000000:table/Tab";
  manifest.table_id = "id";
  manifest.item_count = 3;
  manifest.files = {{"000000-000000.json.gz", 2, "bWQ1"}, {"000001-000000.json.gz", 1, "bWQ2"}};
  manifest.tally = Tally{3, 100, {1, 2}};
  manifest.definition.emplace();
  manifest.definition->create = table_request("Tab");
  manifest.definition->create.global_secondary_indexes.push_back(
      {.index_name = "by_g",
       .key_schema = {{"g", KeyType::hash}},
       .projection = {ProjectionType::all, {}}});
  manifest.definition->time_to_live_attribute = "expires";
  ASSERT_TRUE(write_manifest(manifest, TimePoint(std::chrono::milliseconds(1'700'000'000'123))));
  EXPECT_THAT(text_of(folder / "manifest-summary.json"),
              HasSubstr("\"exportTime\":\"2023-11-14T22:13:20.123Z\""));

  const auto read = read_manifest(folder.path());
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(read->table_arn, manifest.table_arn);
  EXPECT_EQ(read->files, manifest.files);
  EXPECT_EQ(read->tally, manifest.tally);
  ASSERT_TRUE(read->definition);
  EXPECT_EQ(read->definition->keys(), manifest.definition->keys());
  EXPECT_EQ(read->definition->create.global_secondary_indexes.at(0).index_name, "by_g");
  EXPECT_EQ(read->definition->create.billing_mode, BillingMode::pay_per_request);
  EXPECT_EQ(read->definition->time_to_live_attribute, "expires");
}

}  // namespace
}  // namespace keywright::copy
