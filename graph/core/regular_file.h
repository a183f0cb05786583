// SPDX-License-Identifier: Apache-2.0
// Opening a file that somebody else may have put there.
#pragma once

#include <array>
#include <cstdint>
#include <istream>
#include <streambuf>
#include <string>

#include "graph/core/file_descriptor.h"

namespace overlace {

/// Which files may be opened.
struct OpenRule {
  /// The file must lie below this folder, and no symbolic link may be on the way there; "" = it may
  /// lie anywhere, and links are followed.
  std::string root{};
  /// The file and the folders below `root` must belong to this user, to the system's administrator,
  /// or to the owner of `root`, who could replace them anyway.
  bool needs_trusted_owner = false;
  /// A pipe will do, too, if somebody writes to it.
  bool takes_pipes = false;
};

/// A regular file, opened for reading, or a pipe if the rule allows. Opening one does not wait for
/// long, as that of a pipe without a writer would, and has no effect on a device.
class RegularFile {
 public:
  enum class Kind : std::uint8_t { none, regular, folder, pipe, other };

  RegularFile() = default;
  explicit RegularFile(const std::string& path, const OpenRule& rule = {});

  /// False if there is nothing to read: see `problem`.
  explicit operator bool() const { return static_cast<bool>(file_); }
  /// Why it is not open, to follow the file's name: "is a pipe; a regular file is needed".
  [[nodiscard]] const std::string& problem() const { return problem_; }
  /// Whether there is nothing of this name, rather than something that may not be opened.
  [[nodiscard]] bool is_missing() const { return is_missing_; }
  /// What has this name; `none` if it cannot be opened at all.
  [[nodiscard]] Kind kind() const { return kind_; }
  /// Bytes, when it was opened; 0 of a pipe.
  [[nodiscard]] std::uint64_t size() const { return size_; }
  [[nodiscard]] int descriptor() const { return file_.get(); }

  /// The content from the current position to the end, `limit` bytes at most.
  [[nodiscard]] std::string read(std::uint64_t limit) const;

 private:
  FileDescriptor file_;
  std::uint64_t size_ = 0;
  std::string problem_ = "is not open";
  bool is_missing_ = false;
  Kind kind_ = Kind::none;
};

/// Why `path` is no folder that the rule, whose root is not "", allows to use; "" = it is one.
[[nodiscard]] std::string folder_problem(const std::string& path, const OpenRule& rule);

/// What such a file holds, as a stream that can be moved to any place. Reading fails as that of a
/// std::ifstream does; so does every use of a file that could not be opened.
class RegularFileStream : public std::istream {
 public:
  explicit RegularFileStream(const std::string& path, const OpenRule& rule = {});

  [[nodiscard]] const RegularFile& file() const { return buffer_.file; }

 private:
  struct Buffer : std::streambuf {
    int_type underflow() override;
    pos_type seekoff(off_type offset, std::ios_base::seekdir from,
                     std::ios_base::openmode which) override;
    pos_type seekpos(pos_type position, std::ios_base::openmode which) override;

    RegularFile file;
    std::array<char, 1U << 15U> bytes{};
  };
  Buffer buffer_;
};

}  // namespace overlace
