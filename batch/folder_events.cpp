// SPDX-License-Identifier: Apache-2.0
// One watch per folder; a repeated request adds no second one.
#include "batch/folder_events.h"

#include <fmt/format.h>
#include <sys/inotify.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <system_error>
#include <utility>

#include "batch/machine.h"
#include "io/files/temporary.h"

namespace overlace {
namespace {

namespace fs = std::filesystem;

constexpr std::uint32_t what_comes = IN_CREATE | IN_CLOSE_WRITE | IN_MOVED_TO;

}  // namespace

FolderEvents::FolderEvents(std::vector<std::string> sources)
    : sources_(std::move(sources)), inotify_(::inotify_init1(IN_NONBLOCK | IN_CLOEXEC)) {
  if (!inotify_) blind_because_ = fmt::format("no events of folders: {}", std::strerror(errno));
  listen();
}

bool FolderEvents::happened() {
  if (!blind_because_.empty()) return false;
  alignas(inotify_event) std::array<std::byte, 1U << 16U> buffer{};
  bool any = false, folders_came = false;
  for (ssize_t size = 0; (size = ::read(inotify_.get(), buffer.data(), buffer.size())) > 0;) {
    any = true;
    for (std::size_t place = 0; place < static_cast<std::size_t>(size);) {
      inotify_event event{};
      std::memcpy(&event, buffer.data() + place, sizeof event);
      folders_came = folders_came || (event.mask & (IN_ISDIR | IN_Q_OVERFLOW)) != 0;
      place += sizeof event + event.len;
    }
  }
  if (folders_came) listen();
  return any;
}

void FolderEvents::listen() {
  for (const std::string& source : sources_)
    if (blind_because_.empty()) listen_to_source(source);
}

void FolderEvents::listen_to_source(const std::string& source) {
  std::error_code error;
  if (!fs::is_directory(source, error)) {
    const std::string folder = folder_of(source).string();
    if (folder.find_first_of("*?[{") == std::string::npos) return listen_to(folder);
    blind_because_ = fmt::format("{}: a pattern of folders", source);
    return;
  }
  listen_to(source);
  using Options = fs::directory_options;
  fs::recursive_directory_iterator place(source, Options::skip_permission_denied, error);
  for (; !error && place != fs::recursive_directory_iterator(); place.increment(error)) {
    std::error_code gone;
    if (!place->is_directory(gone) || place->is_symlink(gone)) continue;
    if (place->path().filename().string().starts_with('.'))
      place.disable_recursion_pending();  // find_inputs skips these, too
    else
      listen_to(place->path().string());
  }
}

void FolderEvents::listen_to(const std::string& folder) {
  if (!blind_because_.empty()) return;
  if (is_on_network(folder)) {  // writes by other machines cause no events
    blind_because_ = fmt::format("{}: a network file system", folder);
  } else if (::inotify_add_watch(inotify_.get(), folder.c_str(), what_comes | IN_ONLYDIR) < 0 &&
             errno != ENOENT && errno != ENOTDIR) {  // it has gone since it was found
    blind_because_ = fmt::format("{}: no events: {}", folder, std::strerror(errno));
  }
}

}  // namespace overlace
