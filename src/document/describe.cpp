#include "document/describe.hpp"

#include "document/amounts.hpp"
#include "document/sample_key.hpp"
#include "model/spelling.hpp"
#include "plan/size.hpp"

#include <algorithm>
#include <optional>
#include <string>

#include <fmt/format.h>

namespace keywright::document {
namespace {

using model::Entity;
using plan::KeyAttribute;

class Describer {
 public:
  Describer(const model::Model& model, const plan::Plan& plan, const cost::Report& report,
            const std::vector<model::Diagnostic>& findings)
      : model_(model), plan_(plan), report_(report), findings_(findings) {}

  Page run() {
    page_.title = *model_.name;
    access_patterns();
    entities();
    for (const auto& table : model_.tables) indexes(table);
    states();
    costs();
    findings();
    return std::move(page_);
  }

 private:
  void add(Block block) { page_.blocks.push_back(std::move(block)); }

  void access_patterns() {
    add(Heading{2, "Access patterns"});
    Table table{{"pattern", "op", "returns", "served by", "RRU", "WRU", "calls/s", "peak"},
                {},
                {false, false, false, false, true, true, true, true}};
    for (const auto& plan : plan_.patterns) {
      const auto& pattern = model_.access_patterns[plan.pattern];
      std::vector<std::string> returned;
      for (const auto& each : pattern.returns) {
        const auto* mark = each.cardinality == model::Cardinality::many       ? "*"
                           : each.cardinality == model::Cardinality::optional ? "?"
                                                                              : "";
        returned.push_back(each.entity.name + (model::is_read(*pattern.operation) ? mark : ""));
      }
      const auto rate = [](const auto& value) { return value ? number(**value) : std::string(); };
      const auto row = [&](const std::string& name, const std::string& text, double read,
                           double write) {
        table.rows.push_back({code(name), std::string(model::to_text(*pattern.operation)),
                              model::join(returned, ", "), text, read > 0 ? number(read) : "",
                              write > 0 ? number(write) : "", rate(pattern.rate.avg),
                              rate(pattern.rate.peak)});
      };
      const auto designs = plan::designs_of(model_, plan);
      if (designs.empty()) row(pattern.name, steps_of(pattern), 0, 0);
      for (const auto& design : designs) {
        row(design.pattern, code(design.text), design.read_units, design.write_units);
      }
    }
    add(std::move(table));
  }

  static std::string steps_of(const model::AccessPattern& pattern) {
    std::vector<std::string> steps;
    for (const auto& step : pattern.steps) {
      if (step.named) {
        steps.push_back(code(step.named->name));
      } else if (step.own && !step.own->returns.empty()) {
        steps.push_back(fmt::format("{} of {}{}", model::to_text(*step.own->operation),
                                    step.own->each ? "each " : "",
                                    step.own->returns.front().entity.name));
      }
    }
    return steps.empty() ? "no key serves it" : "in one transaction: " + model::join(steps, ", ");
  }

  static std::string half(const Entity& entity, const std::vector<KeyAttribute>& attributes,
                          bool sample) {
    std::vector<std::string> parts;
    for (const auto& attribute : attributes) {
      parts.push_back(
          code(sample ? sample_key(entity, attribute) : key_template(entity, attribute)));
    }
    return model::join(parts, ", ");
  }

  static std::string lifetime(const Entity& entity) {
    if (!entity.ttl) return "";
    if (!entity.ttl->after) return "by " + code(entity.ttl->field.name);
    const auto hours = static_cast<double>((*entity.ttl->after)->count()) / 3600;
    return hours >= 24 ? number(hours / 24) + " days" : number(hours) + " hours";
  }

  void entities() {
    add(Heading{2, "Entities"});
    Table chart{{"entity", "partition key", "sort key", "a key", "average", "at most", "lives"},
                {},
                {false, false, false, false, true, true, false}};
    for (std::size_t i = 0; i < model_.entities.size(); ++i) {
      const auto& entity = model_.entities[i];
      const auto& key = plan_.keys[i].table;
      const auto& size = plan_.item_sizes[i];
      auto sample = key ? half(entity, key->partition, true) : "";
      if (key && !key->sort.empty()) sample += ", " + half(entity, key->sort, true);
      chart.rows.push_back({entity.name, key ? half(entity, key->partition, false) : "",
                            key ? half(entity, key->sort, false) : "", sample, bytes(size.avg),
                            size.max ? bytes(*size.max) : "no limit", lifetime(entity)});
    }
    add(std::move(chart));
    for (const auto& entity : model_.entities) fields(entity);
  }

  void fields(const Entity& entity) {
    add(Heading{3, entity.name});
    Table table{{"field", "type", "", "bytes"}, {}, {false, false, false, true}};
    for (const auto& field : entity.fields) {
      std::vector<std::string> notes;
      if (field.optional) notes.emplace_back("optional");
      if (field.immutable) notes.emplace_back("immutable");
      if (field.pii) notes.emplace_back("personal");
      if (!field.type.values.empty()) {
        std::vector<std::string> values;
        for (const auto& value : field.type.values) values.push_back(code(*value));
        notes.push_back(model::join(values, ", "));
      }
      table.rows.push_back({code(field.name), std::string(model::to_text(field.type.kind)),
                            model::join(notes, "; "), bytes(plan::field_size(field).avg)});
    }
    add(std::move(table));
  }

  static std::string attributes(const std::vector<model::KeyAttribute>& keys) {
    std::vector<std::string> names;
    for (const auto& key : keys) names.push_back(code(key.name));
    return model::join(names, ", ");
  }

  static std::string projection(const model::TableIndex& index) {
    switch (index.projection.kind) {
      case model::ProjectionKind::all:
        return "everything";
      case model::ProjectionKind::keys_only:
        return "keys";
      case model::ProjectionKind::include:
        break;
    }
    std::vector<std::string> names;
    for (const auto& name : index.projection.include) names.push_back(code(*name));
    return "keys and " + model::listed(names);
  }

  void indexes(const model::Table& table) {
    add(Heading{2, "Table " + table.name});
    std::vector<model::KeyAttribute> keys{table.partition};
    if (table.sort) keys.push_back(*table.sort);
    const bool provisioned = *table.billing.mode == model::BillingMode::provisioned;
    add(Paragraph{
        fmt::format("Keys {}; {}; point-in-time recovery {}; deletion protection {}{}.",
                    attributes(keys), provisioned ? "provisioned" : "on demand",
                    table.point_in_time_recovery.enabled
                        ? fmt::format("of {} days", *table.point_in_time_recovery.days)
                        : std::string("off"),
                    *table.deletion_protection ? "on" : "off",
                    table.ttl ? "; items expire by " + code(**table.ttl) : std::string())});
    for (std::size_t i = 0; i < table.indexes.size(); ++i) index(table, i);
  }

  void index(const model::Table& table, std::size_t position) {
    const auto& index = table.indexes[position];
    add(Heading{3, "Index " + index.name});
    auto keys = attributes(index.local ? std::vector{table.partition} : index.partition);
    if (!index.sort.empty()) keys += ", " + attributes(index.sort);
    add(Paragraph{fmt::format("{} Keys {}; holds {}{}.", index.local ? "Local." : "Global.", keys,
                              projection(index), index.sparse ? "; not all items are in it" : "")});
    Table chart{{"entity", "partition key", "sort key", "a key", "shards", "an entry"},
                {},
                {false, false, false, false, true, true}};
    for (std::size_t i = 0; i < model_.entities.size(); ++i) {
      const auto& entity = model_.entities[i];
      if (model_.table_of(entity) != &table) continue;
      const auto* key = plan_.keys[i].in(position);
      if (key == nullptr) continue;
      auto sample = half(entity, key->partition, true);
      if (!key->sort.empty()) sample += ", " + half(entity, key->sort, true);
      chart.rows.push_back({entity.name, half(entity, key->partition, false),
                            half(entity, key->sort, false), sample,
                            key->shards > 1 ? std::to_string(key->shards) : "",
                            bytes(plan::entry_size(model_, entity, position).avg)});
    }
    add(std::move(chart));
  }

  void states() {
    bool is_first = true;
    for (const auto& entity : model_.entities) {
      if (!entity.states || !entity.states->field.resolved()) continue;
      if (is_first) add(Heading{2, "States"});
      is_first = false;
      add(Heading{3, fmt::format("States of {}", entity.name)});
      add(diagram(entity));
    }
  }

  static StateDiagram diagram(const Entity& entity) {
    const auto& machine = *entity.states;
    StateDiagram diagram;
    diagram.title = fmt::format("States of {}", entity.name);
    for (const auto& value : entity.field(machine.field).type.values) {
      diagram.states.push_back(*value);
    }
    diagram.initial = machine.initial.index;
    for (const auto& state : machine.final_states) {
      if (state.resolved()) diagram.final_states.push_back(state.index);
    }
    for (const auto& move : machine.moves) {
      for (const auto& from : move.from) {
        if (!from.resolved() || !move.to.resolved()) continue;
        // Moves between the same two states are one arrow.
        const auto same =
            std::find_if(diagram.edges.begin(), diagram.edges.end(), [&](const StateEdge& edge) {
              return edge.from == from.index && edge.to == move.to.index;
            });
        if (same != diagram.edges.end()) {
          same->label += ", " + move.name;
        } else {
          diagram.edges.push_back({from.index, move.to.index, move.name});
        }
      }
    }
    return diagram;
  }

  void costs() {
    const auto& prices = report_.prices;
    add(Heading{2, "Cost"});
    add(Paragraph{fmt::format("${} per month, at the prices of {} since {}.",
                              cost::dollars_text(report_.total()), prices.region,
                              prices.effective)});
    Table table{{"pattern", "calls/s", "reads $", "writes $", "indexes $", "$ per month"},
                {},
                {false, true, true, true, true, true}};
    const auto dollars = [](double value) {
      return value > 0 ? cost::dollars_text(value) : std::string();
    };
    for (const auto& pattern : report_.patterns) {
      table.rows.push_back({code(pattern.traffic.name), number(pattern.traffic.calls.avg),
                            dollars(pattern.reads), dollars(pattern.writes),
                            dollars(pattern.indexes), cost::dollars_text(pattern.total())});
    }
    add(std::move(table));
    Table tables{{"table", "requests $", "storage $", "recovery $", "$ per month"},
                 {},
                 {false, true, true, true, true}};
    for (const auto& each : report_.tables) {
      tables.rows.push_back({code(each.name), cost::dollars_text(each.requests),
                             cost::dollars_text(each.storage), cost::dollars_text(each.recovery),
                             cost::dollars_text(each.total())});
    }
    add(std::move(tables));
    if (!report_.notes.empty()) {
      ListOfItems notes;
      for (const auto& note : report_.notes) notes.items.push_back(note);
      add(std::move(notes));
    }
  }

  void findings() {
    add(Heading{2, "Findings"});
    if (findings_.empty()) {
      add(Paragraph{"None: keys serve every access pattern."});
      return;
    }
    Table table{{"rule", "", "on", "finding", "help"}, {}, {}};
    for (const auto& finding : findings_) {
      table.rows.push_back({finding.rule, std::string(model::to_text(finding.severity)),
                            code(finding.subject), text(finding.message), text(finding.help)});
    }
    add(std::move(table));
  }

  // A message is no markup, whatever keys it quotes.
  static std::string text(std::string message) {
    std::replace(message.begin(), message.end(), '`', '\'');
    return message;
  }

  const model::Model& model_;
  const plan::Plan& plan_;
  const cost::Report& report_;
  const std::vector<model::Diagnostic>& findings_;
  Page page_;
};

}  // namespace

Page describe(const model::Model& model, const plan::Plan& plan, const cost::Report& report,
              const std::vector<model::Diagnostic>& findings) {
  return Describer(model, plan, report, findings).run();
}

}  // namespace keywright::document
