// SPDX-License-Identifier: Apache-2.0
// A name like clip.mp4 proves nothing: the kind of file is checked before and after probing.
#include "io/read/input_file.h"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <utility>

#include "io/exr/exr_frame_rate.h"
#include "io/files/named_file.h"

namespace overlace {
namespace {

// Self-contained formats only. Playlists (hls, dash, concat, imf …) refer to other files and are
// excluded.
constexpr const char* formats =
    "mov,mp4,m4a,3gp,3g2,mj2,matroska,webm,avi,mpegts,mpeg,mpegvideo,mxf,ogg,flv,live_flv,nut,asf,"
    "gif,apng,ivf,obu,av1,h261,h263,h264,hevc,m4v,mjpeg,vc1,vc1test,dv,dnxhd,dirac,rm,wtv,gxf,swf,"
    "yuv4mpegpipe,png_pipe,jpeg_pipe,jpegls_pipe,j2k_pipe,tiff_pipe,webp_pipe,exr_pipe,bmp_pipe,"
    "dpx_pipe,ppm_pipe,pgm_pipe,qoi_pipe,cine,r3d,fits,avs2,avs3,cavsvideo,nsv,film_cpk,filmstrip,"
    "wav,w64,rf64,flac,mp3,aac,ac3,eac3,aiff,au,caf,tta,wv,ape,amr,dts,dtshd,truehd,latm,loas,oma,"
    "mpc,mpc8,tak,voc";

/// What a file is opened for.
enum class Content : std::uint8_t { video, sound };

const char* name_of(Content content) {
  return content == Content::video ? "video" : "sound";
}

FileNeed need_of(Content content) {
  return {.what = content == Content::video ? "a video file" : "a sound file",
          .for_folder = "numbered pictures in it are written as FOLDER/%04d.png or FOLDER/####.png",
          .for_pipe = "a pipe is read from standard input: overlace render - < PIPE"};
}

constexpr const char* standard_input = "/dev/stdin";
/// Default for numbered pictures.
constexpr Rational picture_rate{25};

Error refuse(const std::string& path, const std::string& why, const std::string& hint = {}) {
  return {ErrorCode::input, why, hint, SourceLocation{path}};
}

/// The sound stream to use where there is no video.
std::optional<int> sound_alone(AVFormatContext& container) {
  if (has_video(container)) return std::nullopt;
  const int best = av_find_best_stream(&container, AVMEDIA_TYPE_AUDIO, -1, -1, nullptr, 0);
  return best < 0 ? std::nullopt : std::optional(best);
}

int deny_open(AVFormatContext* /*container*/, AVIOContext** /*io*/, const char* /*url*/,
              int /*flags*/, AVDictionary** /*options*/) {
  return AVERROR(EACCES);
}

bool is_exr(const AVFormatContext& container) {
  return container.nb_streams == 1 && container.streams[0]->codecpar->codec_id == AV_CODEC_ID_EXR;
}

[[noreturn]] void refuse_open(const std::string& path, Content content, int code, bool piped) {
  const std::string log = take_av_log();
  if (log.find("whitelist") != std::string::npos) {
    throw refuse(path, "is a playlist or a kind of file that overlace does not open",
                 fmt::format("give the {} file itself", name_of(content)));
  }
  if (log.find("moov atom not found") != std::string::npos) {
    throw refuse(
        path, "has no index (moov atom): its recording was interrupted, or it is not an MP4",
        piped ? "an index after the pictures cannot be read from a pipe: save it first" : "");
  }
  throw refuse(path, fmt::format("is not a {} that can be read: {}{}",
                                 content == Content::video ? "video or picture" : "sound file",
                                 av_error_text(code), log.empty() ? "" : " (" + log + ")"));
}

InputFile open_file(const std::string& path, const std::optional<Rational>& frame_rate,
                    Content content = Content::video) {
  const bool piped = is_piped(path);
  if (piped && ::isatty(STDIN_FILENO) != 0) throw refuse(path, "is a terminal, not a video");
  if (!piped) static_cast<void>(open_regular_file(path, need_of(content), ErrorCode::input));
  // The prefix makes libav treat names such as "http:x.mp4" or "-x.mp4" as file names.
  const std::string url = piped ? "pipe:0" : "file:" + path;
  // For a large JPEG libav trusts the name more than the bytes, and takes it for a sequence.
  const std::string probed_name = av_match_ext(path.c_str(), "jpg,jpeg,jls") != 0 ? "" : url;
  InputFile file;
  AVIOContext* io = nullptr;
  const int opened = avio_open2(&io, url.c_str(), AVIO_FLAG_READ, nullptr, nullptr);
  file.io.reset(io);
  if (opened < 0) throw refuse(path, fmt::format("cannot open: {}", av_error_text(opened)));

  AVFormatContext* container = avformat_alloc_context();
  if (container == nullptr) throw Error(ErrorCode::out_of_memory, "out of memory");
  container->pb = io;
  container->io_open = deny_open;
  AvOptions options;
  options.set("format_whitelist", formats);
  options.set("protocol_whitelist", "file");
  if (frame_rate) options.set("framerate", fmt::format("{}/{}", frame_rate->num, frame_rate->den));
  static_cast<void>(take_av_log());
  const int status =
      avformat_open_input(&container, probed_name.c_str(), nullptr, options.address());
  if (status < 0) refuse_open(path, content, status, piped);  // libav has freed the container
  file.container.reset(container);
  const std::string open_log = take_av_log();
  // If there is no memory for its index, an MP4 still opens, but appears too short.
  if (open_log.find("Cannot add index entry") != std::string::npos) {
    throw Error(ErrorCode::out_of_memory, "out of memory for its index", "", SourceLocation{path});
  }
  for (unsigned i = 0; i < container->nb_streams; ++i) {
    const AVCodecParameters& p = *container->streams[i]->codecpar;
    file.stated.push_back({p.color_space, p.color_trc, p.color_primaries});
  }
  if (is_exr(*container)) return file;  // read by the OpenEXR library, which supports more
  const int probed = avformat_find_stream_info(container, nullptr);
  if (probed < 0) refuse_open(path, content, probed, piped);
  file.probe_log = open_log + take_av_log();
  const std::optional<int> sound = sound_alone(*container);
  if (!options.first_left().empty() && !sound)
    throw Error(ErrorCode::usage, "has time stamps of its own and needs no frame rate",
                "--fps is for raw streams, numbered pictures and sound alone",
                SourceLocation{path});
  if (sound && content == Content::video)
    file.canvas.emplace(*container, *sound, frame_rate.value_or(canvas_rate));
  return file;
}

}  // namespace

std::string input_name(const std::string& path) {
  return path == "-" ? standard_input : path;
}

bool has_video(const AVFormatContext& container) {
  for (unsigned i = 0; i < container.nb_streams; ++i) {
    const AVStream& stream = *container.streams[i];
    if (stream.codecpar->codec_type == AVMEDIA_TYPE_VIDEO &&
        (stream.disposition & AV_DISPOSITION_ATTACHED_PIC) == 0)
      return true;
  }
  return false;
}

bool is_piped(const std::string& path) {
  struct stat file {};
  return path == standard_input && ::fstat(STDIN_FILENO, &file) == 0 && !S_ISREG(file.st_mode);
}

int InputFile::read(AVPacket& packet) {
  if (pictures) return pictures->read(packet);
  return canvas ? canvas->read(packet) : av_read_frame(container.get(), &packet);
}

void check_disk(const InputFile& file, const std::string& name) {
  const int error = file.container->pb->error;
  if (error < 0 && error != AVERROR_EOF)
    throw refuse(name, fmt::format("reading failed: {}", av_error_text(error)));
}

bool read_packet(InputFile& file, AVPacket& packet, const std::string& name) {
  int status = AVERROR(EAGAIN);
  while (status == AVERROR(EAGAIN)) status = file.read(packet);
  if (status == AVERROR(ENOMEM)) throw Error(ErrorCode::out_of_memory, "out of memory");
  check_disk(file, name);
  return status >= 0;
}

InputFile open_input(const std::string& path, const std::optional<Rational>& frame_rate) {
  silence_av_log();
  if (!reads_sequence(path)) return open_file(path, frame_rate);
  ImageFiles pictures(path);
  const std::optional<Rational> rate =
      frame_rate ? frame_rate : exr_frame_rate(pictures.first_name());
  const Rational used = rate.value_or(picture_rate);
  InputFile file = open_file(pictures.first_name(), used);
  file.pictures.emplace(std::move(pictures));
  file.picture_rate = used;
  file.rate_is_guessed = !rate;
  return file;
}

InputFile open_sound(const std::string& path) {
  silence_av_log();
  return reads_sequence(path) ? open_input(path) : open_file(path, {}, Content::sound);
}

}  // namespace overlace
