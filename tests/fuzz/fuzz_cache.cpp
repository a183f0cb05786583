// SPDX-License-Identifier: Apache-2.0
// Fuzzes the cache of tracks: whatever somebody writes into an entry whose hash is right, it is no
// table, or one that the readers could have made.
//
// The input is a list of changes to a whole entry, eight bytes each: a place and the word to put
// there; a place behind the end makes the entry longer or shorter.
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <iterator>
#include <span>
#include <string>

#include "graph/core/digest.h"
#include "io/tracks/table_cache.h"
#include "tests/fuzz/check_table.h"
#include "tests/temp_folder.h"

namespace overlace {
namespace {

// The header in io/tracks/table_cache.cpp: what it is and for what, the hash, and the size.
constexpr std::size_t hash_at = 24, size_at = 40, body_at = 48;

/// A table that has something in every column.
TrackTable full_table() {
  const std::vector<TrackRow> rows{
      {0, 1, {1, 2, 30, 40}}, {0, 2, {5, 6, 7, 8}}, {3, 1, {9, 9, 9, 9}}};
  TrackTable table = make_track_table(rows, {"car", "person"});
  const std::size_t count = table.row_count();
  table.rotation.assign(count, 30);
  table.attributes = {{"speed", {1, 2, 3}}, {"team", {0, 1, 0}, {"red", "blue"}}};
  table.skeletons = {{"pair", {"left", "right"}, {{0, 1}}}};
  table.skeleton.assign(count, 0);
  table.mask_size.assign(count, {4, 3});
  table.embedding_size = 2;
  table.embedding.assign(count * 2, 0.5F);
  for (std::uint32_t row = 0; row < count; ++row) {
    table.key_points.put(row, std::vector<KeyPoint>{{{1, 2}, 0.5F, PointState::visible},
                                                    {{3, 4}, 1, PointState::hidden}});
    table.outlines.put(row, std::vector<OutlinePoint>{{{0, 0}, 0}, {{4, 0}, 0}, {{4, 4}, 1}});
    table.mask_runs.put(row, std::vector<std::uint32_t>{3, 5, 4});
  }
  return table;
}

/// An entry of a cache, and the bytes that it has.
class Entry {
 public:
  Entry() {
    require(entry_.store(full_table(), {}).empty());
    std::ifstream file(entry_.path(), std::ios::binary);
    whole_ = {std::istreambuf_iterator<char>(file), {}};
    TrackReport report;
    require(whole_.size() > body_at && entry_.load(report));
  }
  [[nodiscard]] const std::string& bytes() const { return whole_; }

  /// What is loaded when it has these bytes, with the hash and the size of a forger.
  [[nodiscard]] std::optional<TrackTable> load(std::string bytes) const {
    const std::uint64_t size = bytes.size() - body_at;
    Digest digest;
    digest.add(bytes.data() + body_at, size);
    const Digest::Value hash = digest.value();
    std::memcpy(bytes.data() + hash_at, hash.data(), sizeof hash);
    std::memcpy(bytes.data() + size_at, &size, sizeof size);
    std::ofstream(entry_.path(), std::ios::binary) << bytes;
    TrackReport report;
    std::optional<TrackTable> table = entry_.load(report);
    if (table) static_cast<void>(report.lines());
    return table;
  }

 private:
  static std::filesystem::path input_in(const test::TempFolder& folder) {
    std::ofstream(folder / "t.txt") << "1,1,1,2,3,4,1,-1,-1,-1\n";
    return folder / "t.txt";
  }
  test::TempFolder folder_;
  TrackCacheEntry entry_{input_in(folder_), {.cache = folder_.path() / "cache"}};
  std::string whole_;
};

std::string changed(std::string bytes, std::span<const std::uint8_t> changes) {
  for (; changes.size() >= 8; changes = changes.subspan(8)) {
    std::uint32_t place = 0, word = 0;
    std::memcpy(&place, changes.data(), sizeof place);
    std::memcpy(&word, changes.data() + 4, sizeof word);
    const std::size_t body = bytes.size() - body_at, at = place % (body + 1);
    if (at + sizeof word <= body)
      std::memcpy(bytes.data() + body_at + at, &word, sizeof word);
    else
      bytes.resize(body_at + word % (2 * body + 64));
  }
  return bytes;
}

}  // namespace
}  // namespace overlace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const overlace::Entry entry;
  if (const auto table = entry.load(overlace::changed(entry.bytes(), {data, size})))
    overlace::check_table(*table);
  return 0;
}
