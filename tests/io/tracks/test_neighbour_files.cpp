// SPDX-License-Identifier: Apache-2.0
// Files that readers of tracks look for by themselves.
#include <sys/stat.h>

#include "io/tracks/column_map.h"
#include "io/tracks/npy.h"
#include "io/tracks/sequence_info.h"
#include "io/tracks/yolo.h"
#include "read_text.h"

namespace overlace::test {
namespace {

/// Files that are looked for beside a track file, where a stranger may have put a pipe.
TEST(Neighbours, ThatArePipesAreNotWaitedFor) {
  const TempFolder folder;
  const std::string path = folder / "a.txt";
  std::ofstream(path) << "1,1,2,3,4,5,1,-1,-1,-1\n";
  for (const char* const name :
       {"seqinfo.ini", "labels.txt", "classes.txt", "data.yaml", "dataset.yaml"})
    ASSERT_EQ(::mkfifo((folder / name).c_str(), 0600), 0);
  TrackReadOptions options;
  options.clip = {.size = {64, 48}, .frame_rate = {25}};
  TrackReport report;
  EXPECT_EQ(read_tracks(path, options, report).row_count(), 1U);
  EXPECT_FALSE(find_sequence_info(path));
  EXPECT_TRUE(find_labels(path).empty());
  EXPECT_TRUE(find_yolo_names(folder.path()).classes.empty());
  ASSERT_EQ(::mkfifo((folder / "pipe").c_str(), 0600), 0);
  EXPECT_THROW(static_cast<void>(read_npy_matrix(folder.path() / "pipe")), Error);
  EXPECT_THROW(static_cast<void>(read_column_map(folder / "pipe")), Error);
}

}  // namespace
}  // namespace overlace::test
