#include "generate/read_request.hpp"
#include "generate/write_request.hpp"
#include "model/spelling.hpp"

#include <algorithm>
#include <string>

// What a write does, in the words of its comment.

namespace keywright::generate {
namespace {

using model::join;
using model::listed;
using plan::InputRole;

class WriteWords {
 public:
  WriteWords(const Naming& naming, const plan::PatternPlan& plan, const plan::WritePlan& write)
      : naming_(naming),
        plan_(plan),
        write_(write),
        pattern_(plan::declared(naming.model, plan)),
        entity_(naming.entity(write.entity)) {}

  [[nodiscard]] std::string put() const {
    const bool creates = write_.precondition == plan::Precondition::absent;
    const auto what = spoken(entity_.name);
    std::string words = creates ? "PutItem; " + failed() + " if the " + what + " is there."
                                : "PutItem: replaces the " + what + " that is there.";
    if (creates && entity_.ttl) words += " An expired one does not count.";
    if (creates && entity_.states && entity_.states->initial.resolved()) {
      words += " It begins as `" + entity_.states->initial.name + "`.";
    }
    if (pattern_.condition) words += " Only under the pattern's condition.";
    if (write_.version) words += " " + put_version(creates);
    if (!write_.unique.empty()) words += " " + unique();
    return words;
  }

  [[nodiscard]] std::string remove(const std::string& expected) const {
    std::string words =
        "DeleteItem of " + key_words(naming_.model, write_.key) +
        (pattern_.condition ? "; only under the pattern's condition." : ". It need not be there.");
    if (write_.version) {
      words += " With `" + expected + "`, only if that is the stored version; else " + failed() +
               ", with the item as it stands.";
    }
    if (!write_.unique.empty()) words += " " + unique();
    return words;
  }

  [[nodiscard]] std::string update(const std::string& expected) const {
    std::string words;
    if (write_.move) {
      words = join(write_.from_states, ", ") + " -> " + write_.to_state +
              ". From any other state: " + failed() + ", with the item as it stands.";
    } else if (pattern_.operation.value == model::Operation::upsert) {
      words = "UpdateItem: changes the " + spoken(entity_.name) +
              ", or creates it. Immutable fields stay as they are stored.";
      if (!pattern_.set.empty() || !pattern_.add.empty()) {
        words = "UpdateItem: changes " + listed(changed_names()) + " of the " +
                spoken(entity_.name) + ", or creates it.";
      }
    } else {
      words = "UpdateItem of " + listed(changed_names()) + "; " + failed() + " if the " +
              spoken(entity_.name) + " is not there.";
    }
    if (asks_for_current() && write_.unique.empty()) {
      words += " What is given as current is part of an index key, and must be what is stored.";
    }
    if (write_.version) words += " " + counted_version(expected);
    if (!write_.unique.empty()) words += " " + unique();
    return words;
  }

 private:
  [[nodiscard]] std::string failed() const {
    return std::string(naming_.language.condition_failed);
  }

  [[nodiscard]] bool asks_for_current() const {
    return std::any_of(write_.inputs.begin(), write_.inputs.end(), [&](std::size_t position) {
      return plan_.inputs[position].role == InputRole::current;
    });
  }

  [[nodiscard]] std::vector<std::string> changed_names() const {
    std::vector<std::string> names;
    for (const auto* fields : {&pattern_.set, &pattern_.add, &pattern_.remove}) {
      for (const auto& field : *fields) add_once(names, field.name);
    }
    return names;
  }

  [[nodiscard]] std::string put_version(bool creates) const {
    const auto& name = entity_.fields[*write_.version].name;
    return creates ? "Gives it as it is stored, with " + name + " 1."
                   : failed() + ", with the item as it stands, unless its " + name +
                         " is the stored one (0: there is none yet). Gives it as it is stored, "
                         "with the next.";
  }

  [[nodiscard]] std::string counted_version(const std::string& expected) const {
    const auto words = "Counts " + entity_.fields[*write_.version].name;
    if (expected.empty()) return words + ".";
    return words + "; with `" + expected + "`, only if that is the stored one: else " + failed() +
           ", with the item as it stands.";
  }

  [[nodiscard]] std::string unique() const {
    std::vector<std::string> taken;
    bool gives_back = false;
    for (const auto& each : write_.unique) {
      if (!each.after.empty()) taken.push_back(entity_.unique[each.rule].name);
      gives_back = gives_back || !each.before.empty();
    }
    std::string text;
    if (!taken.empty()) {
      text = "Keeps " + listed(taken) + " unique: " + failed() + ", and " +
             std::string(naming_.language.taken) + " says which, if another " +
             spoken(entity_.name) + " has it.";
    }
    const bool may_be_nothing =
        std::any_of(write_.inputs.begin(), write_.inputs.end(), [&](std::size_t position) {
          const auto& known = plan_.inputs[position];
          return known.role == InputRole::current && known.optional;
        });
    if (asks_for_current() && gives_back) {
      if (!text.empty()) text += " ";
      text += "What is given as current must be what is stored";
      text += may_be_nothing ? "; nothing, if nothing is." : ".";
    }
    return text;
  }

  const Naming& naming_;
  const plan::PatternPlan& plan_;
  const plan::WritePlan& write_;
  const model::AccessPattern& pattern_;
  const model::Entity& entity_;
};

}  // namespace

std::string put_words(const Naming& naming, const plan::PatternPlan& plan,
                      const plan::WritePlan& write) {
  return WriteWords(naming, plan, write).put();
}

std::string delete_words(const Naming& naming, const plan::PatternPlan& plan,
                         const plan::WritePlan& write, const std::string& expected) {
  return WriteWords(naming, plan, write).remove(expected);
}

std::string update_words(const Naming& naming, const plan::PatternPlan& plan,
                         const plan::WritePlan& write, const std::string& expected) {
  return WriteWords(naming, plan, write).update(expected);
}

std::string batch_put_words(const Naming& naming, const plan::WritePlan& write) {
  return "BatchWriteItem of any number of " +
         spoken(plural(snake_case(naming.entity(write.entity).name))) +
         ": replaces those that are there.";
}

std::string batch_delete_words(const Naming& naming, const plan::WritePlan& write) {
  return "BatchWriteItem: deletes any number of " +
         spoken(plural(snake_case(naming.entity(write.entity).name))) + ". They need not be there.";
}

}  // namespace keywright::generate
