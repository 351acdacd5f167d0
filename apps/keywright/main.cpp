// The command line: which commands there are, and what is said of one that is wrong.

#include "command_line_texts.hpp"
#include "options.hpp"
#include "version.hpp"

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <exception>
#include <string>

#include <sys/stat.h>
#include <unistd.h>

namespace {

using namespace keywright::cli;

const char* const kAbout =
    "Keywright: DynamoDB single-table design.\n"
    "A model file lists what the application reads and writes. Keywright proves that\n"
    "the keys serve it, generates typed repositories in C++ and Python, and serves\n"
    "DynamoDB's API.";

const char* const kExamples =
    "Examples:\n"
    "  keywright init                          write a model to start from\n"
    "  keywright import schema.json            make one of another format\n"
    "  keywright check research.model.yaml     prove its keys\n"
    "  keywright patterns research.model.yaml  show what serves each access pattern\n"
    "  keywright cost research.model.yaml      say what they cost per month\n"
    "  keywright docs research.model.yaml      write it as a page for people\n"
    "  keywright diff old.model.yaml new.model.yaml\n"
    "  keywright generate cpp research.model.yaml --out build/generated\n"
    "  keywright generate cdk research.model.yaml --out infra/lib\n"
    "  keywright serve                         serve DynamoDB's API on port 8000\n"
    "  keywright apply research.model.yaml --url aws:eu-west-1\n"
    "  keywright copy --from aws:eu-west-1 --to file:backup/ --table app-table\n"
    "\n"
    "`keywright COMMAND --help` has the options of a command. Exit status: 0 done and\n"
    "clean, 1 the model has errors or the work failed, 2 the command line is wrong or\n"
    "the model could not be read; further ones are in the help of a command.";

// What could not be printed is no success. Who closed a pipe has read enough, though.
int once_printed(int status) {
  errno = 0;
  const bool is_printed = std::fflush(stdout) == 0 && std::ferror(stdout) == 0;
  const int why = errno;
  struct stat to{};
  const bool is_pipe =
      fstat(STDOUT_FILENO, &to) == 0 && (S_ISFIFO(to.st_mode) || S_ISSOCK(to.st_mode));
  if (is_printed || is_pipe) return status;
  std::fprintf(stderr, "keywright: cannot write the output%s%s\n", why == 0 ? "" : ": ",
               why == 0 ? "" : std::strerror(why));
  return 1;
}

}  // namespace

int main(int argc, char** argv) {
#ifdef SIGPIPE
  std::signal(SIGPIPE, SIG_IGN);  // `keywright check … | head` ends by a failed write, not a signal
#endif
  try {
    CLI::App app{kAbout, "keywright"};
    app.set_version_flag("--version", std::string("keywright ") + kVersion, "print the version");
    app.set_help_flag("-h, --help", "print this help");
    app.footer(kExamples);
    app.require_subcommand(1);
    app.formatter(help_formatter());
    int status = 0;
    add_init(app, status);
    add_import(app, status);
    add_check(app, status);
    add_patterns(app, status);
    add_cost(app, status);
    add_explain(app, status);
    add_docs(app, status);
    add_diff(app, status);
    add_schema(app, status);
    add_generate(app, status);
    add_serve(app, status);
    add_apply(app, status);
    add_copy(app, status);
    add_verify(app, status);
    if (argc < 2) {
      std::fputs(app.help().c_str(), stderr);
      return 2;
    }
    try {
      app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
      if (error.get_exit_code() == 0) return app.exit(error);  // --help, --version
      std::fprintf(stderr, "keywright: %s\n", fault_text(app, error).c_str());
      return 2;
    }
    return once_printed(status);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "keywright: %s\n", error.what());
    return 1;
  }
}
