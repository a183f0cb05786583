// SPDX-License-Identifier: Apache-2.0
// A clip is a list of texts, stored as its differences from the previous list.
#include "batch/clip_list.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <string_view>
#include <utility>

namespace overlace {
namespace {

/// Id, input, output, whole, priority, share, version; the numbers of options, of words of `fetch`
/// and of words of `publish`. Then come these, and the parts.
constexpr std::size_t fixed_texts = 10;

std::vector<std::string> texts_of(const BatchClip& clip) {
  std::vector<std::string> texts{clip.id,
                                 clip.input,
                                 clip.output,
                                 clip.part_of,
                                 std::to_string(clip.priority),
                                 fmt::format("{}", clip.share),
                                 clip.version,
                                 std::to_string(clip.options.size()),
                                 std::to_string(clip.fetch.size()),
                                 std::to_string(clip.publish.size())};
  for (const auto& [name, value] : clip.options) texts.insert(texts.end(), {name, value});
  for (const auto* const words : {&clip.fetch, &clip.publish, &clip.parts})
    texts.insert(texts.end(), words->begin(), words->end());
  return texts;
}

template <class Number>
Number number_of(const std::string& text) {
  Number number{};
  std::from_chars(text.data(), text.data() + text.size(), number);
  return number;
}

BatchClip clip_of(const std::vector<std::string>& texts) {
  BatchClip clip{.id = texts[0], .input = texts[1], .output = texts[2]};
  clip.part_of = texts[3];
  clip.priority = number_of<int>(texts[4]);
  clip.share = number_of<double>(texts[5]);
  clip.version = texts[6];
  auto text = texts.begin() + fixed_texts;
  clip.options.reserve(number_of<std::size_t>(texts[7]));
  for (std::size_t i = clip.options.capacity(); i > 0; --i, text += 2)
    clip.options.emplace_back(text[0], text[1]);
  const auto take = [&text](std::vector<std::string>& words, const std::string& count) {
    const auto end = text + number_of<std::ptrdiff_t>(count);
    words.assign(text, end);
    text = end;
  };
  take(clip.fetch, texts[8]);
  take(clip.publish, texts[9]);
  clip.parts.assign(text, texts.end());
  return clip;
}

/// Seven bits per byte, lowest first; the eighth bit says that more bytes follow (LEB128).
void put_number(std::string& block, std::size_t number) {
  for (; number > 0x7F; number >>= 7U) block += static_cast<char>((number & 0x7FU) | 0x80U);
  block += static_cast<char>(number);
}

std::size_t take_number(std::string_view block, std::size_t& place) {
  std::size_t number = 0;
  for (unsigned shift = 0;; shift += 7) {
    const auto byte = static_cast<std::uint8_t>(block[place++]);
    number |= std::size_t{byte & 0x7FU} << shift;
    if (byte < 0x80U) return number;
  }
}

/// 0 if the text equals the previous one; otherwise the length of the common prefix plus one, the
/// length of the common suffix, and the text between them.
void put_text(std::string& block, std::string_view text, std::string_view before) {
  if (text == before) return put_number(block, 0);
  const auto begin =
      static_cast<std::size_t>(std::ranges::mismatch(text, before).in1 - text.begin());
  std::size_t end = 0;
  const std::size_t most = std::min(text.size(), before.size()) - begin;
  while (end < most && text[text.size() - end - 1] == before[before.size() - end - 1]) ++end;
  put_number(block, begin + 1);
  put_number(block, end);
  put_number(block, text.size() - begin - end);
  block += text.substr(begin, text.size() - begin - end);
}

void take_text(std::string_view block, std::size_t& place, std::string& text) {
  const std::size_t begin = take_number(block, place);
  if (begin == 0) return;
  const std::size_t end = take_number(block, place);
  const std::size_t size = take_number(block, place);
  text.replace(begin - 1, text.size() - end - (begin - 1), block.substr(place, size));
  place += size;
}

}  // namespace

void ClipList::push_back(const BatchClip& clip) {
  if (size_ % rows_per_block == 0) {
    if (!blocks_.empty()) blocks_.back().shrink_to_fit();
    blocks_.emplace_back();
    last_.clear();
  }
  std::vector<std::string> texts = texts_of(clip);
  last_.resize(texts.size());
  put_number(blocks_.back(), texts.size());
  for (std::size_t i = 0; i < texts.size(); ++i) put_text(blocks_.back(), texts[i], last_[i]);
  last_ = std::move(texts);
  ++size_;
}

BatchClip ClipList::operator[](std::size_t row) const {
  return *Iterator(*this, row);
}

ClipList::Iterator ClipList::begin() const {
  return from(0);
}

ClipList::Iterator ClipList::from(std::size_t row) const {
  return {*this, row};
}

ClipList::Iterator::Iterator(const ClipList& list, std::size_t row) : list_(&list), row_(row) {
  if (row == list.size()) return;
  for (std::size_t i = row - row % rows_per_block; i <= row; ++i) read_texts(i);
  clip_ = clip_of(texts_);
}

ClipList::Iterator& ClipList::Iterator::operator++() {
  if (++row_ == list_->size()) return *this;
  read_texts(row_);
  clip_ = clip_of(texts_);
  return *this;
}

void ClipList::Iterator::read_texts(std::size_t row) {
  if (row % rows_per_block == 0) {
    next_ = 0;
    texts_.clear();
  }
  const std::string& block = list_->blocks_[row / rows_per_block];
  texts_.resize(take_number(block, next_));
  for (std::string& text : texts_) take_text(block, next_, text);
}

}  // namespace overlace
