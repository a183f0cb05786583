// SPDX-License-Identifier: Apache-2.0
// One coroutine per connection, on Boost.Beast.
#include "edit/http_server.h"

#include <array>
#include <boost/asio/as_tuple.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>
#include <deque>
#include <optional>
#include <utility>

#include "graph/core/error.h"

namespace overlace {
namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;
using asio::ip::tcp;

constexpr auto as_result = asio::as_tuple(asio::use_awaitable);

void add_common_fields(http::fields& fields) {
  fields.set(http::field::cache_control, "no-store");
  fields.set("x-content-type-options", "nosniff");
  fields.set("cross-origin-opener-policy", "same-origin");
  fields.set("cross-origin-resource-policy", "same-origin");
  fields.set("referrer-policy", "no-referrer");
}

/// Pieces of an answer on their way to a connection.
class Pieces final : public HttpReply {
 public:
  Pieces(const asio::any_io_executor& executor, std::size_t most) : wake_(executor), most_(most) {
    wake_.expires_at(asio::steady_timer::time_point::max());
  }

  void send(HttpResponse response) override {
    whole = std::move(response);
    end();
  }
  void line(std::string text) override {
    if (lines.size() < most_) lines.push_back(std::move(text) + '\n');
    is_stream = true;
    wake_.cancel();
  }
  void end() override {
    is_ended = true;
    wake_.cancel();
  }
  [[nodiscard]] bool is_gone() const override { return is_left; }

  /// Waits until there is something to write.
  asio::awaitable<void> more() {
    while (!is_ended && lines.empty() && !is_stream) co_await wake_.async_wait(as_result);
  }
  /// Waits for the next line, or the end.
  asio::awaitable<void> next_line() {
    while (!is_ended && lines.empty()) co_await wake_.async_wait(as_result);
  }

  std::optional<HttpResponse> whole;
  std::deque<std::string> lines;
  bool is_stream = false, is_ended = false, is_left = false;

 private:
  asio::steady_timer wake_;
  std::size_t most_;
};

/// What handlers hold: its end is the answer's.
class Handle final : public HttpReply {
 public:
  explicit Handle(std::shared_ptr<Pieces> pieces) : pieces_(std::move(pieces)) {}
  ~Handle() override {
    if (!pieces_->is_ended) pieces_->end();
  }
  Handle(const Handle&) = delete;
  Handle& operator=(const Handle&) = delete;

  void send(HttpResponse response) override { pieces_->send(std::move(response)); }
  void line(std::string text) override { pieces_->line(std::move(text)); }
  void end() override { pieces_->end(); }
  [[nodiscard]] bool is_gone() const override { return pieces_->is_gone(); }

 private:
  std::shared_ptr<Pieces> pieces_;
};

HttpRequest request_of(http::request<http::string_body>&& message) {
  HttpRequest request{.method = std::string(message.method_string()),
                      .target = std::string(message.target())};
  for (const auto& field : message) {
    std::string name(field.name_string());
    for (char& letter : name)
      if (letter >= 'A' && letter <= 'Z') letter = static_cast<char>(letter - 'A' + 'a');
    request.fields.emplace_back(std::move(name), std::string(field.value()));
  }
  request.body = std::move(message.body());
  return request;
}

/// The status for a request that cannot be read; 0 where the client has left.
int status_of(const beast::error_code& error) {
  if (error == http::error::header_limit) return 431;
  if (error == http::error::body_limit) return 413;
  if (error == beast::error::timeout) return 408;
  const bool is_closed = error == http::error::end_of_stream ||
                         error == asio::error::connection_reset || error == asio::error::eof ||
                         error == asio::error::operation_aborted ||
                         error == http::error::partial_message;
  return is_closed ? 0 : 400;
}

/// Reads on after a refusal. A connection that is closed with bytes unread is reset, and its client
/// may lose the answer.
asio::awaitable<void> drain(beast::tcp_stream& stream) {
  constexpr std::chrono::seconds longest{2};
  constexpr std::size_t most = std::size_t{8} << 20U;
  beast::error_code ignored;
  stream.socket().shutdown(tcp::socket::shutdown_send, ignored);
  stream.expires_after(longest);
  std::array<char, 16'384> rest{};
  for (std::size_t read = 0; read < most;) {
    const auto [error, bytes] = co_await stream.async_read_some(asio::buffer(rest), as_result);
    if (error) co_return;
    read += bytes;
  }
}

}  // namespace

struct HttpServer::State : std::enable_shared_from_this<HttpServer::State> {
  State(asio::io_context& context, HttpLimits most) : acceptor(context), limits(most) {}

  asio::awaitable<void> accept();
  asio::awaitable<void> talk(beast::tcp_stream stream);
  asio::awaitable<bool> answer(beast::tcp_stream& stream, HttpResponse response, bool keep_alive);
  asio::awaitable<bool> answer(beast::tcp_stream& stream, Pieces& pieces, bool keep_alive);
  asio::awaitable<bool> stream_lines(beast::tcp_stream& stream, Pieces& pieces);

  tcp::acceptor acceptor;
  HttpLimits limits;
  HttpHandler handler;
  std::size_t connections = 0;
};

asio::awaitable<void> HttpServer::State::accept() {
  const auto self = shared_from_this();
  while (acceptor.is_open()) {
    auto [error, socket] = co_await acceptor.async_accept(as_result);
    if (error == asio::error::operation_aborted) co_return;
    if (error || connections >= limits.connections) continue;  // the socket closes
    ++connections;
    asio::co_spawn(acceptor.get_executor(), talk(beast::tcp_stream(std::move(socket))),
                   [self](const std::exception_ptr&) { --self->connections; });
  }
}

asio::awaitable<void> HttpServer::State::talk(beast::tcp_stream stream) {
  beast::flat_buffer buffer;
  for (bool goes_on = true; goes_on;) {
    http::request_parser<http::string_body> parser;
    parser.header_limit(limits.header_bytes);
    parser.body_limit(limits.body_bytes);
    stream.expires_after(std::chrono::seconds(limits.seconds));
    const auto [error, bytes] = co_await http::async_read(stream, buffer, parser, as_result);
    if (error) {
      if (const int status = status_of(error); status != 0) {
        co_await answer(stream, {.status = status}, false);
        co_await drain(stream);
      }
      break;
    }
    const bool keep_alive = parser.get().keep_alive();
    const auto pieces = std::make_shared<Pieces>(stream.get_executor(), limits.waiting_lines);
    handler(request_of(parser.release()), std::make_shared<Handle>(pieces));
    stream.expires_never();
    goes_on = co_await answer(stream, *pieces, keep_alive);
    pieces->is_left = !goes_on;
  }
  beast::error_code ignored;
  stream.socket().shutdown(tcp::socket::shutdown_send, ignored);
}

asio::awaitable<bool> HttpServer::State::answer(beast::tcp_stream& stream, Pieces& pieces,
                                                bool keep_alive) {
  co_await pieces.more();
  if (pieces.is_stream) co_return co_await stream_lines(stream, pieces);
  co_return co_await answer(stream, pieces.whole.value_or(HttpResponse{.status = 500}), keep_alive);
}

asio::awaitable<bool> HttpServer::State::answer(beast::tcp_stream& stream, HttpResponse response,
                                                bool keep_alive) {
  http::response<http::string_body> message(static_cast<http::status>(response.status), 11);
  add_common_fields(message);
  message.set(http::field::content_type, response.type);
  for (const auto& [name, value] : response.fields) message.set(name, value);
  message.body() = std::move(response.body);
  message.keep_alive(keep_alive);
  message.prepare_payload();
  stream.expires_after(std::chrono::seconds(limits.seconds));
  const auto [error, bytes] = co_await http::async_write(stream, message, as_result);
  co_return !error && keep_alive;
}

asio::awaitable<bool> HttpServer::State::stream_lines(beast::tcp_stream& stream, Pieces& pieces) {
  http::response<http::empty_body> head(http::status::ok, 11);
  add_common_fields(head);
  head.set(http::field::content_type, "application/jsonl");
  head.chunked(true);
  http::response_serializer<http::empty_body> serializer(head);
  auto [error, bytes] = co_await http::async_write_header(stream, serializer, as_result);
  while (!error && !(pieces.is_ended && pieces.lines.empty())) {
    co_await pieces.next_line();
    if (pieces.lines.empty()) continue;
    const std::string line = std::move(pieces.lines.front());
    pieces.lines.pop_front();
    stream.expires_after(std::chrono::seconds(limits.seconds));
    std::tie(error, bytes) =
        co_await asio::async_write(stream, http::make_chunk(asio::buffer(line)), as_result);
    stream.expires_never();
  }
  pieces.is_left = true;
  if (!error) co_await asio::async_write(stream, http::make_chunk_last(), as_result);
  co_return false;
}

HttpServer::HttpServer(asio::io_context& context, std::uint16_t port, HttpLimits limits)
    : state_(std::make_shared<State>(context, limits)) {
  beast::error_code error;
  const tcp::endpoint here(asio::ip::address_v4::loopback(), port);
  state_->acceptor.open(here.protocol(), error);
  if (!error) state_->acceptor.set_option(tcp::acceptor::reuse_address(true), error);
  if (!error) state_->acceptor.bind(here, error);
  if (!error) state_->acceptor.listen(asio::socket_base::max_listen_connections, error);
  if (error)
    throw Error(ErrorCode::unavailable, "127.0.0.1 cannot be listened on: " + error.message(),
                "another program may use the port");
}

HttpServer::~HttpServer() {
  beast::error_code ignored;
  state_->acceptor.close(ignored);
}

std::uint16_t HttpServer::port() const {
  return state_->acceptor.local_endpoint().port();
}

void HttpServer::serve(HttpHandler handler) {
  state_->handler = std::move(handler);
  asio::co_spawn(state_->acceptor.get_executor(), state_->accept(), asio::detached);
}

}  // namespace overlace
