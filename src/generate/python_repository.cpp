#include "generate/common_code.hpp"
#include "generate/python_emitters.hpp"
#include "generate/python_file.hpp"
#include "generate/python_function.hpp"

#include <cctype>
#include <string>
#include <utility>

// A class per aggregate, in a module of its own.

namespace keywright::generate {
namespace {

class ClassWriter {
 public:
  ClassWriter(const PythonContext& context, const plan::Aggregate& aggregate, bool is_admin)
      : context_(context),
        aggregate_(aggregate),
        is_admin_(is_admin),
        name_(is_admin ? context.admin_class(aggregate) : context.repository_class(aggregate)) {
    for (const auto position : is_admin ? aggregate.admin_patterns : aggregate.patterns) {
      const auto& plan = context.plan.patterns[position];
      for (auto make : {python_reads, python_writes, python_transaction}) {
        for (auto& function : make(context, plan)) functions_.push_back(std::move(function));
      }
    }
  }

  [[nodiscard]] GeneratedFile file() const {
    PythonFile file;
    file.name = repository_module(aggregate_, is_admin_) + ".py";
    file.title = {title()};
    file.modules = {items_module(context_), table_module(context_), types_module(context_)};
    file.body = body();
    return assemble(context_, file);
  }

 private:
  [[nodiscard]] std::string body() const {
    PythonWriter out;
    for (const auto& function : functions_) out.raw(function.classes);
    bool is_begun = false;
    for (const auto& function : functions_) {
      if (function.constants.empty()) continue;
      if (!std::exchange(is_begun, true)) {
        const bool follows_class = !out.empty();
        out.blank(follows_class ? 2 : 1);
      }
      out.raw(function.constants);
    }
    out.blank(2);
    out.line("class " + name_ + ":");
    out.indent();
    out.docstring({title() + " Cheap to make; may be called from many threads at once."});
    out.blank();
    out.line("def __init__(self, client: kw.Client, options: kw.Options | None = None) -> None:");
    const auto table = context_.entity(aggregate_.root).table.index;
    out.line("    self._repository = kw.Repository(client, " + context_.table_constant(table) +
             ", options)");
    for (const auto& function : functions_) define(out, function);
    out.outdent();
    for (const auto& function : functions_) {
      if (function.helpers.empty()) continue;
      out.blank(2);
      out.raw(function.helpers);
    }
    return out.text();
  }

  static void define(PythonWriter& out, const PythonFunction& function) {
    out.blank();
    if (function.is_static) out.line("@staticmethod");
    std::vector<std::string> parameters;
    if (!function.is_static) parameters.push_back("self");
    bool names_only = false;
    for (const auto& parameter : function.parameters) {
      if (parameter.keyword_only && !std::exchange(names_only, true)) parameters.push_back("*");
      parameters.push_back(parameter.text());
    }
    out.call("def " + function.name + "(", parameters, ") -> " + function.return_type + ":");
    if (!function.comment.empty()) {
      out.indent();
      out.docstring(function.comment);
      out.outdent();
    }
    out.raw(function.body);
  }

  [[nodiscard]] std::string title() const {
    auto words = repository_words(context_, aggregate_, is_admin_);
    words.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(words.front())));
    return words;
  }

 public:
  [[nodiscard]] static std::string repository_module(const plan::Aggregate& aggregate,
                                                     bool is_admin) {
    return snake_case(aggregate.name) + (is_admin ? "_admin" : "_repository");
  }

  // What users of the module import: the class, and those of its arguments and results.
  [[nodiscard]] std::vector<std::string> names() const {
    std::vector<std::string> names{name_};
    for (const auto& function : functions_) {
      constexpr std::string_view word = "\nclass ";
      for (auto at = function.classes.find(word); at != std::string::npos;
           at = function.classes.find(word, at + 1)) {
        const auto begin = at + word.size();
        names.push_back(function.classes.substr(begin, function.classes.find(':', begin) - begin));
      }
    }
    return names;
  }

 private:
  const PythonContext& context_;
  const plan::Aggregate& aggregate_;
  bool is_admin_;
  std::string name_;
  std::vector<PythonFunction> functions_;
};

bool has_patterns(const plan::Aggregate& aggregate, bool is_admin) {
  return !(is_admin ? aggregate.admin_patterns : aggregate.patterns).empty();
}

}  // namespace

std::vector<GeneratedFile> emit_python_repositories(const PythonContext& context,
                                                    const plan::Aggregate& aggregate) {
  std::vector<GeneratedFile> files;
  for (const bool is_admin : {false, true}) {
    if (!has_patterns(aggregate, is_admin)) continue;
    files.push_back(ClassWriter(context, aggregate, is_admin).file());
  }
  return files;
}

GeneratedFile emit_python_package(const PythonContext& context) {
  std::vector<PythonModule> modules;
  for (const auto& aggregate : context.plan.aggregates) {
    for (const bool is_admin : {false, true}) {
      if (!has_patterns(aggregate, is_admin)) continue;
      const ClassWriter writer(context, aggregate, is_admin);
      modules.push_back({ClassWriter::repository_module(aggregate, is_admin), writer.names()});
    }
  }
  modules.push_back(items_module(context));
  // Users need the descriptions of entities, to read the items of errors; not the keys.
  auto& items = modules.back().names;
  std::vector<std::string> descriptions;
  for (std::size_t i = 0; i < context.model.entities.size(); ++i) {
    descriptions.push_back(context.entity_constant(i));
  }
  items = std::move(descriptions);
  modules.push_back(table_module(context));
  modules.push_back(types_module(context));
  std::sort(modules.begin(), modules.end(),
            [](const auto& a, const auto& b) { return a.name < b.name; });
  PythonWriter out;
  out.docstring({"The repositories of the model `" + *context.model.name + "`.", context.origin()});
  out.blank();
  out.line("from . import _keywright as kw");
  std::vector<std::string> all{"kw"};
  for (auto& module : modules) {
    std::sort(module.names.begin(), module.names.end());
    out.import_names("." + module.name, module.names);
    all.insert(all.end(), module.names.begin(), module.names.end());
  }
  std::sort(all.begin(), all.end());
  out.blank();
  out.line("__all__ = [");
  for (const auto& name : all) out.line("    " + python_literal(name) + ",");
  out.line("]");
  return {context.name_space() + "/__init__.py", out.text(), Part::repository};
}

}  // namespace keywright::generate
