// SPDX-License-Identifier: Apache-2.0
// libav frees chapters with their container, so they must come from its allocator.
#include "io/av/chapters.h"

#include <algorithm>

namespace overlace {

void copy_chapters(AVFormatContext& to, const AVFormatContext& from, std::int64_t shift_us) {
  if (from.nb_chapters == 0) return;
  to.chapters = static_cast<AVChapter**>(av_calloc(from.nb_chapters, sizeof(AVChapter*)));
  if (to.chapters == nullptr) throw Error(ErrorCode::out_of_memory, "out of memory");
  for (unsigned i = 0; i < from.nb_chapters; ++i) {
    const AVChapter& source = *from.chapters[i];
    const std::int64_t shift = av_rescale_q(shift_us, microseconds, source.time_base);
    auto* chapter = static_cast<AVChapter*>(av_mallocz(sizeof(AVChapter)));
    if (chapter == nullptr) throw Error(ErrorCode::out_of_memory, "out of memory");
    to.chapters[to.nb_chapters++] = chapter;
    chapter->id = source.id;
    chapter->time_base = source.time_base;
    chapter->start = std::max<std::int64_t>(source.start - shift, 0);
    chapter->end = source.end - shift;
    av_dict_copy(&chapter->metadata, source.metadata, 0);
  }
}

}  // namespace overlace
