#include "generate/python_emitters.hpp"
#include "generate/python_file.hpp"
#include "generate/python_writer.hpp"

#include <string>
#include <utility>

// table.py: the names that repositories need, and the request that creates each table.
// access_patterns.py: what the model promises and how it is kept, readable at run time.

namespace keywright::generate {
namespace {

std::string_view type_letter(model::AttributeType type) {
  switch (type) {
    case model::AttributeType::number:
      return "N";
    case model::AttributeType::binary:
      return "B";
    default:
      return "S";
  }
}

class TableWriter {
 public:
  TableWriter(const PythonContext& context, std::size_t position)
      : context_(context), position_(position), table_(context.model.tables[position]) {}

  std::string constant() {
    std::vector<std::string> arguments{python_literal(table_.name),
                                       python_literal(table_.partition.name)};
    if (table_.sort) arguments.push_back(python_literal(table_.sort->name));
    out_.call(context_.table_constant(position_) + " = kw.TableSchema(", arguments);
    return out_.text();
  }

  std::string functions() {
    const auto name = "table_name: str = " + context_.table_constant(position_) + ".name";
    out_.blank(2);
    out_.call("def " + function("", "table_definition") + "(", {name}, ") -> dict[str, Any]:");
    out_.indent();
    out_.docstring({"The request that creates the table."});
    out_.line("return {");
    out_.indent();
    members();
    out_.outdent();
    out_.line("}");
    out_.outdent();
    out_.blank(2);
    out_.call("def " + function("create_", "table") + "(", {"client: Any", name}, ") -> None:");
    out_.indent();
    out_.docstring({table_.ttl ? "Creates the table with its indexes and time-to-live."
                               : "Creates the table with its indexes."});
    std::vector<std::string> arguments{"client", function("", "table_definition") + "(table_name)"};
    if (table_.ttl) arguments.push_back(python_literal(**table_.ttl));
    out_.call("kw.create_table(", arguments);
    out_.outdent();
    return out_.text();
  }

  // With several tables, functions carry the label of theirs.
  [[nodiscard]] std::string function(std::string_view verb, std::string_view noun) const {
    const auto label =
        context_.model.tables.size() == 1 ? std::string() : snake_case(table_.label) + "_";
    return std::string(verb) + label + std::string(noun);
  }

 private:
  void member(std::string_view name, const std::string& value) {
    out_.line(python_literal(name) + ": " + value + ",");
  }
  static std::string text(std::string_view value) { return python_literal(value); }

  void keys(const std::vector<std::pair<const model::KeyAttribute*, bool>>& attributes) {
    out_.line("\"KeySchema\": [");
    out_.indent();
    for (const auto& [attribute, is_hash] : attributes) {
      out_.line("{\"AttributeName\": " + text(attribute->name) +
                ", \"KeyType\": " + (is_hash ? "\"HASH\"}," : "\"RANGE\"},"));
    }
    out_.outdent();
    out_.line("],");
  }

  void members() {
    member("TableName", "table_name");
    std::vector<std::pair<const model::KeyAttribute*, bool>> own{{&table_.partition, true}};
    if (table_.sort) own.emplace_back(&*table_.sort, false);
    keys(own);
    attributes();
    indexes(false);
    indexes(true);
    const auto& billing = table_.billing;
    if (*billing.mode == model::BillingMode::provisioned) {
      member("BillingMode", "\"PROVISIONED\"");
      throughput();
    } else {
      member("BillingMode", "\"PAY_PER_REQUEST\"");
      std::vector<std::string> maxima;
      if (billing.max_read) {
        maxima.push_back("\"MaxReadRequestUnits\": " + std::to_string(**billing.max_read));
      }
      if (billing.max_write) {
        maxima.push_back("\"MaxWriteRequestUnits\": " + std::to_string(**billing.max_write));
      }
      if (!maxima.empty()) member("OnDemandThroughput", '{' + join(maxima, ", ") + "}");
    }
    if (*table_.table_class == model::TableClass::infrequent_access) {
      member("TableClass", "\"STANDARD_INFREQUENT_ACCESS\"");
    }
    if (*table_.deletion_protection) member("DeletionProtectionEnabled", "True");
  }

  void attributes() {
    std::vector<const model::KeyAttribute*> all{&table_.partition};
    if (table_.sort) all.push_back(&*table_.sort);
    for (const auto& index : table_.indexes) {
      for (const auto* list : {&index.partition, &index.sort}) {
        for (const auto& attribute : *list) all.push_back(&attribute);
      }
    }
    UniqueNames known;
    out_.line("\"AttributeDefinitions\": [");
    out_.indent();
    for (const auto* attribute : all) {
      if (known.is_taken(attribute->name)) continue;
      known.take(attribute->name);
      const auto type =
          plan::key_attribute_type(context_.model, context_.plan, position_, *attribute);
      out_.line("{\"AttributeName\": " + text(attribute->name) +
                ", \"AttributeType\": " + text(type_letter(type)) + "},");
    }
    out_.outdent();
    out_.line("],");
  }

  void indexes(bool local) {
    bool is_begun = false;
    for (const auto& index : table_.indexes) {
      if (index.local != local) continue;
      if (!std::exchange(is_begun, true)) {
        out_.line(local ? "\"LocalSecondaryIndexes\": [" : "\"GlobalSecondaryIndexes\": [");
        out_.indent();
      }
      out_.line("{");
      out_.indent();
      member("IndexName", text(index.name));
      std::vector<std::pair<const model::KeyAttribute*, bool>> own;
      if (local) own.emplace_back(&table_.partition, true);
      for (const auto& attribute : index.partition) own.emplace_back(&attribute, true);
      for (const auto& attribute : index.sort) own.emplace_back(&attribute, false);
      keys(own);
      projection(index.projection);
      if (!local && *table_.billing.mode == model::BillingMode::provisioned) throughput();
      out_.outdent();
      out_.line("},");
    }
    if (!is_begun) return;
    out_.outdent();
    out_.line("],");
  }

  void projection(const model::Projection& projection) {
    if (projection.kind != model::ProjectionKind::include) {
      const bool is_all = projection.kind == model::ProjectionKind::all;
      member("Projection",
             is_all ? "{\"ProjectionType\": \"ALL\"}" : "{\"ProjectionType\": \"KEYS_ONLY\"}");
      return;
    }
    std::vector<std::string> names;
    for (const auto& name : projection.include) names.push_back(text(*name));
    out_.line("\"Projection\": {");
    out_.indent();
    member("ProjectionType", "\"INCLUDE\"");
    out_.call("\"NonKeyAttributes\": [", names, "],");
    out_.outdent();
    out_.line("},");
  }

  void throughput() {
    const auto units = [](const auto& capacity) {
      return std::to_string(capacity ? **capacity : 1);
    };
    out_.line("\"ProvisionedThroughput\": {");
    out_.indent();
    member("ReadCapacityUnits", units(table_.billing.read));
    member("WriteCapacityUnits", units(table_.billing.write));
    out_.outdent();
    out_.line("},");
  }

  const PythonContext& context_;
  std::size_t position_;
  const model::Table& table_;
  PythonWriter out_;
};

}  // namespace

PythonModule table_module(const PythonContext& context) {
  PythonModule module{"table", {}};
  for (std::size_t i = 0; i < context.model.tables.size(); ++i) {
    const TableWriter writer(context, i);
    module.names.push_back(context.table_constant(i));
    module.names.push_back(writer.function("", "table_definition"));
    module.names.push_back(writer.function("create_", "table"));
  }
  return module;
}

GeneratedFile emit_python_table(const PythonContext& context) {
  PythonFile file;
  file.name = "table.py";
  const bool is_one = context.model.tables.size() == 1;
  file.title = {std::string(is_one ? "The table" : "The tables") + " of the model `" +
                *context.model.name + "`."};
  file.body = "\n";
  for (std::size_t i = 0; i < context.model.tables.size(); ++i) {
    file.body += TableWriter(context, i).constant();
  }
  for (std::size_t i = 0; i < context.model.tables.size(); ++i) {
    file.body += TableWriter(context, i).functions();
  }
  return assemble(context, file);
}

GeneratedFile emit_python_access_patterns(const PythonContext& context) {
  PythonFile file;
  file.name = "access_patterns.py";
  file.title = {"The access patterns of the model `" + *context.model.name +
                "`, and what serves each."};
  PythonWriter out;
  out.blank();
  out.line("ACCESS_PATTERNS = (");
  out.indent();
  for (const auto& pattern : context.plan.patterns) {
    const auto& declared = context.model.access_patterns[pattern.pattern];
    for (const auto& design : plan::designs_of(context.model, pattern)) {
      out.line("kw.AccessPatternDesign(");
      out.indent();
      out.text_argument("name", design.pattern);
      out.text_argument("operation", model::to_text(*declared.operation));
      out.text_argument("served_by", design.text);
      out.outdent();
      out.line("),");
    }
  }
  out.outdent();
  out.line(")");
  file.body = out.text();
  return assemble(context, file);
}

}  // namespace keywright::generate
