// SPDX-License-Identifier: Apache-2.0
// Gaps of the written frames alone, and everything that is copied.
#include "render/job_redaction.h"

#include <functional>

#include "io/write/copied_streams.h"
#include "render/frame_times.h"

namespace overlace {

std::vector<Redaction> redactions_of(const RenderSettings& settings, const Session& session,
                                     const SessionTables& tables) {
  const FrameList& frames = settings.transcode.frames;
  const auto is_written = [&](const TrackGap& gap) {
    const std::int32_t first = gap.first - tables.of_clip.clip.first_frame;
    const auto next = frames.all() ? first : frames.next(first);
    return next && *next <= first + gap.last - gap.first;
  };
  std::vector<Redaction> all = redactions(session.graph(settings.graph.values), tables.of_clip);
  for (Redaction& redaction : all) {
    std::erase_if(redaction.gaps, std::not_fn(is_written));
    redaction.moved_s = moved_by(settings.graph.reading.frame_rate, tables.of_clip.clip);
  }
  return all;
}

void warn(const std::vector<Redaction>& redactions, const LogSink& log) {
  for (const std::string& warning : warnings(redactions)) log(warning);
}

std::vector<std::string> not_hidden_beside(const RenderJob& job, const VideoReader& reader,
                                           const FrameSink& sink) {
  if (!job.redacts()) return {};
  std::vector<std::string> all = copied_streams(reader, sink);
  if (job.settings().audio == AudioChoice::mix) all.emplace_back("the source's sound in the mix");
  if (job.settings().keep_metadata)
    all.emplace_back("tags, titles and captions, by --keep-metadata");
  for (const std::string& one : all) job.log()("not hidden: " + one);
  return all;
}

}  // namespace overlace
