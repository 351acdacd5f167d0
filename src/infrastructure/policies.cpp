#include "infrastructure/grants.hpp"
#include "infrastructure/infrastructure.hpp"
#include "infrastructure/node.hpp"
#include "infrastructure/stack_table.hpp"
#include "model/word_case.hpp"

#include <algorithm>
#include <map>
#include <utility>

namespace keywright::infrastructure {
namespace {

// Conditions and actions that are the same for all resources of a statement.
struct Statement {
  std::vector<std::string> resources;
  std::vector<std::string> actions;
  std::vector<std::string> leading_keys;  // empty: any
};

std::string partition_of(std::string_view region) {
  if (region.starts_with("cn-")) return "aws-cn";
  if (region.starts_with("us-gov-")) return "aws-us-gov";
  return "aws";
}

std::string resource_of(const model::Model& model, const Place& place, std::size_t table,
                        std::optional<std::size_t> index) {
  const auto& definition = model.tables[table];
  auto arn = "arn:" + partition_of(place.region) + ":dynamodb:" + place.region + ":" +
             place.account + ":table/" + definition.name;
  if (index) arn += "/index/" + definition.indexes[*index].name;
  return arn;
}

// An action that reaches some keys of which nothing is known may reach them all.
using Keys = std::set<std::optional<std::string>>;

std::vector<std::string> known_keys(const Keys& keys) {
  std::vector<std::string> known;
  for (const auto& key : keys) {
    if (!key) return {};
    known.push_back(*key);
  }
  return known;
}

std::vector<Statement> statements_of(const model::Model& model, const Place& place,
                                     const std::set<Grant>& grants) {
  using Target = std::pair<std::size_t, std::optional<std::size_t>>;
  std::map<Target, std::map<std::string_view, Keys>> wanted;
  for (const auto& grant : grants) {
    wanted[{grant.table, grant.index}][grant.action].insert(grant.leading_key);
  }
  std::vector<Statement> statements;
  for (const auto& [target, actions] : wanted) {
    std::vector<Statement> of_target;
    for (const auto& [action, keys] : actions) {
      const auto known = known_keys(keys);
      auto same = std::find_if(of_target.begin(), of_target.end(),
                               [&](const Statement& each) { return each.leading_keys == known; });
      if (same == of_target.end()) {
        of_target.push_back({{resource_of(model, place, target.first, target.second)}, {}, known});
        same = std::prev(of_target.end());
      }
      same->actions.push_back("dynamodb:" + std::string(action));
    }
    for (auto& made : of_target) {
      const auto same = std::find_if(statements.begin(), statements.end(), [&](const auto& each) {
        return each.actions == made.actions && each.leading_keys == made.leading_keys;
      });
      if (same == statements.end()) {
        statements.push_back(std::move(made));
      } else {
        same->resources.push_back(std::move(made.resources.front()));
      }
    }
  }
  return statements;
}

Node list_of(const std::vector<std::string>& texts) {
  auto list = Node::list();
  for (const auto& text : texts) list.append(text);
  return list;
}

Node document_of(const std::vector<Statement>& statements) {
  auto list = Node::list();
  for (const auto& statement : statements) {
    auto node = Node::object({{"Effect", "Allow"},
                              {"Action", list_of(statement.actions)},
                              {"Resource", list_of(statement.resources)}});
    if (!statement.leading_keys.empty()) {
      node.add("Condition",
               Node::object(
                   {{"ForAllValues:StringLike",
                     Node::object({{"dynamodb:LeadingKeys", list_of(statement.leading_keys)}})}}));
    }
    list.append(std::move(node));
  }
  return Node::object({{"Version", "2012-10-17"}, {"Statement", std::move(list)}});
}

}  // namespace

Output generate_policies(const model::Model& model, const plan::Plan& plan, const Place& place) {
  Output output;
  output.diagnostics = table_refusals(model);
  if (!output.diagnostics.empty()) return output;
  for (const auto& aggregate : plan.aggregates) {
    for (const bool is_admin : {false, true}) {
      std::set<Grant> grants;
      for (const auto position : is_admin ? aggregate.admin_patterns : aggregate.patterns) {
        grants.merge(grants_of(model, plan, plan.patterns[position]));
      }
      if (grants.empty()) continue;
      const auto name = model::snake_case(aggregate.name) + (is_admin ? "_admin" : "_repository");
      output.files.push_back({*model.name + "/" + name + ".policy.json",
                              to_json(document_of(statements_of(model, place, grants))),
                              generate::Part::policy});
    }
  }
  return output;
}

}  // namespace keywright::infrastructure
