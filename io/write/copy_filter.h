// SPDX-License-Identifier: Apache-2.0
// Leaves out what is beyond a scope: of streams, tags, frames and packets.
#pragma once

#include <set>
#include <string>

#include "io/av/bytes.h"
#include "io/frames/copy_scope.h"

namespace overlace {

/// Whether a stream that is not the video itself may be copied. Unknown kinds may only where
/// everything may.
[[nodiscard]] bool is_within(CopyScope scope, const AVStream& stream);

/// Removes tags that are not within the scope.
void keep_within(CopyScope scope, AVDictionary*& tags);
/// Removes the titles of chapters where they are not within the scope.
void keep_within(CopyScope scope, AVFormatContext& chapters);
/// Removes captions, user data and text from a frame where they are not within the scope; true if
/// there were captions or user data.
bool keep_within(CopyScope scope, AVFrame& frame);

/// The tags of a source that are not within the scope: "artist", "location" …
[[nodiscard]] std::set<std::string> tags_beyond(CopyScope scope, const AVFormatContext& source);

/// Why packets of this codec cannot be passed on; "" if nothing in them is beyond the scope, or
/// `packet_within` removes it.
[[nodiscard]] std::string why_not_within(CopyScope scope, AVCodecID codec);
/// A packet of H.264 whose units are preceded by four-byte lengths, without the units and messages
/// that are beyond the scope. Throws Error(input) if it is malformed.
[[nodiscard]] Bytes packet_within(CopyScope scope, ByteSpan packet);

/// Notes in a stream that its pictures hide objects, for those who join parts; and reads it. MP4,
/// MOV, Matroska and NUT keep the note.
void mark_redacted(AVStream& stream);
[[nodiscard]] bool is_marked_redacted(const AVStream& stream);

}  // namespace overlace
