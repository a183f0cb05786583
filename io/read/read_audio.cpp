// SPDX-License-Identifier: Apache-2.0
// A separate pass over the file that skips packets of pictures.
#include "io/read/read_audio.h"

#include <fmt/format.h>

#include <optional>
#include <utility>
#include <vector>

#include "io/read/audio_decoder.h"
#include "io/read/audio_line.h"
#include "io/read/input_file.h"
#include "io/read/video_reader.h"

namespace overlace {
namespace {

std::vector<int> audio_streams(const AVFormatContext& container) {
  std::vector<int> found;
  for (unsigned i = 0; i < container.nb_streams; ++i)
    if (container.streams[i]->codecpar->codec_type == AVMEDIA_TYPE_AUDIO)
      found.push_back(static_cast<int>(i));
  return found;
}

/// The stream's index in the container; nothing where the best one is wanted and there is none.
std::optional<int> chosen_stream(AVFormatContext& container, int number, const std::string& name) {
  const std::vector<int> streams = audio_streams(container);
  if (number >= 0) {
    if (static_cast<std::size_t>(number) < streams.size())
      return streams[static_cast<std::size_t>(number)];
    throw Error(ErrorCode::input, fmt::format("has no audio stream {}", number),
                streams.empty() ? "it has no sound at all"
                                : fmt::format("its audio streams are 0 to {}", streams.size() - 1),
                SourceLocation{name});
  }
  if (streams.empty()) return std::nullopt;
  const int best = av_find_best_stream(&container, AVMEDIA_TYPE_AUDIO, -1, -1, nullptr, 0);
  return best < 0 ? streams.front() : best;
}

/// When the first picture is shown, from the reader that renders use; for sound alone, on its
/// canvas.
std::optional<double> first_picture_s(const AVFormatContext& container, int sound,
                                      const std::string& path) {
  if (!has_video(container)) return canvas_start_s(*container.streams[sound]);
  VideoReader reader(path);
  DecodedFrame picture;
  if (!reader.read(picture)) return std::nullopt;
  return static_cast<double>(picture.pts) * reader.info().time_base.value();
}

/// Sends all packets of a stream to `decoder`, and the end of stream.
void decode_all(InputFile& file, int stream, const std::string& name, AudioDecoder& decoder) {
  AVFormatContext& container = *file.container;
  for (unsigned i = 0; i < container.nb_streams; ++i)
    if (static_cast<int>(i) != stream) container.streams[i]->discard = AVDISCARD_ALL;
  const PacketPtr packet = make_packet();
  while (read_packet(file, *packet, name)) {
    if (packet->stream_index == stream) decoder.send(packet.get());
    av_packet_unref(packet.get());
  }
  decoder.send(nullptr);
}

}  // namespace

AudioRead read_audio(const std::string& path, int stream, const LogSink& log) {
  const std::string name = input_name(path);
  if (is_piped(name))
    throw Error(ErrorCode::usage,
                "a pipe can be read only once, and its sound needs a pass of its own",
                "give the clip as a file", SourceLocation{name});
  InputFile file = open_sound(name);
  const std::optional<int> chosen = chosen_stream(*file.container, stream, name);
  if (!chosen) return {};
  AudioLine line(first_picture_s(*file.container, *chosen, path));
  bool has_samples = false;
  AudioDecoder decoder(*file.container->streams[*chosen], name, [&](AudioBlock block) {
    has_samples = true;
    line.append(std::move(block));
  });
  decode_all(file, *chosen, name, decoder);
  AudioRead read{.samples = nullptr, .damaged_packets = decoder.damaged_packets()};
  if (!has_samples && read.damaged_packets == 0) return read;
  if (!has_samples)
    throw Error(ErrorCode::input, "none of its sound can be decoded", "", SourceLocation{name});
  line.report([&](const std::string& text) {
    if (log) log(fmt::format("{}: {}", name, text));
  });
  read.samples = std::make_shared<const PcmAudio>(line.take());
  return read;
}

}  // namespace overlace
