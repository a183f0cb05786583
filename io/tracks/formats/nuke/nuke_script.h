// SPDX-License-Identifier: Apache-2.0
// Nuke's scripts, from files or the clipboard: nodes, their knobs, and the curves in them.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "io/tracks/builder/builder.h"
#include "io/tracks/format.h"

namespace overlace {

/// A word of a script, which is a Tcl list: bare, quoted, or in braces.
struct NukeWord {
  std::string_view text;  ///< without its quotes or braces; escapes are kept
  bool braced = false;
  std::uint64_t line = 0;  ///< where it begins, from 1

  /// With escapes resolved.
  [[nodiscard]] std::string plain() const;
};

/// The words of a text that begins on the given line. Throws Error(input) with the line where
/// braces or quotes are not closed.
[[nodiscard]] std::vector<NukeWord> nuke_words(const NukeWord& list, const std::string& file);

/// A node: its class and its knobs.
struct NukeNode {
  std::string_view kind;
  NukeWord body;
};

/// A value over time. Between keys it is linear, or holds.
struct NukeCurve {
  struct Key {
    double frame = 0, value = 0;
    bool holds = false;
  };
  std::vector<Key> keys;  ///< by frame; empty if the value is constant
  double constant = 0;

  /// Before the first and after the last key the value is constant, as in Nuke.
  [[nodiscard]] double at(double frame) const;
  [[nodiscard]] bool has_key(double frame) const;
};

/// A script in memory.
class NukeScript {
 public:
  /// Reads the whole stream. Throws Error(limit) past a gigabyte, and as `nuke_words`.
  NukeScript(TrackInput& input, std::string file);
  NukeScript(const NukeScript&) = delete;
  NukeScript& operator=(const NukeScript&) = delete;

  /// Nodes of a class, in the order of the script.
  [[nodiscard]] std::vector<NukeNode> nodes(std::string_view kind) const;
  /// The value of a node's knob; nothing if it is not written.
  [[nodiscard]] std::optional<NukeWord> knob(const NukeNode& node, std::string_view name) const;
  /// A curve or a number. Throws Error(input) with the line for an expression, and for keys that
  /// are not numbers or do not ascend.
  [[nodiscard]] NukeCurve curve(const NukeWord& word) const;
  [[nodiscard]] std::vector<NukeWord> words(const NukeWord& list) const {
    return nuke_words(list, file_);
  }
  [[nodiscard]] const std::string& file() const { return file_; }

  /// The project's picture and first frame, from its Root; 0 x 0 and 1 by default.
  [[nodiscard]] Size picture() const;
  [[nodiscard]] std::int64_t first_frame() const;

 private:
  std::string file_, text_;
  std::vector<NukeNode> nodes_;
};

/// How script nodes count: frames like the project, pixels from 0.
[[nodiscard]] TrackConventions nuke_conventions(const NukeScript& script);

/// Calls `use` for every integer frame from the first key of any curve to the last, and checks the
/// memory for frames without a key; returns how many of these it took. Frames that no row can have
/// are counted as one lost row at either end.
std::uint64_t for_each_keyed_frame(std::span<const NukeCurve> curves, std::uint64_t line,
                                   TrackBuilder& builder,
                                   const std::function<bool(std::int64_t frame)>& use);
/// Reports filled frames as an assumption; nothing if there are none.
void remark_filled(std::uint64_t filled, TrackReport& report);

/// Recognition: whether a sample has a node of this class, or is at least a script.
[[nodiscard]] TrackGuess sniff_nuke(const TrackSample& sample, std::string_view kind);

/// A text as quoted in a script.
[[nodiscard]] std::string nuke_text(std::string_view text);
/// "{curve x1 5 6 x9 7}" from values by frame.
[[nodiscard]] std::string nuke_curve(const std::vector<NukeCurve::Key>& keys);
/// A Root node with the clip's picture and frames `first` to `last`.
[[nodiscard]] std::string nuke_root(const ClipInfo& clip, std::int64_t first, std::int64_t last);

}  // namespace overlace
