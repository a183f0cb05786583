// SPDX-License-Identifier: Apache-2.0
// Finds and names folders.
#include "batch/state_folder.h"

#include <fmt/format.h>

#include <cctype>

#include "batch/contents.h"
#include "graph/core/error.h"
#include "io/files/private_folder.h"
#include "io/files/temporary.h"
#include "io/files/user_folders.h"

namespace overlace {
namespace {

namespace fs = std::filesystem;

fs::path all_states() {
  if (fs::path folder = user_state("batch"); !folder.empty()) return folder;
  throw Error(ErrorCode::usage, "neither XDG_STATE_HOME nor HOME is set", "name a folder",
              SourceLocation{"--state"});
}

std::string state_of(const std::string& root) {
  constexpr std::size_t digits = 8;
  const std::string whole = fs::weakly_canonical(root).string();
  const std::string suffix = "-" + digest_text(whole).substr(0, digits);
  return (all_states() / name_with(fs::path(whole).filename().string(), suffix)).string();
}

std::string latest_state() {
  std::error_code none;
  fs::path latest;
  fs::file_time_type time{};
  for (const fs::directory_entry& entry : fs::directory_iterator(all_states(), none)) {
    const fs::file_time_type written = fs::last_write_time(entry.path() / "plan.jsonl", none);
    if (none || (!latest.empty() && written < time)) continue;
    latest = entry.path();
    time = written;
  }
  return latest.string();
}

/// A valid file name for an id: other characters are replaced, and a digest keeps names unique.
std::string file_name_of(const std::string& id) {
  constexpr std::size_t longest = 100, digits = 8;
  std::string name = id.substr(id.size() > longest ? id.size() - longest : 0);
  for (char& c : name)
    if (std::isalnum(static_cast<unsigned char>(c)) == 0 && c != '.' && c != '-') c = '_';
  return fmt::format("{}.{}.log", name, digest_text(id).substr(0, digits));
}

}  // namespace

StateFolder StateFolder::of(const std::string& root, const std::string& named, const Shard& shard) {
  const fs::path batch = named.empty() ? fs::path(state_of(root)) : fs::absolute(named);
  return {batch.string(), (shard.is_whole() ? batch : batch / shard.name()).string()};
}

StateFolder StateFolder::find(const std::string& root, const std::string& named) {
  const std::string path = !named.empty() ? named : root.empty() ? latest_state() : state_of(root);
  StateFolder folder(path, path);
  if (folder.path_.empty() || !fs::exists(folder.journal()))
    throw Error(ErrorCode::usage, "no batch has run here",
                "name the folder of its outputs, or its --state", SourceLocation{root});
  return folder;
}

void StateFolder::make() const {
  for (const std::string& folder : {batch_, path_, path_ + "/logs"})
    if (const std::string problem = make_private_folder(folder); !problem.empty())
      throw Error(ErrorCode::output, fmt::format("cannot hold the state of a batch: {}", problem),
                  "name a folder of your own with --state", SourceLocation{folder});
}

std::string StateFolder::log(const std::string& id) const {
  return path_ + "/logs/" + file_name_of(id);
}

}  // namespace overlace
