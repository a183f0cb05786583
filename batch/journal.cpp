// SPDX-License-Identifier: Apache-2.0
// The only file that includes SQLite.
#include "batch/journal.h"

#include <fmt/format.h>
#include <sqlite3.h>

#include <algorithm>
#include <string_view>
#include <utility>

#include "batch/machine.h"
#include "graph/core/error.h"
#include "graph/core/utf8.h"
#include "io/files/temporary.h"

namespace overlace {
namespace {

constexpr const char* tables = R"(
  CREATE TABLE IF NOT EXISTS clips (
    id TEXT PRIMARY KEY, state INTEGER, attempts INTEGER, crashes INTEGER, unfinished INTEGER,
    shortages INTEGER, refusals INTEGER, full_disks INTEGER, exit_code INTEGER, reason TEXT,
    basis TEXT, frames INTEGER, bytes INTEGER, seconds REAL, resident_bytes INTEGER) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS notes (name TEXT PRIMARY KEY, text TEXT) WITHOUT ROWID;)";

}  // namespace

/// A statement being run; columns are read and values bound in order.
class Journal::Statement {
 public:
  Statement(const Journal& journal, std::string_view sql) : journal_(journal) {
    sqlite3_stmt* statement = nullptr;
    if (sqlite3_prepare_v2(journal.database_.get(), sql.data(), static_cast<int>(sql.size()),
                           &statement, nullptr) != SQLITE_OK)
      journal.fail();
    statement_.reset(statement);
  }

  Statement& bind(std::int64_t value) {
    return check(sqlite3_bind_int64(statement_.get(), ++bound_, value));
  }
  Statement& bind(int value) { return bind(std::int64_t{value}); }
  Statement& bind(double value) {
    return check(sqlite3_bind_double(statement_.get(), ++bound_, value));
  }
  /// A database holds UTF-8, and ids are file names.
  Statement& bind(const std::string& value) {
    const std::string text = text_of_name(value);
    return check(sqlite3_bind_text(statement_.get(), ++bound_, text.data(),
                                   static_cast<int>(text.size()), SQLITE_TRANSIENT));
  }
  /// True if there is another row.
  bool step() {
    column_ = 0;
    const int code = sqlite3_step(statement_.get());
    if (code != SQLITE_ROW && code != SQLITE_DONE) journal_.fail();
    return code == SQLITE_ROW;
  }
  void reset() {
    sqlite3_reset(statement_.get());
    bound_ = 0;
  }
  std::int64_t whole() { return sqlite3_column_int64(statement_.get(), column_++); }
  /// Of what is counted; whatever a damaged file says, one more fits.
  int small() {
    constexpr std::int64_t most = 1'000'000;
    return static_cast<int>(std::clamp<std::int64_t>(whole(), 0, most));
  }
  ClipState state() {
    const std::int64_t number = whole();
    if (number < 0 || number > static_cast<int>(ClipState::poison))
      journal_.fail("a clip has no known state");
    return static_cast<ClipState>(number);
  }
  double number() { return sqlite3_column_double(statement_.get(), column_++); }
  std::string text() {
    const auto* const bytes = sqlite3_column_text(statement_.get(), column_);
    const int size = sqlite3_column_bytes(statement_.get(), column_++);
    return name_of_text({reinterpret_cast<const char*>(bytes), static_cast<std::size_t>(size)});
  }
  ClipRecord record() {
    ClipRecord r;
    r.id = text();
    r.state = state();
    ClipHistory& h = r.history;
    for (int* const count :
         {&h.attempts, &h.crashes, &h.unfinished, &h.shortages, &h.refusals, &h.full_disks})
      *count = small();
    r.exit_code = small();
    r.reason = text();
    r.basis = text();
    r.frames = whole();
    r.bytes = whole();
    r.seconds = number();
    r.resident_bytes = whole();
    return r;
  }
  void bind(const ClipRecord& r) {
    const ClipHistory& h = r.history;
    bind(r.id).bind(static_cast<int>(r.state)).bind(h.attempts).bind(h.crashes).bind(h.unfinished);
    bind(h.shortages).bind(h.refusals).bind(h.full_disks).bind(r.exit_code).bind(r.reason);
    bind(r.basis).bind(r.frames).bind(r.bytes).bind(r.seconds).bind(r.resident_bytes);
  }

 private:
  struct Finalize {
    void operator()(sqlite3_stmt* statement) const noexcept { sqlite3_finalize(statement); }
  };
  Statement& check(int code) {
    if (code != SQLITE_OK) journal_.fail();
    return *this;
  }

  const Journal& journal_;
  std::unique_ptr<sqlite3_stmt, Finalize> statement_;
  int bound_ = 0, column_ = 0;
};

/// A scope whose changes are saved all together or not at all.
class Journal::Transaction {
 public:
  explicit Transaction(const Journal& journal) : journal_(journal) {
    journal.run("BEGIN IMMEDIATE");
  }
  ~Transaction() {  // SQLite itself has rolled back after some errors
    sqlite3* const database = journal_.database_.get();
    if (sqlite3_get_autocommit(database) == 0)
      sqlite3_exec(database, "ROLLBACK", nullptr, nullptr, nullptr);
  }
  Transaction(const Transaction&) = delete;
  Transaction& operator=(const Transaction&) = delete;
  void commit() const { journal_.run("COMMIT"); }

 private:
  const Journal& journal_;
};

void Journal::Close::operator()(sqlite3* database) const noexcept {
  sqlite3_close(database);
}

void Journal::distrust_schema() const {
  constexpr int off = 0, on = 1;
  sqlite3* const database = database_.get();
  for (const auto& [what, setting] :
       {std::pair{SQLITE_DBCONFIG_ENABLE_VIEW, off}, std::pair{SQLITE_DBCONFIG_TRUSTED_SCHEMA, off},
        std::pair{SQLITE_DBCONFIG_DEFENSIVE, on}})
    if (sqlite3_db_config(database, what, setting, nullptr) != SQLITE_OK) fail();
}

void Journal::fail() const {
  fail(sqlite3_errmsg(database_.get()));
}

void Journal::fail(const char* why) const {
  throw Error(ErrorCode::output, fmt::format("the journal: {}", why),
              "it may be removed: receipts know what is done", SourceLocation{path_});
}

void Journal::run(const char* sql) const {
  if (sqlite3_exec(database_.get(), sql, nullptr, nullptr, nullptr) != SQLITE_OK) fail();
}

Journal::Journal(const std::string& path, Access access) : path_(path) {
  if (access == Access::write && is_on_network(folder_of(path).string()))
    throw Error(ErrorCode::usage, "the journal cannot be on a network: SQLite cannot lock there",
                "name a local folder with --state", SourceLocation{path});
  const int flags =
      access == Access::read ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE;
  sqlite3* database = nullptr;
  const int code = sqlite3_open_v2(path.c_str(), &database, flags, nullptr);
  database_.reset(database);
  if (code != SQLITE_OK) fail();
  distrust_schema();
  constexpr int patience_ms = 10'000;  // readers wait for a commit, but never for a render
  sqlite3_busy_timeout(database, patience_ms);
  if (access == Access::write) {
    run("PRAGMA journal_mode=WAL");
    run("PRAGMA synchronous=NORMAL");
    run(tables);
  }
  find_ = std::make_unique<Statement>(*this, "SELECT * FROM clips WHERE id = ?");
}

Journal::~Journal() = default;

void Journal::each(const std::function<void(const ClipRecord& record)>& show) const {
  Statement statement(*this, "SELECT * FROM clips ORDER BY id");
  while (statement.step()) show(statement.record());
}

std::optional<ClipRecord> Journal::record(const std::string& id) const {
  find_->bind(id);
  std::optional<ClipRecord> found;
  if (find_->step()) found = find_->record();
  find_->reset();
  return found;
}

std::map<ClipState, StateCount> Journal::counts() const {
  std::map<ClipState, StateCount> counts;
  Statement statement(*this,
                      "SELECT state, count(*), sum(frames), sum(bytes), sum(seconds) FROM clips "
                      "GROUP BY state");
  while (statement.step()) {
    StateCount& count = counts[statement.state()];
    count.clips = statement.whole();
    count.frames = statement.whole();
    count.bytes = statement.whole();
    count.seconds = statement.number();
  }
  return counts;
}

void Journal::save(const std::vector<ClipRecord>& records) {
  const Transaction transaction(*this);
  Statement statement(*this, "INSERT OR REPLACE INTO clips VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)");
  for (const ClipRecord& record : records) {
    statement.bind(record);
    statement.step();
    statement.reset();
  }
  transaction.commit();
}

void Journal::prune(const std::function<bool(const std::string& id)>& keep) {
  std::vector<std::string> gone;
  {
    Statement ids(*this, "SELECT id FROM clips");
    while (ids.step())
      if (std::string id = ids.text(); !keep(id)) gone.push_back(std::move(id));
  }
  const Transaction transaction(*this);
  Statement statement(*this, "DELETE FROM clips WHERE id = ?");
  for (const std::string& id : gone) {
    statement.bind(id);
    statement.step();
    statement.reset();
  }
  transaction.commit();
}

void Journal::note(const std::string& name, const std::string& text) {
  Statement statement(*this, "INSERT OR REPLACE INTO notes VALUES (?,?)");
  statement.bind(name).bind(text);
  statement.step();
}

std::string Journal::noted(const std::string& name) const {
  Statement statement(*this, "SELECT text FROM notes WHERE name = ?");
  statement.bind(name);
  return statement.step() ? statement.text() : "";
}

}  // namespace overlace
