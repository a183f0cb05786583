// SPDX-License-Identifier: Apache-2.0
// Proof that an output is whole and what it was made of, kept beside it:
//
//     out/clip.mp4                       the output
//     out/.overlace/clip.mp4.json        its receipt
//     out/.overlace/clip.mp4.part/       where it is made
//
// A render writes into the last one; then the receipt is written, and then the output gets its
// name. So no output of ours is unknown, and what is not ours is never taken for it.
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

/// A file of an output: the video, or a picture of a sequence.
struct MadeFile {
  std::string name;  ///< in the output's folder
  std::int64_t bytes = 0;
  std::string hash;
};

struct Receipt {
  std::string id;
  Fingerprint fingerprint;
  std::vector<ReadFile> files;  ///< that it was made of
  std::vector<MadeFile> made;
  int exit_code = 0;  ///< 0, or 3 for finished with loss
  /// What made it: they change bytes now and then, but no fingerprint. "" = not known.
  std::string program{}, encoder{};
  Json report{};  ///< the outcome of the render
  std::string
      published{};  ///< publish_key of the command that has taken the output away; "" = none
};

/// Stands for a clip's command to publish, in its receipt; "" where it has none.
[[nodiscard]] std::string publish_key(const BatchClip& clip);

/// "out/.overlace/clip.mp4.json" of "out/clip.mp4".
[[nodiscard]] std::string receipt_path(const std::string& output);

/// The receipt of an output; nothing where there is none, or none that can be read.
[[nodiscard]] std::optional<Receipt> read_receipt(const std::string& output);

/// Writes the receipt of an output, which replaces an earlier one. Throws Error(output).
void write_receipt(const Receipt& receipt, const std::string& output);

/// The output is where the clip's command takes it; true for a clip without one.
[[nodiscard]] bool is_published(const Receipt& receipt, const BatchClip& clip);

/// Every file of the receipt is in place, with its size; and with its content where `verify`.
[[nodiscard]] bool is_in_place(const Receipt& receipt, const std::string& output,
                               bool verify = false);

/// The folder in which an output is made. One process at a time has it.
class StagingFolder {
 public:
  explicit StagingFolder(const std::string& output);

  /// Empties the folder of what a killed run left, and makes it. Throws Error(output).
  void clear() const;
  /// The output's name in it.
  [[nodiscard]] std::string output() const { return (folder_ / name_).string(); }
  /// What lies there, looked at. Throws Error(output).
  [[nodiscard]] std::vector<MadeFile> made() const;
  /// Writes the receipt and gives the files their names, in this order. Where `overwrite` is off, a
  /// file is replaced only if an earlier receipt knows it. Throws Error(output); an output that had
  /// no receipt before has none then, either, and of a sequence nothing is left under its name.
  void publish(const Receipt& receipt, bool overwrite) const;
  /// Gives their names to files that a killed run has written a receipt for and left here: true
  /// where the output is then in place.
  [[nodiscard]] bool resume(const Receipt& receipt) const;
  /// Removes the folder and what is in it.
  void remove() const;
  /// Removes the receipt of an output, which then has to be made again.
  static void forget(const std::string& output);

 private:
  void move(const MadeFile& file, bool overwrite) const;
  /// Undoes moves, as far as that can be.
  void take_back(std::span<const MadeFile> files) const;

  std::filesystem::path target_, folder_;
  std::string name_;
};

}  // namespace overlace
