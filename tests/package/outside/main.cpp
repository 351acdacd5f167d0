#include "tickets/table.hpp"
#include "tickets/ticket_repository.hpp"
#include <keywright/connect.hpp>

#include <cstdio>

int main() {
  const auto database = keywright::connect("memory:").value();
  tickets::create_table(*database).value();

  const tickets::TicketRepository repository{*database};
  tickets::Ticket ticket;
  ticket.ticket_id = "T-1";
  ticket.title = "It rains in";
  repository.create_ticket(ticket).value();
  std::printf("%s\n", repository.get_ticket("T-1").value()->title.c_str());
}
