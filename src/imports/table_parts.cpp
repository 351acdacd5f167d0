#include "imports/table_parts.hpp"

#include "imports/formats.hpp"

#include <utility>

namespace keywright::imports {
namespace {

using model::Node;

constexpr std::array projection_keys{std::string_view{"ProjectionType"},
                                     std::string_view{"NonKeyAttributes"}};
constexpr std::array throughput_keys{std::string_view{"ReadCapacityUnits"},
                                     std::string_view{"WriteCapacityUnits"}};
constexpr std::array projections{Name{"ALL", "all"}, Name{"KEYS_ONLY", "keys_only"},
                                 Name{"INCLUDE", "include"}};

}  // namespace

void read_projection(Report& report, const Object& index, DraftIndex& draft) {
  const Node* written = index.object("Projection");
  if (written == nullptr) return;
  const Object projection(report, *written, "a projection", projection_keys);
  const std::string_view kind = translate(projections, projection.text("ProjectionType"));
  if (!kind.empty()) draft.projection = kind;
  draft.include = projection.texts("NonKeyAttributes");
}

void read_throughput(Report& report, const Object& holder, DraftTable& draft) {
  const Node* written = holder.object("ProvisionedThroughput");
  if (written == nullptr) return;
  const Object throughput(report, *written, "`ProvisionedThroughput`", throughput_keys);
  draft.read.units = throughput.count("ReadCapacityUnits");
  draft.write.units = throughput.count("WriteCapacityUnits");
}

bool add_table(Report& report, DraftTable table, Draft& draft) {
  if (table.name.empty() || table.partition.name.empty() ||
      draft.find_table(table.name) != nullptr) {
    report.add(Rule::left_out, table.span,
               "the table " + quoted(table.name) + " was left out: it stands twice, or has no key");
    return false;
  }
  draft.tables.push_back(std::move(table));
  return true;
}

}  // namespace keywright::imports
