// SPDX-License-Identifier: Apache-2.0
// Questions in escape sequences. Every terminal answers the last one.
#include "cli/terminal.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <chrono>
#include <cstring>
#include <optional>
#include <string>
#include <vector>

#include "cli/interrupt.h"
#include "graph/core/error.h"

namespace overlace {
namespace {

using Clock = std::chrono::steady_clock;

// Would it draw this pixel (kitty's protocol)? How large is it in pixels (XTWINOPS 14)? What kind
// of terminal is it (DA1)?
constexpr std::string_view questions =
    "\033_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA\033\\"
    "\033[14t"
    "\033[c";
constexpr std::string_view kitty_answer = "\033_Gi=31;OK";
constexpr std::string_view size_answer = "\033[4;";  // height;width t
constexpr std::string_view kind_answer = "\033[?";   // level;features… c
constexpr int sixel_feature = 4;
constexpr std::chrono::milliseconds patience{1000};

/// Keys and answers arrive at once and unseen during its lifetime, and Ctrl-\ and Ctrl-Z do
/// nothing, which would leave the terminal like that. Ctrl-C works.
class Unechoed {
 public:
  explicit Unechoed(int file) : file_(file) {
    ::tcgetattr(file_, &before_);
    termios settings = before_;
    settings.c_lflag &= ~static_cast<tcflag_t>(ICANON | ECHO);
    for (const int key : {VQUIT, VSUSP}) settings.c_cc[key] = _POSIX_VDISABLE;
    settings.c_cc[VMIN] = 0;
    settings.c_cc[VTIME] = 0;
    ::tcsetattr(file_, TCSADRAIN, &settings);
  }
  /// Discards what nobody has read: late answers.
  ~Unechoed() { ::tcsetattr(file_, TCSAFLUSH, &before_); }
  Unechoed(const Unechoed&) = delete;
  Unechoed& operator=(const Unechoed&) = delete;

 private:
  int file_;
  termios before_{};
};

/// The numbers of an answer, which are between `begin` and `end`; nothing if it has not come.
std::optional<std::vector<int>> numbers_between(std::string_view text, std::string_view begin,
                                                char end) {
  const std::size_t at = text.find(begin);
  if (at == std::string_view::npos) return std::nullopt;
  const char* first = text.data() + at + begin.size();
  const char* const last = text.data() + text.size();
  std::vector<int> numbers;
  for (; first != last; ++first) {
    int number = 0;
    const auto [rest, error] = std::from_chars(first, last, number);
    if (rest == last || (*rest != ';' && *rest != end)) break;
    if (error == std::errc{}) numbers.push_back(number);
    if (*rest == end) return numbers;
    first = rest;
  }
  return std::nullopt;
}

/// What the terminal answers, up to the answer of the last question.
std::string answers_from(int file) {
  const Clock::time_point end = Clock::now() + patience;
  std::string answers;
  while (!numbers_between(answers, kind_answer, 'c') && !Interrupt::asked()) {
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(end - Clock::now());
    pollfd ready{.fd = file, .events = POLLIN, .revents = 0};
    if (left.count() <= 0 ||
        (::poll(&ready, 1, static_cast<int>(left.count())) < 0 && errno != EINTR))
      break;
    std::array<char, 256> bytes{};
    const ssize_t count = ::read(file, bytes.data(), bytes.size());
    if (count > 0) answers.append(bytes.data(), static_cast<std::size_t>(count));
    if ((ready.revents & (POLLHUP | POLLERR)) != 0) break;
  }
  return answers;
}

Error unavailable(const std::string& why) {
  return {ErrorCode::unavailable, why};
}

}  // namespace

Terminal::Terminal() : file_(::open("/dev/tty", O_RDWR | O_NOCTTY | O_CLOEXEC)) {
  if (!file_) throw unavailable("there is no terminal");
  if (::tcgetpgrp(file_.get()) != ::getpgrp()) throw unavailable("this runs in the background");
  ask();
}

void Terminal::ask() {
  std::string answers;
  {
    const Unechoed unechoed(file_.get());
    write(questions);
    answers = answers_from(file_.get());
  }
  has_kitty_ = answers.find(kitty_answer) != std::string::npos;
  if (const auto features = numbers_between(answers, kind_answer, 'c'))
    has_sixel_ = std::ranges::find(*features, sixel_feature) != features->end();
  const Size cells = size().cells;
  if (const auto pixels = numbers_between(answers, size_answer, 't'); pixels && pixels->size() == 2)
    cell_ = {std::max(1, pixels->back() / cells.width),
             std::max(1, pixels->front() / cells.height)};
}

TerminalSize Terminal::size() const {
  winsize now{};
  ::ioctl(file_.get(), TIOCGWINSZ, &now);
  TerminalSize size{.cells = {now.ws_col, now.ws_row}, .cell = cell_};
  if (size.cells.width == 0 || size.cells.height == 0) size.cells = {80, 24};
  const Size cell{now.ws_xpixel / size.cells.width, now.ws_ypixel / size.cells.height};
  if (cell.width > 0 && cell.height > 0) size.cell = cell;
  return size;
}

void Terminal::write(std::string_view text) const {
  while (!text.empty()) {
    const ssize_t count = ::write(file_.get(), text.data(), text.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0)
      throw Error(ErrorCode::output, std::string("the terminal: ") + std::strerror(errno));
    text.remove_prefix(static_cast<std::size_t>(count));
  }
}

}  // namespace overlace
