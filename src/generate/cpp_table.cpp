#include "generate/code_writer.hpp"
#include "generate/cpp_file.hpp"
#include "generate/emitters.hpp"

#include <map>
#include <string>
#include <string_view>
#include <utility>

// table.hpp and table.cpp: the names that repositories need, and the request that creates each
// table.

namespace keywright::generate {
namespace {

// With several tables, functions and constants carry the label of theirs.
std::string function_name(const CppContext& context, std::size_t table, std::string_view verb,
                          std::string_view noun) {
  const auto label = context.model.tables.size() == 1
                         ? std::string()
                         : snake_case(context.model.tables[table].label) + "_";
  return std::string(verb) + label + std::string(noun);
}

std::string_view type_name(model::AttributeType type) {
  switch (type) {
    case model::AttributeType::number:
      return "number";
    case model::AttributeType::binary:
      return "binary";
    default:
      return "string";
  }
}

class TableWriter {
 public:
  TableWriter(const CppContext& context, std::size_t position)
      : context_(context), position_(position), table_(context.model.tables[position]) {}

  std::string declarations() {
    out_.line();
    out_.line("inline constexpr keywright::TableSchema " + table_constant(context_, position_) +
              "{");
    out_.indent();
    out_.indent();
    out_.line(".name = " + string_literal(table_.name) + ",");
    out_.line(".partition_key = " + string_literal(table_.partition.name) + ",");
    if (table_.sort) out_.line(".sort_key = " + string_literal(table_.sort->name) + ",");
    out_.outdent();
    out_.outdent();
    out_.line("};");
    out_.line();
    const auto name =
        "std::string_view table_name = " + table_constant(context_, position_) + ".name";
    out_.call("[[nodiscard]] keywright::CreateTableRequest " +
                  function_name(context_, position_, "", "table_definition") + "(",
              {name}, ");");
    out_.line();
    out_.comment(table_.ttl ? "Creates the table with its indexes and time-to-live."
                            : "Creates the table with its indexes.",
                 "///");
    out_.call(
        "keywright::Result<void> " + function_name(context_, position_, "create_", "table") + "(",
        {"keywright::Database& database", name}, ");");
    return out_.text();
  }

  std::string definitions() {
    out_.line();
    out_.call("keywright::CreateTableRequest " +
                  function_name(context_, position_, "", "table_definition") + "(",
              {"std::string_view table_name"}, ") {");
    out_.indent();
    out_.line("using enum keywright::KeyType;");
    out_.line("using enum keywright::AttributeType;");
    out_.line("keywright::CreateTableRequest table;");
    out_.line("table.table_name = table_name;");
    out_.line("table.key_schema = " + table_keys() + ";");
    attribute_definitions();
    indexes(false);
    indexes(true);
    billing();
    if (*table_.deletion_protection) out_.line("table.deletion_protection_enabled = true;");
    out_.line("return table;");
    out_.outdent();
    out_.line("}");
    out_.line();
    out_.call(
        "keywright::Result<void> " + function_name(context_, position_, "create_", "table") + "(",
        {"keywright::Database& database", "std::string_view table_name"}, ") {");
    out_.indent();
    std::vector<std::string> arguments{
        "database", function_name(context_, position_, "", "table_definition") + "(table_name)"};
    if (table_.ttl) arguments.push_back(string_literal(**table_.ttl));
    out_.call("return keywright::create_table(", arguments, ");");
    out_.outdent();
    out_.line("}");
    return out_.text();
  }

 private:
  [[nodiscard]] static std::string element(const model::KeyAttribute& attribute, bool is_hash) {
    return '{' + string_literal(attribute.name) + ", " + (is_hash ? "hash}" : "range}");
  }

  [[nodiscard]] std::string table_keys() const {
    std::vector<std::string> elements{element(table_.partition, true)};
    if (table_.sort) elements.push_back(element(*table_.sort, false));
    return '{' + join(elements, ", ") + "}";
  }

  [[nodiscard]] std::string index_keys(const model::TableIndex& index) const {
    std::vector<std::string> elements;
    if (index.local) elements.push_back(element(table_.partition, true));
    for (const auto& attribute : index.partition) elements.push_back(element(attribute, true));
    for (const auto& attribute : index.sort) elements.push_back(element(attribute, false));
    return '{' + join(elements, ", ") + "}";
  }

  void attribute_definitions() {
    std::vector<const model::KeyAttribute*> all{&table_.partition};
    if (table_.sort) all.push_back(&*table_.sort);
    for (const auto& index : table_.indexes) {
      for (const auto* list : {&index.partition, &index.sort}) {
        for (const auto& attribute : *list) all.push_back(&attribute);
      }
    }
    UniqueNames known;
    out_.line("table.attribute_definitions = {");
    out_.indent();
    out_.indent();
    for (const auto* attribute : all) {
      if (known.is_taken(attribute->name)) continue;
      known.take(attribute->name);
      out_.line("{.attribute_name = " + string_literal(attribute->name) + ", .attribute_type = " +
                std::string(type_name(plan::key_attribute_type(context_.model, context_.plan,
                                                               position_, *attribute))) +
                "},");
    }
    out_.outdent();
    out_.outdent();
    out_.line("};");
  }

  void indexes(bool local) {
    bool is_begun = false;
    for (const auto& index : table_.indexes) {
      if (index.local != local) continue;
      if (!is_begun) {
        out_.line(local ? "table.local_secondary_indexes = {"
                        : "table.global_secondary_indexes = {");
        out_.indent();
        out_.indent();
        is_begun = true;
      }
      out_.line("{");
      out_.indent();
      out_.indent();
      out_.member("index_name", string_literal(index.name));
      out_.member("key_schema", index_keys(index));
      projection(index.projection);
      if (!local && *table_.billing.mode == model::BillingMode::provisioned) {
        out_.line(".provisioned_throughput =");
        out_.indent();
        out_.indent();
        out_.line("keywright::ProvisionedThroughput{");
        out_.line("    .read_capacity_units = " + units(table_.billing.read) + ",");
        out_.line("    .write_capacity_units = " + units(table_.billing.write) + ",");
        out_.line("},");
        out_.outdent();
        out_.outdent();
      }
      out_.outdent();
      out_.outdent();
      out_.line("},");
    }
    if (!is_begun) return;
    out_.outdent();
    out_.outdent();
    out_.line("};");
  }

  void projection(const model::Projection& projection) {
    std::string value = "{.projection_type = keywright::ProjectionType::";
    switch (projection.kind) {
      case model::ProjectionKind::all:
        value += "all}";
        break;
      case model::ProjectionKind::keys_only:
        value += "keys_only}";
        break;
      case model::ProjectionKind::include: {
        out_.line(".projection =");
        out_.indent();
        out_.indent();
        out_.line("{");
        out_.indent();
        out_.indent();
        out_.line(".projection_type = keywright::ProjectionType::include,");
        out_.line(".non_key_attributes =");
        out_.indent();
        out_.indent();
        out_.line("{");
        for (const auto& name : projection.include) {
          out_.line("    " + string_literal(*name) + ",");
        }
        out_.line("},");
        for (int i = 0; i < 4; ++i) out_.outdent();
        out_.line("},");
        out_.outdent();
        out_.outdent();
        return;
      }
    }
    out_.member("projection", value);
  }

  [[nodiscard]] static std::string units(
      const std::optional<model::Located<std::uint64_t>>& capacity) {
    return std::to_string(capacity ? **capacity : 1);
  }

  void billing() {
    const auto& billing = table_.billing;
    if (*billing.mode == model::BillingMode::provisioned) {
      out_.line("table.billing_mode = keywright::BillingMode::provisioned;");
      out_.line("table.provisioned_throughput = keywright::ProvisionedThroughput{");
      out_.line("    .read_capacity_units = " + units(table_.billing.read) + ",");
      out_.line("    .write_capacity_units = " + units(table_.billing.write) + ",");
      out_.line("};");
    } else {
      out_.line("table.billing_mode = keywright::BillingMode::pay_per_request;");
      std::vector<std::string> maxima;
      if (billing.max_read) {
        maxima.push_back(".max_read_request_units = " + std::to_string(**billing.max_read));
      }
      if (billing.max_write) {
        maxima.push_back(".max_write_request_units = " + std::to_string(**billing.max_write));
      }
      if (!maxima.empty()) {
        out_.call("table.on_demand_throughput = keywright::OnDemandThroughput{", maxima, "};");
      }
    }
    if (*table_.table_class == model::TableClass::infrequent_access) {
      out_.line("table.table_class = keywright::TableClass::standard_infrequent_access;");
    }
  }

  const CppContext& context_;
  std::size_t position_;
  const model::Table& table_;
  CodeWriter out_;
};

}  // namespace

std::string table_constant(const CppContext& context, std::size_t table) {
  if (context.model.tables.size() == 1) return "kTable";
  return 'k' + pascal_case(context.model.tables[table].label) + "Table";
}

GeneratedFile emit_table_header(const CppContext& context) {
  CppFile file;
  file.name = "table.hpp";
  const bool is_one = context.model.tables.size() == 1;
  file.title = {std::string(is_one ? "The table" : "The tables") + " of the model `" +
                *context.model.name + "`."};
  for (std::size_t i = 0; i < context.model.tables.size(); ++i) {
    file.body += TableWriter(context, i).declarations();
  }
  return assemble(context, file);
}

GeneratedFile emit_table_source(const CppContext& context) {
  CppFile file;
  file.name = "table.cpp";
  for (std::size_t i = 0; i < context.model.tables.size(); ++i) {
    file.header_body += TableWriter(context, i).declarations();
    file.body += TableWriter(context, i).definitions();
  }
  return assemble(context, file);
}

}  // namespace keywright::generate
