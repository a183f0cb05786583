// SPDX-License-Identifier: Apache-2.0
// Reading on to a place gives the same packets as a run from the start. Seeking may not, so every
// packet after a seek is compared with the index.
#include "io/read/packet_source.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "io/av/bytes.h"
#include "io/read/associated_alpha.h"
#include "io/read/orientation_tag.h"
#include "io/read/tiff_tags.h"

namespace overlace {
namespace {

AVStream& best_video(const InputFile& file, const std::string& path) {
  if (file.canvas) return file.canvas->stream();
  AVFormatContext& container = *file.container;
  const int index = av_find_best_stream(&container, AVMEDIA_TYPE_VIDEO, -1, -1, nullptr, 0);
  if (index < 0) throw Error(ErrorCode::input, "has no video stream", "", SourceLocation{path});
  AVStream& stream = *container.streams[index];
  if ((stream.disposition & AV_DISPOSITION_ATTACHED_PIC) != 0) {
    throw Error(ErrorCode::input, "has no video stream, only a cover picture", "",
                SourceLocation{path});
  }
  return stream;
}

/// Throws Error(input) for a packet that nobody can decode without a key.
void refuse_encrypted(const AVPacket& packet, const std::string& path) {
  if (av_packet_get_side_data(&packet, AV_PKT_DATA_ENCRYPTION_INFO, nullptr) == nullptr) return;
  throw Error(ErrorCode::input,
              fmt::format("stream {} is encrypted (common encryption)", packet.stream_index),
              "decrypt the file first, with the key of its owner", SourceLocation{path});
}

/// libav decodes the first page of a TIFF file alone.
void refuse_pages(const AVPacket& packet, AVCodecID codec, const std::string& path) {
  if (codec != AV_CODEC_ID_TIFF) return;
  const std::size_t pages = TiffTags(bytes_of(packet)).page_count();
  if (pages < 2) return;
  throw Error(
      ErrorCode::input,
      fmt::format("a TIFF picture has {} pages, of which only the first would be read", pages),
      "write each page to a file of its own, as with ImageMagick: "
      "convert pages.tif page_%04d.tif",
      SourceLocation{path});
}

}  // namespace

PacketSource::PacketSource(std::string path, std::optional<Rational> frame_rate)
    : path_(std::move(path)),
      frame_rate_(frame_rate),
      file_(open_input(path_, frame_rate)),
      stream_(best_video(file_, path_)),
      read_(&file_) {}

int PacketSource::read(AVPacket& packet) {
  for (;;) {
    const int status = read_any(packet);
    if (status < 0) return status;
    if (packet.stream_index == stream_.index) {
      refuse_encrypted(packet, path_);
      ++place_;
      refuse_pages(packet, stream_.codecpar->codec_id, path_);
      attach_orientation(packet, stream_.codecpar->codec_id);
      mark_associated_alpha(packet, stream_.codecpar->codec_id);
      return status;
    }
    route(packet);
  }
}

// Reads a packet of any stream.
int PacketSource::read_any(AVPacket& packet) {
  if (next_) {
    av_packet_move_ref(&packet, std::exchange(next_, std::nullopt)->get());
    return 0;
  }
  const int status = read_->read(packet);
  if (status == AVERROR(EAGAIN) || status == AVERROR(ENOMEM)) return status;
  if (!read_->pictures || status >= 0 || status == AVERROR_EOF) check_disk(*read_, path_);
  if (status < 0) return status;
  if (packet.pts != AV_NOPTS_VALUE) {
    const AVRational base = read_->streams().streams[packet.stream_index]->time_base;
    const std::int64_t end = av_sat_add64(packet.pts, packet.duration);
    last_packet_us_ = std::max(last_packet_us_, av_rescale_q(end, base, microseconds));
  }
  return status;
}

void PacketSource::route(AVPacket& packet) {
  if (++others_ <= others_handed_on_) return av_packet_unref(&packet);
  others_handed_on_ = others_;
  PacketPtr owned = make_packet();
  av_packet_move_ref(owned.get(), &packet);
  if (holding_) {
    held_.push_back(std::move(owned));
  } else {
    deliver(std::move(owned));
  }
}

void PacketSource::deliver(PacketPtr packet) {
  const auto stream = static_cast<std::size_t>(packet->stream_index);
  if (!take_ || stream >= wanted_.size() || wanted_[stream] == 0) return;
  refuse_encrypted(*packet, path_);
  take_(std::move(packet));
}

void PacketSource::on_packets(const std::function<bool(const AVStream&)>& wanted,
                              std::function<void(PacketPtr)> take) {
  const AVFormatContext& container = file_.streams();
  wanted_.assign(container.nb_streams, 0);
  for (unsigned i = 0; i < container.nb_streams; ++i) {
    AVStream& other = *container.streams[i];
    wanted_[i] = static_cast<char>(&other != &stream_ && wanted(other));
  }
  take_ = std::move(take);
  holding_ = false;
  for (PacketPtr& packet : std::exchange(held_, {})) deliver(std::move(packet));
}

void PacketSource::forget_others() {
  if (!take_) held_.clear();
  holding_ = false;
}

void PacketSource::restart() {
  if (is_piped(path_))
    throw Error(ErrorCode::input, "a pipe cannot be read again from the start",
                "save the video as a file first", SourceLocation{path_});
  again_.emplace(open_input(path_, frame_rate_));
  read_ = &*again_;
  next_.reset();
  place_ = 0;
  others_ = 0;
}

bool PacketSource::go_to(const RandomAccess& access, const PacketIndex& index) {
  // A canvas follows the sound, which determines its next frame.
  const bool others_wanted = std::ranges::find(wanted_, 1) != wanted_.end();
  if (!others_wanted && !read_->canvas) {
    if (seek(access, index)) return true;
    restart();
  } else if (access.packet < place_) {
    restart();
  }
  return skip_to(access.packet, index);
}

// Containers seek to what they consider a key frame, and not always to its beginning.
bool PacketSource::seek(const RandomAccess& access, const PacketIndex& index) {
  next_.reset();
  const std::int64_t target = access.dts != AV_NOPTS_VALUE ? access.dts : access.pts;
  if (av_seek_frame(read_->container.get(), stream_.index, target, AVSEEK_FLAG_BACKWARD) < 0)
    return false;
  const IndexedPacket& sought = *index.packet(access.packet);
  constexpr int patience = 1000;  // a container's own index may be coarse
  for (int i = 0; i < patience; ++i) {
    PacketPtr packet = make_packet();
    const int status = read_any(*packet);
    if (status == AVERROR(EAGAIN)) continue;
    if (status < 0) return false;
    if (packet->stream_index != stream_.index) continue;
    const bool behind =
        packet->dts != AV_NOPTS_VALUE && access.dts != AV_NOPTS_VALUE && packet->dts > access.dts;
    if (behind) return false;
    if (!sought.is(*packet)) continue;
    place_ = access.packet;
    next_ = std::move(packet);
    return true;
  }
  return false;
}

bool PacketSource::skip_to(std::size_t place, const PacketIndex& index) {
  const PacketPtr packet = make_packet();
  while (place_ < place) {
    const std::size_t at = place_;
    const int status = read(*packet);
    if (status == AVERROR(EAGAIN)) continue;
    if (status < 0 || !index.packet(at)->is(*packet)) return false;
    av_packet_unref(packet.get());
  }
  return true;
}

}  // namespace overlace
