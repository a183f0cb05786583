// SPDX-License-Identifier: Apache-2.0
// One JSON file for each draft.
#include "edit/drafts.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>
#include <vector>

#include "edit/http_guard.h"
#include "graph/core/digest.h"
#include "graph/core/error.h"
#include "graph/core/json.h"
#include "graph/core/regular_file.h"
#include "io/files/private_folder.h"

namespace overlace {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t most_drafts = 10;
constexpr std::size_t most_bytes = std::size_t{64} << 20U;
constexpr const char* ending = ".json";

std::string digest_of(const std::string& text) {
  Digest digest;
  digest.add(text);
  return hex_of(digest.value()).substr(0, 16);
}

/// Holds a draft as its editor does; nothing while that lives.
FileDescriptor locked(const fs::path& path) {
  FileDescriptor file(::open(path.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
  return file && ::flock(file.get(), LOCK_EX | LOCK_NB) == 0 ? std::move(file) : FileDescriptor();
}

/// Nothing where the file holds no draft of the document.
std::optional<Draft> read_draft(const fs::path& path, const std::string& document) {
  const RegularFile file(path.string(), {.root = path.parent_path().string()});
  if (!file || file.size() > most_bytes) return std::nullopt;
  try {
    const Json json = parse_json(file.read(most_bytes), path.string(),
                                 {.bytes = most_bytes, .string_bytes = most_bytes});
    const auto text = [&json](const char* key) {
      const Json* const found = json.find(key);
      return found != nullptr && found->is_string() ? found->as_string() : "";
    };
    const Json* const time = json.find("time");
    if (text("file") != document || time == nullptr || !time->is_integer()) return std::nullopt;
    return Draft{text("text"), text("base"), time->as_integer()};
  } catch (const Error&) {
    return std::nullopt;
  }
}

std::vector<fs::path> files_in(const fs::path& folder) {
  std::vector<fs::path> files;
  std::error_code failure;
  for (fs::directory_iterator entry(folder, failure), end; !failure && entry != end;
       entry.increment(failure))
    if (entry->path().extension() == ending) files.push_back(entry->path());
  return files;
}

/// Writes all of a text, to stay. Returns 0 or an errno.
int write_all(int file, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = ::write(file, text.data(), text.size());
    if (written < 0 && errno != EINTR) return errno;
    if (written > 0) text.remove_prefix(static_cast<std::size_t>(written));
  }
  return ::fdatasync(file) == 0 ? 0 : errno;
}

}  // namespace

Drafts::Drafts(fs::path folder, const std::string& document)
    : folder_(std::move(folder)),
      document_(fs::absolute(document).lexically_normal().string()),
      name_(digest_of(document_)) {
  if (!folder_.empty() && private_folder_problem(folder_.string()).empty())
    for (const fs::path& path : files_in(folder_)) {
      if (!path.filename().string().starts_with(name_ + "-") || !locked(path)) continue;
      std::optional<Draft> draft = read_draft(path, document_);
      if (!draft || (left_ && left_->time_s >= draft->time_s)) continue;
      left_ = std::move(draft);
      left_path_ = path;
    }
  name_ += "-" + new_token().substr(0, 8);
}

fs::path Drafts::path_of(const std::string& suffix) const {
  return folder_ / (name_ + suffix);
}

void Drafts::keep(Draft draft) {
  const auto fail = [this](const std::string& why) {
    throw Error(ErrorCode::output, fmt::format("no draft can be kept: {}", why), {},
                SourceLocation{folder_.string()});
  };
  if (folder_.empty()) fail("neither XDG_STATE_HOME nor HOME is set");
  if (const std::string problem = make_private_folder(folder_.string()); !problem.empty())
    fail(problem);
  const fs::path path = path_of(ending), next = path_of(".next");
  ::unlink(next.c_str());
  FileDescriptor file(
      ::open(next.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600));
  if (!file) fail(std::strerror(errno));
  ::flock(file.get(), LOCK_EX | LOCK_NB);
  const std::string text = Json(Json::Object{{"file", document_},
                                             {"time", draft.time_s},
                                             {"base", draft.base},
                                             {"text", draft.text}})
                               .dump();
  int error = write_all(file.get(), text);
  if (error == 0 && ::rename(next.c_str(), path.c_str()) != 0) error = errno;
  if (error != 0) {
    ::unlink(next.c_str());
    fail(std::strerror(error));
  }
  lock_ = std::move(file);
  own_ = std::move(draft);
  remove_oldest();
}

void Drafts::remove_oldest() const {
  std::vector<std::pair<fs::file_time_type, fs::path>> files;
  for (const fs::path& path : files_in(folder_)) {
    std::error_code unknown;
    files.emplace_back(fs::last_write_time(path, unknown), path);
  }
  std::ranges::sort(files, std::greater());
  for (std::size_t i = most_drafts; i < files.size(); ++i)
    if (locked(files[i].second)) ::unlink(files[i].second.c_str());
}

void Drafts::drop_own() {
  if (!own_) return;
  ::unlink(path_of(ending).c_str());
  own_.reset();
  lock_.close();
}

void Drafts::drop_left() {
  if (!left_) return;
  if (locked(left_path_)) ::unlink(left_path_.c_str());
  left_.reset();
}

}  // namespace overlace
