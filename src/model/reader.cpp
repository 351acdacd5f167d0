#include "model/reader.hpp"

#include "model/map_reader.hpp"
#include "model/resolve.hpp"
#include "model/sections.hpp"

#include <array>
#include <utility>

namespace keywright::model {
namespace {

using Rule = StructuralRule;

constexpr std::int64_t language_version = 1;

void read_version(Findings& findings, const Entry& entry, Model&) {
  const auto version = read_integer(findings, entry);
  if (!version || version->value == language_version) return;
  findings.add(Rule::language_version, version->span,
               "version " + std::to_string(version->value) + " of the model language is unknown",
               "this Keywright reads `keywright: 1`");
}

void read_targets(Findings& findings, const Entry& entry, Model& model) {
  for (const Located<std::string>& name : read_names(findings, entry)) {
    if (const auto target = find_word(target_words, *name)) {
      model.targets.push_back({*target, name.span, name.key});
    } else {
      report_word(findings, entry.key, *name, name.span, texts(target_words));
    }
  }
}

constexpr std::array waiver_keys{
    KeyRow<Waiver>{"rule",
                   [](Findings& findings, const Entry& entry, Waiver& waiver) {
                     assign(waiver.rule, read_text(findings, entry));
                   },
                   "rule: IDX003"},
    KeyRow<Waiver>{"on", [](Findings& findings, const Entry& entry,
                            Waiver& waiver) { waiver.on = read_text(findings, entry); }},
    KeyRow<Waiver>{"reason",
                   [](Findings& findings, const Entry& entry, Waiver& waiver) {
                     assign(waiver.reason, read_text(findings, entry));
                   },
                   "reason: \"the export reads it\""},
};

constexpr std::array model_keys{
    KeyRow<Model>{"keywright", read_version, "keywright: 1"},
    KeyRow<Model>{"name",
                  [](Findings& findings, const Entry& entry, Model& model) {
                    assign(model.name, read_identifier(findings, entry));
                  },
                  "name: research"},
    KeyRow<Model>{"profile",
                  [](Findings& findings, const Entry& entry, Model& model) {
                    assign(model.profile, read_word(findings, entry, profile_words));
                  }},
    KeyRow<Model>{"targets", read_targets},
    KeyRow<Model>{"tenant", [](Findings& findings, const Entry& entry,
                               Model& model) { model.tenant = read_text(findings, entry); }},
    KeyRow<Model>{"access_patterns", read_access_patterns,
                  "access_patterns: {get_job: {op: get, entity: Job, by: [job_id]}}"},
    KeyRow<Model>{"entities", read_entities},
    KeyRow<Model>{"table", read_only_table},
    KeyRow<Model>{"tables", read_tables},
    KeyRow<Model>{"waive", read_waivers},
};

void check_root(Findings& findings, const Node& root) {
  const Entry* table = root.find("table");
  const Entry* tables = root.find("tables");
  if (table != nullptr && tables != nullptr) {
    findings.add(Rule::misplaced_key, table->key_span, "`table` and `tables` exclude each other",
                 "move the table into `tables`");
  }
}

std::optional<Model> read_root(Findings& findings, const Node& root) {
  if (root.kind != NodeKind::map) {
    findings.add(Rule::wrong_type, root.span, "a model must be a map, found " + describe(root),
                 "`keywright init` writes a model to start from");
    return std::nullopt;
  }
  Model model;
  model.file_name = findings.source().name();
  read_map(findings, Entry{{}, {}, root}, "a model", model_keys, model);
  check_root(findings, root);
  if (model.targets.empty()) model.targets = {{Target::aws, {}, {}}, {Target::embedded, {}, {}}};
  resolve_names(findings, model);
  return model;
}

}  // namespace

void read_waivers(Findings& findings, const Entry& section, Model& model) {
  if (section.value.kind != NodeKind::list) {
    report_type(findings, section, "a list of waivers");
    return;
  }
  for (const Node& item : section.value.items) {
    Waiver waiver;
    waiver.span = item.span;
    if (item.kind != NodeKind::map) {
      findings.add(Rule::wrong_type, item.span, "a waiver must be a map, found " + describe(item),
                   "write {rule: IDX007, on: Job.gsi1, reason: \"..\"}");
      continue;
    }
    read_map(findings, Entry{section.key, {}, item}, "a waiver", waiver_keys, waiver);
    model.waivers.push_back(std::move(waiver));
  }
}

Language language() {
  Language language;
  language.maps.push_back(described("model", model_keys));
  language.maps.push_back(described("waiver", waiver_keys));
  describe_access_patterns(language);
  describe_entities(language);
  describe_fields(language);
  describe_states(language);
  describe_tables(language);
  return language;
}

ReadResult read_model(std::string text, std::string file_name) {
  const SourceFile source(std::move(file_name), std::move(text));
  Findings findings(source);
  std::optional<Model> model;
  const std::optional<Node> root = parse_tree(source, findings);
  // A tree with a duplicate key or an alias in it is known to be wrong: nothing more is read from
  // it.
  if (root && !findings.unreadable()) model = read_root(findings, *root);
  ReadResult result;
  result.unreadable = findings.unreadable();
  result.diagnostics = std::move(findings).take();
  if (model && !has_errors(result.diagnostics)) result.model = std::move(model);
  result.source = source;
  return result;
}

}  // namespace keywright::model
