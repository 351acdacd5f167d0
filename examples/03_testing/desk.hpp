#pragma once
// The service under test: agents of a support desk take tickets, the oldest first.

#include "support/ticket_repository.hpp"

#include <optional>
#include <string>

class Desk {
 public:
  explicit Desk(support::TicketRepository& tickets) : tickets_(tickets) {}

  /// The oldest open ticket, which is this agent's from now on; nullopt: there is none.
  keywright::Result<std::optional<support::Ticket>> take_oldest(const std::string& agent);

 private:
  keywright::Result<std::optional<support::Ticket>> take(const std::string& ticket_id,
                                                         const std::string& agent);

  support::TicketRepository& tickets_;
};
