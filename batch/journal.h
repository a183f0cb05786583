// SPDX-License-Identifier: Apache-2.0
// What happened to each clip of a batch, in a SQLite file: it outlives a killed run. Receipts tell
// what is done; the journal can be lost, and is then made anew.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "batch/clip_state.h"

struct sqlite3;

namespace overlace {

/// The row of a clip.
struct ClipRecord {
  std::string id;
  ClipState state = ClipState::waiting;
  ClipHistory history{};
  int exit_code = 0;   ///< of the latest attempt that ended
  std::string reason;  ///< why it failed, or what it lost
  std::string basis;   ///< names what a settled clip is made of, see Survey; "" = not known
  std::int64_t frames = 0, bytes = 0;  ///< of the output
  double seconds = 0;                  ///< that the latest attempt took
  std::int64_t resident_bytes = 0;     ///< at its most
  friend bool operator==(const ClipRecord&, const ClipRecord&) = default;
};

/// Numbers of clips, frames and bytes by state.
struct StateCount {
  std::int64_t clips = 0, frames = 0, bytes = 0;
  double seconds = 0;
};

/// One writer at a time; readers come and go.
class Journal {
 public:
  enum class Access : std::uint8_t { write, read };

  /// Opens or makes the file; `read` needs one that is there. Throws Error(output), Error(usage)
  /// with words for folders on a network, where SQLite cannot lock.
  Journal(const std::string& path, Access access);
  ~Journal();
  Journal(const Journal&) = delete;
  Journal& operator=(const Journal&) = delete;

  /// Shows all rows, in the order of their ids.
  void each(const std::function<void(const ClipRecord& record)>& show) const;
  [[nodiscard]] std::optional<ClipRecord> record(const std::string& id) const;
  [[nodiscard]] std::map<ClipState, StateCount> counts() const;

  /// Writes rows, all of them or none.
  void save(const std::vector<ClipRecord>& records);
  /// Writes a row at once.
  void save(const ClipRecord& record) { save(std::vector{record}); }
  /// Removes every row that `keep` says no to, or none where that fails.
  void prune(const std::function<bool(const std::string& id)>& keep);
  /// A text under a name: "plan", "boot".
  void note(const std::string& name, const std::string& text);
  [[nodiscard]] std::string noted(const std::string& name) const;

 private:
  class Statement;
  class Transaction;
  struct Close {
    void operator()(sqlite3* database) const noexcept;
  };
  void run(const char* sql) const;
  [[noreturn]] void fail() const;

  std::string path_;
  std::unique_ptr<sqlite3, Close> database_;
  std::unique_ptr<Statement> find_;  ///< kept, as a survey finds every clip
};

}  // namespace overlace
