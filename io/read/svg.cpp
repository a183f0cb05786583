// SPDX-License-Identifier: Apache-2.0
// Runs overlace-svg and reads what it prints.
#include "io/read/svg.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <vector>

#include "graph/core/error.h"
#include "graph/core/file_descriptor.h"
#include "graph/core/module.h"
#include "io/read/svg_process.h"

namespace overlace {
namespace {

/// A running program, whose standard output is read. Waits for its end when it is destroyed.
class PrintingProgram {
 public:
  /// Throws Error(unavailable) if it cannot be started.
  PrintingProgram(const std::string& program, const std::string& argument) {
    std::array<int, 2> ends{};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0) fail(program, errno);
    output_ = FileDescriptor(ends[0]);
    const FileDescriptor input(ends[1]);
    posix_spawn_file_actions_t actions{};
    ::posix_spawn_file_actions_init(&actions);
    ::posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    ::posix_spawn_file_actions_adddup2(&actions, input.get(), STDOUT_FILENO);
    const std::array<char*, 3> words{const_cast<char*>(program.c_str()),
                                     const_cast<char*>(argument.c_str()), nullptr};
    const int error =
        ::posix_spawn(&pid_, program.c_str(), &actions, nullptr, words.data(), environ);
    ::posix_spawn_file_actions_destroy(&actions);
    if (error != 0) fail(program, error);
  }
  ~PrintingProgram() {
    output_.close();  // ends a program that still prints
    while (::waitpid(pid_, nullptr, 0) < 0 && errno == EINTR) continue;
  }
  PrintingProgram(const PrintingProgram&) = delete;
  PrintingProgram& operator=(const PrintingProgram&) = delete;

  /// The number of bytes read: fewer than `count` where the output ends.
  std::size_t read(void* data, std::size_t count) {
    std::size_t done = 0;
    while (done < count) {
      const ssize_t more = ::read(output_.get(), static_cast<char*>(data) + done, count - done);
      if (more < 0 && errno == EINTR) continue;
      if (more <= 0) break;
      done += static_cast<std::size_t>(more);
    }
    return done;
  }

 private:
  [[noreturn]] static void fail(const std::string& program, int error) {
    throw Error(ErrorCode::unavailable, fmt::format("cannot be run: {}", std::strerror(error)), "",
                SourceLocation{program});
  }

  FileDescriptor output_;
  pid_t pid_ = -1;
};

std::string reason_in(PrintingProgram& program) {
  std::string reason(1U << 12U, '\0');
  reason.resize(program.read(reason.data(), reason.size()));
  return reason;
}

}  // namespace

std::shared_ptr<const Texture> read_svg(const std::string& path) {
  const SourceLocation drawing{path};
  const std::string name = installed_file("overlace-svg");
  if (name.empty())
    throw Error(ErrorCode::unavailable, "overlace-svg, which reads SVG drawings, is not installed",
                install_hint("svg") + ", build it with librsvg2-dev, or use a PNG file", drawing);
  PrintingProgram program(name, path);
  SvgHeader header;
  const bool has_header = program.read(&header, sizeof header) == sizeof header;
  if (has_header && header.size == Size{})
    throw Error(header.code, reason_in(program), "", drawing);
  std::vector<std::uint16_t> samples;
  if (has_header && is_drawable(header.size))
    samples.resize(static_cast<std::size_t>(header.size.width) *
                   static_cast<std::size_t>(header.size.height) * 4);
  const std::size_t bytes = samples.size() * sizeof samples[0];
  if (bytes == 0 || program.read(samples.data(), bytes) != bytes)
    throw Error(ErrorCode::limit,
                fmt::format("takes more than {} MB or {} s of a processor to draw",
                            svg_limits.memory_bytes >> 20U, svg_limits.cpu_s),
                "simplify it, or use a PNG file", drawing);
  return std::make_shared<const Texture>(make_texture(header.size, samples));
}

}  // namespace overlace
