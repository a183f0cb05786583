// SPDX-License-Identifier: Apache-2.0
// The server, asked through plain sockets.
#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include <boost/asio/post.hpp>
#include <chrono>
#include <thread>
#include <vector>

#include "edit/http_server.h"
#include "graph/core/file_descriptor.h"

namespace overlace {
namespace {

using namespace std::chrono_literals;

/// A client's connection.
class Client {
 public:
  explicit Client(std::uint16_t port) : socket_(::socket(AF_INET, SOCK_STREAM, 0)) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(port);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    timeval patience{.tv_sec = 20, .tv_usec = 0};
    ::setsockopt(socket_.get(), SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    EXPECT_EQ(::connect(socket_.get(), reinterpret_cast<sockaddr*>(&address), sizeof address), 0);
  }

  void say(std::string_view text) { ::send(socket_.get(), text.data(), text.size(), MSG_NOSIGNAL); }
  /// What comes until this text does, or the end.
  std::string hear(std::string_view until = {}) {
    std::string heard;
    char buffer[4096];
    while (until.empty() || heard.find(until) == std::string::npos) {
      const ssize_t count = ::recv(socket_.get(), buffer, sizeof buffer, 0);
      if (count <= 0) break;
      heard.append(buffer, static_cast<std::size_t>(count));
    }
    return heard;
  }

 private:
  FileDescriptor socket_;
};

/// A server on a thread of its own.
class Running {
 public:
  explicit Running(HttpHandler handler, HttpLimits limits = {}) : server(context, 0, limits) {
    server.serve(std::move(handler));
    thread_ = std::thread([this] { context.run(); });
  }
  ~Running() {
    boost::asio::post(context, [this] { context.stop(); });
    thread_.join();
  }

  boost::asio::io_context context;
  HttpServer server;

 private:
  std::thread thread_;
};

void echo(const HttpRequest& request, const std::shared_ptr<HttpReply>& reply) {
  reply->send({.type = "text/plain",
               .body = request.method + " " + request.target + " " + request.body + " " +
                       std::string(request.field("x-word"))});
}

TEST(HttpServer, AnswersSeveralRequestsOfAConnection) {
  Running running(echo);
  Client client(running.server.port());
  client.say("POST /a?b HTTP/1.1\r\nHost: h\r\nX-Word: hello\r\nContent-Length: 3\r\n\r\nxyz");
  const std::string first = client.hear("hello");
  EXPECT_NE(first.find("HTTP/1.1 200"), std::string::npos);
  EXPECT_NE(first.find("POST /a?b xyz hello"), std::string::npos);
  EXPECT_NE(first.find("Cache-Control: no-store"), std::string::npos);
  EXPECT_NE(first.find("x-content-type-options: nosniff"), std::string::npos);
  client.say("GET /c HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n");
  EXPECT_NE(client.hear().find("GET /c"), std::string::npos);
}

TEST(HttpServer, StreamsLinesAsTheyCome) {
  std::shared_ptr<HttpReply> stream;
  Running running([&](const HttpRequest&, const std::shared_ptr<HttpReply>& reply) {
    stream = reply;
    reply->line("{\"n\":1}");
  });
  Client client(running.server.port());
  client.say("POST /events HTTP/1.1\r\nHost: h\r\n\r\n");
  EXPECT_NE(client.hear("{\"n\":1}\n").find("Transfer-Encoding: chunked"), std::string::npos);
  boost::asio::post(running.context, [&] { stream->line("{\"n\":2}"); });
  EXPECT_NE(client.hear("{\"n\":2}\n").find("{\"n\":2}"), std::string::npos);
  boost::asio::post(running.context, [&] { stream.reset(); });
  EXPECT_NE(client.hear().find("0\r\n\r\n"), std::string::npos);
}

TEST(HttpServer, AnAnswerThatIsDroppedIsAnError) {
  Running running([](const HttpRequest&, const std::shared_ptr<HttpReply>&) {});
  Client client(running.server.port());
  client.say("GET / HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n");
  EXPECT_NE(client.hear().find("HTTP/1.1 500"), std::string::npos);
}

TEST(HttpServer, RefusesWhatIsTooLarge) {
  Running running(echo);
  Client header(running.server.port());
  header.say("GET / HTTP/1.1\r\nHost: h\r\nX: " + std::string(20'000, 'x') + "\r\n\r\n");
  EXPECT_NE(header.hear().find("HTTP/1.1 431"), std::string::npos);
  Client body(running.server.port());
  body.say("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 2000000\r\n\r\n");
  EXPECT_NE(body.hear().find("HTTP/1.1 413"), std::string::npos);
  Client noise(running.server.port());
  noise.say("\x16\x03\x01\r\n\r\n");
  EXPECT_NE(noise.hear().find("HTTP/1.1 400"), std::string::npos);
}

TEST(HttpServer, DoesNotWaitLongForASlowSender) {
  Running running(echo, {.seconds = 1});
  Client client(running.server.port());
  client.say("GET / HT");
  const auto began = std::chrono::steady_clock::now();
  const std::string heard = client.hear();
  EXPECT_TRUE(heard.empty() || heard.find("HTTP/1.1 408") != std::string::npos) << heard;
  EXPECT_LT(std::chrono::steady_clock::now() - began, 15s);
}

TEST(HttpServer, ManyConnectionsKeepNobodyOut) {
  Running running(echo, {.connections = 4, .seconds = 2});
  {
    std::vector<std::unique_ptr<Client>> many;
    for (int i = 0; i < 200; ++i) many.push_back(std::make_unique<Client>(running.server.port()));
    many.front()->say("GET /first HTTP/1.1\r\nHost: h\r\n\r\n");
    EXPECT_NE(many.front()->hear("/first").find("200"), std::string::npos);
  }
  for (int tries = 0;; ++tries) {  // until the others have been seen to leave
    Client client(running.server.port());
    client.say("GET /after HTTP/1.1\r\nHost: h\r\n\r\n");
    if (client.hear("/after").find("/after") != std::string::npos) break;
    ASSERT_LT(tries, 100);
    std::this_thread::sleep_for(100ms);
  }
}

}  // namespace
}  // namespace overlace
