// SPDX-License-Identifier: Apache-2.0
// Fuzzes the journal of a batch: any bytes in its file give rows that can be counted, saved and
// removed, or an Error.
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <string>

#include "batch/journal.h"
#include "graph/core/error.h"
#include "tests/fuzz/require.h"
#include "tests/temp_folder.h"

namespace overlace {
namespace {

void read(const std::string& path) {
  const Journal journal(path, Journal::Access::read);
  journal.each([](const ClipRecord& record) { require(!state_name(record.state).empty()); });
  for (const auto& [state, count] : journal.counts()) require(!state_name(state).empty());
  static_cast<void>(journal.record("a"));
  static_cast<void>(journal.noted("plan"));
}

void write(const std::string& path) {
  Journal journal(path, Journal::Access::write);
  const ClipRecord record{.id = "a", .state = ClipState::done};
  journal.save(record);
  require(journal.record("a") == record);
  journal.note("plan", "x");
  journal.prune([](const std::string& id) { return id == "a"; });
}

void run(const char* data, std::size_t size, const std::string& path) {
  for (const auto use : {read, write}) {
    for (const char* const ending : {"", "-wal", "-shm", "-journal"})
      std::filesystem::remove(path + ending);
    std::ofstream(path, std::ios::binary).write(data, static_cast<std::streamsize>(size));
    try {
      use(path);
    } catch (const Error& error) {
      require(error.code() == ErrorCode::output);
    }
  }
}

}  // namespace
}  // namespace overlace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const overlace::test::TempFolder folder;
  overlace::run(reinterpret_cast<const char*>(data), size, folder / "journal.sqlite");
  return 0;
}
