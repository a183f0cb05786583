// SPDX-License-Identifier: Apache-2.0
// Places pictures by the cursor, which is moved in absolute rows.
#include "cli/terminal_view.h"

#include <fmt/format.h>

#include <algorithm>

#include "cli/terminal_picture.h"
#include "graph/core/error.h"

namespace overlace {
namespace {

constexpr int most_text_rows = 6;

void require_pictures(const Terminal& terminal) {
  if (terminal.has_kitty() || (terminal.has_sixel() && makes_sixels())) return;
  if (terminal.has_sixel())
    throw Error(ErrorCode::unavailable,
                "the terminal shows sixels, but overlace is built without libsixel");
  throw Error(ErrorCode::unavailable,
              "the terminal shows no pictures: it knows neither kitty's graphics nor sixels");
}

}  // namespace

TerminalView::TerminalView() {
  require_pictures(terminal_);
}

std::string TerminalView::drawn(const RgbPicture& whole) {
  size_ = terminal_.size();
  const auto [cells, cell] = size_;
  const int text_rows = std::min(most_text_rows, cells.height / 2);
  const Size room{cells.width * cell.width, (cells.height - text_rows) * cell.height};
  RgbPicture picture = reduced(whole.size, whole.pixels, fitted(whole.size, room));
  rows_ = (picture.size.height + cell.height - 1) / cell.height;
  return terminal_.has_kitty() ? kitty_picture(std::move(picture)) : sixel_picture(picture);
}

void TerminalView::show(const RgbPicture& whole) {
  const std::string picture = drawn(whole);
  // The lines that the picture takes, which may scroll; then up again, to where it begins.
  terminal_.write(std::string(static_cast<std::size_t>(rows_), '\n') +
                  fmt::format("\033[{}A\0337{}\0338\033[{}B\r", rows_, picture, rows_));
}

void TerminalView::show_on_top(const RgbPicture& whole) {
  const std::string picture = drawn(whole);
  if (!is_on_top_) {  // what was there scrolls away, and is not lost
    terminal_.write(std::string(static_cast<std::size_t>(size_.cells.height), '\n'));
    is_on_top_ = true;
  }
  terminal_.write("\033[H" + picture);
  begin_text();
}

void TerminalView::begin_text() {
  size_ = terminal_.size();
  if (is_on_top_) terminal_.write(fmt::format("\033[{};1H\033[J", rows_ + 1));
}

bool TerminalView::was_resized() const {
  const TerminalSize now = terminal_.size();
  return now.cells != size_.cells || now.cell != size_.cell;
}

}  // namespace overlace
