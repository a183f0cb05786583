// SPDX-License-Identifier: Apache-2.0
// Proof that an output is complete and what it was made of, kept beside it:
//
//     out/clip.mp4                       the output
//     out/.overlace/clip.mp4.json        its receipt
//     out/.overlace/clip.mp4.part/       where the output is made
//
// A render writes into the last one; then the receipt is written, and then the output is moved to
// its name. So every output of ours is known, and no other file is taken for one.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "batch/contents.h"
#include "batch/fingerprint.h"

namespace overlace {

/// One file of an output: the video, or a picture of a sequence.
struct MadeFile {
  std::string name;  ///< relative to the output's folder
  std::int64_t bytes = 0;
  std::string hash;
};

struct Receipt {
  std::string id;
  Fingerprint fingerprint;
  std::vector<ReadFile> files;  ///< that the output was made from
  std::vector<MadeFile> made;
  int exit_code = 0;  ///< 0, or 3 for finished with loss
  /// What made it: they may change the bytes, but are in no fingerprint. "" = not known.
  std::string program{}, encoder{};
  Json report{};            ///< the render's outcome
  std::string published{};  ///< publish_key of the command that took the output away; "" = none
};

/// Identifies a clip's publish command in its receipt; "" if it has none.
[[nodiscard]] std::string publish_key(const BatchClip& clip);

/// "out/clip.mp4" -> "out/.overlace/clip.mp4.json".
[[nodiscard]] std::string receipt_path(const std::string& output);

/// An output's receipt; nothing if there is none, or it cannot be read.
[[nodiscard]] std::optional<Receipt> read_receipt(const std::string& output);

/// Writes an output's receipt, replacing an earlier one. Throws Error(output).
void write_receipt(const Receipt& receipt, const std::string& output);

/// True if the output is where the clip's command takes it, or the clip has no such command.
[[nodiscard]] bool is_published(const Receipt& receipt, const BatchClip& clip);

/// True if every file of the receipt is in place with its size, and with its content if `verify`.
[[nodiscard]] bool is_in_place(const Receipt& receipt, const std::string& output,
                               bool verify = false);

/// The folder in which an output is made. Used by one process at a time.
class StagingFolder {
 public:
  explicit StagingFolder(const std::string& output);

  /// Removes what a killed run left in the folder, and makes it. Throws Error(output).
  void clear() const;
  /// The output's name in the folder.
  [[nodiscard]] std::string output() const { return (folder_ / name_).string(); }
  /// The files in the folder, with size and hash. Throws Error(output).
  [[nodiscard]] std::vector<MadeFile> made() const;
  /// Writes the receipt and moves the files to their names, in this order. Unless `overwrite`, a
  /// file is replaced only if an earlier receipt lists it. Throws Error(output); an output without
  /// an earlier receipt then still has none, and no file of a sequence is left under its name.
  void publish(const Receipt& receipt, bool overwrite) const;
  /// Finishes a killed run that had written its receipt: moves its files to their names. True if
  /// the output is then in place.
  [[nodiscard]] bool resume(const Receipt& receipt) const;
  /// Removes the folder and its content.
  void remove() const;
  /// Removes an output's receipt, so that it is made again.
  static void forget(const std::string& output);

 private:
  void move(const MadeFile& file, bool overwrite) const;
  /// Undoes moves as far as possible.
  void take_back(std::span<const MadeFile> files) const;

  std::filesystem::path target_, folder_;
  std::string name_;
};

}  // namespace overlace
