// SPDX-License-Identifier: Apache-2.0
// Where a muxer's bytes go: a file that is either complete or absent, or a pipe.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace overlace {

/// Bytes being written. `write`, `seek` and the getters do not throw: C callbacks call them.
class ByteSink {
 public:
  virtual ~ByteSink() = default;

  /// Writes all bytes at the current position; on failure keeps the error for `throw_if_failed` and
  /// returns false.
  virtual bool write(std::span<const std::byte> bytes) noexcept = 0;
  /// False where bytes can only be appended.
  [[nodiscard]] virtual bool seekable() const noexcept = 0;
  /// Sets the position, counted from the start. Precondition: seekable.
  virtual void seek(std::int64_t position) noexcept = 0;
  [[nodiscard]] virtual std::int64_t position() const noexcept = 0;
  [[nodiscard]] virtual std::int64_t size() const noexcept = 0;
  /// errno of the first failed write, 0 when there was none.
  [[nodiscard]] virtual int failure() const noexcept = 0;

  /// Throws Error(output) when a write has failed.
  virtual void throw_if_failed() const = 0;
  /// Ends the output. Throws Error(output).
  virtual void commit() = 0;

  /// The name to use in messages.
  [[nodiscard]] virtual const std::string& path() const = 0;
  /// The file that holds the bytes meanwhile, for a muxer to read back; "" when there is none.
  [[nodiscard]] virtual const std::string& temporary_path() const = 0;
};

}  // namespace overlace
