// SPDX-License-Identifier: Apache-2.0
// One process per program, whose last messages are kept.
#include "batch/store_transfer.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <memory>
#include <set>
#include <string_view>
#include <system_error>
#include <thread>
#include <tuple>
#include <utility>

#include "batch/child_process.h"
#include "batch/output_root.h"
#include "batch/receipt.h"
#include "batch/user_command.h"
#include "graph/core/error.h"
#include "io/files/temporary.h"

namespace overlace {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void fail(const std::string& path, const char* what, int error) {
  throw Error(ErrorCode::output, fmt::format("{}: {}", what, std::strerror(error)), {},
              SourceLocation{path});
}

/// What a program prints, in an unnamed file.
class Messages {
 public:
  Messages() : file_(std::tmpfile(), &std::fclose) {
    if (!file_) fail("messages of a program", "cannot be kept", errno);
  }
  /// A path under which a child can open it.
  [[nodiscard]] std::string path() const {
    return fmt::format("/proc/self/fd/{}", ::fileno(file_.get()));
  }
  [[nodiscard]] std::int64_t bytes() const {
    const auto identity = identity_of(path());
    return identity ? identity->bytes : 0;
  }
  /// The end of it, a few thousand characters at most.
  [[nodiscard]] std::string end() const {
    constexpr std::int64_t most = 4000;
    const std::int64_t size = bytes();
    std::string text(static_cast<std::size_t>(std::min(size, most)), '\0');
    const ssize_t count = ::pread(::fileno(file_.get()), text.data(), text.size(),
                                  size - static_cast<std::int64_t>(text.size()));
    text.resize(static_cast<std::size_t>(std::max<ssize_t>(count, 0)));
    return text;
  }

 private:
  std::unique_ptr<std::FILE, int (*)(std::FILE*)> file_;
};

/// The last three lines, joined. Progress bars return to the start of their line.
std::string last_lines(std::string_view text) {
  constexpr int most_lines = 3;
  std::string joined;
  for (int lines = 0; lines < most_lines && !text.empty();) {
    const std::size_t before = text.find_last_of("\r\n");
    const std::string_view line = text.substr(before == std::string_view::npos ? 0 : before + 1);
    text = text.substr(0, before == std::string_view::npos ? 0 : before);
    if (line.find_first_not_of(" \t") == std::string_view::npos) continue;
    if (!joined.empty()) joined.insert(0, " | ");
    joined.insert(0, line);
    ++lines;
  }
  return joined;
}

/// A program with all the processes that it starts. Destroying it ends them.
class UserProgram {
 public:
  UserProgram(const ArgumentVector& command, const Messages& messages)
      : process_([&command]() -> int { become_program(command); }, messages.path()),
        group_(process_.pid()) {}
  ~UserProgram() {
    if (!has_ended_) ::kill(-group_, SIGKILL);
  }
  UserProgram(const UserProgram&) = delete;
  UserProgram& operator=(const UserProgram&) = delete;

  [[nodiscard]] std::optional<ChildEnd> ended() {
    const std::optional<ChildEnd> end = process_.ended();
    has_ended_ = end.has_value();
    return end;
  }
  [[nodiscard]] double cpu_seconds() const { return process_.cpu_seconds(); }

 private:
  ChildProcess process_;
  pid_t group_;
  bool has_ended_ = false;
};

/// Runs a command on a file until it ends.
ChildEnd supervise(const ArgumentVector& command, const std::string& path, const Messages& messages,
                   const TransferCheck& check) {
  using Clock = std::chrono::steady_clock;
  constexpr std::chrono::milliseconds pause(20);
  constexpr std::chrono::seconds interval(1);
  Json sign;
  sign.set("event", "transfer");
  ParentLine::tell(sign);
  UserProgram program(command, messages);
  std::tuple<double, std::int64_t, std::int64_t> seen{};
  for (Clock::time_point told = Clock::now();;) {
    if (const std::optional<ChildEnd> end = program.ended()) return *end;
    check();
    std::this_thread::sleep_for(pause);
    if (Clock::now() - told < interval) continue;
    told = Clock::now();
    const auto file = identity_of(path);
    const std::tuple now{program.cpu_seconds(), messages.bytes(), file ? file->bytes : 0};
    if (std::exchange(seen, now) != now) ParentLine::tell(sign);
  }
}

/// As `supervise`; throws if the program fails.
void run(const BatchClip& clip, const char* what, const ArgumentVector& command,
         const std::string& path, const TransferCheck& check) {
  const Messages messages;
  const int code = supervise(command, path, messages, check).code;
  const std::string text = messages.end();
  std::fwrite(text.data(), 1, text.size(), stderr);  // into the clip's log
  if (code == 0) return;
  const SourceLocation row{clip.id};
  if (code == cannot_start)
    throw Error(ErrorCode::usage, fmt::format("{}: '{}' cannot be started", what, command.front()),
                "install it or fix the row, then run 'overlace batch retry'", row);
  const std::string lines = last_lines(text);
  throw Error(ErrorCode::unavailable,
              fmt::format("{}: '{}' ended with {}{}{}", what, command.front(), code,
                          lines.empty() ? "" : ": ", lines),
              {}, row);
}

/// The last part of a URI, without characters that a file reader could take for a pattern.
std::string file_name(const std::string& uri) {
  const std::string path = uri.substr(0, uri.find_first_of("?#"));
  std::string name = fs::path(path).filename().string();
  std::ranges::replace_if(
      name,
      [](unsigned char c) { return std::isalnum(c) == 0 && c != '.' && c != '-' && c != '_'; },
      '_');
  constexpr std::size_t longest = 100;
  return name.size() > longest ? name.substr(name.size() - longest) : name;
}

}  // namespace

ScratchFolder::ScratchFolder(const BatchClip& clip, const std::string& root)
    : version_(clip.version) {
  const fs::path output = clip.output;
  const std::string own_name = name_with(output.filename().string(), ".fetched");
  if (root.empty()) beside_ = folder_of(output);
  folder_ = root.empty() ? own_folder(*beside_) / own_name
                         : fs::absolute(root) / digest_text(clip.output);
}

fs::path ScratchFolder::name_of(const std::string& uri) const {
  const fs::path name = file_name(uri);
  return fmt::format("{}-{}{}", name.stem().string(), digest_text(uri + "\n" + version_),
                     name.extension().string());
}

std::string ScratchFolder::file(const std::string& uri) const {
  return (folder_ / name_of(uri)).string();
}

std::string ScratchFolder::temporary(const std::string& uri) const {
  return (folder_ / fmt::format("part-{}-{}", ::getpid(), name_of(uri).string())).string();
}

void ScratchFolder::clear(const std::vector<std::string>& uris) const {
  if (beside_) make_own_folder(*beside_);
  std::error_code error;
  fs::create_directories(folder_, error);
  if (error) fail(folder_.string(), "cannot create it", error.value());
  std::set<fs::path> kept;
  for (const std::string& uri : uris) kept.insert(name_of(uri));
  for (const fs::directory_entry& entry : fs::directory_iterator(folder_, error))
    if (!kept.contains(entry.path().filename())) fs::remove_all(entry.path(), error);
}

void ScratchFolder::keep(const std::string& uri) const {
  const std::string half = temporary(uri);
  const FileDescriptor opened(::open(half.c_str(), O_RDONLY | O_CLOEXEC));
  if (!opened || ::fsync(opened.get()) != 0) fail(half, "cannot be flushed", errno);
  if (::rename(half.c_str(), file(uri).c_str()) != 0)
    fail(file(uri), "cannot put it under its name", errno);
  flush_folder(folder_);
}

void ScratchFolder::remove() const {
  std::error_code ignored;
  fs::remove_all(folder_, ignored);
}

std::vector<std::string> fill_in(const std::vector<std::string>& words, const std::string& path,
                                 const std::string& uri) {
  const std::pair<std::string_view, const std::string&> fields[]{{"{path}", path}, {"{uri}", uri}};
  std::vector<std::string> filled = words;
  for (std::string& word : filled)
    for (std::size_t place = 0; (place = word.find('{', place)) != std::string::npos;) {
      std::size_t size = 1;
      for (const auto& [field, value] : fields)
        if (std::string_view(word).substr(place).starts_with(field)) {
          word.replace(place, field.size(), value);
          size = value.size();
          break;
        }
      place += size;
    }
  return filled;
}

FetchedFiles fetch(const BatchClip& clip, const ScratchFolder& scratch,
                   const TransferCheck& check) {
  std::vector<std::string> uris{clip.input};
  for (const char* const option : file_options)
    if (clip.is_fetched(option)) uris.push_back(clip.option(option));
  scratch.clear(uris);
  FetchedFiles files;
  for (const std::string& uri : uris) {
    files[uri] = scratch.file(uri);
    if (identity_of(files[uri])) continue;
    const std::string temporary = scratch.temporary(uri);
    const ArgumentVector command = fill_in(clip.fetch, temporary, uri);
    run(clip, "fetch", command, temporary, check);
    if (!identity_of(temporary))
      throw Error(ErrorCode::unavailable,
                  fmt::format("fetch: '{}' ended with 0, but wrote no file", command.front()),
                  "it must write {path}", SourceLocation{clip.id});
    scratch.keep(uri);
  }
  return files;
}

void publish(const BatchClip& clip, const TransferCheck& check) {
  run(clip, "publish", fill_in(clip.publish, clip.output, clip.input), clip.output, check);
  std::optional<Receipt> receipt = read_receipt(clip.output);
  if (!receipt)
    throw Error(ErrorCode::output, "its receipt has gone", "it is made again",
                SourceLocation{clip.output});
  receipt->published = publish_key(clip);
  write_receipt(*receipt, clip.output);
}

}  // namespace overlace
