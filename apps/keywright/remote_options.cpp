// The commands that work on a database.

#include "options.hpp"

#include <memory>

namespace keywright::cli {

void add_apply(CLI::App& app, int& status) {
  auto options = std::make_shared<ApplyCommand>();
  auto* command = app.add_subcommand("apply", "create or change the tables of a database");
  command->add_option("model", options->model, "model file")->required()->type_name("MODEL");
  command
      ->add_option("--url", options->url,
                   "aws:REGION, https://HOST, http://HOST:PORT, alternator+http://HOST:PORT or "
                   "memory: (an empty database, to see the steps)")
      ->required()
      ->type_name("URL");
  command
      ->add_option("--table", options->tables,
                   "another name for the model's table; with several tables LABEL=NAME")
      ->allow_extra_args(false)
      ->type_name("NAME");
  command->add_flag("--yes", options->yes, "make the steps without asking");
  command->add_flag("--dry-run", options->dry_run, "show the steps and make none");
  command->add_flag("--delete-indexes", options->delete_indexes,
                    "delete global indexes that the model does not have");
  command->add_flag("--replace-indexes", options->replace_indexes,
                    "delete global indexes that have other keys than in the model, and create them "
                    "anew");
  add_output_options(*command, options->output);
  command->footer(
      "Reads the tables, shows what has to be done, asks, and makes one step after the\n"
      "other. What would lose data is refused. It may be stopped and run again at any\n"
      "time.\n"
      "\n"
      "Exit status: 0 as the model says (or --dry-run), 1 a step failed, 2 wrong use,\n"
      "3 refused, 130 stopped.\n"
      "\n"
      "Examples:\n"
      "  keywright apply research.model.yaml --url http://localhost:8000\n"
      "  keywright apply research.model.yaml --url aws:eu-west-1 --dry-run\n"
      "  keywright apply research.model.yaml --url aws:eu-west-1 --yes \\\n"
      "      --table app-table-test");
  command->callback([options, &status] { status = apply_model(*options); });
}

void add_copy(CLI::App& app, int& status) {
  auto options = std::make_shared<CopyOptions>();
  auto* command = app.add_subcommand("copy", "copy a table to another place, or to and from files");
  Group places(*command, "What to copy");
  places
      .option("--from", options->from, "URL",
              "where the table is: aws:REGION, https://HOST, file:FOLDER, ...")
      ->required();
  places.option("--to", options->to, "URL", "where to copy it")->required();
  places.option("--table", options->table, "TABLE", "the table's name");
  places.option("--to-table", options->to_table, "TABLE", "its name there, if it is another");
  places.flag("--create", options->create,
              "create the target like the source: keys, indexes, billing, TTL");
  places.flag("--into-existing", options->into_existing,
              "the target may have items: those with equal keys are replaced");
  places.flag("--consistent-read", options->consistent_read,
              "read the source consistently, at twice the units");
  places
      .option("--verify", options->verify, "WHAT",
              "copied: read the target again, and compare it with what was read of the source; "
              "both: read both again; only: copy nothing; none")
      ->capture_default_str()
      ->check(check([](const std::string& text) {
        return fault_of_word("way to verify", {"copied", "both", "only", "none"}, text);
      }));
  places.file("--state", options->state,
              "remembers how far the copy is; the same command with it goes on from there");
  Group pace(*command, "How fast");
  pace.number("--threads", options->threads, "N", {"number of threads", 1, 256},
              "segments that are copied at a time");
  pace.option("--segments", options->segments, "N",
              "of the parallel Scan; by the table's size unless given")
      ->check(check(WholeNumber{"number of segments", 1, 100'000}));
  pace.option("--max-rcu", options->max_rcu, "UNITS", "read units per second at most")
      ->check(check(fault_of_units));
  pace.option("--max-wcu", options->max_wcu, "UNITS", "write units per second at most")
      ->check(check(fault_of_units));
  pace.number("--part-size", options->part_size, "N", {"number of MiB", 1, 4096},
              "MiB of lines in each file of file:");
  add_format_option(*command, options->output);
  command->footer(
      "file:FOLDER is a full export of DynamoDB to S3 in DYNAMODB_JSON, or one that\n"
      "copy wrote. Ctrl-C finishes what is in flight and keeps the state.\n"
      "\n"
      "Exit status: 0 copied and equal, 1 failed, 2 wrong use, 3 refused before\n"
      "anything was copied, 4 source and target differ, 130 stopped.\n"
      "\n"
      "Examples:\n"
      "  keywright copy --from aws:eu-west-1 --to http://localhost:8000 --create \\\n"
      "      --table orders\n"
      "  keywright copy --from aws:eu-west-1 --to file:backup/ --table orders \\\n"
      "      --state orders.state\n"
      "  keywright copy --from file:backup/ --to aws:us-east-1 --table orders \\\n"
      "      --max-wcu 500");
  command->callback([options, &status] { status = copy(*options); });
}

void add_verify(CLI::App& app, int& status) {
  auto options = std::make_shared<VerifyCommand>();
  auto* command = app.add_subcommand("verify", "run every access pattern of a model on a database");
  command->add_option("model", options->model, "model file")->required()->type_name("MODEL");
  command
      ->add_option("--url", options->url,
                   "memory:, aws:REGION, https://HOST, http://HOST:PORT or "
                   "alternator+http://HOST:PORT")
      ->required()
      ->type_name("URL");
  command->add_flag("--keep", options->keep, "leave the scratch tables there");
  add_output_options(*command, options->output);
  command->footer(
      "Makes a scratch table for each table of the model, puts sample items into it,\n"
      "makes the calls of each pattern, compares what comes back with what the model\n"
      "means, and deletes the tables.\n"
      "\n"
      "Exit status: 0 all patterns are served, 1 some are not, 2 wrong use, 130\n"
      "stopped.\n"
      "\n"
      "Examples:\n"
      "  keywright verify research.model.yaml --url http://localhost:8000\n"
      "  keywright verify research.model.yaml --url alternator+http://10.0.0.1:8000");
  command->callback([options, &status] { status = verify_model(*options); });
}

}  // namespace keywright::cli
