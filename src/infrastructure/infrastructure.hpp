#pragma once

// What a model needs on AWS, for AWS's own tools: tables as a CDK stack, as a CloudFormation
// template and as input for the AWS CLI, and the permissions of each repository as IAM policies.
//
// Pure and deterministic, as all that is generated. Tables are those of apply::tables_of(), so that
// every way to make them makes the same.

#include "generate/generate.hpp"
#include "model/diagnostic.hpp"
#include "model/ir.hpp"
#include "plan/plan.hpp"

#include <string>
#include <vector>

namespace keywright::infrastructure {

struct Output {
  std::vector<generate::GeneratedFile> files;  // none if a diagnostic is an error
  std::vector<model::Diagnostic> diagnostics;
};

// <model>-stack.ts: TypeScript for aws-cdk-lib 2, a `Table` or a `TableV2` per table as the model
// chooses.
[[nodiscard]] Output generate_cdk(const model::Model& model, const plan::Plan& plan);

enum class Syntax { yaml, json };
// <model>.template.yaml or .json: an AWS::DynamoDB::Table per table, with what goes with it.
[[nodiscard]] Output generate_cloudformation(const model::Model& model, const plan::Plan& plan,
                                             Syntax syntax);

// <table>.create-table.json and, where the model says so, <table>.update-time-to-live.json and
// <table>.update-continuous-backups.json: --cli-input-json of the commands of those names.
[[nodiscard]] Output generate_create_table(const model::Model& model, const plan::Plan& plan);

// Where the tables are; what is not known is `*`.
struct Place {
  std::string region = "*";
  std::string account = "*";
};
// <model>/<repository>.policy.json: what the functions of each repository need, and nothing else.
[[nodiscard]] Output generate_policies(const model::Model& model, const plan::Plan& plan,
                                       const Place& place);

}  // namespace keywright::infrastructure
