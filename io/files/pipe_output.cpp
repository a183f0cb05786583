// SPDX-License-Identifier: Apache-2.0
// When the reader is gone a write fails; the signal does nothing, as the program handles SIGPIPE.
#include "io/files/pipe_output.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "graph/core/error.h"

namespace overlace {

bool PipeOutput::write(std::span<const std::byte> bytes) noexcept {
  while (file_ >= 0 && failure_ == 0 && !bytes.empty()) {
    const ssize_t written = ::write(file_, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) {
      failure_ = errno;
      return false;
    }
    size_ += written;
    bytes = bytes.subspan(static_cast<std::size_t>(written));
  }
  if (file_ < 0) size_ += static_cast<std::int64_t>(bytes.size());
  return failure_ == 0;
}

void PipeOutput::throw_if_failed() const {
  if (failure_ == 0) return;
  throw Error(ErrorCode::output, fmt::format("{}: writing: {}", path_, std::strerror(failure_)));
}

}  // namespace overlace
