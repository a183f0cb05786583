// SPDX-License-Identifier: Apache-2.0
// What happened to each clip of a batch, in a SQLite file that survives a killed run. Receipts
// prove what is done; if the journal is lost, it is rebuilt.
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

/// A clip's row.
struct ClipRecord {
  std::string id;
  ClipState state = ClipState::waiting;
  ClipHistory history{};
  int exit_code = 0;   ///< of the latest finished attempt
  std::string reason;  ///< why it failed, or what it lost
  std::string basis;   ///< identifies what a settled clip is made of, see Survey; "" = not known
  std::int64_t frames = 0, bytes = 0;  ///< of the output
  double seconds = 0;                  ///< duration of the latest attempt
  std::int64_t resident_bytes = 0;     ///< peak
  friend bool operator==(const ClipRecord&, const ClipRecord&) = default;
};

/// Clips, frames, bytes and time of a state.
struct StateCount {
  std::int64_t clips = 0, frames = 0, bytes = 0;
  double seconds = 0;
};

/// One writer at a time, any number of readers.
class Journal {
 public:
  enum class Access : std::uint8_t { write, read };

  /// Opens or makes the file; `read` needs an existing one. Throws Error(output), and Error(usage)
  /// that explains why for network folders, where SQLite cannot lock.
  Journal(const std::string& path, Access access);
  ~Journal();
  Journal(const Journal&) = delete;
  Journal& operator=(const Journal&) = delete;

  /// Visits all rows in the order of their ids.
  void each(const std::function<void(const ClipRecord& record)>& show) const;
  [[nodiscard]] std::optional<ClipRecord> record(const std::string& id) const;
  [[nodiscard]] std::map<ClipState, StateCount> counts() const;

  /// Writes all rows or none.
  void save(const std::vector<ClipRecord>& records);
  /// Writes one row.
  void save(const ClipRecord& record) { save(std::vector{record}); }
  /// Removes every row for which `keep` returns false; none if that fails.
  void prune(const std::function<bool(const std::string& id)>& keep);
  /// Stores a text under a name: "plan", "boot".
  void note(const std::string& name, const std::string& text);
  [[nodiscard]] std::string noted(const std::string& name) const;

 private:
  class Statement;
  class Transaction;
  struct Close {
    void operator()(sqlite3* database) const noexcept;
  };
  void run(const char* sql) const;
  /// Reads tables alone: a view in their place can go on for ever.
  void distrust_schema() const;
  [[noreturn]] void fail() const;  ///< with what SQLite says
  [[noreturn]] void fail(const char* why) const;

  std::string path_;
  std::unique_ptr<sqlite3, Close> database_;
  std::unique_ptr<Statement> find_;  ///< kept prepared, because a survey looks up every clip
};

}  // namespace overlace
