// SPDX-License-Identifier: Apache-2.0
// The only header that includes libav: its declarations, and its error codes as ours.
#pragma once

extern "C" {
#include <libavcodec/avcodec.h>
#include <libavfilter/avfilter.h>
#include <libavfilter/buffersink.h>
#include <libavfilter/buffersrc.h>
#include <libavformat/avformat.h>
#include <libavutil/cpu.h>
#include <libavutil/crc.h>
#include <libavutil/display.h>
#include <libavutil/hwcontext.h>
#include <libavutil/imgutils.h>
#include <libavutil/mastering_display_metadata.h>
#include <libavutil/opt.h>
#include <libavutil/pixdesc.h>
#include <libavutil/timecode.h>
#include <libswscale/swscale.h>
}

#include <cstdint>
#include <string>
#include <string_view>

#include "graph/core/error.h"
#include "graph/core/time.h"
#include "io/av/av_handles.h"

namespace overlace {

/// libav's time unit; its own macro is not valid C++.
inline constexpr AVRational microseconds{1, AV_TIME_BASE};

/// A string-to-string map for libav's options.
class AvOptions {
 public:
  AvOptions() = default;
  AvOptions(const AvOptions&) = delete;
  AvOptions& operator=(const AvOptions&) = delete;
  ~AvOptions() { av_dict_free(&dict_); }

  void set(const std::string& key, const std::string& value) {
    av_dict_set(&dict_, key.c_str(), value.c_str(), 0);
  }
  /// For calls that consume options; those left were not recognised.
  AVDictionary** address() { return &dict_; }
  /// The first option left, or "" when all were consumed.
  [[nodiscard]] std::string first_left() const;

 private:
  AVDictionary* dict_ = nullptr;
};

/// libav's text for one of its error codes.
[[nodiscard]] std::string av_error_text(int code);

/// Receives, one line at a time and on any of their threads, what codec contexts log whose `opaque`
/// points to it. Other contexts are never mistaken for ours, whatever their `opaque` is.
class AvLogListener {
 public:
  AvLogListener();
  virtual ~AvLogListener();
  AvLogListener(const AvLogListener&) = delete;
  AvLogListener& operator=(const AvLogListener&) = delete;
  virtual void on_line(int level, std::string_view line) noexcept = 0;
};

/// Routes libav's messages away from stderr, once per process. The last error-level line of each
/// thread is kept for `take_av_log`.
void silence_av_log();
/// The last error-level line that libav logged on this thread since the last call, or "".
[[nodiscard]] std::string take_av_log();
/// The first line since the last call in which an encoder says that it ignored a setting, or "".
[[nodiscard]] std::string take_ignored_setting();

/// Throws Error: "WHAT: libav's text (libav's last log line)". AVERROR(ENOMEM) becomes
/// out_of_memory.
[[noreturn]] void throw_av(int code, ErrorCode kind, const std::string& what);
/// Returns `code` when it is not an error, else throws as `throw_av`.
inline int check_av(int code, ErrorCode kind, std::string_view what) {
  if (code < 0) throw_av(code, kind, std::string(what));
  return code;
}

/// New objects; throw Error(out_of_memory).
[[nodiscard]] FramePtr make_frame();
[[nodiscard]] PacketPtr make_packet();
[[nodiscard]] CodecPtr make_codec(const AVCodec* codec);
/// A new reference to a buffer, for a field of libav's that takes ownership; throws
/// Error(out_of_memory).
[[nodiscard]] AVBufferRef* reference_to(const AVBufferRef& buffer);

[[nodiscard]] inline Rational from_av(AVRational r) {
  return {r.num, r.den == 0 ? 1 : r.den};
}

}  // namespace overlace
