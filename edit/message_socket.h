// SPDX-License-Identifier: Apache-2.0
// Messages between the server and its engine, through a socket.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "edit/answers/engine_message.h"

namespace overlace {

/// Bytes of head and body, in the machine's order, before them.
using EngineMessageSizes = std::array<std::uint64_t, 2>;
/// More than any picture or document takes.
inline constexpr std::uint64_t max_engine_message = 1U << 30U;

/// A message as it is sent.
[[nodiscard]] std::string packed(const EngineMessage& message);
/// The message in what came after its sizes. Throws Error(internal) for anything else.
[[nodiscard]] EngineMessage unpacked(const EngineMessageSizes& sizes, std::string bytes);

/// Waits for a message; nothing once the other end is closed. Throws as `unpacked`.
[[nodiscard]] std::optional<EngineMessage> read_message(int socket);
/// Sends a message. Returns false once the other end is closed.
bool write_message(int socket, const EngineMessage& message);

}  // namespace overlace
