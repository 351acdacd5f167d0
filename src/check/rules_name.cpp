// NAM001 and NAM002: names that DynamoDB refuses, and names that clash or cannot stand in generated
// code.

#include "check/findings.hpp"
#include "model/cpp_words.hpp"
#include "model/values.hpp"
#include "model/word_case.hpp"

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

namespace keywright::check {
namespace {

using model::Entity;
using model::Span;

constexpr std::size_t shortest_name = 3;
constexpr std::size_t longest_name = 255;

bool is_table_name(std::string_view name) {
  const auto fits = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '.' || c == '-';
  };
  return name.size() >= shortest_name && name.size() <= longest_name &&
         std::all_of(name.begin(), name.end(), fits);
}

void check_table_name(std::string_view what, const std::string& name, const Span& span,
                      Findings& findings) {
  if (is_table_name(name)) return;
  findings.report({.rule = "NAM001",
                   .span = span,
                   .subject = name,
                   .message = fmt::format("DynamoDB refuses the {} name {}", what, name),
                   .help = fmt::format("use {} to {} letters, digits, _, - and .", shortest_name,
                                       longest_name)});
}

void check_attribute_name(const std::string& name, const std::string& subject, const Span& span,
                          Findings& findings) {
  if (name.size() <= longest_name) return;
  findings.report(
      {.rule = "NAM001",
       .span = span,
       .subject = subject,
       .message = fmt::format("the attribute name {}.. has {} bytes, and {} are allowed",
                              name.substr(0, 20), name.size(), longest_name),
       .help = "shorten the name: each item stores it"});
}

void check_dynamodb_names(const model::Model& model, Findings& findings) {
  const auto check_keys = [&](const auto& attributes) {
    for (const auto& attribute : attributes) {
      check_attribute_name(attribute.name, attribute.name, attribute.span, findings);
    }
  };
  for (const auto& table : model.tables) {
    check_table_name("table", table.name, table.name_span, findings);
    check_keys(std::vector{table.partition});
    if (table.sort) check_keys(std::vector{*table.sort});
    for (const auto& index : table.indexes) {
      check_table_name("index", index.name, index.key, findings);
      check_keys(index.partition);
      check_keys(index.sort);
    }
  }
  for (const auto& entity : model.entities) {
    for (const auto& field : entity.fields) {
      check_attribute_name(field.name, entity.name + "." + field.name, field.key, findings);
    }
  }
}

// Fields and values are data, which others may have named: a word of C++ or a macro gets a `_`
// behind it.
std::string escaped(const std::string& name) {
  return model::is_cpp_keyword(name) || model::is_cpp_macro(name) ? name + "_" : name;
}

// Names of one scope of the generated code: no two may be spelt alike there.
class Scope {
 public:
  explicit Scope(Findings& findings) : findings_(findings) {}

  struct Name {
    std::string written;    // in the model, or what it makes: "JobStatus"
    std::string what;       // "field job_id of Job"
    std::string generated;  // in the code
    Span span;
    std::string subject;
  };

  void add(Name name) {
    const bool is_macro = model::is_cpp_macro(name.generated);
    if (is_macro || model::is_cpp_keyword(name.generated)) {
      findings_.report(
          {.rule = "NAM002",
           .span = name.span,
           .subject = name.subject,
           .message = fmt::format("{} cannot be generated: {} is {}", name.what, name.generated,
                                  is_macro ? "a macro of common C headers" : "a word of C++"),
           .help = fmt::format("choose another name, such as {}_item", name.generated)});
      return;
    }
    // Compared without case, as files and other languages are.
    const auto [found, is_new] = names_.try_emplace(model::snake_case(name.generated), name);
    if (is_new) return;
    findings_.report(
        {.rule = "NAM002",
         .span = name.span,
         .subject = name.subject,
         .message = fmt::format("{} and {} get the same name in generated code: {}", name.what,
                                found->second.what, name.generated),
         .help = "rename one of them",
         .notes = {{fmt::format("{} stands here", found->second.what), found->second.span}}});
  }

 private:
  Findings& findings_;
  std::map<std::string, Name> names_;
};

// Of list<list<X>>: X.
const model::FieldType& innermost(const model::FieldType& type) {
  return type.elements.empty() ? type : innermost(type.elements.front());
}

void check_values(const Entity& entity, const model::Field& field, Findings& findings) {
  Scope scope(findings);
  for (const auto& value : innermost(field.type).values) {
    const auto subject = entity.name + "." + field.name;
    if (!model::is_identifier(*value)) {
      findings.report({.rule = "NAM002",
                       .span = value.span,
                       .subject = subject,
                       .message = fmt::format("value {} of {} cannot be a name in generated code",
                                              *value, subject),
                       .help = "use letters, digits and _, and begin with a letter"});
      continue;
    }
    scope.add({*value, fmt::format("value {} of {}", *value, subject), escaped(*value), value.span,
               subject});
  }
}

void check_fields(const Entity& entity, const std::vector<model::Field>& fields,
                  Findings& findings) {
  Scope scope(findings);
  for (const auto& field : fields) {
    scope.add({field.name, fmt::format("field {} of {}", field.name, entity.name),
               escaped(field.name), field.key, entity.name + "." + field.name});
    check_values(entity, field, findings);
    check_fields(entity, innermost(field.type).fields, findings);
  }
}

// The name of the model is that of a namespace.
void check_model_name(const model::Model& model, Findings& findings) {
  const auto& name = *model.name;
  if (!model::is_cpp_global(name)) {
    Scope(findings).add({name, fmt::format("the model {}", name), name, model.name.span, name});
    return;
  }
  findings.report(
      {.rule = "NAM002",
       .span = model.name.span,
       .subject = name,
       .message = fmt::format("the model {} cannot be generated: the namespace {} would "
                              "clash with a name of common headers",
                              name, name),
       .help = fmt::format("choose another name, such as {}_data", name)});
}

// The types of the model's namespace.
void check_types(const Subject& subject, Findings& findings) {
  Scope scope(findings);
  const auto& model = subject.model;
  for (const auto& entity : model.entities) {
    scope.add({entity.name, fmt::format("entity {}", entity.name), model::pascal_case(entity.name),
               entity.key_span, entity.name});
  }
  for (const auto& entity : model.entities) {
    for (const auto& field : entity.fields) {
      if (innermost(field.type).kind != model::TypeKind::enumeration) continue;
      auto name = model::pascal_case(entity.name) + model::pascal_case(field.name);
      scope.add({name, fmt::format("the enum of {}.{}", entity.name, field.name), name, field.key,
                 entity.name + "." + field.name});
    }
  }
  for (const auto& aggregate : subject.plan.aggregates) {
    const auto& root = model.entities[aggregate.root];
    const auto add = [&](std::string_view suffix) {
      auto name = model::pascal_case(aggregate.name) + std::string(suffix);
      scope.add({name, fmt::format("the {} of {}", model::snake_case(suffix), aggregate.name), name,
                 root.key_span, root.name});
    };
    if (!aggregate.patterns.empty()) add("Repository");
    if (!aggregate.admin_patterns.empty()) add("Admin");
  }
}

// The functions of one class: patterns by their name, a transition by its moves.
void check_functions(const Subject& subject, const std::vector<std::size_t>& patterns,
                     Findings& findings) {
  Scope scope(findings);
  for (const auto position : patterns) {
    const auto& pattern = subject.model.access_patterns[position];
    if (*pattern.operation != model::Operation::transition) {
      scope.add({pattern.name, fmt::format("access pattern {}", pattern.name), pattern.name,
                 pattern.key, pattern.name});
      continue;
    }
    const auto* entity = subject.model.entity(pattern.entity());
    if (entity == nullptr || !entity->states) continue;
    for (const auto& move : entity->states->moves) {
      scope.add({move.name, fmt::format("move {} of {}", move.name, entity->name), move.name,
                 move.key, entity->name});
    }
  }
}

}  // namespace

void check_names(const Subject& subject, Findings& findings) {
  const auto& model = subject.model;
  check_dynamodb_names(model, findings);
  check_model_name(model, findings);
  check_types(subject, findings);
  for (const auto& entity : model.entities) check_fields(entity, entity.fields, findings);
  for (const auto& aggregate : subject.plan.aggregates) {
    check_functions(subject, aggregate.patterns, findings);
    check_functions(subject, aggregate.admin_patterns, findings);
  }
}

}  // namespace keywright::check
