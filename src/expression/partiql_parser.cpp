// Statements as wholes.

#include "expression/partiql_parser.hpp"

#include "core/errors.hpp"
#include "expression/value_checks.hpp"

#include <algorithm>
#include <utility>

namespace keywright::expression {
namespace {

/// What a selected path is called in the answer: its last name, or, of an element of a list, its
/// place in the list of what is selected.
std::string output_name(Path path, std::size_t position) {
  if (path.empty() || path.back().is_index()) {
    return std::string(1, '_').append(std::to_string(position));
  }
  return std::string(path.back().name);
}

}  // namespace

PartiqlParser::PartiqlParser(std::string_view text, std::span<const AttributeValue> parameters)
    : parameters_(parameters), tokens_(text) {}

Result<Statement> PartiqlParser::parse() {
  for (const AttributeValue& parameter : parameters_) {
    if (nests_too_deep(parameter.view())) refuse(std::string(kNestingMessage));
    if (const auto why = invalid_value(parameter.view())) refuse(std::string(*why));
  }
  parse_statement();
  take_if(Kind::semicolon);
  if (!at(Kind::end)) malformed("Unexpected token after expression");
  if (!error_ && parameters_taken_ != parameters_.size()) {
    refuse("Number of parameters in request and statement don't match.");
  }
  findings_.operator_count(operator_count_);
  if (!error_) error_ = findings_.message();
  if (error_) return errors::validation(*std::move(error_));
  return std::move(statement_);
}

// Tokens and errors ------------------------------------------------------------------------------

bool PartiqlParser::take_if(Kind kind) {
  if (!tokens_.at(kind)) return false;
  tokens_.take();
  return true;
}

bool PartiqlParser::take_if_word(std::string_view word) {
  if (!tokens_.at_word(word)) return false;
  tokens_.take();
  return true;
}

void PartiqlParser::expect(Kind kind, std::string_view what) {
  if (!take_if(kind)) expected(what);
}

void PartiqlParser::expect_word(std::string_view word) {
  if (!take_if_word(word)) expected(word);
}

std::string_view PartiqlParser::text_from(const char* begin) const {
  if (error_) return {};  // the tokens have ended elsewhere
  return {begin, static_cast<std::size_t>(tokens_.end_of_taken() - begin)};
}

void PartiqlParser::malformed(const std::string& detail) {
  refuse("Statement wasn't well formed, can't be processed: " + detail);
}

void PartiqlParser::expected(std::string_view what) {
  const std::string found(at(Kind::end) ? "the end of the statement" : tokens_.current().text);
  malformed("Expected " + std::string(what) + ", found " + found);
}

void PartiqlParser::refuse(std::string message) {
  if (!error_) error_ = std::move(message);
  tokens_.stop();
}

// Statements -------------------------------------------------------------------------------------

void PartiqlParser::parse_statement() {
  if (take_if_word("SELECT")) return parse_select();
  if (take_if_word("INSERT")) return parse_insert();
  if (take_if_word("UPDATE")) return parse_update();
  if (take_if_word("DELETE")) return parse_delete();
  if (take_if_word("EXISTS")) return parse_exists();
  malformed("Expected data manipulation");
}

void PartiqlParser::parse_exists() {
  statement_.is_exists = true;
  expect(Kind::left_parenthesis, "(");
  expect_word("SELECT");
  parse_select();
  expect(Kind::right_parenthesis, ")");
}

void PartiqlParser::parse_select() {
  statement_.kind = StatementKind::select;
  if (!take_if(Kind::star)) parse_select_list();
  expect_word("FROM");
  parse_table(true);
  parse_where();
  if (take_if_word("ORDER")) parse_order_by();
}

void PartiqlParser::parse_select_list() {
  ProjectionBuilder builder;
  std::vector<std::string> names;
  do {
    const PathRef path = parse_path(builder);
    if (at(Kind::left_parenthesis)) return refuse("Unexpected path component");
    if (at(Kind::star)) return refuse("Unexpected path component");
    if (tokens_.at_word("AS") || at_name()) return refuse("Aliasing is not supported");
    std::string name = output_name(path.in(builder.steps()), names.size() + 1);
    if (std::find(names.begin(), names.end(), name) != names.end()) {
      return refuse("Two selected paths have the same name in the result: " + name);
    }
    names.push_back(name);
    builder.add(path, std::move(name));
  } while (take_if(Kind::comma));
  statement_.projection = std::move(builder).build(findings_);
}

void PartiqlParser::parse_order_by() {
  expect_word("BY");
  do {
    OrderTerm term;
    term.written = tokens_.current().text;
    term.attribute = parse_name();
    if (take_if_word("DESC")) {
      term.descending = true;
    } else {
      take_if_word("ASC");
    }
    statement_.order_by.push_back(term);
  } while (take_if(Kind::comma));
}

void PartiqlParser::parse_insert() {
  statement_.kind = StatementKind::insert;
  expect_word("INTO");
  parse_table(false);
  expect_word("VALUE");
  const char* begin = tokens_.begin_of_current();
  if (!at(Kind::left_brace) && !at(Kind::parameter)) return expected("a map");
  const AttributeValue value = parse_value(0);  // its members are attributes: level 1
  if (error_) return;
  if (!value.view().is(AttributeType::map)) return malformed("Expected a map for VALUE");
  statement_.written = text_from(begin);
  ItemBuilder item;
  for (const auto& [name, member] : value.view().members()) item.set(name, member);
  statement_.item = item.build();
}

void PartiqlParser::parse_update() {
  statement_.kind = StatementKind::update;
  parse_table(false);
  UpdateBuilder builder;
  bool any = false;
  for (; !at(Kind::end); any = true) {
    if (take_if_word("SET")) {
      parse_set(builder);
    } else if (take_if_word("REMOVE")) {
      builder.add_action(UpdateSection::remove, parse_path(builder));
    } else {
      break;
    }
  }
  if (!any) return expected("SET or REMOVE");
  statement_.update = std::move(builder).build(findings_);
  parse_where();
  parse_returning();
}

void PartiqlParser::parse_set(UpdateBuilder& builder) {
  do {
    const PathRef target = parse_path(builder);
    expect(Kind::equal, "=");
    if (parse_set_function(builder, target)) continue;
    builder.add_action(UpdateSection::set, target, parse_sum(builder));
  } while (take_if(Kind::comma));
}

void PartiqlParser::parse_delete() {
  statement_.kind = StatementKind::remove;
  expect_word("FROM");
  parse_table(false);
  parse_where();
  parse_returning();
}

void PartiqlParser::parse_where() {
  if (!take_if_word("WHERE")) return;
  const std::uint32_t root = parse_condition();
  if (error_) return;
  statement_.where = std::move(condition_).build(root);
}

void PartiqlParser::parse_returning() {
  if (!take_if_word("RETURNING")) return;
  const bool modified = take_if_word("MODIFIED");
  if (!modified) expect_word("ALL");
  const bool is_new = take_if_word("NEW");
  if (!is_new) expect_word("OLD");
  expect(Kind::star, "*");
  if (statement_.kind == StatementKind::remove && (modified || is_new)) {
    return refuse("DELETE may return ALL OLD * only");
  }
  if (modified) {
    statement_.returning = is_new ? Returning::modified_new : Returning::modified_old;
  } else {
    statement_.returning = is_new ? Returning::all_new : Returning::all_old;
  }
}

void PartiqlParser::parse_table(bool may_have_index) {
  statement_.table = parse_name();
  if (!take_if(Kind::dot)) return;
  const std::string_view index = parse_name();
  if (!may_have_index) return refuse("Only SELECT may name an index");
  statement_.index = std::string(index);
}

Result<Statement> parse_statement(std::string_view text,
                                  std::span<const AttributeValue> parameters) {
  return PartiqlParser(text, parameters).parse();
}

}  // namespace keywright::expression
