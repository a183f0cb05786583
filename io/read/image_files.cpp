// SPDX-License-Identifier: Apache-2.0
// libav's own sequence reader silently stops at the first gap; this one does not.
#include "io/read/image_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <limits>
#include <system_error>

#include "graph/core/regular_file.h"

namespace overlace {
namespace {

namespace fs = std::filesystem;

/// The most pictures that may be replaced: half a day at 25 per second.
constexpr std::int32_t most_stand_ins = 1 << 20;

std::vector<std::int32_t> numbers_of(const SequencePattern& pattern, const std::string& path) {
  std::vector<std::int32_t> numbers;
  std::error_code error;
  for (const fs::directory_entry& entry : fs::directory_iterator(pattern.folder(), error)) {
    if (const auto number = pattern.number_in(entry.path().filename().string()))
      numbers.push_back(*number);
  }
  if (error)
    throw Error(ErrorCode::input,
                fmt::format("folder {}: {}", pattern.folder().string(), error.message()), "",
                SourceLocation{path});
  std::ranges::sort(numbers);
  return numbers;
}

/// Pads the numbers to the width that all names have, if there is one.
std::string hint_on_width(SequencePattern pattern, const std::vector<std::int32_t>& numbers) {
  constexpr int widest = 99;
  const auto is_there = [&](std::int32_t number) { return fs::exists(pattern.name(number)); };
  for (pattern.digits = 1; pattern.digits <= widest; ++pattern.digits)
    if (std::ranges::all_of(numbers, is_there))
      return fmt::format("name the pictures as {}", pattern.text());
  return "pad all numbers to the same width";
}

}  // namespace

ImageFiles::ImageFiles(const std::string& pattern)
    : pattern_(find_pattern(pattern).value()), numbers_(numbers_of(pattern_, pattern)) {
  if (numbers_.empty())
    throw Error(ErrorCode::input, "no picture has a name like this", "", SourceLocation{pattern});
  // With in7.png and in07.png, the pattern matches only one of them.
  const auto twice = std::ranges::adjacent_find(numbers_);
  const auto odd = std::ranges::find_if(
      numbers_, [this](std::int32_t n) { return !fs::exists(pattern_.name(n)); });
  if (twice != numbers_.end() || odd != numbers_.end())
    throw Error(ErrorCode::input,
                fmt::format("picture {} has a number of another width",
                            twice != numbers_.end() ? *twice : *odd),
                hint_on_width(pattern_, numbers_), SourceLocation{pattern});
  for (const std::int32_t number : numbers_) shown_.push_back({number, number});
}

void ImageFiles::fill_gaps(MissingPictures by) {
  if (by == MissingPictures::report || missing() == 0) return;
  if (by == MissingPictures::refuse)
    throw Error(ErrorCode::input, fmt::format("pictures are missing: {}", gaps()),
                "--missing hold, nearest or black fills the gaps",
                SourceLocation{pattern_.name(numbers_.front())});
  if (missing() > most_stand_ins)
    throw Error(ErrorCode::limit, fmt::format("{} pictures are missing", missing()),
                "leave out --missing", SourceLocation{pattern_.name(numbers_.front())});
  shown_.clear();
  std::size_t before = 0;  // index of the last file up to the number
  for (std::int32_t number = numbers_.front(); number <= numbers_.back(); ++number) {
    if (before + 1 < numbers_.size() && numbers_[before + 1] <= number) ++before;
    std::size_t file = before;
    if (by == MissingPictures::nearest && before + 1 < numbers_.size() &&
        numbers_[before + 1] - number < number - numbers_[before])
      ++file;
    shown_.push_back({number, numbers_[file]});
  }
}

std::vector<std::string> ImageFiles::names() const {
  std::vector<std::string> names;
  for (const std::int32_t number : numbers_) names.push_back(pattern_.name(number));
  return names;
}

std::string ImageFiles::gaps() const {
  std::string text;
  for (std::size_t i = 1; i < numbers_.size(); ++i) {
    const std::int32_t first = numbers_[i - 1] + 1, last = numbers_[i] - 1;
    if (first > last) continue;
    text += text.empty() ? "" : ", ";
    text += first == last ? fmt::format("{}", first) : fmt::format("{}-{}", first, last);
  }
  return text;
}

bool ImageFiles::is_stand_in(std::int64_t stamp) const {
  return !std::ranges::binary_search(numbers_, first_number() + stamp);
}

std::size_t ImageFiles::place_of(std::int64_t stamp) const {
  const auto place = std::ranges::lower_bound(shown_, first_number() + stamp, {},
                                              [](const Shown& shown) { return shown.number; });
  return static_cast<std::size_t>(place - shown_.begin());
}

std::int32_t ImageFiles::shown_at(std::int64_t stamp) const {
  return shown_.at(place_of(stamp)).file - first_number();
}

void ImageFiles::go_to(std::int32_t number) {
  next_ = place_of(number);
}

int ImageFiles::read(AVPacket& packet) {
  if (next_ == shown_.size()) return AVERROR_EOF;
  const auto [number, shown] = shown_[next_++];
  const std::string name = pattern_.name(shown);
  RegularFileStream file(name);
  if (!file) return file.file().is_missing() ? AVERROR(ENOENT) : AVERROR(EIO);
  const std::uint64_t size = file.file().size();
  if (size > static_cast<std::uint64_t>(std::numeric_limits<int>::max() / 2)) return AVERROR(EFBIG);
  const int status = av_new_packet(&packet, static_cast<int>(size));
  if (status < 0) return status;
  if (!file.read(reinterpret_cast<char*>(packet.data), packet.size)) {
    av_packet_unref(&packet);
    return AVERROR(EIO);
  }
  packet.pts = packet.dts = number - numbers_.front();
  packet.duration = 1;
  packet.flags |= AV_PKT_FLAG_KEY;
  return 0;
}

}  // namespace overlace
