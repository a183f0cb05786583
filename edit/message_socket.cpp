// SPDX-License-Identifier: Apache-2.0
// Reads and writes messages.
#include "edit/message_socket.h"

#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <string_view>

#include "graph/core/error.h"

namespace overlace {
namespace {

/// Whether all bytes came.
bool read_all(int socket, void* bytes, std::size_t size) {
  char* at = static_cast<char*>(bytes);
  while (size > 0) {
    const ssize_t count = ::read(socket, at, size);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return false;
    at += count;
    size -= static_cast<std::size_t>(count);
  }
  return true;
}

}  // namespace

std::string packed(const EngineMessage& message) {
  const std::string head = message.head.dump();
  const EngineMessageSizes sizes{head.size(), message.body.size()};
  std::string bytes(sizeof sizes, '\0');
  std::memcpy(bytes.data(), sizes.data(), sizeof sizes);
  return bytes + head + message.body;
}

EngineMessage unpacked(const EngineMessageSizes& sizes, std::string bytes) {
  const auto [head, body] = sizes;
  if (head > max_engine_message || body > max_engine_message || head + body != bytes.size())
    throw Error(ErrorCode::internal, "the engine sent something that is no message");
  const JsonLimits limits{.bytes = max_engine_message, .string_bytes = max_engine_message};
  Json parsed = parse_json(std::string_view(bytes).substr(0, head), "engine", limits);
  bytes.erase(0, head);
  return {std::move(parsed), std::move(bytes)};
}

std::optional<EngineMessage> read_message(int socket) {
  EngineMessageSizes sizes{};
  if (!read_all(socket, sizes.data(), sizeof sizes)) return std::nullopt;
  if (sizes[0] > max_engine_message || sizes[1] > max_engine_message) return unpacked(sizes, "");
  std::string bytes(sizes[0] + sizes[1], '\0');
  if (!read_all(socket, bytes.data(), bytes.size())) return std::nullopt;
  return unpacked(sizes, std::move(bytes));
}

bool write_message(int socket, const EngineMessage& message) {
  const std::string bytes = packed(message);
  for (std::size_t done = 0; done < bytes.size();) {
    const ssize_t count = ::send(socket, bytes.data() + done, bytes.size() - done, MSG_NOSIGNAL);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return false;
    done += static_cast<std::size_t>(count);
  }
  return true;
}

}  // namespace overlace
