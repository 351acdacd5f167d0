// An echo on the HTTP code of Keywright's server: all of it but what answers.

#include "echo.hpp"
#include "server/http_response.hpp"
#include "server/loop.hpp"

#include <boost/asio/ip/tcp.hpp>

namespace keywright {
namespace {

class Echo final : public server::RequestHandler {
 public:
  explicit Echo(std::size_t size) : body_(size, 'x') {}
  void answer(const server::HttpRequest& request, std::string& out) override {
    writer_.write({.body = body_, .keep_alive = request.keep_alive}, out);
  }
  void refuse(server::Refusal, std::string& out) override {
    writer_.write({.status = 400, .keep_alive = false}, out);
  }

 private:
  server::HttpResponseWriter writer_{system_clock(), 1};
  std::string body_;
};

using Acceptor = boost::asio::basic_socket_acceptor<boost::asio::ip::tcp, server::Executor>;

void accept(Acceptor& acceptor, server::Loop& loop) {
  acceptor.async_accept(loop.io(),
                        [&](const boost::system::error_code& error, server::Socket socket) {
                          if (!error) loop.adopt(std::move(socket));
                          accept(acceptor, loop);
                        });
}

}  // namespace
}  // namespace keywright

int main(int argc, char** argv) {
  using namespace keywright;
  const auto arguments = bench::parse_echo_arguments(argc, argv);
  const ServerOptions options;
  Echo echo(arguments.answer_size);
  server::LoopMetrics metrics;
  server::InputBudget budget(options.max_buffered_bytes);
  server::Loop loop(options, nullptr, echo, budget, metrics, {[] {}, [] {}});
  Acceptor acceptor(loop.io(), {boost::asio::ip::address_v4::loopback(), arguments.port});
  accept(acceptor, loop);
  loop.run();
}
