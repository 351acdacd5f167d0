// What the guard adds to a request: each goes to a database that answers at once, with a guard
// before it and without.

#include "../harness.hpp"
#include "model/reader.hpp"
#include <keywright/guard.hpp>
#include <keywright/uniform_database.hpp>

#include <algorithm>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <iterator>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace keywright::bench {
namespace {

/// Answers nothing, at once.
class Silence final : public UniformDatabase<Silence> {
 public:
  template <class Request>
  Result<ResponseTo<Request>> call(const Request&) {
    if constexpr (std::is_void_v<ResponseTo<Request>>) {
      return {};
    } else {
      return ResponseTo<Request>();
    }
  }
};

constexpr const char* kJob = "JOB#01ARZ3NDEKTSV4RRFFQ69G5FAV";
constexpr const char* kNow = "2026-01-02T03:04:05.678Z";

GetItemRequest get_job() {
  GetItemRequest request;
  request.table_name = "app-table";
  request.key = {{"pk", kJob}, {"sk", "METADATA"}};
  request.consistent_read = true;
  return request;
}

QueryRequest list_jobs() {
  QueryRequest request;
  request.table_name = "app-table";
  request.index_name = "gsi1";
  request.key_condition_expression = "#gsi1pk = :gsi1pk";
  request.expression_attribute_names = {{"#gsi1pk", "gsi1pk"}};
  request.expression_attribute_values = {{":gsi1pk", "STATUS#running"}};
  request.scan_index_forward = false;
  request.projection_expression = "#job_id, #status, #topic, #created_at";
  for (const char* name : {"job_id", "status", "topic", "created_at"}) {
    request.expression_attribute_names.emplace_back(std::string("#") + name, name);
  }
  return request;
}

PutItemRequest create_job() {
  PutItemRequest request;
  request.table_name = "app-table";
  request.item = {{"pk", kJob},
                  {"sk", "METADATA"},
                  {"_type", "Job"},
                  {"job_id", kJob + 4},
                  {"status", "queued"},
                  {"created_at", kNow},
                  {"topic", "A topic of about sixty characters, as topics are in the model"},
                  {"gsi1pk", "STATUS#queued"},
                  {"gsi1sk", kNow}};
  request.condition_expression = "attribute_not_exists(#pk)";
  request.expression_attribute_names = {{"#pk", "pk"}};
  return request;
}

UpdateItemRequest start() {
  UpdateItemRequest request;
  request.table_name = "app-table";
  request.key = {{"pk", kJob}, {"sk", "METADATA"}};
  request.update_expression = "SET #status = :status, #gsi1pk = :gsi1pk";
  request.condition_expression = "#status = :from";
  request.expression_attribute_names = {{"#status", "status"}, {"#gsi1pk", "gsi1pk"}};
  request.expression_attribute_values = {
      {":from", "queued"}, {":status", "running"}, {":gsi1pk", "STATUS#running"}};
  return request;
}

template <class Response, class Request>
Work calls(Database& database, Request request,
           Result<Response> (Database::*operation)(const Request&)) {
  return [&database, request = std::move(request), operation](std::size_t count) {
    std::size_t done = 0;
    for (std::size_t i = 0; i < count; ++i) {
      const auto response = (database.*operation)(request);
      done += response.has_value() ? 1 : 0;
    }
    return done;
  };
}

/// Per call, of this thread's time on the processor: a difference of times of the wall clock would
/// grow with whatever else a shared machine does.
double microseconds_of(const Work& work) {
  constexpr std::size_t calls = 5000;
  const auto now = [] {
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) * 1e6 + static_cast<double>(time.tv_nsec) / 1e3;
  };
  const auto start = now();
  if (work(calls) != calls) std::abort();
  return (now() - start) / static_cast<double>(calls);
}

template <class Response, class Request>
void measure(const std::string& what, Database& plain, Database& guarded, const Request& request,
             Result<Response> (Database::*operation)(const Request&), const Options& options) {
  if (what.find(options.filter) == std::string::npos) return;
  const auto with = calls(guarded, request, operation);
  const auto without = calls(plain, request, operation);
  std::vector<double> added;
  for (int i = 0; i < options.repetitions * 10; ++i) {
    added.push_back(microseconds_of(with) - microseconds_of(without));
  }
  std::nth_element(added.begin(), added.begin() + options.repetitions * 5, added.end());
  print_figure("microseconds that the guard adds to " + what, "none",
               added[static_cast<std::size_t>(options.repetitions) * 5], 1, options);
}

}  // namespace
}  // namespace keywright::bench

int main(int argc, char** argv) {
  using namespace keywright;
  using namespace keywright::bench;
  const Options options = parse_arguments(argc, argv);
  std::ifstream file(KEYWRIGHT_MODEL);
  const auto read = model::read_model(
      {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()}, "research");
  Silence silence;
  GuardOptions settings;
  settings.mode = GuardMode::enforce;
  Guard guard(silence, *read.model, settings);
  measure("GetItem (get_job)", silence, guard, get_job(), &Database::get_item, options);
  measure("Query (list_jobs_by_status)", silence, guard, list_jobs(), &Database::query, options);
  measure("PutItem (create_job)", silence, guard, create_job(), &Database::put_item, options);
  measure("UpdateItem (transition_status.start)", silence, guard, start(), &Database::update_item,
          options);
}
