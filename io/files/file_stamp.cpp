// SPDX-License-Identifier: Apache-2.0
#include "io/files/file_stamp.h"

#include <fmt/format.h>
#include <sys/stat.h>

namespace overlace {

std::string file_stamp(const std::string& path) {
  struct stat status {};
  if (::stat(path.c_str(), &status) != 0) return no_file_stamp;
  return fmt::format("{}:{}:{}.{:09}", status.st_ino, status.st_size, status.st_mtim.tv_sec,
                     status.st_mtim.tv_nsec);
}

}  // namespace overlace
