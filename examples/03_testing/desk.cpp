#include "desk.hpp"

#include <utility>

using support::Ticket;
using support::TicketStatus;

keywright::Result<std::optional<Ticket>> Desk::take_oldest(const std::string& agent) {
  for (const auto& ticket : tickets_.each_ticket_by_status(TicketStatus::open)) {
    if (!ticket) return ticket.error();
    auto taken = take(ticket->ticket_id, agent);
    if (!taken || *taken) return taken;
  }
  return std::nullopt;
}

keywright::Result<std::optional<Ticket>> Desk::take(const std::string& ticket_id,
                                                    const std::string& agent) {
  auto claimed = tickets_.claim(ticket_id, {.agent = agent});
  if (claimed) return std::move(*claimed);
  switch (claimed.error().code) {
    case keywright::ErrorCode::condition_failed:
      return std::nullopt;  // another agent was first
    case keywright::ErrorCode::unavailable: {
      // The answer may be lost, and the ticket ours.
      auto ticket = tickets_.get_ticket(ticket_id);
      if (ticket && *ticket && (*ticket)->agent == agent) return ticket;
      return std::move(claimed).error();
    }
    default:
      return std::move(claimed).error();
  }
}
