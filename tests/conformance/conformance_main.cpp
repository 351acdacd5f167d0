// Runs the cases of a folder: each against an engine in this process, over HTTP and by the client.
//
//   conformance <folder>                              all three
//   conformance <folder> --at http://127.0.0.1:8000   by the client, against a server that runs
//                                                     there; its tables are deleted
//
// A file is {"about": "...", "tables": [<CreateTable>...], "cases": [...]}; a case is
// {"name": "...", "steps": [...]} and begins with these tables, empty. A step is one request and
// what it must answer:
//
//   {"PutItem": {...}, "answer": {...}}     "answer" may be left out: any success
//   {"PutItem": {...}, "error": "ValidationException", "message": "..."}
//
// An error may also state its "reasons" (of a cancelled transaction) and its "item" (null: none).
// A request that is no JSON object is a string. `${400*xy}` is written out as 400 times xy, and
// `${arn}` as what an earlier step kept: {"DescribeTable": {...}, "keep": {"arn":
// "/Table/TableArn"}}. The request "all records" reads all of a table's stream. How answers are
// compared: json_match.hpp.

#include "json_match.hpp"
#include "step_text.hpp"
#include "stream_records.hpp"
#include "transport.hpp"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <gtest/gtest.h>
#include <simdjson.h>

namespace keywright::conformance {
namespace {

using simdjson::dom::element;
using Connect = std::function<std::unique_ptr<Transport>()>;

/// Requests of cases, over all of them.
struct Count {
  std::size_t asked = 0;
  std::size_t not_asked = 0;
};

/// What follows the namespace of an error's type.
std::string_view plain_name(std::string_view type) {
  return type.substr(type.find('#') + 1);
}

class Case final : public ::testing::Test {
 public:
  Case(element tables, element steps, Connect connect, Count& count)
      : tables_(tables), steps_(steps), connect_(std::move(connect)), count_(count) {}

 private:
  void TestBody() override {
    transport_ = connect_();
    for (const element table : tables_.get_array()) {
      const Answer answer = transport_->send("CreateTable", simdjson::minify(table));
      ASSERT_EQ(200U, answer.status) << answer.body;
    }
    int number = 0;
    for (const element step : steps_.get_array()) {
      const std::string written = simdjson::minify(step);
      SCOPED_TRACE("step " + std::to_string(++number) + ": " + written.substr(0, kMaxTrace));
      simdjson::dom::parser parser;
      element whole;
      ASSERT_EQ(simdjson::SUCCESS, parser.parse(expand(written, kept_)).get(whole));
      run(whole.get_object());
      if (HasFatalFailure()) return;
    }
  }

  void run(simdjson::dom::object step) {
    const auto request = *step.begin();
    std::string_view raw;
    const bool is_raw = request.value.get(raw) == simdjson::SUCCESS;
    const Answer answer =
        send(request.key, is_raw ? std::string(raw) : simdjson::minify(request.value));
    ++(answer.was_asked ? count_.asked : count_.not_asked);
    if (!answer.was_asked) return;
    // TagResource and UntagResource answer with no body at all, which a case writes as "".
    element body;
    ASSERT_EQ(simdjson::SUCCESS,
              parser_.parse(answer.body.empty() ? "\"\"" : answer.body).get(body))
        << answer.body;
    std::string_view error;
    if (step.at_key("error").get(error) == simdjson::SUCCESS) {
      expect_error(step, error, answer, body);
      return;
    }
    ASSERT_EQ(200U, answer.status) << answer.body;
    element expected;
    if (step.at_key("answer").get(expected) == simdjson::SUCCESS) {
      EXPECT_EQ("", difference(expected, body));
    }
    simdjson::dom::object keep;
    if (step.at_key("keep").get(keep) != simdjson::SUCCESS) return;
    for (const auto wanted : keep) {
      element found;
      ASSERT_EQ(simdjson::SUCCESS, body.at_pointer(wanted.value.get_string().value()).get(found))
          << wanted.key << " is not in " << answer.body;
      kept_[std::string(wanted.key)] = plain_text(found);
    }
  }

  Answer send(std::string_view operation, const std::string& request) {
    if (operation == "all records") return all_records(*transport_, request);
    return transport_->send(operation, request);
  }

  static void expect_error(simdjson::dom::object step, std::string_view error, const Answer& answer,
                           element body) {
    EXPECT_EQ(400U, answer.status);
    std::string_view type;
    ASSERT_EQ(simdjson::SUCCESS, body["__type"].get(type)) << answer.body;
    EXPECT_EQ(error, plain_name(type)) << answer.body;
    element message;
    if (step.at_key("message").get(message) == simdjson::SUCCESS) {
      element found;
      const bool has_message = body["message"].get(found) == simdjson::SUCCESS ||
                               body["Message"].get(found) == simdjson::SUCCESS;
      ASSERT_TRUE(has_message) << answer.body;
      EXPECT_EQ("", difference(message, found, "message"));
    }
    element reasons;
    if (step.at_key("reasons").get(reasons) == simdjson::SUCCESS) {
      element found;
      ASSERT_EQ(simdjson::SUCCESS, body["CancellationReasons"].get(found)) << answer.body;
      EXPECT_EQ("", difference(reasons, found, "CancellationReasons"));
    }
    element item;
    if (step.at_key("item").get(item) == simdjson::SUCCESS) {
      element found;
      const bool has_item = body["Item"].get(found) == simdjson::SUCCESS;
      ASSERT_EQ(!item.is_null(), has_item) << answer.body;
      EXPECT_EQ("", has_item ? difference(item, found, "Item") : "");
    }
  }

  static constexpr std::size_t kMaxTrace = 2000;

  element tables_;
  element steps_;
  Connect connect_;
  Count& count_;
  Kept kept_;
  std::unique_ptr<Transport> transport_;
  simdjson::dom::parser parser_;
};

/// The documents live as long as the tests that read them.
struct File {
  simdjson::dom::parser parser;
};

/// How cases reach a database.
struct Way {
  std::string name;
  Connect connect;
  Count count{};
};

bool add_tests(const std::filesystem::path& path, Way& way,
               std::vector<std::unique_ptr<File>>& files) {
  File& file = *files.emplace_back(std::make_unique<File>());
  element root;
  element cases;
  if (file.parser.load(path.string()).get(root) != simdjson::SUCCESS ||
      root["cases"].get(cases) != simdjson::SUCCESS) {
    std::fprintf(stderr, "%s: is no JSON with \"cases\"\n", path.c_str());
    return false;
  }
  const std::string suite = path.stem().string() + "/" + way.name;
  for (const element one : cases.get_array()) {
    const std::string name(one["name"].get_string().value());
    ::testing::RegisterTest(suite.c_str(), name.c_str(), nullptr, nullptr, path.c_str(), 1,
                            [root, one, &way]() -> ::testing::Test* {
                              return new Case(root["tables"], one["steps"], way.connect, way.count);
                            });
  }
  return true;
}

bool add_folder(const std::filesystem::path& folder, Way& way,
                std::vector<std::unique_ptr<File>>& files) {
  std::vector<std::filesystem::path> paths;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().extension() == ".json") paths.push_back(entry.path());
  }
  std::ranges::sort(paths);
  return std::ranges::all_of(paths, [&](const auto& path) { return add_tests(path, way, files); });
}

}  // namespace
}  // namespace keywright::conformance

int main(int argc, char** argv) {
  using namespace keywright::conformance;
  ::testing::InitGoogleTest(&argc, argv);
  const bool elsewhere = argc == 4 && std::string_view(argv[2]) == "--at";
  if (argc != 2 && !elsewhere) {
    std::fprintf(stderr, "usage: conformance <folder> [--at <url>]\n");
    return 2;
  }
  std::vector<Way> ways;
  if (elsewhere) {
    ways.push_back({"elsewhere", [url = std::string(argv[3])] { return at_url(url); }});
  } else {
    ways = {{"engine", in_process}, {"http", over_http}, {"client", by_client}};
  }
  std::vector<std::unique_ptr<File>> files;
  for (Way& way : ways) {
    if (!add_folder(argv[1], way, files)) return 2;
  }
  const int result = RUN_ALL_TESTS();
  for (const Way& way : ways) {
    std::printf("%s: %zu requests", way.name.c_str(), way.count.asked);
    if (way.count.not_asked > 0) std::printf(", and %zu it has no words for", way.count.not_asked);
    std::printf("\n");
  }
  return result;
}
