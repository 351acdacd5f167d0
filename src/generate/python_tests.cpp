#include "generate/python_emitters.hpp"
#include "generate/python_file.hpp"
#include "generate/python_samples.hpp"
#include "generate/python_writer.hpp"

#include <algorithm>
#include <string>
#include <utility>

// test_<model>.py: each entity is read as it was written, under the keys that the model says, and
// each read asks for what serves it.

namespace keywright::generate {
namespace {

class TestWriter {
 public:
  explicit TestWriter(const PythonContext& context) : context_(context) {}

  std::string body() {
    items();
    reads();
    out_.blank(2);
    out_.line("if __name__ == \"__main__\":");
    out_.line("    unittest.main()");
    return out_.text();
  }

 private:
  void begin_class(const std::string& name, const std::string& words) {
    out_.blank(2);
    out_.line("class " + name + "(unittest.TestCase):");
    out_.indent();
    out_.docstring({words});
  }
  void begin_test(const std::string& name) {
    out_.blank();
    out_.line("def test_" + name + "(self) -> None:");
    out_.indent();
  }

  void items() {
    begin_class("ItemsTest",
                "Every entity is read as it was written, under the keys that the model says.");
    for (std::size_t i = 0; i < context_.model.entities.size(); ++i) item(i);
    out_.outdent();
  }

  void item(std::size_t position) {
    const auto& entity = context_.entity(position);
    const auto& module = context_.name_space();
    begin_test(snake_case(entity.name));
    std::vector<std::string> members;
    for (const auto& field : entity.fields) {
      members.push_back(python_identifier(field.name) + "=" +
                        python_sample(context_, entity, field).value);
    }
    out_.call("entity = " + module + "." + context_.entity_type(position) + "(", members);
    std::vector<std::string> arguments{"entity"};
    if (context_.needs_time(position)) arguments.push_back("kw.Options().clock()");
    out_.call("item = items." + context_.item_function(position) + "(", arguments);
    out_.line("self.assertEqual(items." + context_.entity_constant(position) +
              ".read(item), entity)");
    out_.line("self.assertEqual(item[\"_type\"], {\"S\": " + python_literal(entity.name) + "})");
    const auto& key = *context_.plan.keys[position].table;
    for (const auto* attributes : {&key.partition, &key.sort}) {
      for (const auto& attribute : *attributes) {
        if (attribute.native) continue;
        out_.call("self.assertEqual(",
                  {"item[" + python_literal(attribute.name) + "]",
                   "{\"S\": " +
                       python_literal(python_sample_key(context_, entity, attribute.parts)) + "}"});
      }
    }
    out_.outdent();
  }

  // Reads ---------------------------------------------------------------------------------------

  void reads() {
    begin_class("ReadsTest", "Every read asks for what serves it, once.");
    out_.blank();
    out_.line("def setUp(self) -> None:");
    out_.line("    self.client = kw.Recorder()");
    for (const auto& aggregate : context_.plan.aggregates) {
      for (const bool is_admin : {false, true}) {
        for (const auto position : is_admin ? aggregate.admin_patterns : aggregate.patterns) {
          const auto& plan = context_.plan.patterns[position];
          if (plan.read() == nullptr || plan.read()->access == plan::Access::batch_get_item) {
            continue;
          }
          read(plan,
               is_admin ? context_.admin_class(aggregate) : context_.repository_class(aggregate));
        }
      }
    }
    out_.outdent();
  }

  [[nodiscard]] std::string argument(const plan::Input& input) const {
    const auto& entity = context_.entity(input.entity);
    return python_sample(context_, entity, entity.fields[*input.field]).value;
  }

  // The text of a key expression, made of the samples of its inputs.
  [[nodiscard]] std::string sample_text(const plan::KeyExpression& expression) const {
    std::string text;
    for (const auto& term : expression.terms) {
      const auto& entity = context_.entity(term.entity);
      text += term.is_component() ? python_sample(context_, entity, entity.fields[term.field]).key
                                  : term.literal;
    }
    return text;
  }

  void read(const plan::PatternPlan& plan, const std::string& repository) {
    const auto& pattern = context_.model.access_patterns[plan.pattern];
    const auto& read = *plan.read();
    begin_test(pattern.name);
    std::vector<std::string> arguments;
    for (const auto& input : plan.inputs) arguments.push_back(argument(input));
    out_.line("repository = " + context_.name_space() + "." + repository + "(self.client)");
    out_.call("repository." + python_identifier(pattern.name) + "(", arguments);
    const bool is_get = read.access == plan::Access::get_item;
    const bool is_scan = read.access == plan::Access::scan;
    const auto shards = std::to_string(read.shards);
    out_.line("self.assertEqual(len(self.client.requests), " + shards + ")");
    out_.line("operation, request = self.client.requests[0]");
    out_.line("self.assertEqual(operation, " +
              std::string(is_get    ? "\"get_item\""
                          : is_scan ? "\"scan\""
                                    : "\"query\"") +
              ")");
    if (read.index) {
      const auto& table = *context_.model.table_of(context_.entity(pattern.entity().index));
      out_.line("self.assertEqual(request[\"IndexName\"], " +
                python_literal(table.indexes[*read.index].name) + ")");
    }
    if (!is_scan) keys(read, is_get);
    out_.outdent();
  }

  void keys(const plan::ReadPlan& read, bool is_get) {
    const auto check = [&](const plan::KeyExpression& expression) {
      if (expression.native) return;
      const auto text = sample_text(expression) + (read.shards > 1 ? "#0" : "");
      const auto place = is_get ? "request[\"Key\"][" + python_literal(expression.attribute) + "]"
                                : "request[\"ExpressionAttributeValues\"][" +
                                      python_literal(value_placeholder(expression.attribute)) + "]";
      out_.call("self.assertEqual(", {place, "{\"S\": " + python_literal(text) + "}"});
    };
    for (const auto& expression : read.partition) check(expression);
    if (!is_get) return;
    for (const auto& expression : read.sort_equal) check(expression);
  }

  const PythonContext& context_;
  PythonWriter out_;
};

}  // namespace

GeneratedFile emit_python_tests(const PythonContext& context) {
  const auto& package = context.name_space();
  PythonWriter out;
  out.docstring({"The model `" + *context.model.name +
                     "` in Python: what is written is read, under the keys of its design.",
                 context.origin()});
  const auto body = TestWriter(context).body();
  out.blank();
  const auto words = python_words(body);
  for (const auto& [word, line] :
       {std::pair{"dt", "import datetime as dt"}, std::pair{"unittest", "import unittest"},
        std::pair{"Decimal", "from decimal import Decimal"},
        std::pair{"UUID", "from uuid import UUID"}}) {
    if (words.contains(word)) out.line(line);
  }
  out.blank();
  out.line("import " + package);
  out.line("from " + package + " import items, kw");
  std::vector<std::string> types;
  for (const auto& name : types_module(context).names) {
    if (words.contains(name)) types.push_back(name);
  }
  std::sort(types.begin(), types.end());
  if (!types.empty()) out.import_names(package + ".types", types);
  return {"test_" + *context.model.name + ".py", out.text() + body, Part::unit_test};
}

}  // namespace keywright::generate
