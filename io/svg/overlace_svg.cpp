// SPDX-License-Identifier: Apache-2.0
// overlace-svg FILE: draws with librsvg and prints samples, in a process of its own, since a short
// drawing can ask for any amount of memory and time. See io/read/svg.h.
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <new>
#include <vector>

#include "graph/core/error.h"
#include "graph/core/regular_file.h"
#include "io/read/svg_process.h"
#include "io/svg/drawing.h"

namespace overlace {
namespace {

/// Cairo's pixels are words of 0xAARRGGBB, premultiplied; these are straight.
void write_row(const unsigned char* row, std::vector<std::uint16_t>& samples) {
  for (std::size_t x = 0; x < samples.size() / 4; ++x) {
    std::uint32_t pixel = 0;
    std::memcpy(&pixel, row + 4 * x, sizeof pixel);
    const std::uint32_t alpha = pixel >> 24U;
    const auto straight = [&](unsigned shift) {
      const std::uint32_t value = pixel >> shift & 255U;
      return static_cast<std::uint16_t>(
          alpha == 0 ? 0 : std::min((value * 65535U + alpha / 2) / alpha, 65535U));
    };
    samples[4 * x] = straight(16);
    samples[4 * x + 1] = straight(8);
    samples[4 * x + 2] = straight(0);
    samples[4 * x + 3] = static_cast<std::uint16_t>(alpha * 257);
  }
  std::fwrite(samples.data(), sizeof samples[0], samples.size(), stdout);
}

void write_samples(cairo_surface_t& surface, Size size) {
  cairo_surface_flush(&surface);
  const unsigned char* rows = cairo_image_surface_get_data(&surface);
  if (rows == nullptr) throw std::bad_alloc();
  const SvgHeader header{.size = size};
  std::fwrite(&header, sizeof header, 1, stdout);
  std::vector<std::uint16_t> samples(static_cast<std::size_t>(size.width) * 4);
  for (int y = 0; y < size.height; ++y)
    write_row(rows + std::ptrdiff_t{cairo_image_surface_get_stride(&surface)} * y, samples);
}

void draw(const std::string& path) {
  if (const RegularFile file(path); !file)
    throw Error(ErrorCode::input, "cannot be read: " + file.problem(), "", SourceLocation{path});
  const Drawing drawing(path);
  const Size size = drawing.texels();
  write_samples(*drawing.draw(size), size);
}

/// Where the system has a stricter limit already, that one stays.
void limit(int resource, rlim_t most) {
  rlimit old{};
  if (::getrlimit(resource, &old) != 0) old.rlim_max = RLIM_INFINITY;
  const rlimit limited{std::min(old.rlim_max, most), std::min(old.rlim_max, most)};
  ::setrlimit(resource, &limited);
}

/// The system ends this process when it takes more.
void limit_process() {
  limit(RLIMIT_AS, svg_limits.memory_bytes);
  limit(RLIMIT_CPU, svg_limits.cpu_s);
  limit(RLIMIT_CORE, 0);
  ::alarm(svg_limits.wall_s);  // a neighbour of the drawing may be a pipe
}

}  // namespace
}  // namespace overlace

int main(int argc, char** argv) {
  using namespace overlace;
  if (argc != 2) return static_cast<int>(ErrorCode::usage);
  limit_process();
  SvgHeader failure;
  std::string message;
  try {
    draw(argv[1]);
    return std::fflush(stdout) == 0 ? 0 : static_cast<int>(ErrorCode::output);
  } catch (const Error& error) {
    failure.code = error.code();
    message = error.problems().front().message;
  } catch (const std::bad_alloc&) {
    failure.code = ErrorCode::limit;
    message = "takes too much memory to draw";
  }
  std::fwrite(&failure, sizeof failure, 1, stdout);
  std::fwrite(message.data(), 1, message.size(), stdout);
  std::fflush(stdout);
  return static_cast<int>(failure.code);
}
