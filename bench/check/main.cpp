// What checking a model costs, from its text to its findings: a large one in seconds, and against
// as much work in ten smaller ones.

#include "../harness.hpp"
#include "check/check.hpp"
#include "model/reader.hpp"
#include "plan/plan.hpp"

#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <string>

namespace {

using namespace keywright;

// So many entities with five patterns each, all in one table.
std::string model_of(std::size_t entities) {
  std::string patterns = "keywright: 1\nname: large\naccess_patterns:\n";
  std::string defined = "entities:\n";
  for (std::size_t i = 0; i < entities; ++i) {
    const auto n = std::to_string(i);
    const auto one = ", entity: E" + n;
    const auto by = one + ", by: [id" + n + "]";
    patterns += "  get_" + n + ": {op: get" + by + ", rate: {peak: 5}}\n";
    patterns += "  put_" + n + ": {op: put" + one + ", rate: {peak: 1}}\n";
    patterns += "  list_" + n + ": {op: query" + one +
                ", by: [owner], order: at desc, page: 20, rate: {peak: 1}}\n";
    patterns += "  rename_" + n + ": {op: patch" + by + ", set: [name], rate: {peak: 1}}\n";
    patterns += "  delete_" + n + ": {op: delete" + by + ", rate: {peak: 1}}\n";
    defined += "  E" + n + ":\n    count: 1000\n    fields: {id" + n +
               ": {type: ulid}, owner: {type: uuid}, at: {type: timestamp, immutable: true}, name: "
               "{type: string, max: 200}}\n    key: {pk: \"E" +
               n + "#{id" + n + "}\", sk: ITEM}\n    indexes: {gsi1: {pk: \"E" + n +
               "#{owner}\", sk: \"{at}\"}}\n";
  }
  return patterns + defined +
         "table:\n  name: large\n  keys: {partition: pk, sort: sk}\n"
         "  indexes: {gsi1: {partition: gsi1pk, sort: gsi1sk}}\n"
         "  point_in_time_recovery: true\n  deletion_protection: true\n";
}

// As many, of which all items with one id share a partition, and each has states that an index
// lists: each pattern has all entities for neighbours.
std::string crowded_model_of(std::size_t entities) {
  std::string patterns = "keywright: 1\nname: crowded\naccess_patterns:\n";
  std::string defined = "entities:\n";
  for (std::size_t i = 0; i < entities; ++i) {
    const auto n = std::to_string(i);
    const auto one = ", entity: E" + n;
    const auto by = one + ", by: [id, part" + n + "]";
    patterns += "  get_" + n + ": {op: get" + by + ", rate: {peak: 5}}\n";
    patterns += "  create_" + n + ": {op: create" + one + ", rate: {peak: 1}}\n";
    patterns += "  list_" + n + ": {op: query" + one + ", by: [id], page: 20, rate: {peak: 1}}\n";
    patterns += "  move_" + n + ": {op: transition" + by + ", rate: {peak: 1}}\n";
    patterns += "  in_state_" + n + ": {op: query" + one +
                ", by: [state], order: at desc, page: 20, rate: {peak: 1}}\n";
    defined += "  E" + n + ":\n    count: 1000\n    fields: {id: {type: ulid}, part" + n +
               ": {type: string, max: 50}, state: {type: enum, values: [a, b, c]}, at: {type: "
               "timestamp, immutable: true}}\n    key: {pk: \"P#{id}\", sk: \"E" +
               n + "#{part" + n + "}\"}\n    indexes: {gsi1: {pk: \"S" + n +
               "#{state}\", sk: \"{at}\"}}\n    states: {field: state, initial: a, final: [c], "
               "moves: {begin_" +
               n + ": {from: a, to: b}, end_" + n + ": {from: b, to: c}}}\n";
  }
  return patterns + defined +
         "table:\n  name: crowded\n  keys: {partition: pk, sort: sk}\n"
         "  indexes: {gsi1: {partition: gsi1pk, sort: gsi1sk}}\n"
         "  point_in_time_recovery: true\n  deletion_protection: true\n";
}

std::size_t check_once(const std::string& text) {
  const auto read = model::read_model(text, "large.model.yaml");
  if (!read.model) {
    std::fputs(model::render_text(read.diagnostics, read.source).c_str(), stderr);
    std::exit(1);
  }
  const auto plan = plan::make_plan(*read.model);
  return check::check(*read.model, plan).size() + plan.patterns.size();
}

bench::Work checking(const std::string& text, std::size_t times) {
  return [&text, times](std::size_t count) {
    std::size_t sum = 0;
    for (std::size_t i = 0; i < count * times; ++i) sum += check_once(text);
    return sum;
  };
}

}  // namespace

int main(int argc, char** argv) {
  const auto options = bench::parse_arguments(argc, argv);
  const auto large = model_of(200);
  const auto small = model_of(20);
  const auto seconds = bench::medians_of({checking(large, 1)}, options).front();
  bench::print_figure("200 entities, 1,000 patterns (s)", "a second", seconds, 1, options);
  const auto crowded = crowded_model_of(200);
  const auto crowd = bench::medians_of({checking(crowded, 1)}, options).front();
  bench::print_figure("the same, all in one partition (s)", "a second", crowd, 1, options);
  bench::run({{"200 entities", "10 models of 20", checking(large, 1), checking(small, 10), 2.5}},
             options);
}
