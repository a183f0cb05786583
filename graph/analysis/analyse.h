// SPDX-License-Identifier: Apache-2.0
// Analysis: runs a graph's track nodes over a clip, and reads its picture files. It is the only
// part of planning that reads files or plays the clip, so that other changes need not wait for
// either.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "graph/analysis/live_tables.h"
#include "graph/analysis/track_cache.h"
#include "graph/data/lut.h"
#include "graph/document/graph.h"

namespace overlace {

/// The most that a document may take. What would exceed it is refused with Error(limit).
struct DocumentLimits {
  std::uint64_t boxes = default_max_boxes;                 ///< of all tables together
  std::uint64_t texels = std::uint64_t{256} << 20U;        ///< of all pictures to paint with
  std::uint64_t drawing_bytes = std::uint64_t{16} << 30U;  ///< see drawing_bytes(Plan)
};

/// Tables that nodes made of a clip's pixels, kept from one run to the next.
class FoundTables {
 public:
  virtual ~FoundTables() = default;
  /// The table of a node, as it was kept; nothing if there is none. `key` is the digest of all that
  /// it depends on but the clip's pixels and the way in which track files are read.
  [[nodiscard]] virtual std::optional<TrackTable> find(const std::string& node,
                                                       const Digest::Value& key) = 0;
  virtual void keep(const std::string& node, const Digest::Value& key, const TrackTable& table) = 0;
};

/// A clip, and what track nodes may read from it.
struct ClipSources {
  ClipInfo clip;
  /// Identifies the clip's pixels and the way in which track files are read: within one TrackCache,
  /// equal names promise equal tables.
  std::string name{};
  /// Reads a track file in any known format. Throws Error.
  std::function<TrackTable(const std::string& path)> read_tracks{};
  /// Distinguishes the contents of a track file, for example by its modification time; empty if
  /// files do not change during the cache's life.
  std::function<std::string(const std::string& path)> file_version{};
  ReadAudio read_audio{};                ///< empty if there is no sound
  PlayVideo play_video{};                ///< empty if there are no pixels
  std::shared_ptr<FoundTables> found{};  ///< null if none are kept; needs `file_version`
  /// Read a picture file to paint with, and a colour look-up table; empty if there are none. Throw
  /// Error.
  std::function<std::shared_ptr<const Texture>(const std::string& path)> read_texture{};
  std::function<std::shared_ptr<const Lut>(const std::string& path)> read_lut{};
  std::function<void(const std::string& text)> log{};  ///< receives assumptions; may be empty
  DocumentLimits limits{};
  /// Of a live clip, at its window: what the tables continue. Borrowed; null for any other clip.
  LiveTables* live = nullptr;
};

/// The tables of a graph's track nodes, made for one clip.
struct ClipTables {
  ClipInfo clip;
  /// Per node of the graph; null for nodes of other stages, and for those that are neither painted
  /// nor played, nor read by such nodes.
  std::vector<std::shared_ptr<const TrackTable>> of_node;
  SeriesList series{};  ///< of all tables
  /// The digest of all that they depend on, under which results may be kept; zeros if it does not
  /// tell, because rows change while all else stays the same.
  Digest::Value key{};
  /// The files that live nodes name, by path.
  std::map<std::string, std::shared_ptr<const Texture>> textures{};
  std::map<std::string, std::shared_ptr<const Lut>> luts{};
};

/// Makes the tables that the graph needs, or takes them from `cache` if nothing has changed that a
/// node depends on: its type, its parameters, the files that they name, its inputs and the clip.
/// The clip is played once for all nodes that look at pixels, and again only for those that ask for
/// another pass. Throws Error (usage, input …) with the node's location in the document, and
/// Error(limit) before it makes tables or reads pictures that would exceed the limits.
[[nodiscard]] ClipTables analyse(const Graph& graph, const ClipSources& sources, TrackCache& cache);

/// The same without a cache.
[[nodiscard]] ClipTables analyse(const Graph& graph, const ClipSources& sources);

/// For each node of a graph, the digest of all that its table depends on; zeros for nodes without a
/// table that is needed.
using TableKeys = std::vector<Digest::Value>;
[[nodiscard]] TableKeys table_keys(const Graph& graph, const ClipSources& sources);
/// `analyse` without a cache, with the keys of this graph: for clips whose rows change while all
/// else stays the same.
[[nodiscard]] ClipTables analyse(const Graph& graph, const ClipSources& sources,
                                 const TableKeys& keys);

}  // namespace overlace
