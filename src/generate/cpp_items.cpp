#include "generate/code_writer.hpp"
#include "generate/cpp_file.hpp"
#include "generate/cpp_values.hpp"
#include "generate/emitters.hpp"
#include "generate/write_request.hpp"

#include <string>
#include <utility>

// items.hpp and items.cpp: the key templates of every entity, and how a whole entity becomes an
// item with the keys of all indexes it belongs to.

namespace keywright::generate {
namespace {

class KeyWriter {
 public:
  explicit KeyWriter(const CppContext& context) : context_(context) {}

  std::string constants() {
    for (std::size_t i = 0; i < context_.model.entities.size(); ++i) {
      const auto& keys = context_.plan.keys[i];
      out_.line();
      if (keys.table) key_constants(i, *keys.table);
      for (const auto& key : keys.indexes) key_constants(i, key);
      if (keys.table) unique_constants(i, keys.table->partition.front().name);
    }
    for (const auto& entity : context_.model.entities) entry_tests(entity);
    out_.line();
    for (std::size_t i = 0; i < context_.model.entities.size(); ++i) {
      needs_time_ = needs_time_ || context_.needs_time(i);
    }
    bool is_said = false;
    for (std::size_t i = 0; i < context_.model.entities.size(); ++i) {
      if (context_.needs_time(i) && !is_said) {
        out_.comment("`now` gives an item that expires its time, where the caller gave none.",
                     "///");
        is_said = true;
      }
      out_.call("[[nodiscard]] keywright::Result<keywright::Item> to_item(", parameters(i), ");");
    }
    return out_.text();
  }

  std::string functions() {
    for (std::size_t i = 0; i < context_.model.entities.size(); ++i) to_item(i);
    return out_.text();
  }

 private:
  // Which values let an item into an index.
  void entry_tests(const model::Entity& entity) {
    for (const auto& entry : entity.indexes) {
      if (!entry.when) continue;
      for (const auto& predicate : entry.when->all_of) {
        const EntryPredicate test{entity, entry, predicate};
        if (!test.is_function()) continue;
        const auto& field = test.field();
        out_.line();
        out_.call("inline bool " + test.function_name() + "(",
                  {context_.parameter_type(field.type) + " " + identifier(field.name)}, ") {");
        out_.indent();
        out_.return_any(value_tests(context_, test, identifier(field.name)));
        out_.outdent();
        out_.line("}");
      }
    }
  }

  // The key of the item that keeps a value unique.
  void unique_constants(std::size_t entity, const std::string& attribute) {
    const auto& definition = context_.entity(entity);
    for (std::size_t i = 0; i < definition.unique.size(); ++i) {
      const auto& rule = definition.unique[i];
      std::vector<plan::KeyPart> parts(1);
      parts.front().literal = "UNIQUE#" + definition.name + "#" + rule.name;
      for (const auto& field : rule.fields) {
        parts.emplace_back().literal = "#";
        parts.emplace_back().field = field.index;
      }
      out_.call("inline constexpr keywright::PartitionTemplate " +
                    context_.unique_constant(entity, i) + "{",
                {string_literal(definition.name), string_literal(attribute),
                 string_literal(template_text(definition, parts))},
                "};");
    }
  }

  void key_constants(std::size_t entity, const plan::EntityKey& key) {
    if (!key.local) {
      for (std::size_t i = 0; i < key.partition.size(); ++i) {
        constant(entity, key, true, i, key.partition[i]);
      }
    }
    for (std::size_t i = 0; i < key.sort.size(); ++i) {
      constant(entity, key, false, i, key.sort[i]);
    }
  }

  void constant(std::size_t entity, const plan::EntityKey& key, bool is_partition,
                std::size_t position, const plan::KeyAttribute& attribute) {
    const auto& definition = context_.entity(entity);
    std::string type = is_partition ? "PartitionTemplate" : "SortTemplate";
    std::vector<std::string> arguments{string_literal(definition.name),
                                       string_literal(attribute.name)};
    if (attribute.native) {
      type = "NativeKey";
      if (!is_partition) arguments.push_back("keywright::kMaxSortKeySize");
    } else {
      arguments.push_back(string_literal(template_text(definition, attribute.parts)));
    }
    out_.call("inline constexpr keywright::" + type + " " +
                  context_.key_constant(entity, key, is_partition, position) + "{",
              arguments, "};");
  }

  [[nodiscard]] std::vector<std::string> parameters(std::size_t entity) const {
    std::vector<std::string> result{"const " + context_.entity_type(entity) + "& " +
                                    variable(entity)};
    if (context_.needs_time(entity)) result.push_back("keywright::Timestamp now");
    return result;
  }

  // `now` and `item` are taken by the function itself.
  [[nodiscard]] std::string variable(std::size_t entity) const {
    auto name = context_.variable(entity);
    return name == "item" || name == "now" ? name + "_" : name;
  }

  [[nodiscard]] std::string key_value(std::size_t entity, const plan::EntityKey& key,
                                      bool is_partition, std::size_t position,
                                      const plan::KeyAttribute& attribute) const {
    std::vector<std::string> arguments;
    for (const auto field : attribute.components()) {
      const auto& definition = context_.entity(entity).fields[field];
      const auto member = variable(entity) + "." + identifier(definition.name);
      arguments.push_back(definition.optional ? '*' + member : member);
    }
    return context_.key_constant(entity, key, is_partition, position) + "(" +
           join(arguments, ", ") + ")";
  }

  void to_item(std::size_t entity) {
    const auto& definition = context_.entity(entity);
    const auto& keys = context_.plan.keys[entity];
    out_.line();
    out_.call("keywright::Result<keywright::Item> to_item(", parameters(entity), ") {");
    out_.indent();
    out_.line("keywright::ItemWriter item;");
    if (keys.table) write_keys(entity, *keys.table);
    for (const auto& key : keys.indexes) index_keys(entity, key);
    out_.line("item.entity(" + variable(entity) + ");");
    for (const auto& field : definition.fields) {
      if (!CppContext::has_lifetime(definition, field)) continue;
      const auto member = variable(entity) + "." + identifier(field.name);
      out_.guarded_call(
          '!' + member, "item.expiry(",
          {string_literal(field.name), "now", duration_value(**definition.ttl->after)}, ");");
    }
    out_.line("return item.finish();");
    out_.outdent();
    out_.line("}");
  }

  // A key of an index that is one of the table's, which is written with those.
  [[nodiscard]] bool is_of_table(std::size_t entity, const plan::EntityKey& key,
                                 const plan::KeyAttribute& attribute) const {
    return key.index && context_.plan.keys[entity].table->has(attribute.name);
  }

  void write_keys(std::size_t entity, const plan::EntityKey& key) {
    const auto& definition = context_.entity(entity);
    for (const bool is_partition : {true, false}) {
      if (is_partition && key.local) continue;
      const auto& attributes = is_partition ? key.partition : key.sort;
      for (std::size_t i = 0; i < attributes.size(); ++i) {
        // Written here too where it is the field's own attribute: a key has limits of its own.
        const bool may_be_absent = attributes[i].is_own_field(definition) &&
                                   definition.fields[*attributes[i].parts.front().field].optional;
        if (may_be_absent || is_of_table(entity, key, attributes[i])) continue;
        const auto value = key_value(entity, key, is_partition, i, attributes[i]);
        if (is_partition && key.shards > 1) {
          sharded_key(entity, key, value);
        } else {
          out_.call("item.key(", {value}, ");");
        }
      }
    }
  }

  void sharded_key(std::size_t entity, const plan::EntityKey& key, const std::string& value) {
    const auto& table = *context_.plan.keys[entity].table;
    std::vector<std::string> arguments;
    arguments.push_back(key_value(entity, table, true, 0, table.partition.front()));
    if (!table.sort.empty()) {
      arguments.push_back(key_value(entity, table, false, 0, table.sort.front()));
    }
    arguments.push_back(std::to_string(key.shards));
    const auto name = snake_case(key.partition.front().name);
    out_.line("auto " + name + " = " + value + ";");
    out_.constant(name + "_shard", "keywright::shard_of(", arguments);
    out_.line("keywright::append_shard(" + name + ", " + name + "_shard);");
    out_.line("item.key(" + name + ");");
  }

  // An item enters an index by all of its keys, or by none.
  void index_keys(std::size_t entity, const plan::EntityKey& key) {
    const auto& definition = context_.entity(entity);
    std::vector<std::string> tests;
    for (const auto field : lackable_components(definition, key)) {
      tests.push_back(variable(entity) + "." + identifier(definition.fields[field].name));
    }
    if (const auto& when = definition.indexes[*key.entry].when) {
      for (const auto& predicate : when->all_of) {
        const auto& field = definition.field(predicate.field);
        const bool is_optional = field.optional || CppContext::has_lifetime(definition, field);
        tests.push_back(
            predicate_test(context_, {definition, definition.indexes[*key.entry], predicate},
                           variable(entity) + "." + identifier(field.name), is_optional));
      }
    }
    if (tests.empty()) {
      write_keys(entity, key);
      return;
    }
    out_.condition(tests);
    out_.indent();
    write_keys(entity, key);
    out_.outdent();
    out_.line("}");
  }

  const CppContext& context_;
  CodeWriter out_;
  bool needs_time_ = false;
};

}  // namespace

GeneratedFile emit_items_header(const CppContext& context) {
  CppFile file;
  file.name = "items.hpp";
  file.title = {"How the entities of the model `" + *context.model.name +
                "` become items: their keys, and all their attributes."};
  file.local = {"types.hpp"};
  file.body = KeyWriter(context).constants();
  return assemble(context, file);
}

GeneratedFile emit_items_source(const CppContext& context) {
  CppFile file;
  file.name = "items.cpp";
  file.header_body = KeyWriter(context).constants();
  file.body = KeyWriter(context).functions();
  return assemble(context, file);
}

}  // namespace keywright::generate
