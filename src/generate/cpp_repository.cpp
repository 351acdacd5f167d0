#include "generate/common_code.hpp"
#include "generate/cpp_file.hpp"
#include "generate/cpp_function.hpp"
#include "generate/emitters.hpp"

#include <string>
#include <utility>

// A class per aggregate: its header, read by people, and its source.

namespace keywright::generate {
namespace {

class ClassWriter {
 public:
  ClassWriter(const CppContext& context, const plan::Aggregate& aggregate, bool is_admin)
      : context_(context),
        aggregate_(aggregate),
        is_admin_(is_admin),
        name_(is_admin ? context.admin_class(aggregate) : context.repository_class(aggregate)),
        file_(snake_case(aggregate.name) + (is_admin ? "_admin" : "_repository")) {
    for (const auto position : is_admin ? aggregate.admin_patterns : aggregate.patterns) {
      const auto& plan = context.plan.patterns[position];
      for (auto& function : read_functions(context, plan))
        functions_.push_back(std::move(function));
      for (auto& function : write_functions(context, plan)) {
        functions_.push_back(std::move(function));
      }
      for (auto& function : transaction_functions(context, plan)) {
        functions_.push_back(std::move(function));
      }
    }
  }

  [[nodiscard]] GeneratedFile header() const {
    CppFile file;
    file.name = file_ + ".hpp";
    file.title = {title(),
                  "Holds a reference to the database, which must outlive it. Cheap to make; may be "
                  "called from many threads at once."};
    file.local = {"table.hpp", "types.hpp"};
    file.body = header_body();
    return assemble(context_, file);
  }

  [[nodiscard]] GeneratedFile source() const {
    CppFile file;
    file.name = file_ + ".cpp";
    file.local = {"items.hpp"};
    file.header_body = header_body();
    file.body = source_body();
    return assemble(context_, file);
  }

 private:
  [[nodiscard]] std::string header_body() const {
    CodeWriter out;
    out.line();
    out.line("class " + name_ + " {");
    out.line(" public:");
    out.indent();
    out.call("explicit " + name_ + "(",
             {"keywright::Database& database", "keywright::RepositoryOptions options = {}"}, ");");
    for (const auto& function : functions_) declare(out, function);
    out.outdent();
    out.line();
    out.line(" private:");
    out.line("  keywright::Repository repository_;");
    out.line("};");
    return out.text();
  }

  [[nodiscard]] std::string source_body() const {
    CodeWriter out;
    out.line("namespace {");
    bool previous_is_short = false;
    for (const auto& function : functions_) {
      if (function.constants.empty()) continue;
      // Constants of one line stand together.
      const bool is_short =
          std::count(function.constants.begin(), function.constants.end(), '\n') == 1;
      if (!is_short || !previous_is_short) out.line();
      previous_is_short = is_short;
      out.raw(function.constants);
    }
    for (const auto& function : functions_) {
      if (function.helpers.empty()) continue;
      out.line();
      out.raw(function.helpers);
    }
    out.line();
    out.line("}  // namespace");
    out.line();
    constructor(out);
    for (const auto& function : functions_) define(out, function);
    return out.text();
  }

  [[nodiscard]] std::string title() const {
    return name_ + ": " + repository_words(context_, aggregate_, is_admin_);
  }

  static void declare(CodeWriter& out, const CppStruct& type) {
    if (!type.comment.empty()) out.comment(type.comment, "///");
    out.line("struct " + type.name + " {");
    out.indent();
    for (const auto& inner : type.inner) declare(out, inner);
    const auto& members = type.members;
    const auto comments = std::count_if(members.begin(), members.end(),
                                        [](const auto& member) { return !member.comment.empty(); });
    for (const auto& member : members) {
      auto line = member.type + " " + member.name;
      if (!member.default_value.empty()) line += " = " + member.default_value;
      line += ";";
      const auto trailing = line + "  ///< " + member.comment;
      const bool fits = comments == 1 && trailing.size() + 4 <= CodeWriter::max_columns;
      if (!member.comment.empty() && !fits) out.comment(sentence(member.comment), "///");
      out.line(member.comment.empty() || !fits ? line : trailing);
    }
    out.outdent();
    out.line("};");
  }

  static void declare(CodeWriter& out, const CppFunction& function) {
    out.line();
    for (const auto* each : {&function.result, &function.input}) {
      if (*each) declare(out, **each);
    }
    for (const auto& paragraph : function.comment) out.comment(paragraph, "///");
    std::vector<std::string> parameters;
    for (const auto& parameter : function.parameters) {
      auto text = parameter.type + " " + parameter.name;
      if (!parameter.default_value.empty()) text += " = " + parameter.default_value;
      parameters.push_back(std::move(text));
    }
    out.declaration(std::string(function.is_read ? "[[nodiscard]] " : "") +
                        (function.is_static ? "static " : "") + function.return_type,
                    function.name + "(", parameters, function.is_static ? ");" : ") const;");
  }

  void constructor(CodeWriter& out) const {
    const auto table = context_.entity(aggregate_.root).table.index;
    out.call(name_ + "::" + name_ + "(",
             {"keywright::Database& database", "keywright::RepositoryOptions options"}, ")");
    out.line("    : repository_(database, " + table_constant(context_, table) +
             ", std::move(options)) {}");
  }

  void define(CodeWriter& out, const CppFunction& function) const {
    out.line();
    std::vector<std::string> parameters;
    for (const auto& parameter : function.parameters) {
      parameters.push_back(parameter.type + " " + parameter.name);
    }
    auto type = function.return_type;
    if (function.result) type.insert(type.rfind(function.result->name), name_ + "::");
    out.declaration(type, name_ + "::" + function.name + "(", parameters,
                    function.is_static ? ") {" : ") const {");
    out.raw(function.body);
    out.line("}");
  }

  const CppContext& context_;
  const plan::Aggregate& aggregate_;
  bool is_admin_;
  std::string name_;
  std::string file_;
  std::vector<CppFunction> functions_;
};

}  // namespace

std::vector<GeneratedFile> emit_repositories(const CppContext& context,
                                             const plan::Aggregate& aggregate) {
  std::vector<GeneratedFile> files;
  for (const bool is_admin : {false, true}) {
    if ((is_admin ? aggregate.admin_patterns : aggregate.patterns).empty()) continue;
    const ClassWriter writer(context, aggregate, is_admin);
    files.push_back(writer.header());
    files.push_back(writer.source());
  }
  return files;
}

}  // namespace keywright::generate
