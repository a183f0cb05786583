// SPDX-License-Identifier: Apache-2.0
// A row of a batch: what is read, what is written, and how.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "io/files/named_file.h"

namespace overlace {

/// An option of `overlace render`: its long name without dashes, and its value as typed.
using RenderOption = std::pair<std::string, std::string>;

/// Options that name a file of a clip.
inline constexpr std::array<const char*, 2> file_options{"tracks", "embeddings"};

/// Whether somebody who typed this means the clip with that id: as it is, or as reports show it.
[[nodiscard]] bool is_called(const std::string& id, const std::string& typed);

/// A clip to be rendered, or to be joined from its parts.
struct BatchClip {
  std::string id;  ///< unique in its plan; unless named, the output's path below the root
  std::string input, output;  ///< absolute paths, or patterns of pictures; see `fetch`
  int priority = 0;           ///< higher ones are rendered first
  std::vector<RenderOption> options{};
  /// Frames of each part, in order, of a clip that is rendered in parts and joined: "0-499".
  std::vector<std::string> parts{};
  std::string part_of{};  ///< id of the clip that this one is a part of; "" for others
  double share = 1;       ///< fraction of its input that it draws on
  /// Command, as words, that brings `{uri}` to `{path}`; empty: the input is a local file. If not
  /// empty, `input` is a URI instead of a path, and file options may be URIs, too.
  std::vector<std::string> fetch{};
  std::string version{};  ///< of what `fetch` brings, such as an object's ETag; "" = unknown
  /// Command, as words, that takes the output, `{path}`, to its destination; empty: it stays.
  std::vector<std::string> publish{};

  [[nodiscard]] bool is_fetched() const { return !fetch.empty(); }
  /// True if a file option is fetched, as the input is.
  [[nodiscard]] bool is_fetched(std::string_view file_option) const {
    return is_fetched() && is_uri(option(file_option));
  }
  [[nodiscard]] bool is_joined() const { return !parts.empty(); }
  [[nodiscard]] bool is_part() const { return !part_of.empty(); }
  /// The last value of an option; "" where it has none.
  [[nodiscard]] std::string option(std::string_view name) const;
  void set_option(const std::string& name, std::string value);
  friend bool operator==(const BatchClip&, const BatchClip&) = default;
};

}  // namespace overlace
