#pragma once

// A global index that is not in the model yet, for queries by some fields of one entity: its key,
// why no key can be made of them, and what its entries cost. Internal to nearest_design.

#include "model/ir.hpp"
#include "plan/plan.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace keywright::check {

class IndexDraft {
 public:
  // `pattern` is a query of one resolved entity, by at least one field.
  IndexDraft(const model::Model& model, const plan::Plan& plan,
             const model::AccessPattern& pattern);

  // Lets this index serve the other's pattern too; false if one index cannot.
  bool absorb(const IndexDraft& other);

  [[nodiscard]] const model::Entity& entity() const { return *entity_; }
  [[nodiscard]] std::vector<std::string> partition() const;
  // Why DynamoDB or a rule would refuse the key; empty if nothing would.
  [[nodiscard]] std::vector<std::string> unfit() const;
  // {pk: "TOPIC#{topic}", sk: "{created_at}"}
  [[nodiscard]] std::string key() const;
  // {partition: gsi2pk, sort: gsi2sk, sparse: [Job], projection: {include: [topic]}}
  [[nodiscard]] std::string index(const std::string& name) const;

  [[nodiscard]] plan::Size entry_size() const;
  // Of the entry per write of the item, averaged over the writes of the entity by their rates.
  [[nodiscard]] double average_writes() const;

 private:
  [[nodiscard]] const model::Field& field(std::size_t position) const {
    return entity_->fields[position];
  }
  enum class Half { partition, sort };
  [[nodiscard]] const std::vector<std::size_t>& fields_of(Half half) const {
    return half == Half::sort ? sort_ : partition_;
  }
  [[nodiscard]] bool is_native(Half half) const;
  [[nodiscard]] std::string sort_literal() const;
  [[nodiscard]] plan::KeyAttribute attribute(Half half) const;
  void add_unfit(Half half, std::vector<std::string>& reasons) const;
  [[nodiscard]] std::string why_unfit(std::size_t position, bool native) const;
  [[nodiscard]] std::string half_text(Half half) const;
  [[nodiscard]] std::string attributes(Half half, const std::string& composed) const;
  [[nodiscard]] std::vector<std::string> included() const;
  [[nodiscard]] bool is_key(std::size_t position) const;
  [[nodiscard]] bool is_projected(std::size_t position) const;
  [[nodiscard]] int entry_writes(const plan::WritePlan& write) const;

  const model::Model* model_;
  const plan::Plan* plan_;
  std::size_t position_;
  const model::Entity* entity_;
  std::vector<std::size_t> partition_;  // fields
  std::vector<std::size_t> sort_;       // none or one
  std::vector<std::size_t> wanted_;     // empty: all
  std::vector<std::string> refused_;    // reasons that do not depend on the key's form
};

}  // namespace keywright::check
