// SPDX-License-Identifier: Apache-2.0
// Ownership, errors and log lines of libav.
#include "io/av/av.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <utility>
#include <vector>

namespace overlace {
namespace {

// libav reports details only through its log; one line per thread is kept for the next error
// message. No destructor: libav's threads must be able to log when memory has run out.
struct LastLine {
  std::array<char, 512> text;
  std::size_t size;
};
thread_local constinit LastLine last_line{};
// x264, x265 and SVT-AV1 ignore settings that they do not know, and libav only warns.
thread_local constinit LastLine ignored_setting{};

void keep(LastLine& kept, std::string_view line) {
  while (!line.empty() && (line.back() == '\n' || line.back() == '.')) line.remove_suffix(1);
  if (!line.empty()) kept.size = line.copy(kept.text.data(), kept.text.size());
}

std::string take(LastLine& kept) {
  return {kept.text.data(), std::exchange(kept.size, 0)};
}

bool tells_of_ignored_setting(std::string_view line) {
  return line.starts_with("Error parsing option") || line.starts_with("Unknown option") ||
         line.starts_with("Invalid value for") || line.starts_with("keyframe interval too large");
}

/// All registered listeners.
class Listeners {
 public:
  void add(AvLogListener& listener) {
    const std::lock_guard lock(mutex_);
    all_.push_back(&listener);
  }
  void remove(const AvLogListener& listener) {
    const std::lock_guard lock(mutex_);
    std::erase(all_, &listener);
  }
  void tell(const void* opaque, int level, std::string_view line) {
    const std::lock_guard lock(mutex_);
    const auto found = std::ranges::find(all_, opaque);
    if (found != all_.end()) (*found)->on_line(level, line);
  }

 private:
  std::mutex mutex_;
  std::vector<AvLogListener*> all_;
};

Listeners& listeners() {
  static Listeners all;
  return all;
}

void tell_listener(void* context, int level, std::string_view line) {
  if (context == nullptr || *static_cast<const AVClass**>(context) != avcodec_get_class()) return;
  listeners().tell(static_cast<const AVCodecContext*>(context)->opaque, level, line);
}

void keep_line(void* context, int level, const char* format, std::va_list arguments) {
  if (level > AV_LOG_INFO) return;
  std::array<char, 512> text{};
  std::vsnprintf(text.data(), text.size(), format, arguments);
  const std::string_view line = text.data();
  tell_listener(context, level, line);
  if (ignored_setting.size == 0 && tells_of_ignored_setting(line)) keep(ignored_setting, line);
  if (level > AV_LOG_ERROR) return;
  // These repeat the previous line with less detail.
  for (const std::string_view empty : {"Failed setup for format", "The minimum required Nvidia",
                                       "hardware accelerator failed", "Invalid image size"}) {
    if (line.starts_with(empty) && last_line.size > 0) return;
  }
  keep(last_line, line);
}

template <class T>
T* need(T* object) {
  if (object == nullptr) throw Error(ErrorCode::out_of_memory, "out of memory");
  return object;
}

}  // namespace

AvLogListener::AvLogListener() {
  listeners().add(*this);
}
AvLogListener::~AvLogListener() {
  listeners().remove(*this);
}

void AvDelete::operator()(AVBufferPool* pool) const noexcept {
  av_buffer_pool_uninit(&pool);
}
void AvDelete::operator()(AVBufferRef* buffer) const noexcept {
  av_buffer_unref(&buffer);
}
void AvDelete::operator()(AVCodecContext* codec) const noexcept {
  // SVT-AV1 hangs on close unless it has been flushed.
  if (avcodec_is_open(codec) != 0 && av_codec_is_encoder(codec->codec) != 0)
    avcodec_send_frame(codec, nullptr);
  avcodec_free_context(&codec);
}
void AvDelete::operator()(AVFrame* frame) const noexcept {
  av_frame_free(&frame);
}
void AvDelete::operator()(AVPacket* packet) const noexcept {
  av_packet_free(&packet);
}
void AvDelete::operator()(SwsContext* scaler) const noexcept {
  sws_freeContext(scaler);
}

std::string AvOptions::first_left() const {
  const AVDictionaryEntry* entry = av_dict_get(dict_, "", nullptr, AV_DICT_IGNORE_SUFFIX);
  return entry == nullptr ? std::string() : std::string(entry->key);
}

std::string av_error_text(int code) {
  std::array<char, AV_ERROR_MAX_STRING_SIZE> text{};
  av_strerror(code, text.data(), text.size());
  return text.data();
}

void silence_av_log() {
  static std::once_flag once;
  std::call_once(once, [] {
    av_log_set_callback(keep_line);
    ::setenv("SVT_LOG", "0", 0);  // SVT-AV1 prints by itself
  });
}

std::string take_av_log() {
  return take(last_line);
}

std::string take_ignored_setting() {
  return take(ignored_setting);
}

void throw_av(int code, ErrorCode kind, const std::string& what) {
  const std::string detail = take_av_log();
  // x264 gives libav a reason for every failure except to allocate memory or a thread's stack.
  const bool silent = code == AVERROR_EXTERNAL && detail.empty();
  if (code == AVERROR(ENOMEM) || silent) kind = ErrorCode::out_of_memory;
  const std::string text = silent ? "out of memory" : av_error_text(code);
  throw Error(kind, detail.empty() ? fmt::format("{}: {}", what, text)
                                   : fmt::format("{}: {} ({})", what, text, detail));
}

FramePtr make_frame() {
  return FramePtr(need(av_frame_alloc()));
}
PacketPtr make_packet() {
  return PacketPtr(need(av_packet_alloc()));
}
CodecPtr make_codec(const AVCodec* codec) {
  return CodecPtr(need(avcodec_alloc_context3(codec)));
}
AVBufferRef* reference_to(const AVBufferRef& buffer) {
  return need(av_buffer_ref(&buffer));
}

}  // namespace overlace
