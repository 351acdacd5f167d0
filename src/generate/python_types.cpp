#include "generate/python_emitters.hpp"
#include "generate/python_file.hpp"
#include "generate/python_writer.hpp"

#include <string>
#include <utility>

// types.py: entities, and what patterns read and take, as dataclasses.

namespace keywright::generate {
namespace {

using model::TypeKind;

constexpr std::string_view decorator = "@dataclasses.dataclass(slots=True, kw_only=True)";

std::string duration_words(std::chrono::seconds duration) {
  const auto count = duration.count();
  const auto of = [&](std::int64_t unit, const std::string& name) {
    return std::to_string(count / unit) + " " + name + (count == unit ? "" : "s");
  };
  if (count % 86400 == 0) return of(86400, "day");
  if (count % 3600 == 0) return of(3600, "hour");
  return count % 60 == 0 ? of(60, "minute") : of(1, "second");
}

class TypeWriter {
 public:
  explicit TypeWriter(const PythonContext& context) : context_(context) {}

  // The module's body.
  std::string write() {
    for (const auto& entity : context_.model.entities) {
      for (const auto& field : entity.fields) nested_types(field.type);
      entity_class(entity);
    }
    for (const auto& pattern : context_.plan.patterns) collection_class(pattern.pattern);
    for (const auto& summary : context_.summaries()) summary_class(summary);
    key_classes();
    return out_.text();
  }

  [[nodiscard]] const std::vector<std::string>& names() const { return names_; }

 private:
  void nested_types(const model::FieldType& type) {
    for (const auto& element : type.elements) nested_types(element);
    for (const auto& field : type.fields) nested_types(field.type);
    if (type.kind == TypeKind::enumeration) enumeration(type);
    if (type.kind != TypeKind::object) return;
    begin_class(context_.named_type(type), "");
    for (const auto& field : type.fields) {
      member(context_.member_type(field), field, nullptr);
    }
    end_class(type.fields.empty());
  }

  void enumeration(const model::FieldType& type) {
    const auto& name = context_.named_type(type);
    names_.push_back(name);
    out_.blank(2);
    out_.line("class " + name + "(enum.Enum):");
    out_.indent();
    const auto members = context_.enumerators(type);
    for (std::size_t i = 0; i < members.size(); ++i) {
      out_.line(members[i] + " = " + python_literal(*type.values[i]));
    }
    out_.outdent();
  }

  void begin_class(const std::string& name, const std::string& words) {
    names_.push_back(name);
    out_.blank(2);
    out_.line(decorator);
    out_.line("class " + name + ":");
    out_.indent();
    if (!words.empty()) out_.docstring({words});
    if (!words.empty()) out_.blank();
  }
  void end_class(bool is_empty = false) {
    if (is_empty) out_.line("pass");
    out_.outdent();
  }

  // Empty: each item must be given one.
  [[nodiscard]] std::string initializer(const model::Field& field, const model::Entity* owner) {
    const auto& type = field.type;
    if (field.default_value) {
      const auto value = context_.literal(type, *field.default_value);
      const bool is_mutable = field.default_value->kind == model::LiteralKind::empty_list ||
                              field.default_value->kind == model::LiteralKind::empty_map;
      if (!is_mutable) return value;
      return std::string("dataclasses.field(default_factory=") +
             (type.kind == TypeKind::set ? "set"
              : value == "{}"            ? "dict"
                                         : "list") +
             ")";
    }
    if (type.kind == TypeKind::set) return "dataclasses.field(default_factory=set)";
    if (field.optional || (owner != nullptr && Naming::has_lifetime(*owner, field))) return "None";
    // What is new is of no version yet.
    if (owner != nullptr && is_counted(*owner) && owner->version->name == field.name) return "0";
    const bool is_state = owner != nullptr && owner->states &&
                          owner->states->field.name == field.name &&
                          owner->states->initial.resolved();
    return is_state ? context_.enumerator(type, owner->states->initial.name) : "";
  }

  void member(const std::string& type, const model::Field& field, const model::Entity* owner) {
    const auto value = initializer(field, owner);
    out_.line(python_identifier(field.name) + ": " + type + (value.empty() ? "" : " = " + value));
  }

  void entity_class(const model::Entity& entity) {
    begin_class(context_.language.identifier(entity.name), "");
    for (const auto& field : entity.fields) {
      member(context_.member_type(entity, field), field, &entity);
      if (!Naming::has_lifetime(entity, field)) continue;
      out_.docstring({"None: " + duration_words(**entity.ttl->after) + " after the write."});
    }
    end_class(entity.fields.empty());
  }

  void summary_class(const Summary& summary) {
    const auto& entity = context_.entity(summary.entity);
    begin_class(summary.name, "What " + listed(summary.patterns) +
                                  (summary.patterns.size() == 1 ? " reads of " : " read of ") +
                                  one_of(entity.name) + ".");
    for (const auto field : summary.fields) {
      member(context_.member_type(entity, entity.fields[field]), entity.fields[field], &entity);
    }
    end_class();
  }

  void collection_class(std::size_t position) {
    const auto name = context_.collection_type(position);
    if (name.empty()) return;
    const auto& pattern = context_.model.access_patterns[position];
    begin_class(name, "What " + pattern.name + " reads.");
    for (const auto& returned : pattern.returns) {
      const auto type = context_.entity_type(returned.entity.index);
      const auto own = context_.collection_member(returned) + ": ";
      switch (returned.cardinality) {
        case model::Cardinality::one:
          out_.line(own + type);
          break;
        case model::Cardinality::optional:
          out_.line(own + type + " | None");
          break;
        case model::Cardinality::many:
          out_.line(own + "list[" + type + "]");
          break;
      }
    }
    end_class();
  }

  void key_classes() {
    UniqueNames written;
    for (const auto& plan : context_.plan.patterns) {
      const auto name = context_.key_type(plan.pattern);
      if (name.empty() || written.is_taken(name)) continue;
      written.take(name);
      const auto& pattern = context_.model.access_patterns[plan.pattern];
      const auto& entity = context_.entity(pattern.entity().index);
      names_.push_back(name);
      out_.blank(2);
      out_.line("@dataclasses.dataclass(frozen=True, slots=True)");
      out_.line("class " + name + ":");
      out_.indent();
      out_.docstring({"What identifies a " + entity.name + "."});
      out_.blank();
      for (const auto& reference : pattern.by) {
        const auto& field = entity.field(reference);
        out_.line(python_identifier(field.name) + ": " + context_.value_type(field.type));
      }
      end_class();
    }
  }

  const PythonContext& context_;
  PythonWriter out_;
  std::vector<std::string> names_;
};

}  // namespace

PythonModule types_module(const PythonContext& context) {
  TypeWriter writer(context);
  (void)writer.write();
  return {"types", writer.names()};
}

GeneratedFile emit_python_types(const PythonContext& context) {
  PythonFile file;
  file.name = "types.py";
  file.title = {"The entities of the model `" + *context.model.name +
                "`, and what its access patterns read."};
  file.body = TypeWriter(context).write();
  return assemble(context, file);
}

}  // namespace keywright::generate
