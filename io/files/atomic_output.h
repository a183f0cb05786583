// SPDX-License-Identifier: Apache-2.0
// A file, written under a temporary name and renamed when it is complete.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "io/files/byte_sink.h"

namespace overlace {

/// What may be replaced, and what must not be touched.
struct OutputPolicy {
  bool overwrite = false;             ///< an existing regular file may be replaced
  std::vector<std::string> inputs{};  ///< files being read; none of them may be the output
  bool durable = true;  ///< on the disk before it gets its name; a preview need not survive a crash
};

/// Throws Error(usage) when `path` may not be written under `policy`: it is one of the inputs (also
/// through a hard or symbolic link), exists without `overwrite`, or is not a regular file;
/// Error(output) when its folder is missing or not writable.
void check_output(const std::string& path, const OutputPolicy& policy);

/// A random-access file under a temporary name in the target's folder. `commit` flushes it to disk,
/// if it is to be durable, and renames it; without `commit` the destructor removes it.
///
/// The temporary is locked while this object lives. An unlocked one was left by a killed run; the
/// next run with the same target removes it. Concurrent runs have one each.
class AtomicOutput final : public ByteSink {
 public:
  /// Checks as `check_output`, removes temporaries of killed runs, and creates its own. Throws
  /// Error(usage), Error(output).
  AtomicOutput(const std::string& path, const OutputPolicy& policy);
  ~AtomicOutput() override;
  AtomicOutput(const AtomicOutput&) = delete;
  AtomicOutput& operator=(const AtomicOutput&) = delete;

  bool write(std::span<const std::byte> bytes) noexcept override;
  [[nodiscard]] bool seekable() const noexcept override { return true; }
  void seek(std::int64_t position) noexcept override { position_ = position; }
  [[nodiscard]] std::int64_t position() const noexcept override { return position_; }
  [[nodiscard]] std::int64_t size() const noexcept override { return size_; }
  [[nodiscard]] int failure() const noexcept override { return failure_; }
  void throw_if_failed() const override;
  /// Gives the file its name. Throws Error(output); then whatever had that name is unchanged.
  void commit() override;

  [[nodiscard]] const std::string& path() const override { return path_; }
  [[nodiscard]] const std::string& temporary_path() const override { return temporary_; }

 private:
  void create_temporary();
  [[noreturn]] void fail(const char* what, int error) const;
  void discard() noexcept;

  std::string path_;    ///< as the user gave it
  std::string target_;  ///< with symbolic links resolved
  std::string temporary_;
  bool overwrite_, durable_;
  int file_ = -1;
  std::int64_t position_ = 0, size_ = 0;
  int failure_ = 0;
};

}  // namespace overlace
