// SPDX-License-Identifier: Apache-2.0
// Rows read back as written, also in the next process.
#include <gtest/gtest.h>
#include <sqlite3.h>

#include "batch/journal.h"
#include "graph/core/error.h"
#include "graph/core/utf8.h"
#include "tests/temp_folder.h"

namespace overlace {
namespace {

ClipRecord record(const std::string& id, ClipState state) {
  return {.id = id,
          .state = state,
          .history = {.attempts = 1,
                      .crashes = 2,
                      .unfinished = 3,
                      .shortages = 4,
                      .refusals = 5,
                      .full_disks = 6},
          .exit_code = 7,
          .reason = "it's \"so\"\n",
          .basis = "00ff",
          .frames = 8,
          .bytes = std::int64_t{1} << 40U,
          .seconds = 9.5,
          .resident_bytes = 10};
}

class JournalTest : public testing::Test {
 protected:
  const test::TempFolder folder_;
  const std::string path_ = folder_ / "journal.sqlite";
};

TEST_F(JournalTest, KeepsRowsAndCountsThem) {
  const ClipRecord a = record("a", ClipState::done), b = record("b", ClipState::failed);
  {
    Journal journal(path_, Journal::Access::write);
    journal.save({a, record("b", ClipState::running)});
    journal.save(b);
    journal.note("boot", "x");
  }
  const Journal journal(path_, Journal::Access::read);
  std::vector<ClipRecord> rows;
  journal.each([&rows](const ClipRecord& row) { rows.push_back(row); });
  EXPECT_EQ(rows, (std::vector{a, b}));
  EXPECT_EQ(journal.record("b"), b);
  EXPECT_FALSE(journal.record("c"));
  EXPECT_EQ(journal.noted("boot"), "x");
  EXPECT_EQ(journal.noted("plan"), "");
  const auto counts = journal.counts();
  ASSERT_EQ(counts.size(), 2U);
  EXPECT_EQ(counts.at(ClipState::done).clips, 1);
  EXPECT_EQ(counts.at(ClipState::failed).frames, 8);
}

// Other programs read the database, and SQLite promises UTF-8 to them.
TEST_F(JournalTest, HoldsUtf8WhateverBytesNamesHave) {
  const std::vector<std::string> ids{"a/caf\xE9.mp4", "b/\xFF", "c/\\xE9 is no escape",
                                     "d/\xE6\x98\xA0"};
  {
    Journal journal(path_, Journal::Access::write);
    for (const std::string& id : ids) journal.save(record(id, ClipState::done));
    for (const std::string& id : ids) EXPECT_EQ(journal.record(id), record(id, ClipState::done));
    std::vector<std::string> found;
    journal.each([&found](const ClipRecord& row) { found.push_back(row.id); });
    EXPECT_EQ(found, ids);
  }
  sqlite3* database = nullptr;
  ASSERT_EQ(sqlite3_open(path_.c_str(), &database), SQLITE_OK);
  const auto check = [](void*, int, char** columns, char**) {
    EXPECT_TRUE(is_utf8(columns[0])) << columns[0];
    return 0;
  };
  EXPECT_EQ(sqlite3_exec(database, "SELECT id FROM clips", check, nullptr, nullptr), SQLITE_OK);
  sqlite3_close(database);
}

TEST_F(JournalTest, ForgetsClipsThatAreInNoPlan) {
  Journal journal(path_, Journal::Access::write);
  journal.save({record("a", ClipState::done), record("b", ClipState::done)});
  journal.prune([](const std::string& id) { return id == "b"; });
  EXPECT_FALSE(journal.record("a"));
  EXPECT_TRUE(journal.record("b"));
}

TEST_F(JournalTest, WhatFailsHalfWayIsTakenBack) {
  Journal journal(path_, Journal::Access::write);
  journal.save(record("old", ClipState::done));
  sqlite3* other = nullptr;
  ASSERT_EQ(sqlite3_open(path_.c_str(), &other), SQLITE_OK);
  ASSERT_EQ(sqlite3_exec(other,
                         "CREATE TRIGGER a BEFORE INSERT ON clips WHEN NEW.id = 'bad' "
                         "BEGIN SELECT RAISE(FAIL, 'refused'); END;"
                         "CREATE TRIGGER b BEFORE DELETE ON clips WHEN OLD.id = 'old' "
                         "BEGIN SELECT RAISE(FAIL, 'refused'); END;",
                         nullptr, nullptr, nullptr),
            SQLITE_OK);
  sqlite3_close(other);
  EXPECT_THROW(journal.save({record("a", ClipState::done), record("bad", ClipState::done)}), Error);
  EXPECT_FALSE(journal.record("a"));
  EXPECT_NO_THROW(journal.save(record("b", ClipState::done)));
  EXPECT_THROW(journal.prune([](const std::string& /*id*/) { return false; }), Error);
  EXPECT_TRUE(journal.record("b"));
  EXPECT_NO_THROW(journal.save(record("c", ClipState::done)));
}

TEST_F(JournalTest, WhatSomebodyElseMadeOfItIsRefused) {
  Journal(path_, Journal::Access::write).save(record("a", ClipState::done));
  const auto change = [this](const char* sql) {
    sqlite3* other = nullptr;
    ASSERT_EQ(sqlite3_open(path_.c_str(), &other), SQLITE_OK);
    ASSERT_EQ(sqlite3_exec(other, sql, nullptr, nullptr, nullptr), SQLITE_OK);
    sqlite3_close(other);
  };
  change("UPDATE clips SET attempts = 9e18, exit_code = -7");
  EXPECT_LT(Journal(path_, Journal::Access::read).record("a")->history.attempts, 1'000'001);
  change("UPDATE clips SET state = 99");
  EXPECT_THROW((void)Journal(path_, Journal::Access::read).record("a"), Error);
  EXPECT_THROW((void)Journal(path_, Journal::Access::read).counts(), Error);
  change(
      "DROP TABLE clips;"
      "CREATE VIEW clips AS WITH RECURSIVE n(id) AS (SELECT 1 UNION ALL SELECT id + 1 FROM n)"
      "SELECT id, 0 AS state FROM n");
  EXPECT_THROW((void)Journal(path_, Journal::Access::read).counts(), Error) << "this has no end";
}

TEST_F(JournalTest, WhatIsNotThereCannotBeRead) {
  EXPECT_THROW(Journal(path_, Journal::Access::read), Error);
}

}  // namespace
}  // namespace overlace
