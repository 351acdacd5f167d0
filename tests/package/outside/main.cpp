#include "tickets/table.hpp"
#include "tickets/ticket_repository.hpp"
#include <keywright/connect.hpp>
#include <keywright/faulty_database.hpp>
#include <keywright/guard.hpp>
#include <keywright/recording_database.hpp>

#include <cstdio>

int main() {
  const auto database = keywright::connect("memory:").value();
  tickets::create_table(*database).value();

  // In a test of this project: a request that the model does not list fails.
  const auto guard =
      keywright::Guard::of_model_file(*database, MODEL, {.mode = keywright::GuardMode::enforce})
          .value();
  const tickets::TicketRepository repository{*guard};
  tickets::Ticket ticket;
  ticket.ticket_id = "T-1";
  ticket.title = "It rains in";
  repository.create_ticket(ticket).value();
  if (guard->scan({.table_name = "tickets"}) || guard->report().matched == 0) return 1;

  // And doubles: a fault that the repository lives with, and what it asked for.
  keywright::RecordingDatabase recorder(*database);
  keywright::FaultyDatabase faulty(recorder);
  faulty.script(keywright::Fault::throttled);
  if (!tickets::TicketRepository(faulty).get_ticket("T-1").value()) return 1;
  if (recorder.sent<keywright::GetItemRequest>().size() != 1 || !faulty.script_done()) return 1;

  std::printf("%s\n", repository.get_ticket("T-1").value()->title.c_str());
}
