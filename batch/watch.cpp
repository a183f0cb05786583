// SPDX-License-Identifier: Apache-2.0
// Searches, and remembers what it saw.
#include "batch/watch.h"

#include <fcntl.h>
#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <iterator>
#include <utility>

#include "graph/core/error.h"
#include "graph/core/file_descriptor.h"

namespace overlace {
namespace {

std::string absolute_name(const std::string& path) {
  return std::filesystem::absolute(path).lexically_normal().string();
}

/// Whether somebody writes to the file. A lease tells, if the file system and the file's owner
/// allow one; otherwise size and time alone must do.
bool is_being_written(const std::string& path) {
  const FileDescriptor file(::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC));
  return !file || (::fcntl(file.get(), F_SETLEASE, F_RDLCK) != 0 && errno == EAGAIN);
}

}  // namespace

Watch::Watch(PlanRequest request, Settings settings, LogSink log)
    : request_(std::move(request)),
      settings_(settings),
      log_(std::move(log)),
      events_(request_.sources) {
  if (log_ && !events_.blind_because().empty())
    log_(fmt::format("{}: looking every {:g} s", events_.blind_because(), settings_.scan_s));
}

bool Watch::is_settled(const std::string& path) {
  const std::optional<FileIdentity> identity = identity_of(path);
  if (!identity || identity->bytes == 0) return false;
  const auto [seen, is_new] = seen_.try_emplace(path, Seen{*identity, Clock::now()});
  if (is_new || seen->second.identity != *identity) {
    seen->second = {*identity, Clock::now()};
    refused_.erase(path);
    return false;
  }
  const std::chrono::duration<double> stayed = Clock::now() - seen->second.since;
  return stayed.count() >= settings_.settle_s && !is_being_written(path);
}

std::vector<BatchClip> Watch::plan(std::span<const std::string> inputs) {
  const std::set<std::string_view> wanted(inputs.begin(), inputs.end());
  request_.wanted = [&wanted](const FoundInput& input) {
    return wanted.contains(absolute_name(input.path));
  };
  const ClipList found = make_plan(request_).clips;
  std::vector<BatchClip> clips;
  for (const BatchClip& clip : found) clips.push_back(clip);
  known_.insert(inputs.begin(), inputs.end());
  for (const std::string& input : inputs) seen_.erase(input);
  return clips;
}

/// An input that is not ready does not hold up the others: halves are tried until it is alone.
void Watch::plan_some(std::span<const std::string> inputs, std::vector<BatchClip>& clips) {
  if (inputs.empty()) return;
  try {
    std::ranges::move(plan(inputs), std::back_inserter(clips));
  } catch (const Error& error) {
    if (inputs.size() > 1) {
      plan_some(inputs.first(inputs.size() / 2), clips);
      plan_some(inputs.subspan(inputs.size() / 2), clips);
    } else if (refused_.insert(inputs.front()).second && log_) {
      log_(fmt::format("{} waits: {}", inputs.front(), error.problems().front().text()));
    }
  }
}

std::vector<std::string> Watch::settled_inputs() {
  std::vector<std::string> settled;
  std::set<std::string> there;
  request_.wanted = [&](const FoundInput& input) {
    std::string path = absolute_name(input.path);
    there.insert(path);
    if (!known_.contains(path) && is_settled(path)) settled.push_back(std::move(path));
    return false;
  };
  try {
    static_cast<void>(make_plan(request_));
  } catch (const Error& error) {
    miss(error);
    return {};
  }
  if (std::exchange(is_away_, false)) find_again();
  std::erase_if(seen_, [&there](const auto& seen) { return !there.contains(seen.first); });
  return settled;
}

void Watch::miss(const Error& error) {
  if (!std::exchange(is_away_, true) && log_)
    log_(fmt::format("{}; looking every {:g} s until it is back", error.problems().front().text(),
                     settings_.scan_s));
}

/// inotify keeps watching removed folders, not new ones of the same name.
void Watch::find_again() {
  events_ = FolderEvents(request_.sources);
  if (log_) log_("all that is watched is there again");
}

bool Watch::has_reason_to_look() {
  if (events_.happened()) has_events_ = true;
  return has_events_ || is_away_ || !seen_.empty() || !events_.blind_because().empty();
}

std::vector<BatchClip> Watch::ready() {
  const double interval_s = has_reason_to_look() ? settings_.scan_s : settings_.rescan_s;
  const std::chrono::duration<double> since = Clock::now() - last_scan_;
  std::vector<BatchClip> clips;
  if (since.count() < interval_s) return clips;
  has_events_ = false;  // this search may miss what arrives from here on
  plan_some(settled_inputs(), clips);
  last_scan_ = Clock::now();
  return clips;
}

}  // namespace overlace
