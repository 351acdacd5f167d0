// Statements back to text, in one spelling.

#include "expression/document_path.hpp"
#include "expression/partiql.hpp"
#include "expression/printer.hpp"

namespace keywright::expression {
namespace {

// By Returning.
constexpr std::string_view kReturning[] = {"", "ALL OLD", "MODIFIED OLD", "ALL NEW",
                                           "MODIFIED NEW"};

void append_quoted(std::string& out, std::string_view name) {
  out += '"';
  for (const char c : name) {
    if (c == '"') out += '"';
    out += c;
  }
  out += '"';
}

void append_table(std::string& out, const Statement& statement) {
  append_quoted(out, statement.table);
  if (!statement.index) return;
  out += '.';
  append_quoted(out, *statement.index);
}

void append_where(std::string& out, const Statement& statement) {
  if (!statement.where) return;
  out += " WHERE ";
  append_text(out, *statement.where, Dialect::partiql);
}

void append_action(std::string& out, const Update& update, const UpdateAction& action) {
  const Path target = update.path(action.target);
  out += action.section == UpdateSection::remove ? " REMOVE " : " SET ";
  append_text(out, target);
  if (action.section == UpdateSection::remove) return;
  out += " = ";
  const Operand& operand = update.operand(action.operand);
  if (action.section == UpdateSection::set) return append_text(out, update, operand);
  out += action.section == UpdateSection::add ? "set_add(" : "set_delete(";
  append_text(out, target);
  out += ", ";
  append_text(out, update, operand);
  out += ')';
}

void append_select(std::string& out, const Statement& statement) {
  out += "SELECT ";
  out += statement.projection ? to_text(*statement.projection) : "*";
  out += " FROM ";
  append_table(out, statement);
  append_where(out, statement);
  bool first = true;
  for (const OrderTerm& term : statement.order_by) {
    out += first ? " ORDER BY " : ", ";
    out += term.written;
    if (term.descending) out += " DESC";
    first = false;
  }
}

}  // namespace

std::string to_text(const Statement& statement) {
  std::string out;
  switch (statement.kind) {
    case StatementKind::select:
      if (statement.is_exists) out += "EXISTS(";
      append_select(out, statement);
      if (statement.is_exists) out += ')';
      return out;
    case StatementKind::insert:
      out += "INSERT INTO ";
      append_table(out, statement);
      out.append(" VALUE ").append(statement.written);
      return out;
    case StatementKind::update:
      out += "UPDATE ";
      append_table(out, statement);
      for (const UpdateAction& action : statement.update->actions()) {
        append_action(out, *statement.update, action);
      }
      break;
    case StatementKind::remove:
      out += "DELETE FROM ";
      append_table(out, statement);
      break;
  }
  append_where(out, statement);
  if (statement.returning != Returning::none) {
    out += " RETURNING ";
    out += kReturning[static_cast<std::size_t>(statement.returning)];
    out += " *";
  }
  return out;
}

}  // namespace keywright::expression
