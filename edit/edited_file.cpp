// SPDX-License-Identifier: Apache-2.0
// Reads, saves and follows.
#include "edit/edited_file.h"

#include <filesystem>

#include "graph/core/digest.h"
#include "graph/core/json.h"
#include "io/files/atomic_output.h"

namespace overlace {
namespace {

constexpr std::size_t most_bytes = JsonLimits{}.bytes;

}  // namespace

EditedFile::EditedFile(std::string path, std::string text)
    : path_(std::move(path)), text_(std::move(text)) {
  std::error_code unknown;
  if (std::filesystem::exists(path_, unknown)) file_.emplace(path_, most_bytes);
  watch_.watch({path_});
}

std::string EditedFile::hash() const {
  if (!file_) return {};
  Digest digest;
  digest.add(file_->text());
  return hex_of(digest.value());
}

bool EditedFile::save(const std::string& text, const std::string& base) {
  static_cast<void>(follow());
  if (hash() != base) return false;
  if (file_ && !is_gone()) {
    if (file_->replace(text)) return true;
    file_->reload();
    return false;
  }
  AtomicOutput output(path_, {});
  output.write({reinterpret_cast<const std::byte*>(text.data()), text.size()});
  output.commit();
  file_.emplace(path_, most_bytes);
  return true;
}

bool EditedFile::is_gone() const {
  std::error_code unknown;
  return file_ && !std::filesystem::exists(path_, unknown);
}

bool EditedFile::follow() {
  static_cast<void>(watch_.wait(std::chrono::milliseconds(0)));
  std::error_code unknown;
  if (!std::filesystem::exists(path_, unknown)) return false;  // it may come back
  if (file_) return file_->reload();
  file_.emplace(path_, most_bytes);
  return true;
}

}  // namespace overlace
