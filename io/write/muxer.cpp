// SPDX-License-Identifier: Apache-2.0
// libav writes through callbacks that record every failure; after one, the file is never named.
#include "io/write/muxer.h"

#include <cstdio>
#include <string_view>
#include <utility>

#include "io/write/finished_file.h"

namespace overlace {
namespace {

constexpr int io_buffer_bytes = 1 << 20;

int write_bytes(void* opaque, std::uint8_t* data, int size) {
  auto& output = *static_cast<ByteSink*>(opaque);
  const bool written =
      output.write({reinterpret_cast<const std::byte*>(data), static_cast<std::size_t>(size)});
  return written ? size : AVERROR(output.failure());
}

std::int64_t seek_bytes(void* opaque, std::int64_t offset, int whence) {
  auto& output = *static_cast<ByteSink*>(opaque);
  if ((whence & AVSEEK_SIZE) != 0) return output.size();
  const int from = whence & ~AVSEEK_FORCE;
  const std::int64_t base = from == SEEK_CUR   ? output.position()
                            : from == SEEK_END ? output.size()
                                               : 0;
  if (base + offset < 0) return AVERROR(EINVAL);
  output.seek(base + offset);
  return output.position();
}

std::unique_ptr<AVIOContext, FreeOutputIo> make_io(ByteSink& output) {
  auto* buffer = static_cast<std::uint8_t*>(av_malloc(io_buffer_bytes));
  AVIOContext* io = buffer == nullptr ? nullptr
                                      : avio_alloc_context(buffer, io_buffer_bytes, 1, &output,
                                                           nullptr, write_bytes, seek_bytes);
  if (io == nullptr) {
    av_free(buffer);
    throw Error(ErrorCode::out_of_memory, "out of memory");
  }
  if (!output.seekable()) io->seekable = 0;
  return std::unique_ptr<AVIOContext, FreeOutputIo>(io);
}

/// Whether tags are stored by their full names, such as "com.apple.quicktime.make". Readers of
/// other files look for the short names that MOV has for common tags.
bool keeps_keys(const AVFormatContext& container) {
  return std::string_view(container.oformat->name) == "mov" &&
         av_dict_get(container.metadata, "com.", nullptr, AV_DICT_IGNORE_SUFFIX) != nullptr;
}

}  // namespace

bool is_mov_family(const AVOutputFormat& format) {
  const std::string_view name = format.name;
  return name == "mp4" || name == "mov" || name == "ipod";
}

void FreeOutputIo::operator()(AVIOContext* io) const noexcept {
  av_freep(&io->buffer);
  avio_context_free(&io);
}

Muxer::Muxer(const AVOutputFormat& format, std::unique_ptr<ByteSink> output)
    : output_(std::move(output)), io_(make_io(*output_)) {
  silence_av_log();
  // The URL is the temporary's: to move the index to the front, the muxer reads the file back by
  // it.
  const std::string url = "file:" + output_->temporary_path();
  AVFormatContext* container = nullptr;
  check_av(avformat_alloc_output_context2(&container, &format, nullptr, url.c_str()),
           ErrorCode::output, output_->path());
  container_.reset(container);
  container->pb = io_.get();
  // Raw pictures are larger than the buffer, and copying them through it would be a waste.
  if (std::string_view(format.name) == "rawvideo") io_->direct = 1;
  // Same input, same file: no random identifiers, no library versions.
  container->flags |= AVFMT_FLAG_CUSTOM_IO | AVFMT_FLAG_BITEXACT;
  // FLAC and TrueHD in MP4 are marked experimental; dropping the sound would be worse.
  container->strict_std_compliance = FF_COMPLIANCE_EXPERIMENTAL;
}

AVStream& Muxer::add_stream() {
  AVStream* stream = avformat_new_stream(container_.get(), nullptr);
  if (stream == nullptr) throw Error(ErrorCode::out_of_memory, "out of memory");
  return *stream;
}

// The underlying write failure says more than libav's error code.
void Muxer::check(int code, const char* what) const {
  output_->throw_if_failed();
  check_av(code, ErrorCode::output, output_->path() + ": " + what);
}

void Muxer::start() {
  AvOptions options;
  if (is_mov_family(*container_->oformat))
    options.set("movflags",
                keeps_keys(*container_) ? "+faststart+use_metadata_tags" : "+faststart");
  static_cast<void>(take_av_log());
  check(avformat_write_header(container_.get(), options.address()), "writing the header");
}

void Muxer::write(AVPacket& packet) {
  check(av_interleaved_write_frame(container_.get(), &packet), "writing");
}

void Muxer::finish() {
  check(av_write_trailer(container_.get()), "finishing the file");
  avio_flush(io_.get());
  check(io_->error, "finishing the file");
  if (is_mov_family(*container_->oformat)) check_index(*container_, output_->temporary_path());
  output_->commit();
}

}  // namespace overlace
