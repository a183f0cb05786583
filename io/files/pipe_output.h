// SPDX-License-Identifier: Apache-2.0
// Bytes for the reader of a pipe.
#pragma once

#include <utility>

#include "io/files/byte_sink.h"

namespace overlace {

/// Appends to an open file descriptor, which it does not own; with -1 it counts and writes nothing.
class PipeOutput final : public ByteSink {
 public:
  PipeOutput(int descriptor, std::string name) : file_(descriptor), path_(std::move(name)) {}

  bool write(std::span<const std::byte> bytes) noexcept override;
  [[nodiscard]] bool seekable() const noexcept override { return false; }
  void seek(std::int64_t /*position*/) noexcept override {}
  [[nodiscard]] std::int64_t position() const noexcept override { return size_; }
  [[nodiscard]] std::int64_t size() const noexcept override { return size_; }
  [[nodiscard]] int failure() const noexcept override { return failure_; }
  void throw_if_failed() const override;
  void commit() override { throw_if_failed(); }
  [[nodiscard]] const std::string& path() const override { return path_; }
  [[nodiscard]] const std::string& temporary_path() const override { return nowhere_; }

 private:
  int file_;
  std::string path_, nowhere_;
  std::int64_t size_ = 0;
  int failure_ = 0;
};

}  // namespace overlace
