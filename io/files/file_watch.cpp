// SPDX-License-Identifier: Apache-2.0
// One inotify watch per folder; events say which files to look at, stamps what no event told.
#include "io/files/file_watch.h"

#include <fmt/format.h>
#include <poll.h>
#include <sys/inotify.h>
#include <unistd.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <string_view>
#include <utility>

#include "io/files/file_stamp.h"
#include "io/files/temporary.h"

namespace overlace {
namespace {

namespace fs = std::filesystem;

/// Not IN_CREATE: a file that is being written is looked at once it is closed.
constexpr std::uint32_t what_comes = IN_CLOSE_WRITE | IN_MOVED_TO;

}  // namespace

FileWatch::FileWatch() : inotify_(::inotify_init1(IN_NONBLOCK | IN_CLOEXEC)) {}

void FileWatch::watch(const std::vector<std::string>& paths) {
  std::map<std::string, File> files;
  names_.clear();
  for (const std::string& path : paths) {
    const auto known = files_.find(path);
    if (!files.try_emplace(path, known != files_.end() ? known->second : File{file_stamp(path)})
             .second)
      continue;
    listen(path);
  }
  files_ = std::move(files);
}

void FileWatch::listen(const std::string& path) {
  std::error_code unknown;
  if (fs::is_directory(path, unknown)) listen_in(path, "", path);
  // a link is replaced in its own folder, what it leads to in another
  for (const std::string& name : {path, resolved(path)})
    listen_in(folder_of(name), fs::path(name).filename(), path);
}

void FileWatch::listen_in(const std::string& folder, const std::string& name,
                          const std::string& path) {
  const int number = ::inotify_add_watch(inotify_.get(), folder.c_str(), what_comes | IN_ONLYDIR);
  if (number >= 0) names_.push_back({number, name, path});
}

void FileWatch::take_events() {
  alignas(inotify_event) std::array<std::byte, 1U << 14U> buffer{};
  for (ssize_t size = 0; (size = ::read(inotify_.get(), buffer.data(), buffer.size())) > 0;) {
    for (std::size_t place = 0; place < static_cast<std::size_t>(size);) {
      inotify_event event{};
      std::memcpy(&event, buffer.data() + place, sizeof event);
      const char* const text = reinterpret_cast<const char*>(buffer.data()) + place + sizeof event;
      const std::string_view name(text, ::strnlen(text, event.len));
      place += sizeof event + event.len;
      for (const Name& known : names_)
        if (known.folder == event.wd && (known.name.empty() || known.name == name))
          files_[known.path].has_event = true;
    }
  }
}

std::vector<std::string> FileWatch::changed() {
  std::vector<std::string> names;
  for (auto& [path, file] : files_) {
    std::string stamp = file_stamp(path);
    if (stamp == no_file_stamp || (stamp == file.stamp && !file.has_event)) continue;
    if (!file.has_event && stamp != file.seen) {  // it may be half written, and end with an event
      file.seen = std::move(stamp);
      continue;
    }
    file = {std::move(stamp)};
    names.push_back(path);
  }
  return names;
}

std::vector<std::string> FileWatch::wait(std::chrono::milliseconds longest) {
  pollfd ready{.fd = inotify_.get(), .events = POLLIN, .revents = 0};
  static_cast<void>(::poll(&ready, 1, static_cast<int>(longest.count())));
  take_events();
  return changed();
}

}  // namespace overlace
