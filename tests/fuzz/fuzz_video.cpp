// SPDX-License-Identifier: Apache-2.0
// Fuzzes the video reader: any bytes give frames with rising numbers and timestamps, or an Error.
#include <sys/mman.h>
#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <string>

#include "graph/core/error.h"
#include "io/read/video_reader.h"
#include "tests/fuzz/require.h"

namespace overlace {
namespace {

/// A file in memory, with a name that can be opened.
class MemoryFile {
 public:
  MemoryFile(const std::uint8_t* data, std::size_t size) : file_(::memfd_create("fuzz", 0)) {
    require(file_ >= 0);
    require(::write(file_, data, size) == static_cast<ssize_t>(size));
  }
  ~MemoryFile() { ::close(file_); }
  MemoryFile(const MemoryFile&) = delete;
  MemoryFile& operator=(const MemoryFile&) = delete;

  [[nodiscard]] std::string path() const { return "/proc/self/fd/" + std::to_string(file_); }

 private:
  int file_;
};

void read_all(VideoReader& reader) {
  constexpr int most_frames = 64;  // a clip may falsely promise millions
  reader.on_packets([](const AVStream&) { return true; }, [](PacketPtr) {});
  DecodedFrame picture;
  std::int64_t last_pts = 0;
  std::int32_t last_number = -1;
  for (int n = 0; n < most_frames && reader.read(picture); ++n) {
    require(picture.number > last_number);
    require(n == 0 || picture.pts > last_pts);
    last_number = picture.number;
    last_pts = picture.pts;
  }
  (void)reader.damage().text();
}

/// The first byte selects the reaction to damage, and the threads.
void run(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return;
  const MemoryFile file(data + 1, size - 1);
  ReaderOptions options;
  options.threads = 1 + data[0] % 2;
  options.max_pixels = 1 << 16;
  options.on_corrupt = static_cast<OnCorrupt>(data[0] / 2 % 3);
  try {
    VideoReader reader(file.path(), options);
    read_all(reader);
  } catch (const Error&) {  // refusing is as valid as reading
  }
}

}  // namespace
}  // namespace overlace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  overlace::run(data, size);
  return 0;
}
