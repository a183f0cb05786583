// SPDX-License-Identifier: Apache-2.0
// Opens without waiting, looks at what was opened, and reads.
#include "graph/core/regular_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>

#include "graph/core/system_calls.h"

namespace overlace {
namespace {

namespace fs = std::filesystem;

/// Neither waits for a pipe's writer nor makes a terminal this process's own.
constexpr int careful = O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC;

using Kind = RegularFile::Kind;

Kind kind_of(mode_t mode) {
  if (S_ISREG(mode)) return Kind::regular;
  if (S_ISDIR(mode)) return Kind::folder;
  return S_ISFIFO(mode) ? Kind::pipe : Kind::other;
}

const char* problem_of(Kind kind) {
  if (kind == Kind::regular) return "";
  if (kind == Kind::folder) return "is a folder, not a file";
  return kind == Kind::pipe ? "is a pipe; a regular file is needed"
                            : "is a device or socket; a regular file is needed";
}

struct Opened {
  FileDescriptor file;
  std::string problem{};
  bool is_missing = false;
};

Opened failed(int error) {
  if (error == ELOOP) return {{}, "is reached through a symbolic link"};
  return {{}, std::strerror(error), error == ENOENT};
}

constexpr int as_folder = open_to_look_in | O_DIRECTORY | O_CLOEXEC;

/// Opens `path` below the root folder by folder, so that no link is followed on the way.
Opened open_below(const fs::path& path, const OpenRule& rule, int last_flags) {
  const fs::path whole = path.is_absolute() ? path : rule.root / path;
  const fs::path way =
      whole.lexically_normal().lexically_relative(fs::path(rule.root).lexically_normal() / "");
  if (way.empty() || *way.begin() == "..") return {{}, "lies outside of " + rule.root};
  FileDescriptor place(::open(rule.root.c_str(), as_folder));
  struct stat status {};
  if (!place || ::fstat(place.get(), &status) != 0) return failed(errno);
  const uid_t root_owner = status.st_uid;
  for (auto name = way.begin(); name != way.end(); ++name) {
    const int flags = std::next(name) == way.end() ? last_flags : as_folder;
    FileDescriptor next(::openat(place.get(), name->c_str(), flags | O_NOFOLLOW));
    if (!next || ::fstat(next.get(), &status) != 0) return failed(errno);
    const uid_t owner = status.st_uid;
    if (rule.needs_trusted_owner && !is_own(owner) && owner != 0 && owner != root_owner)
      return {{}, "belongs to another user"};
    place = std::move(next);
  }
  return {std::move(place)};
}

Opened open(const std::string& path, const OpenRule& rule) {
  if (!rule.root.empty()) return open_below(path, rule, careful);
  FileDescriptor file(::open(path.c_str(), careful));
  return file ? Opened{std::move(file)} : failed(errno);
}

}  // namespace

RegularFile::RegularFile(const std::string& path, const OpenRule& rule) {
  Opened opened = open(path, rule);
  is_missing_ = opened.is_missing;
  problem_ = std::move(opened.problem);
  struct stat status {};
  if (!opened.file || ::fstat(opened.file.get(), &status) != 0) return;
  kind_ = kind_of(status.st_mode);
  const bool is_pipe = kind_ == Kind::pipe && rule.takes_pipes;
  problem_ = is_pipe ? "" : problem_of(kind_);
  if (is_pipe && !has_writer(opened.file.get())) problem_ = "is a pipe to which nobody writes";
  if (!problem_.empty()) return;
  if (is_pipe) ::fcntl(opened.file.get(), F_SETFL, O_RDONLY);  // from now on, reading waits
  size_ = static_cast<std::uint64_t>(status.st_size);
  file_ = std::move(opened.file);
}

std::string folder_problem(const std::string& path, const OpenRule& rule) {
  return open_below(path, rule, as_folder).problem;
}

std::string RegularFile::read(std::uint64_t limit) const {
  std::string text;
  constexpr std::size_t piece = 1U << 16U;
  while (file_ && text.size() < limit) {
    const std::size_t before = text.size();
    const std::uint64_t expected = size_ > before ? size_ - before : 0;
    text.resize(before +
                std::min<std::uint64_t>(limit - before, std::max<std::uint64_t>(expected, piece)));
    const ssize_t count = ::read(file_.get(), text.data() + before, text.size() - before);
    text.resize(before + static_cast<std::size_t>(std::max<ssize_t>(count, 0)));
    if (count <= 0 && !(count < 0 && errno == EINTR)) break;
  }
  return text;
}

RegularFileStream::RegularFileStream(const std::string& path, const OpenRule& rule)
    : std::istream(nullptr) {
  buffer_.file = RegularFile(path, rule);
  rdbuf(&buffer_);
  if (!buffer_.file) setstate(std::ios::failbit);
}

RegularFileStream::Buffer::int_type RegularFileStream::Buffer::underflow() {
  ssize_t count = 0;
  do {
    count = ::read(file.descriptor(), bytes.data(), bytes.size());
  } while (count < 0 && errno == EINTR);
  if (count < 0) throw std::ios_base::failure(std::strerror(errno));  // sets the stream's bad bit
  if (count == 0) return traits_type::eof();
  setg(bytes.data(), bytes.data(), bytes.data() + count);
  return traits_type::to_int_type(*gptr());
}

RegularFileStream::Buffer::pos_type RegularFileStream::Buffer::seekoff(
    off_type offset, std::ios_base::seekdir from, std::ios_base::openmode /*which*/) {
  if (from == std::ios_base::cur) offset -= egptr() - gptr();
  const int whence = from == std::ios_base::beg   ? SEEK_SET
                     : from == std::ios_base::cur ? SEEK_CUR
                                                  : SEEK_END;
  setg(nullptr, nullptr, nullptr);
  return ::lseek(file.descriptor(), offset, whence);
}

RegularFileStream::Buffer::pos_type RegularFileStream::Buffer::seekpos(
    pos_type position, std::ios_base::openmode which) {
  return seekoff(position, std::ios_base::beg, which);
}

}  // namespace overlace
