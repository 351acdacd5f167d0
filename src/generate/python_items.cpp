#include "generate/python_emitters.hpp"
#include "generate/python_file.hpp"
#include "generate/python_writer.hpp"

#include <string>
#include <utility>

// items.py: the keys of every entity, how its fields are stored, and how a whole entity becomes an
// item with the keys of all indexes it belongs to.

namespace keywright::generate {
namespace {

using model::TypeKind;

class ItemWriter {
 public:
  explicit ItemWriter(const PythonContext& context) : context_(context) {}

  // The module's body.
  std::string write() {
    out_.blank();
    for (std::size_t i = 0; i < context_.model.entities.size(); ++i) key_constants(i);
    for (std::size_t i = 0; i < context_.model.entities.size(); ++i) descriptions(i);
    for (const auto& summary : context_.summaries()) {
      std::vector<const model::Field*> fields;
      const auto& entity = context_.entity(summary.entity);
      for (const auto field : summary.fields) fields.push_back(&entity.fields[field]);
      description(context_.summary_constant(summary), entity.name, summary.name, fields, &entity,
                  false);
    }
    for (std::size_t i = 0; i < context_.model.entities.size(); ++i) item_function(i);
    return out_.text();
  }

  [[nodiscard]] const std::vector<std::string>& names() const { return names_; }

 private:
  // Keys ----------------------------------------------------------------------------------------

  void key_constants(std::size_t entity) {
    const auto& keys = context_.plan.keys[entity];
    if (entity > 0) out_.blank();
    key_constants(entity, *keys.table);
    for (const auto& key : keys.indexes) key_constants(entity, key);
    unique_constants(entity, keys.table->partition.front().name);
  }

  void key_constants(std::size_t entity, const plan::EntityKey& key) {
    if (!key.local) {
      for (std::size_t i = 0; i < key.partition.size(); ++i) constant(entity, key, true, i);
    }
    for (std::size_t i = 0; i < key.sort.size(); ++i) constant(entity, key, false, i);
  }

  void constant(std::size_t entity, const plan::EntityKey& key, bool is_partition,
                std::size_t position) {
    const auto& definition = context_.entity(entity);
    const auto& attribute = (is_partition ? key.partition : key.sort)[position];
    std::string type = is_partition ? "PartitionTemplate" : "SortTemplate";
    std::vector<std::string> arguments{python_literal(definition.name),
                                       python_literal(attribute.name)};
    if (attribute.native) {
      type = "NativeKey";
      arguments.push_back(context_.codec(definition.fields[*attribute.parts.front().field].type));
      if (!is_partition) arguments.push_back("kw.MAX_SORT_KEY_SIZE");
    } else {
      arguments.push_back(python_literal(python_template(definition, attribute.parts)));
    }
    define(context_.key_constant(entity, key, is_partition, position), "kw." + type, arguments);
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
      define(context_.unique_constant(entity, i), "kw.PartitionTemplate",
             {python_literal(definition.name), python_literal(attribute),
              python_literal(python_template(definition, parts))});
    }
  }

  void define(const std::string& name, const std::string& type,
              const std::vector<std::string>& arguments) {
    names_.push_back(name);
    out_.call(name + " = " + type + "(", arguments);
  }

  // Fields --------------------------------------------------------------------------------------

  void descriptions(std::size_t position) {
    const auto& entity = context_.entity(position);
    for (const auto& field : entity.fields) nested_descriptions(field.type);
    std::vector<const model::Field*> fields;
    for (const auto& field : entity.fields) fields.push_back(&field);
    description(context_.entity_constant(position), entity.name, context_.entity_type(position),
                fields, &entity, true);
  }

  void nested_descriptions(const model::FieldType& type) {
    for (const auto& element : type.elements) nested_descriptions(element);
    for (const auto& field : type.fields) nested_descriptions(field.type);
    if (type.kind != TypeKind::object) return;
    std::vector<const model::Field*> fields;
    for (const auto& field : type.fields) fields.push_back(&field);
    const auto& name = context_.named_type(type);
    description(context_.object_constant(type), name, name, fields, nullptr, true);
  }

  // Limits matter to what is written; that an attribute may be missing, to what is read.
  void description(const std::string& constant, const std::string& name, const std::string& type,
                   const std::vector<const model::Field*>& fields, const model::Entity* owner,
                   bool is_written) {
    names_.push_back(constant);
    out_.blank();
    out_.line(constant + " = kw.Entity(");
    out_.indent();
    out_.line(python_literal(name) + ",");
    out_.line(type + ",");
    out_.line("(");
    out_.indent();
    for (const auto* field : fields) {
      std::vector<std::string> arguments{python_literal(field->name), context_.codec(field->type)};
      const auto limits = is_written ? limits_of(field->type) : std::vector<std::string>{};
      if (!limits.empty()) arguments.push_back("kw.Limits(" + join(limits, ", ") + ")");
      const auto member = python_identifier(field->name);
      if (member != field->name) arguments.push_back("member=" + python_literal(member));
      const bool has_lifetime = owner != nullptr && Naming::has_lifetime(*owner, *field);
      if ((field->optional && field->type.kind != TypeKind::set) || has_lifetime) {
        arguments.push_back("optional=True");
      }
      if (field->default_value) arguments.push_back("has_default=True");
      out_.call("kw.Field(", arguments, "),");
    }
    out_.outdent();
    out_.line("),");
    out_.outdent();
    out_.line(")");
  }

  [[nodiscard]] static std::vector<std::string> limits_of(const model::FieldType& type) {
    std::vector<std::string> parts;
    const auto least = type.length ? type.length : type.min;
    const auto most = type.length ? type.length : type.max;
    if (least) parts.push_back("min=" + std::to_string(**least));
    if (most) parts.push_back("max=" + std::to_string(**most));
    if (type.number_min) parts.push_back("number_min=" + python_literal(**type.number_min));
    if (type.number_max) parts.push_back("number_max=" + python_literal(**type.number_max));
    if (type.charset) parts.push_back("charset=" + python_literal(type.charset->text));
    return parts;
  }

  // Items ---------------------------------------------------------------------------------------

  // `item` and `now` are taken by the function itself.
  [[nodiscard]] std::string variable(std::size_t entity) const {
    auto name = context_.variable(entity);
    return name == "item" || name == "now" ? name + "_" : name;
  }

  [[nodiscard]] std::string key_value(std::size_t entity, const plan::EntityKey& key,
                                      bool is_partition, std::size_t position) const {
    const auto& attribute = (is_partition ? key.partition : key.sort)[position];
    std::vector<std::string> arguments;
    for (const auto field : attribute.components()) {
      arguments.push_back(variable(entity) + "." +
                          python_identifier(context_.entity(entity).fields[field].name));
    }
    return context_.key_constant(entity, key, is_partition, position) + "(" +
           join(arguments, ", ") + ")";
  }

  void item_function(std::size_t entity) {
    const auto& definition = context_.entity(entity);
    const auto& keys = context_.plan.keys[entity];
    names_.push_back(context_.item_function(entity));
    out_.blank(2);
    std::vector<std::string> parameters{variable(entity) + ": " + context_.entity_type(entity)};
    if (context_.needs_time(entity)) parameters.push_back("now: dt.datetime");
    out_.call("def " + context_.item_function(entity) + "(", parameters, ") -> kw.Item:");
    out_.indent();
    std::vector<std::string> words{"A " + spoken(definition.name) + " as it is stored."};
    if (context_.needs_time(entity)) {
      words.front() += " `now` gives it its time to expire, where the caller gave none.";
    }
    out_.docstring(words);
    out_.line("item = " + context_.entity_constant(entity) + ".attributes(" + variable(entity) +
              ")");
    for (const auto& value : key_values(entity, *keys.table)) out_.line("item |= " + value);
    for (const auto& key : keys.indexes) index_keys(entity, key);
    for (const auto& field : definition.fields) {
      if (!Naming::has_lifetime(definition, field)) continue;
      const auto name = python_literal(field.name);
      out_.line("if " + variable(entity) + "." + python_identifier(field.name) + " is None:");
      out_.indent();
      out_.line("expiry = now + " + python_duration(**definition.ttl->after));
      out_.line("item[" + name + "] = " + context_.entity_constant(entity) + ".value(" + name +
                ", expiry)");
      out_.outdent();
    }
    out_.line("return item");
    out_.outdent();
  }

  // The calls that make its attributes, but those of the table in an index.
  [[nodiscard]] std::vector<std::string> key_values(std::size_t entity,
                                                    const plan::EntityKey& key) const {
    const auto& definition = context_.entity(entity);
    const auto& table = *context_.plan.keys[entity].table;
    std::vector<std::string> values;
    for (const bool is_partition : {true, false}) {
      if (is_partition && key.local) continue;
      const auto& attributes = is_partition ? key.partition : key.sort;
      for (std::size_t i = 0; i < attributes.size(); ++i) {
        // Written here too where it is the field's own attribute: a key has limits of its own.
        const bool may_be_absent = attributes[i].is_own_field(definition) &&
                                   definition.fields[*attributes[i].parts.front().field].optional;
        if (may_be_absent || (key.index && table.has(attributes[i].name))) continue;
        const auto value = key_value(entity, key, is_partition, i);
        const bool is_spread = is_partition && key.shards > 1;
        values.push_back(is_spread ? "kw.with_shard(" + value + ", shard)" : value);
      }
    }
    return values;
  }

  // An item enters an index by all of its keys, or by none.
  void index_keys(std::size_t entity, const plan::EntityKey& key) {
    const auto tests = entry_tests(entity, key);
    if (!tests.empty()) {
      out_.condition("if", tests);
      out_.indent();
    }
    const auto values = key_values(entity, key);
    if (key.shards > 1) {
      const auto& table = *context_.plan.keys[entity].table;
      auto parts = key_value(entity, table, true, 0);
      if (!table.sort.empty()) parts += " | " + key_value(entity, table, false, 0);
      out_.call("shard = kw.shard_of(", {parts, std::to_string(key.shards)});
    }
    for (const auto& value : values) out_.line("item |= " + value);
    if (tests.empty()) return;
    if (values.empty()) out_.line("pass");
    out_.outdent();
  }

  [[nodiscard]] std::vector<std::string> entry_tests(std::size_t entity,
                                                     const plan::EntityKey& key) const {
    const auto& definition = context_.entity(entity);
    std::vector<std::string> tests;
    const auto member = [&](const model::Field& field) {
      return variable(entity) + "." + python_identifier(field.name);
    };
    for (const auto field : lackable_components(definition, key)) {
      tests.push_back(member(definition.fields[field]) + " is not None");
    }
    if (const auto& when = definition.indexes[*key.entry].when) {
      for (const auto& predicate : when->all_of) {
        const auto& field = definition.field(predicate.field);
        const bool is_optional = field.optional || Naming::has_lifetime(definition, field);
        for (auto& test : context_.predicate_tests(field, predicate, member(field), is_optional)) {
          add_once(tests, std::move(test));
        }
      }
    }
    return tests;
  }

  const PythonContext& context_;
  PythonWriter out_;
  std::vector<std::string> names_;
};

}  // namespace

PythonModule items_module(const PythonContext& context) {
  ItemWriter writer(context);
  (void)writer.write();
  return {"items", writer.names()};
}

GeneratedFile emit_python_items(const PythonContext& context) {
  PythonFile file;
  file.name = "items.py";
  file.title = {"How the entities of the model `" + *context.model.name +
                "` become items: their keys, and all their attributes."};
  file.modules = {types_module(context)};
  file.body = ItemWriter(context).write();
  return assemble(context, file);
}

}  // namespace keywright::generate
