// SPDX-License-Identifier: Apache-2.0
// Counts frames, cuts, and joins.
#include "cli/batch_parts.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <utility>

#include "batch/child_process.h"
#include "batch/clip_parts.h"
#include "cli/batch_clip.h"
#include "cli/console.h"
#include "cli/interrupt.h"
#include "io/files/sequence_name.h"
#include "io/read/video_reader.h"
#include "io/write/encoder_choice.h"
#include "io/write/encoder_options.h"
#include "io/write/join.h"
#include "render/analysed_job.h"
#include "render/graph_source.h"

namespace overlace {
namespace {

/// The pixels that a machine with many cores draws and encodes in twenty seconds.
constexpr double pixels_of_a_part = 2e9;

/// Options that only make sense for the whole clip, and why.
constexpr std::array<std::pair<const char*, const char*>, 5> whole_only{
    {{"frames", "parts are frames, too"},
     {"bitrate", "a bit rate cannot be held across parts: use --crf"},
     {"format", "the container follows from the output's extension"},
     {"fps", "times of the joined video are those of the input"},
     {"copy-if-untouched", "copied packets do not begin where parts do"}}};

void check_options(const BatchClip& clip) {
  for (const auto& [name, why] : whole_only)
    if (!clip.option(name).empty())
      throw Error(ErrorCode::usage, fmt::format("--{} cannot be combined with parts", name), why,
                  SourceLocation{clip.input});
}

/// A render of the whole clip for its sound only: parts are silent, because sound encoded in pieces
/// has seams. Throws Error(usage) if the graph's sound is asked for and it plays nothing.
RenderJob sound_job(const BatchClip& clip, const std::string& output) {
  const RenderSettings all = read_render(clip).settings;
  RenderSettings settings{.input = all.input,
                          .graph = all.graph,
                          .device = {},
                          .hwaccel = HwAccel::none,
                          .audio = all.audio,
                          .keep_metadata = all.keep_metadata,
                          .sound = all.sound,
                          .transcode = {}};
  settings.input.path = clip.input;
  settings.input.interlaced = Interlaced::draw;  // nothing is drawn
  settings.device.target.kind = DeviceTarget::Kind::cpu;
  settings.transcode.output = output;
  return {std::move(settings), notes_to_user({})};
}

/// Without a track file, each part would search the whole clip for objects.
void check_tracks(const BatchClip& clip, const GraphSettings& settings) {
  if (!settings.tracks.empty() || !clip.option("tracks-cache").empty()) return;
  const Graph graph = load_graph(settings).graph;
  const std::vector<bool> live = live_nodes(graph);
  for (std::size_t i = 0; i < graph.nodes.size(); ++i) {
    const GraphNode& node = graph.nodes[i];
    const bool begins = node.type->stage == Stage::tracks && node.type->inputs.empty();
    const bool has_file = std::ranges::any_of(node.type->params, [&node](const ParamRow& row) {
      return row.files && !row.files(node.params.get()).empty();
    });
    if (live[i] && begins && !has_file)
      throw Error(
          ErrorCode::usage,
          fmt::format("each part would make the tracks of node '{}' for the whole clip", node.name),
          "make them once with 'overlace tracks make', and name the file with --tracks",
          SourceLocation{clip.input});
  }
}

std::int64_t whole_groups(std::int64_t frames, std::int64_t group) {
  return std::max<std::int64_t>((frames + group - 1) / group, 1) * group;
}

std::string frames_of(const std::vector<std::string>& parts) {
  return fmt::format("{}", fmt::join(parts, ","));
}

[[noreturn]] void refuse(const BatchClip& clip, const std::string& what,
                         const std::vector<std::string>& parts) {
  throw Error(
      ErrorCode::input, fmt::format("{}: frames {}", what, frames_of(parts)),
      fmt::format("they have to be rendered again; parts are in {}", parts_folder(clip.output)),
      SourceLocation{clip.output});
}

std::pair<std::string, std::string> maker_of(const Receipt& receipt) {
  return {receipt.program, receipt.encoder};
}

std::vector<Receipt> whole_parts(const BatchClip& clip, Survey& survey) {
  std::vector<Receipt> receipts;
  std::vector<std::string> missing, others;
  std::vector<std::optional<Receipt>> found = survey.receipts_of_parts(clip);
  for (std::size_t i = 0; i < found.size(); ++i) {
    if (found[i])
      receipts.push_back(std::move(*found[i]));
    else
      missing.push_back(clip.parts[i]);
  }
  if (!missing.empty()) refuse(clip, "parts are missing", missing);
  std::map<std::pair<std::string, std::string>, int> makers;
  for (const Receipt& receipt : receipts) ++makers[maker_of(receipt)];
  const auto most =
      std::ranges::max_element(makers, {}, [](const auto& maker) { return maker.second; });
  for (std::size_t i = 0; i < receipts.size(); ++i)
    if (maker_of(receipts[i]) != most->first) others.push_back(clip.parts[i]);
  if (!others.empty()) {
    for (const std::string& frames : others) StagingFolder::forget(part_of(clip, frames).output);
    refuse(clip, "parts were made by another program or encoder than the others", others);
  }
  return receipts;
}

JoinResult join(const BatchClip& clip, const OutputSound& sound, CopyScope scope,
                const std::string& output) {
  JoinOptions options{.source = clip.input,
                      .parts = {},
                      .output = output,
                      .policy = {},
                      .sound = sound.copied != Sound::none,
                      .scope = scope,
                      .played = sound.played,
                      .log = notes_to_user({})};
  for (const BatchClip& part : parts_of(clip)) options.parts.push_back(part.output);
  try {
    return join_parts(options, &Interrupt::asked());
  } catch (const Stopped&) {
    throw Interrupted();
  }
}

struct JoinedParts {
  JoinResult result;
  bool sound_was_whole = true;  ///< what was read of the source's sound
};

/// Joins the parts with the sound of `job`, which is made again by every join, with the same
/// samples.
JoinedParts join_with_sound(const BatchClip& clip, const RenderJob& job,
                            const std::string& output) {
  if (!job.plays()) {
    const OutputSound copied{.copied = job.settings().transcode.writer.sound};
    return {join(clip, copied, job.scope(), output), true};
  }
  OpenedJob opened(job);
  const AnalysedJob analysed(opened, {});
  const OutputSound sound = analysed.sound();
  return {join(clip, sound, job.scope(), output), sound.damaged == 0};
}

}  // namespace

std::vector<std::string> cut_clip(const BatchClip& clip, std::int64_t each) {
  if (reads_sequence(clip.input) || is_sequence(clip.output)) return {};
  check_options(clip);
  const RenderSettings settings = read_render(clip).settings;
  check_joined_output(clip.output);
  check_tracks(clip, settings.graph);
  static_cast<void>(sound_job(clip, clip.output));
  ReaderOptions reading = settings.input.reading;
  reading.threads = 1;  // the planning process forks later
  VideoReader reader(clip.input, reading);
  const ClipInfo& info = reader.info().clip;
  const double pixels = double{1} * info.size.width * info.size.height;
  const WriterOptions& writer = settings.transcode.writer;
  const int group = key_frame_interval(choose_encoder(writer, choose_container(clip.output)),
                                       writer, info.frame_rate.value());
  const auto wanted = each > 0 ? each : static_cast<std::int64_t>(pixels_of_a_part / pixels);
  return cut_into_parts(info.first_frame, count_frames(reader), whole_groups(wanted, group));
}

int join_clip(const BatchClip& clip, bool overwrite, Survey& survey, const StagingFolder& staging) {
  const std::vector<Receipt> parts = whole_parts(clip, survey);
  std::vector<ReadFile> files = survey.files(clip);
  look_at(files, parts.front().files);
  staging.clear();
  const auto [result, sound_was_whole] =
      join_with_sound(clip, sound_job(clip, staging.output()), staging.output());
  const bool sound_is_whole = sound_was_whole && result.lost_sound.empty();
  const bool with_loss = !sound_is_whole || std::ranges::any_of(parts, [](const Receipt& part) {
    return part.exit_code != 0;
  });
  Json end;
  end.set("event", "end");
  end.set("exit", with_loss ? static_cast<int>(ErrorCode::loss) : 0);
  end.set("parts", static_cast<std::int64_t>(parts.size()));
  end.set("frames", result.frames);
  end.set("size_bytes", result.bytes_written);
  Receipt receipt{.id = clip.id,
                  .fingerprint = survey.fingerprint(clip, files),
                  .files = std::move(files),
                  .made = staging.made(),
                  .exit_code = with_loss ? static_cast<int>(ErrorCode::loss) : 0,
                  .program = parts.front().program,
                  .encoder = parts.front().encoder,
                  .report = end};
  staging.publish(receipt, overwrite);
  remove_parts(clip);
  ParentLine::tell(end);
  return receipt.exit_code;
}

}  // namespace overlace
