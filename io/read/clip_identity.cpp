// SPDX-License-Identifier: Apache-2.0
// Sizes, times, and pieces spread over the file.
#include "io/read/clip_identity.h"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdint>

#include "graph/core/regular_file.h"
#include "io/av/av.h"
#include "io/files/sequence_name.h"
#include "io/read/image_files.h"

namespace overlace {
namespace {

constexpr std::int64_t pieces = 64;  ///< from the first byte of a file to its last
constexpr std::int64_t piece_bytes = 4096;

/// False if there is no such file.
bool add_stamp(const std::string& path, Digest& digest) {
  struct stat status {};
  if (::stat(path.c_str(), &status) != 0 || !S_ISREG(status.st_mode)) return false;
  const std::int64_t facts[] = {status.st_size, status.st_mtim.tv_sec, status.st_mtim.tv_nsec};
  digest.add(facts, sizeof facts);
  return true;
}

/// False if the file cannot be read.
bool add_samples(const std::string& path, Digest& digest) {
  const RegularFile file(path);
  if (!file) return false;
  std::array<char, piece_bytes> piece{};
  const std::int64_t last =
      std::max(static_cast<std::int64_t>(file.size()) - piece_bytes, std::int64_t{0});
  for (std::int64_t i = 0; i < pieces; ++i) {
    const auto place =
        static_cast<off_t>(static_cast<double>(last) * static_cast<double>(i) / (pieces - 1));
    const ssize_t got = ::pread(file.descriptor(), piece.data(), piece.size(), place);
    if (got < 0) return false;
    digest.add(piece.data(), static_cast<std::size_t>(got));
  }
  return true;
}

bool add_pictures(const std::string& pattern, Digest& digest) {
  const ImageFiles files(pattern);
  for (const std::string& name : files.names()) {
    digest.add(name.substr(name.rfind('/') + 1));
    if (!add_stamp(name, digest)) return false;
  }
  return true;
}

}  // namespace

std::optional<Digest::Value> identity_of_clip(const std::string& path) {
  Digest digest;
  const unsigned decoder = avcodec_version();
  digest.add(&decoder, sizeof decoder);
  const bool known = reads_sequence(path) ? add_pictures(path, digest)
                                          : add_stamp(path, digest) && add_samples(path, digest);
  return known ? std::optional(digest.value()) : std::nullopt;
}

}  // namespace overlace
