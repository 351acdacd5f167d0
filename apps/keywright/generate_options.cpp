// keywright generate: one command for each thing to generate.

#include "generate/layout.hpp"
#include "options.hpp"

#include <memory>
#include <string>

namespace keywright::cli {
namespace {

struct Kind {
  const char* name;
  const char* about;
  const char* files;     // what is written, below DIR
  const char* examples;  // and what there is to say
  int (*run)(const GenerateOptions&);
};

constexpr Kind kCpp{"cpp", "C++ repositories, one per aggregate", "<model name>/*.hpp and *.cpp",
                    "Files that would not change are left alone, so that builds do not run\n"
                    "again for them.\n"
                    "\n"
                    "Examples:\n"
                    "  keywright generate cpp research.model.yaml --out build/generated\n"
                    "  keywright generate cpp research.model.yaml --layout business\n"
                    "  keywright generate cpp research.model.yaml --list",
                    generate_cpp};

constexpr Kind kPython{
    "python", "Python repositories over boto3, one per aggregate",
    "<model name>/*.py and test_<model name>.py",
    "A package with type hints, which needs boto3 and nothing else. Its items, keys\n"
    "and conditions are those of the C++ repositories. Python 3.10 or later.\n"
    "\n"
    "Examples:\n"
    "  keywright generate python research.model.yaml --out src\n"
    "  keywright generate python research.model.yaml --layout business",
    generate_python};

constexpr Kind kCdk{"cdk", "a stack for AWS CDK, in TypeScript", "<model name>-stack.ts",
                    "Each table is a Table or a TableV2, as `cdk: {construct: ..}` of the model\n"
                    "says. It is for aws-cdk-lib 2.\n"
                    "\n"
                    "Examples:\n"
                    "  keywright generate cdk research.model.yaml --out infra/lib\n"
                    "  keywright generate cdk research.model.yaml --layout business",
                    generate_cdk};

constexpr Kind kCloudFormation{
    "cloudformation", "a CloudFormation template", "<model name>.template.yaml",
    "Each table is an AWS::DynamoDB::Table, with the key that encrypts it and with\n"
    "what scales it.\n"
    "\n"
    "Examples:\n"
    "  keywright generate cloudformation research.model.yaml\n"
    "  keywright generate cloudformation research.model.yaml --syntax json",
    generate_cloudformation};

constexpr Kind kCreateTable{
    "create-table", "tables as input of the AWS CLI", "<table>.create-table.json and others",
    "Also <table>.update-time-to-live.json and <table>.update-continuous-backups.json\n"
    "where the model says so.\n"
    "\n"
    "Examples:\n"
    "  keywright generate create-table research.model.yaml --out tables\n"
    "  aws dynamodb create-table --cli-input-json \\\n"
    "      file://tables/app-table.create-table.json",
    generate_create_table};

constexpr Kind kIam{"iam", "an IAM policy per repository", "<model name>/*.policy.json",
                    "Each policy allows what the access patterns of one repository send, on the\n"
                    "tables, indexes and partition keys that they reach, and nothing else.\n"
                    "\n"
                    "Examples:\n"
                    "  keywright generate iam research.model.yaml --out policies\n"
                    "  keywright generate iam research.model.yaml --region eu-west-1 \\\n"
                    "      --account 123456789012",
                    generate_iam};

CLI::App* add_kind(CLI::App& generate, const Kind& kind, GenerateOptions& options) {
  auto* command = generate.add_subcommand(kind.name, kind.about);
  command->add_option("model", options.model, "model file")->required()->type_name("MODEL");
  command
      ->add_option("--out", options.out,
                   std::string("folder to write to, by default the current one; what is written "
                               "are DIR/") +
                       kind.files)
      ->check(check(fault_of_target))
      ->type_name("DIR");
  command
      ->add_option("--layout", options.layout,
                   "flat: all in that folder; business: models, repositories, tests and "
                   "infrastructure in src/ and infra/, each in its own")
      ->transform(one_of("layout", generate::layout_names()))
      ->default_str("flat")
      ->type_name("LAYOUT");
  command->add_flag("--list", options.list, "print the files it would write, and write nothing");
  add_output_options(*command, options.output);
  command->footer(std::string("The model is checked first; with an error in it no file is "
                              "written.\n") +
                  kind.examples);
  return command;
}

void add_syntax(CLI::App& command, GenerateOptions& options) {
  command.add_option("--syntax", options.json_template, "of the template: yaml or json")
      ->transform(one_of("syntax", {"yaml", "json"}))
      ->default_str("yaml")
      ->type_name("SYNTAX");
}

void add_place(CLI::App& command, GenerateOptions& options) {
  command
      .add_option("--region", options.region,
                  "the region of the tables, by default any; of China and GovCloud also the "
                  "partition follows from it")
      ->check(check(fault_of_region))
      ->type_name("REGION");
  command.add_option("--account", options.account, "the account of the tables, by default any")
      ->check(check(fault_of_account))
      ->type_name("ACCOUNT");
}

}  // namespace

void add_generate(CLI::App& app, int& status) {
  auto* generate =
      app.add_subcommand("generate", "generate code, infrastructure and policies from a model");
  generate->require_subcommand(1);
  generate->footer(
      "Examples:\n"
      "  keywright generate cpp research.model.yaml --out build/generated\n"
      "  keywright generate python research.model.yaml --out src\n"
      "  keywright generate cdk research.model.yaml --layout business\n"
      "  keywright generate iam research.model.yaml --out policies");
  for (const auto& kind : {kCpp, kPython, kCdk, kCloudFormation, kIam, kCreateTable}) {
    auto options = std::make_shared<GenerateOptions>();
    auto* command = add_kind(*generate, kind, *options);
    if (kind.run == generate_cloudformation) add_syntax(*command, *options);
    if (kind.run == generate_iam) add_place(*command, *options);
    command->callback([options, run = kind.run, &status] { status = run(*options); });
  }
}

}  // namespace keywright::cli
