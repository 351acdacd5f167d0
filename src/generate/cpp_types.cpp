#include "generate/code_writer.hpp"
#include "generate/cpp_file.hpp"
#include "generate/cpp_values.hpp"
#include "generate/emitters.hpp"

#include <string>
#include <utility>

// types.hpp: entities, and what patterns read and take, as plain structs; below them how they are
// stored.

namespace keywright::generate {
namespace {

using model::TypeKind;

class TypeWriter {
 public:
  explicit TypeWriter(const CppContext& context) : context_(context) {}

  std::string write() {
    for (const auto& entity : context_.model.entities) {
      for (const auto& field : entity.fields) nested_types(field.type);
      entity_struct(entity);
    }
    for (const auto& pattern : context_.plan.patterns) collection_struct(pattern.pattern);
    for (const auto& summary : context_.summaries()) summary_struct(summary);
    key_structs();
    out_.line();
    out_.comment("How they are stored: the attribute of each member, and its limits.");
    for (const auto& entity : context_.model.entities) {
      for (const auto& field : entity.fields) nested_descriptions(field.type);
      std::vector<const model::Field*> fields;
      for (const auto& field : entity.fields) fields.push_back(&field);
      description(identifier(entity.name), entity.name, fields, true);
    }
    for (const auto& summary : context_.summaries()) {
      std::vector<const model::Field*> fields;
      const auto& entity = context_.entity(summary.entity);
      for (const auto field : summary.fields) fields.push_back(&entity.fields[field]);
      description(summary.name, entity.name, fields, false);
    }
    return out_.text();
  }

 private:
  void nested_types(const model::FieldType& type) {
    for (const auto& element : type.elements) nested_types(element);
    for (const auto& field : type.fields) nested_types(field.type);
    if (type.kind == TypeKind::enumeration) enumeration(type);
    if (type.kind != TypeKind::object) return;
    begin_struct(context_.named_type(type));
    for (const auto& field : type.fields) {
      member(context_.member_type(field), field, nullptr, "");
    }
    end_struct(context_.named_type(type));
  }

  void enumeration(const model::FieldType& type) {
    std::vector<std::string> enumerators;
    std::vector<std::string> names;
    for (const auto& value : type.values) {
      enumerators.push_back(identifier(*value));
      names.push_back(string_literal(*value));
    }
    out_.set("NAME", context_.named_type(type));
    const std::string base = type.values.size() <= 256 ? "std::uint8_t" : "std::uint16_t";
    out_.line();
    braced("enum class " + context_.named_type(type) + " : " + base, enumerators, " ", 2);
    out_.line();
    braced("inline constexpr std::string_view k" + context_.named_type(type) + "Names[] =", names,
           "", 4);
    out_.line(
        "constexpr std::span<const std::string_view> names_of({{NAME}}) {\n"
        "  return k{{NAME}}Names;\n"
        "}\n"
        "constexpr std::string_view to_string({{NAME}} value) {\n"
        "  return k{{NAME}}Names[static_cast<std::size_t>(value)];\n"
        "}");
  }

  // On one line, or one element per line.
  void braced(const std::string& head, const std::vector<std::string>& elements,
              const std::string& pad, int indent) {
    const auto whole = head + " {" + pad + join(elements, ", ") + pad + "};";
    if (whole.size() <= CodeWriter::max_columns) {
      out_.line(whole);
      return;
    }
    // The formatter would set more than four values out in columns.
    const bool is_kept = elements.size() > 4 && !head.starts_with("enum");
    if (is_kept) out_.line("// clang-format off");
    out_.line(head + " {");
    const std::string margin(static_cast<std::size_t>(indent), ' ');
    for (const auto& element : elements) out_.line(margin + element + ",");
    out_.line("};");
    if (is_kept) out_.line("// clang-format on");
  }

  void begin_struct(const std::string& name) {
    out_.line();
    out_.line("struct " + name + " {");
    out_.indent();
  }
  void end_struct(const std::string& name) {
    out_.line();
    out_.line("friend bool operator==(const " + name + "&, const " + name + "&) = default;");
    out_.outdent();
    out_.line("};");
  }

  // Every member has a value from the start, save those that each item must be given.
  [[nodiscard]] std::string initializer(const model::Field& field, const model::Entity* owner) {
    const auto& type = field.type;
    if (field.default_value) return literal_value(context_, type, *field.default_value);
    const bool is_optional = (field.optional && type.kind != TypeKind::set) ||
                             (owner != nullptr && CppContext::has_lifetime(*owner, field));
    if (is_optional) return "std::nullopt";
    switch (type.kind) {
      case TypeKind::enumeration: {
        const bool is_state = owner != nullptr && owner->states &&
                              owner->states->field.name == field.name &&
                              owner->states->initial.resolved();
        return enumerator(context_, type,
                          is_state ? owner->states->initial.name : *type.values.front());
      }
      case TypeKind::boolean:
        return "false";
      case TypeKind::integer:
      case TypeKind::floating:
        return "0";
      default:
        return "";
    }
  }

  void member(const std::string& type, const model::Field& field, const model::Entity* owner,
              const std::string& comment) {
    const auto value = initializer(field, owner);
    auto line = type + " " + identifier(field.name);
    if (value == "{}") {
      line += "{}";
    } else if (!value.empty()) {
      line += " = " + value;
    }
    line += ";";
    if (!comment.empty() && line.size() + comment.size() + 9 > CodeWriter::max_columns) {
      out_.comment(sentence(comment), "///");
    } else if (!comment.empty()) {
      line += "  ///< " + comment;
    }
    out_.line(line);
  }

  void entity_struct(const model::Entity& entity) {
    begin_struct(identifier(entity.name));
    for (const auto& field : entity.fields) {
      std::string comment;
      if (CppContext::has_lifetime(entity, field)) {
        comment = "if not given: " + duration_words(**entity.ttl->after) + " after the write";
      }
      member(context_.member_type(entity, field), field, &entity, comment);
    }
    end_struct(identifier(entity.name));
  }

  void summary_struct(const Summary& summary) {
    const auto& entity = context_.entity(summary.entity);
    out_.line();
    out_.comment("What " + listed(summary.patterns) +
                     (summary.patterns.size() == 1 ? " reads of " : " read of ") +
                     one_of(entity.name) + ".",
                 "///");
    out_.line("struct " + summary.name + " {");
    out_.indent();
    for (const auto field : summary.fields) {
      member(context_.member_type(entity, entity.fields[field]), entity.fields[field], &entity, "");
    }
    end_struct(summary.name);
  }

  void collection_struct(std::size_t position) {
    const auto name = context_.collection_type(position);
    if (name.empty()) return;
    const auto& pattern = context_.model.access_patterns[position];
    out_.line();
    out_.comment("What " + pattern.name + " reads.", "///");
    out_.line("struct " + name + " {");
    out_.indent();
    for (const auto& returned : pattern.returns) {
      const auto type = context_.entity_type(returned.entity.index);
      const auto member_name = context_.collection_member(returned);
      switch (returned.cardinality) {
        case model::Cardinality::one:
          out_.line(type + " " + member_name + ";");
          break;
        case model::Cardinality::optional:
          out_.line("std::optional<" + type + "> " + member_name + " = std::nullopt;");
          break;
        case model::Cardinality::many:
          out_.line("std::vector<" + type + "> " + member_name + ";");
          break;
      }
    }
    end_struct(name);
  }

  void key_structs() {
    UniqueNames written;
    for (const auto& plan : context_.plan.patterns) {
      const auto name = context_.key_type(plan.pattern);
      if (name.empty() || written.is_taken(name)) continue;
      written.take(name);
      const auto& pattern = context_.model.access_patterns[plan.pattern];
      const auto& entity = context_.entity(pattern.entity().index);
      out_.line();
      out_.comment("What identifies " + one_of(entity.name) + ".", "///");
      out_.line("struct " + name + " {");
      out_.indent();
      for (const auto& reference : pattern.by) {
        const auto& field = entity.field(reference);
        member(context_.value_type(field.type), field, nullptr, "");
      }
      end_struct(name);
    }
  }

  void nested_descriptions(const model::FieldType& type) {
    for (const auto& element : type.elements) nested_descriptions(element);
    for (const auto& field : type.fields) nested_descriptions(field.type);
    if (type.kind != TypeKind::object) return;
    std::vector<const model::Field*> fields;
    for (const auto& field : type.fields) fields.push_back(&field);
    description(context_.named_type(type), context_.named_type(type), fields, true);
  }

  // Limits matter to what is written; that an attribute may be missing, to what is read.
  void description(const std::string& type, const std::string& name,
                   const std::vector<const model::Field*>& fields, bool is_written) {
    out_.line();
    out_.line("constexpr auto describe(const " + type + "*) {");
    out_.indent();
    if (!fields.empty()) out_.line("using keywright::field;");
    out_.line("return keywright::Entity{");
    out_.indent();
    out_.indent();
    out_.line(string_literal(name) + ",");
    for (const auto* field : fields) {
      std::vector<std::string> arguments{string_literal(field->name),
                                         '&' + type + "::" + identifier(field->name)};
      std::string limits = is_written ? limits_of(*field) : "";
      if (!is_written && field->default_value) limits = "{.has_default = true}";
      if (!limits.empty()) arguments.push_back(std::move(limits));
      out_.call("field(", arguments, "),");
    }
    out_.outdent();
    out_.outdent();
    out_.line("};");
    out_.outdent();
    out_.line("}");
  }

  const CppContext& context_;
  CodeWriter out_;
};

}  // namespace

GeneratedFile emit_types(const CppContext& context) {
  CppFile file;
  file.name = "types.hpp";
  file.title = {"The entities of the model `" + *context.model.name +
                "`, and what its access patterns read."};
  file.body = TypeWriter(context).write();
  return assemble(context, file);
}

}  // namespace keywright::generate
