// SPDX-License-Identifier: Apache-2.0
// Words, nodes and curves of Nuke's scripts.
#include "io/tracks/formats/nuke/nuke_script.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

#include "graph/core/error.h"
#include "io/tracks/rows/line_reader.h"
#include "io/tracks/rows/numbers.h"
#include "io/tracks/rows/tracked_points.h"

namespace overlace {
namespace {

constexpr std::size_t most_bytes = std::size_t{1} << 30U;
constexpr std::string_view blanks = " \t\r\n\f\v";
constexpr std::string_view root_kind = "Root";

[[noreturn]] void refuse(const std::string& file, std::uint64_t line, std::string what,
                         std::string hint = {}) {
  throw Error(ErrorCode::input, std::move(what), std::move(hint),
              {.file = file, .line = static_cast<std::size_t>(line)});
}

/// Reads words from a text.
class Words {
 public:
  Words(const NukeWord& list, const std::string& file)
      : file_(file), rest_(list.text), line_(list.line) {}

  bool next(NukeWord& word) {
    skip_blanks();
    if (rest_.empty()) return false;
    word.line = line_;
    word.braced = rest_.front() == '{';
    if (word.braced)
      word.text = braced();
    else if (rest_.front() == '"')
      word.text = quoted();
    else
      word.text = bare();
    return true;
  }

 private:
  std::string_view take(std::size_t size) {
    const std::string_view taken = rest_.substr(0, size);
    line_ += static_cast<std::uint64_t>(std::ranges::count(taken, '\n'));
    rest_.remove_prefix(taken.size());
    return taken;
  }
  /// Also skips comments, which extend to the end of their lines.
  void skip_blanks() {
    bool fresh = at_start_;
    at_start_ = false;
    while (!rest_.empty()) {
      const std::size_t size = std::min(rest_.find_first_not_of(blanks), rest_.size());
      fresh = take(size).find('\n') != std::string_view::npos || fresh;
      if (!fresh || !rest_.starts_with('#')) return;
      take(std::min(rest_.find('\n'), rest_.size()));
    }
  }
  std::string_view braced() {
    std::size_t depth = 0;
    for (std::size_t i = 0; i < rest_.size(); ++i) {
      if (rest_[i] == '\\')
        ++i;
      else if (rest_[i] == '{')
        ++depth;
      else if (rest_[i] == '}' && --depth == 0)
        return within(i);
    }
    refuse(file_, line_, "the brace is not closed", "is the script complete?");
  }
  std::string_view quoted() {
    for (std::size_t i = 1; i < rest_.size(); ++i) {
      if (rest_[i] == '\\')
        ++i;
      else if (rest_[i] == '"')
        return within(i);
    }
    refuse(file_, line_, "the quote is not closed", "is the script complete?");
  }
  std::string_view within(std::size_t end) { return take(end + 1).substr(1, end - 1); }
  std::string_view bare() {
    if (rest_.front() == '}')
      refuse(file_, line_, "a closing brace has no opening one", "is the script complete?");
    return take(std::min(rest_.find_first_of(blanks), rest_.size()));
  }

  const std::string& file_;
  std::string_view rest_;
  std::uint64_t line_;
  bool at_start_ = true;
};

std::string whole_text(std::istream& stream, const std::string& file) {
  std::string text;
  std::vector<char> block(1U << 20U);
  while (stream) {
    stream.read(block.data(), static_cast<std::streamsize>(block.size()));
    text.append(block.data(), static_cast<std::size_t>(stream.gcount()));
    if (text.size() > most_bytes)
      throw Error(ErrorCode::limit, "the script is larger than a gigabyte",
                  "copy the nodes with the tracks into a file of their own", {file});
  }
  if (stream.bad()) refuse(file, 0, "the script cannot be read");
  return text;
}

/// A key's own slopes ("s0.5", "t-1", "u2") shape the curve between keys, which is linear here.
bool is_slope(std::string_view word) {
  return word.size() > 1 && std::islower(static_cast<unsigned char>(word.front())) != 0 &&
         word.front() != 'x' && parse_field(word.substr(1)).has_value();
}

/// "K" and the like say how the curve continues after the keys that follow.
bool is_interpolation(std::string_view word) {
  return word.size() == 1 && std::isalpha(static_cast<unsigned char>(word.front())) != 0 &&
         word != "x" && word != "t" && word != "y";
}

[[noreturn]] void refuse_expression(const NukeWord& word, const std::string& file) {
  refuse(file, word.line,
         fmt::format("'{}' is an expression, which only Nuke can evaluate", word.text),
         "bake it in Nuke: in the knob's menu, Edit, Generate");
}

NukeCurve parse_keys(const std::vector<NukeWord>& words, const std::string& file) {
  NukeCurve curve;
  double frame = 0;
  bool holds = false;
  for (std::size_t i = 1; i < words.size(); ++i) {
    const std::string_view word = words[i].text;
    const bool places = word.starts_with('x');
    if (const auto number = parse_field(places ? word.substr(1) : word)) {
      const double value = number->value;
      if (!std::isfinite(value))
        refuse(file, words[i].line, fmt::format("'{}' in a curve is not a number", word));
      if (places) {
        frame = value;
        continue;
      }
      if (!curve.keys.empty() && frame <= curve.keys.back().frame)
        refuse(file, words[i].line, fmt::format("the curve goes back to frame {}", frame));
      curve.keys.push_back({frame++, value, holds});
    } else if (is_interpolation(word)) {
      holds = word == "K";
    } else if (!is_slope(word)) {
      refuse_expression(words[i], file);
    }
  }
  if (curve.keys.empty()) refuse(file, words.front().line, "the curve has no keys");
  return curve;
}

}  // namespace

std::string NukeWord::plain() const {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool escape = text[i] == '\\' && i + 1 < text.size();
    if (escape) ++i;
    out += escape && text[i] == 'n' ? '\n' : text[i];
  }
  return out;
}

std::vector<NukeWord> nuke_words(const NukeWord& list, const std::string& file) {
  std::vector<NukeWord> all;
  Words words(list, file);
  for (NukeWord word; words.next(word);) all.push_back(word);
  return all;
}

double NukeCurve::at(double frame) const {
  if (keys.empty()) return constant;
  const auto next = std::ranges::upper_bound(keys, frame, {}, &Key::frame);
  if (next == keys.begin()) return keys.front().value;
  const Key& key = *(next - 1);
  if (next == keys.end() || key.holds || key.frame == frame) return key.value;
  return std::lerp(key.value, next->value, (frame - key.frame) / (next->frame - key.frame));
}

bool NukeCurve::has_key(double frame) const {
  return std::ranges::binary_search(keys, frame, {}, &Key::frame);
}

NukeScript::NukeScript(TrackInput& input, std::string file)
    : file_(std::move(file)), text_(whole_text(input.stream, file_)) {
  Words words({without_byte_order_mark(text_), false, 1}, file_);
  NukeWord before;
  for (NukeWord word; words.next(word); before = word)
    if (word.braced && !before.braced && before.line == word.line)
      nodes_.push_back({before.text, word});
}

std::vector<NukeNode> NukeScript::nodes(std::string_view kind) const {
  std::vector<NukeNode> found;
  std::ranges::copy_if(nodes_, std::back_inserter(found),
                       [&](const NukeNode& node) { return node.kind == kind; });
  return found;
}

std::optional<NukeWord> NukeScript::knob(const NukeNode& node, std::string_view name) const {
  const std::vector<NukeWord> list = words(node.body);
  for (std::size_t i = 0; i + 1 < list.size();) {
    const bool has_value = list[i + 1].line == list[i].line;
    if (has_value && list[i].text == name) return list[i + 1];
    i += has_value ? 2 : 1;
  }
  return std::nullopt;
}

NukeCurve NukeScript::curve(const NukeWord& word) const {
  if (const auto number = parse_field(word.text); number && std::isfinite(number->value))
    return {.keys = {}, .constant = number->value};
  const std::vector<NukeWord> list = words(word);
  if (!word.braced || list.empty() || list.front().text != "curve") refuse_expression(word, file_);
  return parse_keys(list, file_);
}

Size NukeScript::picture() const {
  for (const NukeNode& node : nodes(root_kind))
    if (const auto format = knob(node, "format")) {
      const std::vector<NukeWord> list = words(*format);
      const auto side = [&](std::size_t i) {
        const auto number = i < list.size() ? parse_field(list[i].text) : std::nullopt;
        constexpr std::int64_t largest = 1'000'000;
        const bool fits = number && number->is_whole && number->whole > 0;
        return fits && number->whole <= largest ? static_cast<int>(number->whole) : 0;
      };
      if (side(0) > 0 && side(1) > 0) return {side(0), side(1)};
    }
  return {};
}

std::int64_t NukeScript::first_frame() const {
  for (const NukeNode& node : nodes(root_kind))
    if (const auto first = knob(node, "first_frame"))
      if (const auto number = parse_field(first->text);
          number && number->is_whole && number->whole >= 0 && number->whole < max_track_frames)
        return number->whole;
  return 1;
}

TrackConventions nuke_conventions(const NukeScript& script) {
  TrackConventions conventions;
  conventions.frame_base = script.first_frame();
  conventions.frame_reason = "as the project does";
  conventions.pixel_reason = "as Nuke does";
  conventions.size = script.picture();
  conventions.size_reason = "the project's format";
  conventions.by_track = true;
  return conventions;
}

std::uint64_t for_each_keyed_frame(std::span<const NukeCurve> curves, std::uint64_t line,
                                   TrackBuilder& builder,
                                   const std::function<bool(std::int64_t frame)>& use) {
  double first = max_track_frames * 2.0, last = -first;
  for (const NukeCurve& curve : curves)
    if (!curve.keys.empty()) {
      first = std::min(first, std::ceil(curve.keys.front().frame));
      last = std::max(last, std::floor(curve.keys.back().frame));
    }
  if (first < 0) builder.reject("the frame number is negative", line);
  if (last >= 0 && last < max_track_frames * 2.0 &&
      !builder.has_frame(static_cast<std::int64_t>(last)))
    builder.reject(fmt::format("the frame number is over {}", max_track_frames), line);
  std::int64_t begin = static_cast<std::int64_t>(std::clamp(first, 0.0, max_track_frames * 2.0));
  std::int64_t end = static_cast<std::int64_t>(std::clamp(last, -1.0, max_track_frames * 2.0));
  while (begin <= end && !builder.has_frame(end)) --end;
  std::size_t most_keys = 0;
  for (const NukeCurve& curve : curves) most_keys = std::max(most_keys, curve.keys.size());
  const auto frames = static_cast<std::uint64_t>(std::max<std::int64_t>(end - begin + 1, 0));
  reserve_rows(builder, frames - std::min<std::uint64_t>(frames, most_keys), {}, line);
  std::uint64_t filled = 0;
  for (std::int64_t frame = begin; frame <= end; ++frame) {
    const bool between = std::ranges::none_of(
        curves, [&](const NukeCurve& curve) { return curve.has_key(static_cast<double>(frame)); });
    if (use(frame) && between) ++filled;
  }
  return filled;
}

void remark_filled(std::uint64_t filled, TrackReport& report) {
  if (filled > 0)
    report.assumptions.push_back(fmt::format(
        "{} places between keys are interpolated linearly, also where curves bend there", filled));
}

TrackGuess sniff_nuke(const TrackSample& sample, std::string_view kind) {
  const auto begins_line = [&](std::string_view text) {
    for (std::size_t at = sample.text.find(text); at != std::string_view::npos;
         at = sample.text.find(text, at + 1))
      if (at == 0 || sample.text[at - 1] == '\n' || sample.text[at - 1] == ' ') return true;
    return false;
  };
  if (begins_line(fmt::format("{} {{", kind)))
    return {98, fmt::format("it has Nuke's nodes {}", kind)};
  if (begins_line("set cut_paste_input") || begins_line("Root {"))
    return {60, "it is a script of Nuke's"};
  return {};
}

std::string nuke_text(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    if (std::string_view("\\\"[]${}").find(c) != std::string_view::npos) out += '\\';
    out += c == '\n' ? std::string("\\n") : std::string(1, c);
  }
  return out + "\"";
}

std::string nuke_curve(const std::vector<NukeCurve::Key>& keys) {
  std::string text = "{curve";
  double expected = std::nan("");
  bool holds = false;
  for (const NukeCurve::Key& key : keys) {
    if (key.holds && !holds) text += " K";
    holds = key.holds;
    if (key.frame != expected) text += fmt::format(" x{}", key.frame);
    expected = key.frame + 1;
    text += ' ' + pixels_text(key.value);
  }
  return text + "}";
}

std::string nuke_root(const ClipInfo& clip, std::int64_t first, std::int64_t last) {
  const Size size = clip.size;
  std::string rate =
      clip.frame_rate.num > 0 ? fmt::format(" fps {:.6g}\n", clip.frame_rate.value()) : "";
  return fmt::format(
      "Root {{\n inputs 0\n first_frame {}\n last_frame {}\n{} format \"{} {} 0 0 {} {} 1 \"\n}}\n",
      first, std::max(first, last), rate, size.width, size.height, size.width, size.height);
}

}  // namespace overlace
