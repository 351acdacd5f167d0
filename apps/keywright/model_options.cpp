// The commands that read a model and write text.

#include "options.hpp"

#include <memory>

namespace keywright::cli {

void add_check(CLI::App& app, int& status) {
  auto options = std::make_shared<CheckOptions>();
  auto* command = app.add_subcommand("check", "prove that the keys serve every access pattern");
  command->add_option("model", options->models, "model files, such as research.model.yaml")
      ->required()
      ->type_name("MODEL");
  command->add_flag("--advice", options->advice, "also what is right and may be had for less");
  command->add_flag("--watch", options->watch, "check again at each change, until Ctrl-C");
  command
      ->add_option("--stage", options->patterns_only,
                   "patterns: the keys are not designed yet; all (the default)")
      ->transform(one_of("stage", {"all", "patterns"}))
      ->default_str("all")
      ->type_name("STAGE");
  command
      ->add_option("--format", options->output.format,
                   "text for people, json for programs or sarif for review tools")
      ->transform(one_of("format", {"text", "json", "sarif"}))
      ->default_str("text")
      ->type_name("FORMAT");
  add_color_option(*command, options->output);
  command->footer(
      "Prints every finding with its place, its rule and the change that mends it. Exit\n"
      "status: 0 clean, 1 errors, 2 a model could not be read.\n"
      "\n"
      "Examples:\n"
      "  keywright check research.model.yaml\n"
      "  keywright check --stage patterns early.model.yaml\n"
      "  keywright check --watch models/*.model.yaml\n"
      "  keywright check --format json models/*.model.yaml\n"
      "  keywright check --format sarif models/*.model.yaml > keywright.sarif");
  command->callback([options, &status] {
    if (options->watch && options->output.format != Format::text) {
      throw CLI::ValidationError("--watch", "shows text as it comes; leave --format out");
    }
    status = check(*options);
  });
}

void add_patterns(CLI::App& app, int& status) {
  auto options = std::make_shared<PatternsOptions>();
  auto* command = app.add_subcommand("patterns", "show the key design behind each access pattern");
  command->add_option("model", options->model, "model file")->required()->type_name("MODEL");
  add_output_options(*command, options->output);
  command->footer(
      "Examples:\n"
      "  keywright patterns research.model.yaml\n"
      "  keywright patterns research.model.yaml --format json");
  command->callback([options, &status] { status = patterns(*options); });
}

void add_cost(CLI::App& app, int& status) {
  auto options = std::make_shared<CostOptions>();
  auto* command = app.add_subcommand("cost", "what the access patterns and tables cost per month");
  command->add_option("model", options->model, "model file")->required()->type_name("MODEL");
  add_prices_option(*command, options->prices);
  add_format_option(*command, options->output);
  command->footer(
      "Requests are counted at the average rates of the model, tables also in other\n"
      "ways of paying. A file of prices has the form of the one in the program and may\n"
      "be a part of it:\n"
      "  {keywright_prices: 1, region: my-region, on_demand: {write_million: 0.7}}\n"
      "\n"
      "Examples:\n"
      "  keywright cost research.model.yaml\n"
      "  keywright cost research.model.yaml --prices ireland.yaml --format json");
  command->callback([options, &status] { status = cost(*options); });
}

void add_explain(CLI::App& app, int& status) {
  auto options = std::make_shared<ExplainOptions>();
  auto* command = app.add_subcommand("explain", "explain a rule, or how a pattern is served");
  command
      ->add_option("rule", options->rule,
                   "such as AP001, or a model file; without it, all rules are listed")
      ->type_name("RULE|MODEL");
  command->add_option("pattern", options->pattern, "an access pattern of the model")
      ->type_name("PATTERN");
  add_prices_option(*command, options->prices);
  command->footer(
      "Of a pattern: the request, its keys and conditions, what a call and a month\n"
      "cost, and why other indexes do not serve it.\n"
      "\n"
      "Examples:\n"
      "  keywright explain\n"
      "  keywright explain AP001\n"
      "  keywright explain research.model.yaml get_job_with_findings");
  command->callback([options, &status] { status = explain(*options); });
}

void add_docs(CLI::App& app, int& status) {
  auto options = std::make_shared<DocsOptions>();
  auto* command = app.add_subcommand("docs", "write the model as a page for people");
  command->add_option("model", options->model, "model file")->required()->type_name("MODEL");
  command->add_option("--out", options->out, "file to write, by default standard output")
      ->check(check(fault_of_target))
      ->type_name("FILE");
  command->add_option("--format", options->html, "markdown, or html: one file with all it needs")
      ->transform(one_of("format", {"markdown", "html"}))
      ->default_str("markdown")
      ->type_name("FORMAT");
  add_prices_option(*command, options->prices);
  command->footer(
      "Access patterns and what serves them, entities and indexes with sample keys,\n"
      "states, cost and findings. The same model gives the same page.\n"
      "\n"
      "Examples:\n"
      "  keywright docs research.model.yaml --out docs/data-model.md\n"
      "  keywright docs research.model.yaml --format html --out data-model.html");
  command->callback([options, &status] { status = docs(*options); });
}

void add_diff(CLI::App& app, int& status) {
  auto options = std::make_shared<DiffOptions>();
  auto* command = app.add_subcommand("diff", "what changes between two models, and the way there");
  command
      ->add_option("old", options->before,
                   "what is in use: a model, or a CloudFormation template (JSON or YAML)")
      ->required()
      ->type_name("OLD");
  command->add_option("new", options->after, "the model to come")->required()->type_name("NEW");
  add_prices_option(*command, options->prices);
  add_output_options(*command, options->output);
  command->footer(
      "Every change is safe, asks callers to change, takes several deploys, needs a\n"
      "backfill (with items and cost), or replaces the table. The plan has the steps in\n"
      "order. Of a template, its tables are compared.\n"
      "\n"
      "Exit status: 0 all is safe, 3 callers have to change, 4 several deploys, 5 a\n"
      "backfill, 6 a table is replaced: the gravest, but for what the new model waives.\n"
      "1 a file has errors, 2 a file could not be read.\n"
      "\n"
      "Examples:\n"
      "  keywright diff deployed.model.yaml research.model.yaml\n"
      "  keywright diff <(git show HEAD:research.model.yaml) research.model.yaml\n"
      "  keywright diff cdk.out/Research.template.json research.model.yaml");
  command->callback([options, &status] { status = diff(*options); });
}

void add_init(CLI::App& app, int& status) {
  auto options = std::make_shared<InitOptions>();
  auto* command = app.add_subcommand("init", "write a complete model to start from");
  command->add_option("file", options->file, "where to write the model")
      ->capture_default_str()
      ->type_name("FILE");
  command->add_flag("--force", options->force, "replace the file if it is there");
  command->footer(
      "Examples:\n"
      "  keywright init\n"
      "  keywright init orders.model.yaml && keywright check orders.model.yaml");
  command->callback([options, &status] { status = init(*options); });
}

void add_import(CLI::App& app, int& status) {
  auto options = std::make_shared<ImportOptions>();
  auto* command = app.add_subcommand("import", "make a model of a file of another format");
  command->add_option("file", options->file, "the file; its format is told by its content")
      ->required()
      ->type_name("FILE");
  command
      ->add_option("--out", options->out, "model to write, by default FILE's name as *.model.yaml")
      ->check(check(fault_of_target))
      ->type_name("MODEL");
  command->add_flag("--force", options->force, "replace the model if it is there");
  add_output_options(*command, options->output);
  command->footer(
      "Reads schema.json and dynamodb_data_model.json of AWS Labs' DynamoDB MCP server\n"
      "and models of NoSQL Workbench. What such a file does not say is printed with its\n"
      "place, and stands in the model as a comment: `decide:`, or `check:` for a guess.\n"
      "\n"
      "Exit status: 0 written, 1 not written, 2 the file cannot be read, is of no\n"
      "format that is known or has no table.\n"
      "\n"
      "Examples:\n"
      "  keywright import schema.json --out orders.model.yaml\n"
      "  keywright import MusicLibrary.json && keywright check MusicLibrary.model.yaml");
  command->callback([options, &status] { status = import_model(*options); });
}

void add_schema(CLI::App& app, int& status) {
  auto* command = app.add_subcommand("schema", "print a JSON Schema of models, for editors");
  command->footer(
      "Editors with the YAML language server complete and check a model by it that\n"
      "begins with\n"
      "  # yaml-language-server: $schema=keywright.schema.json\n"
      "\n"
      "Example:\n"
      "  keywright schema > keywright.schema.json");
  command->callback([&status] { status = schema(); });
}

}  // namespace keywright::cli
