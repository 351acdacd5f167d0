// IDX016: entries that cannot be spread over shards.

#include "check/findings.hpp"

#include <string>

#include <fmt/format.h>

namespace keywright::check {
namespace {

void check_entry(const model::Entity& entity, const plan::EntityKey& key, Findings& findings) {
  const auto& entry = entity.indexes[*key.entry];
  const bool is_asked = entry.shards.automatic || entry.shards.count > 1;
  if (!is_asked || key.can_spread() || key.partition.empty()) return;
  const auto& partition = key.partition.front();
  const auto& name = entry.index.name;
  findings.report(
      {.rule = "IDX016",
       .span = entry.shards.key,
       .subject = fmt::format("{}.{}", entity.name, name),
       .message =
           key.local
               ? fmt::format("{} of {} cannot have shards: a local index has the partition key of "
                             "its table",
                             name, entity.name)
               : fmt::format("{} of {} cannot have shards: its partition key {} is the field's own "
                             "value, which takes no number behind it",
                             name, entity.name, partition.name),
       .help = key.local
                   ? "remove shards, or make it a global index"
                   : "remove shards, or compose the partition key as text, as in \"GAME#{game}\""});
}

}  // namespace

void check_shards(const Subject& subject, Findings& findings) {
  for (std::size_t i = 0; i < subject.model.entities.size(); ++i) {
    for (const auto& key : subject.plan.keys[i].indexes) {
      if (key.entry) check_entry(subject.model.entities[i], key, findings);
    }
  }
}

}  // namespace keywright::check
