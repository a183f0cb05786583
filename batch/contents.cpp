// SPDX-License-Identifier: Apache-2.0
// Reads and hashes files in pieces.
#include "batch/contents.h"

#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <ctime>
#include <memory>

#include "graph/core/digest.h"
#include "graph/core/error.h"
#include "graph/core/regular_file.h"
#include "graph/core/utf8.h"

namespace overlace {
namespace {

std::int64_t nanoseconds(const timespec& time) {
  return std::int64_t{time.tv_sec} * 1'000'000'000 + time.tv_nsec;
}

// Numbers beyond 2^53 are stored as texts: other JSON readers would round them.
std::string number_text(std::uint64_t number) {
  return std::to_string(number);
}

template <class Number>
bool read_number(const Json& json, const char* name, Number& number) {
  const Json* const found = json.find(name);
  if (found == nullptr || !found->is_string()) return false;
  const std::string& text = found->as_string();
  return std::from_chars(text.data(), text.data() + text.size(), number).ec == std::errc();
}

}  // namespace

std::string digest_text(std::string_view content) {
  Digest digest;
  digest.add(content);
  return hex_of(digest.value());
}

Json ReadFile::json() const {
  Json json;
  json.set("role", text_of_name(role));
  json.set("path", text_of_name(path));
  json.set("device", number_text(identity.device));
  json.set("inode", number_text(identity.inode));
  json.set("bytes", number_text(static_cast<std::uint64_t>(identity.bytes)));
  json.set("mtime_ns", std::to_string(identity.written_ns));
  json.set("ctime_ns", std::to_string(identity.changed_ns));
  json.set("hash", hash);
  return json;
}

std::optional<ReadFile> ReadFile::of(const Json& json) {
  ReadFile file;
  for (const auto& [name, text] : {std::pair{"role", &file.role}, std::pair{"path", &file.path},
                                   std::pair{"hash", &file.hash}}) {
    const Json* const found = json.find(name);
    if (found == nullptr || !found->is_string()) return std::nullopt;
    *text = name_of_text(found->as_string());
  }
  FileIdentity& identity = file.identity;
  const bool whole = read_number(json, "device", identity.device) &&
                     read_number(json, "inode", identity.inode) &&
                     read_number(json, "bytes", identity.bytes) &&
                     read_number(json, "mtime_ns", identity.written_ns) &&
                     read_number(json, "ctime_ns", identity.changed_ns);
  return whole ? std::optional(file) : std::nullopt;
}

std::optional<FileIdentity> identity_of(const std::string& path) {
  struct stat status {};
  if (::stat(path.c_str(), &status) != 0 || !S_ISREG(status.st_mode)) return std::nullopt;
  return FileIdentity{.device = status.st_dev,
                      .inode = status.st_ino,
                      .bytes = status.st_size,
                      .written_ns = nanoseconds(status.st_mtim),
                      .changed_ns = nanoseconds(status.st_ctim)};
}

bool was_just_written(const FileIdentity& identity) {
  constexpr std::int64_t soon_ns = 2'000'000'000;
  timespec now{};
  ::clock_gettime(CLOCK_REALTIME, &now);
  return std::abs(nanoseconds(now) - identity.written_ns) < soon_ns;
}

std::string hash_of_file(const std::string& path) {
  RegularFileStream file(path);
  if (!file)
    throw Error(ErrorCode::input, fmt::format("cannot be read: {}", file.file().problem()), {},
                SourceLocation{path});
  Digest digest;
  constexpr std::size_t piece_bytes = 1U << 20U;
  const auto buffer = std::make_unique_for_overwrite<char[]>(piece_bytes);  // most files are small
  while (file) {
    file.read(buffer.get(), piece_bytes);
    digest.add(buffer.get(), static_cast<std::size_t>(file.gcount()));
  }
  if (file.bad()) throw Error(ErrorCode::input, "reading failed", {}, SourceLocation{path});
  return hex_of(digest.value());
}

void look_at(std::vector<ReadFile>& files, const std::vector<ReadFile>& known) {
  for (ReadFile& file : files) {
    const std::optional<FileIdentity> identity = identity_of(file.path);
    const auto same = std::ranges::find_if(known, [&](const ReadFile& other) {
      return identity && other.identity == *identity && !other.hash.empty();
    });
    file.hash = same != known.end() ? same->hash : hash_of_file(file.path);
    const bool settled = identity && (same != known.end() || !was_just_written(*identity));
    file.identity = settled ? *identity : FileIdentity{};
  }
}

bool are_unchanged(const std::vector<ReadFile>& files) {
  return std::ranges::all_of(files, [](const ReadFile& file) {
    if (file.identity != FileIdentity{}) return identity_of(file.path) == file.identity;
    return hash_of_file(file.path) == file.hash;
  });
}

}  // namespace overlace
