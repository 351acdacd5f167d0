// An echo as Beast's documentation writes servers: async_read and async_write of whole messages.

#include "echo.hpp"

#include <memory>
#include <string>
#include <utility>

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>

namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;
using boost::system::error_code;

class Session : public std::enable_shared_from_this<Session> {
 public:
  Session(asio::ip::tcp::socket socket, const std::string& body)
      : stream_(std::move(socket)), body_(body) {
    stream_.socket().set_option(asio::ip::tcp::no_delay(true));
  }

  void read() {
    request_ = {};
    stream_.expires_after(std::chrono::seconds(60));
    http::async_read(stream_, buffer_, request_,
                     [self = shared_from_this()](error_code error, std::size_t) {
                       if (!error) self->write();
                     });
  }

 private:
  void write() {
    response_ = {http::status::ok, request_.version()};
    response_.set(http::field::server, "Server");
    response_.set(http::field::content_type, "application/x-amz-json-1.0");
    response_.keep_alive(request_.keep_alive());
    response_.body() = body_;
    response_.prepare_payload();
    http::async_write(stream_, response_,
                      [self = shared_from_this()](error_code error, std::size_t) {
                        if (!error) self->read();
                      });
  }

  beast::tcp_stream stream_;
  beast::flat_buffer buffer_;
  http::request<http::string_body> request_;
  http::response<http::string_body> response_;
  const std::string& body_;
};

void accept(asio::ip::tcp::acceptor& acceptor, const std::string& body) {
  acceptor.async_accept([&](error_code error, asio::ip::tcp::socket socket) {
    if (!error) std::make_shared<Session>(std::move(socket), body)->read();
    accept(acceptor, body);
  });
}

}  // namespace

int main(int argc, char** argv) {
  const auto options = keywright::bench::parse_echo_arguments(argc, argv);
  const std::string body(options.answer_size, 'x');
  asio::io_context io(1);
  asio::ip::tcp::acceptor acceptor(io, {asio::ip::address_v4::loopback(), options.port});
  accept(acceptor, body);
  io.run();
}
