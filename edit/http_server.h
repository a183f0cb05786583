// SPDX-License-Identifier: Apache-2.0
// A small HTTP server on this machine's own address, for one page.
#pragma once

#include <boost/asio/io_context.hpp>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "edit/http.h"

namespace overlace {

/// What a client may take up.
struct HttpLimits {
  std::uint32_t header_bytes = 8U << 10U;
  std::uint64_t body_bytes = 1U << 20U;
  std::size_t connections = 16;
  int seconds = 30;                ///< for a request to arrive, and for each part of an answer
  std::size_t waiting_lines = 64;  ///< of a stream whose client does not read
};

/// Where an answer goes; it may be given later. All members work on the server's thread. An answer
/// that is dropped ends with status 500.
class HttpReply {
 public:
  virtual ~HttpReply() = default;
  /// Gives the whole answer. Once, and not with the others.
  virtual void send(HttpResponse response) = 0;
  /// Gives an answer that comes line by line, each JSON: status 200, then lines, then its end.
  /// Lines beyond the limit are dropped.
  virtual void line(std::string text) = 0;
  virtual void end() = 0;
  /// Whether nobody waits for the answer any more.
  [[nodiscard]] virtual bool is_gone() const = 0;
};

/// Answers requests, one after the other, on the thread that runs the context.
using HttpHandler =
    std::function<void(const HttpRequest& request, std::shared_ptr<HttpReply> reply)>;

/// Listens on 127.0.0.1 alone while it exists.
class HttpServer {
 public:
  /// On a port of the system's choice where `port` is 0. Throws Error(unavailable).
  HttpServer(boost::asio::io_context& context, std::uint16_t port, HttpLimits limits = {});
  ~HttpServer();
  HttpServer(const HttpServer&) = delete;
  HttpServer& operator=(const HttpServer&) = delete;

  [[nodiscard]] std::uint16_t port() const;
  /// Begins to answer. Once.
  void serve(HttpHandler handler);

 private:
  struct State;
  std::shared_ptr<State> state_;  ///< connections share it
};

}  // namespace overlace
