// SPDX-License-Identifier: Apache-2.0
#include "sound/nsgt.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <numbers>

#include "graph/core/elementary.h"
#include "graph/core/error.h"

namespace overlace {
namespace {

constexpr double least_bins = 8;
constexpr int log2_most_slice = 22;

double hann(double part) {
  return 0.5 + 0.5 * elementary::cos(std::numbers::pi * part);
}

/// Length of a slice: the smallest power of two with enough bins in the lowest band's window.
std::size_t slice_samples(const NsgtSettings& settings) {
  const double octaves = 1.0 / settings.bins_per_octave;
  const double width_hz =
      settings.fmin_hz * (elementary::pow(2, octaves) - elementary::pow(2, -octaves));
  const double samples = least_bins * settings.sample_rate / width_hz;
  if (samples > double{1 << log2_most_slice})
    throw Error(
        ErrorCode::limit,
        fmt::format("{} bins per octave from {:.4g} Hz take slices of {:.0f} samples, "
                    "at most {}",
                    settings.bins_per_octave, settings.fmin_hz, samples, 1 << log2_most_slice),
        "raise fmin, or take fewer bins per octave");
  return std::bit_ceil(static_cast<std::size_t>(std::ceil(samples)));
}

/// The Tukey window of a slice: flat around the centre, falling over a quarter of the slice where
/// the neighbour's rises, and zero beyond.
std::vector<double> tukey_window(std::size_t half) {
  std::vector<double> window(2 * half);
  const double flat = static_cast<double>(half) / 4, fall = static_cast<double>(half) / 2;
  for (std::size_t distance = 0; distance < half; ++distance) {
    const double part = (static_cast<double>(distance) - flat) / fall;
    const double height = part <= 0 ? 1 : part >= 1 ? 0 : hann(part);
    window[half - distance] = height;
    window[half + distance] = height;
  }
  return window;
}

/// Where bins lie among bands: a bin between two bands is shared, and a Hann window gives the lower
/// one's part. Band -1 is everything below, `last_band() + 1` everything above.
class OctaveAxis {
 public:
  OctaveAxis(const NsgtSettings& settings, std::size_t half) : bins_(half + 1) {
    const double bin_hz = settings.sample_rate / static_cast<double>(2 * half);
    const double bands_per_log = settings.bins_per_octave / std::numbers::ln2;
    for (std::size_t bin = 1; bin <= half; ++bin) {
      const double hz = static_cast<double>(bin) * bin_hz;
      const double place = elementary::log(hz / settings.fmin_hz) * bands_per_log;
      if (place <= -1) continue;
      const double lower = std::floor(place);
      bins_[bin] = {static_cast<std::ptrdiff_t>(lower), hann(place - lower)};
      last_band_ = static_cast<std::ptrdiff_t>(std::ceil(place)) - 1;
    }
    for (auto bin = bins_.rbegin(); bin->lower > last_band_; ++bin) *bin = {last_band_, 0};
  }

  [[nodiscard]] std::ptrdiff_t last_band() const { return last_band_; }
  /// The first bin whose lower band is this one or a higher one.
  [[nodiscard]] std::ptrdiff_t first_bin(std::ptrdiff_t band) const {
    return std::partition_point(bins_.begin(), bins_.end(),
                                [&](const Bin& bin) { return bin.lower < band; }) -
           bins_.begin();
  }
  /// A band's window at a bin.
  [[nodiscard]] double share(std::size_t bin, std::ptrdiff_t band) const {
    return bins_[bin].lower == band ? bins_[bin].part : 1 - bins_[bin].part;
  }

 private:
  struct Bin {
    std::ptrdiff_t lower = -1;
    double part = 1;
  };
  std::vector<Bin> bins_;
  std::ptrdiff_t last_band_ = -1;  ///< the highest below half the sample rate
};

/// A bin of a real signal at any frequency, mirrored at 0 Hz and at half the sample rate.
std::complex<double> bin_at(const NsgtSlice& slice, std::ptrdiff_t bin) {
  const auto half = static_cast<std::ptrdiff_t>(slice.size()) - 1;
  if (bin < 0) return std::conj(slice[static_cast<std::size_t>(-bin)]);
  if (bin > half) return std::conj(slice[static_cast<std::size_t>(2 * half - bin)]);
  return slice[static_cast<std::size_t>(bin)];
}

/// Which of `values` points, a power of two, a bin aliases to.
std::size_t folded(std::ptrdiff_t bin, std::size_t values) {
  return static_cast<std::size_t>(bin) & (values - 1);
}

}  // namespace

Nsgt::Nsgt(const NsgtSettings& settings) {
  if (settings.fmin_hz >= settings.sample_rate / 2)
    throw Error(ErrorCode::usage,
                fmt::format("{:.4g} Hz, the lowest band, is not below {:.6g} Hz, half the sample "
                            "rate",
                            settings.fmin_hz, settings.sample_rate / 2),
                "lower fmin");
  const std::size_t size = slice_samples(settings);
  half_ = size / 2;
  slice_window_ = tukey_window(half_);
  squares_.resize(half_ + 1);
  add_bands(settings);
  ffts_.try_emplace(std::countr_zero(size), std::countr_zero(size), 1);
}

void Nsgt::add_bands(const NsgtSettings& settings) {
  const OctaveAxis axis(settings, half_);
  const auto half = static_cast<std::ptrdiff_t>(half_);
  for (std::ptrdiff_t band = -1; band <= axis.last_band() + 1; ++band) {
    const bool below = band == -1, above = band == axis.last_band() + 1;
    std::ptrdiff_t from = axis.first_bin(band - 1), to = axis.first_bin(band + 1);
    if (below) from = 1 - to;  // with its mirror image below 0 Hz
    if (above) to = 2 * half + 1 - from;
    std::vector<double> window;
    for (std::ptrdiff_t bin = from; bin < to; ++bin) {
      const std::ptrdiff_t shown = bin <= half ? std::abs(bin) : 2 * half - bin;
      window.push_back(axis.share(static_cast<std::size_t>(shown), band));
    }
    const double hz =
        settings.fmin_hz * elementary::pow(2, static_cast<double>(band) / settings.bins_per_octave);
    add_band(below ? 0 : above ? settings.sample_rate / 2 : hz, from, std::move(window), settings);
  }
}

void Nsgt::add_band(double middle_hz, std::ptrdiff_t first_bin, std::vector<double> window,
                    const NsgtSettings& settings) {
  for (std::size_t i = 0; i < window.size(); ++i) {
    const std::ptrdiff_t bin = first_bin + static_cast<std::ptrdiff_t>(i);
    if (bin >= 0 && bin <= static_cast<std::ptrdiff_t>(half_))
      squares_[static_cast<std::size_t>(bin)] += window[i] * window[i];
  }
  const std::size_t steps = (2 * half_ + settings.most_step - 1) / settings.most_step;
  const std::size_t values = std::bit_ceil(std::max({window.size(), steps, std::size_t{2}}));
  const int log2_values = std::countr_zero(values);
  ffts_.try_emplace(log2_values, log2_values, 1);
  bands_.push_back({middle_hz, first_bin, std::move(window), log2_values});
}

std::size_t Nsgt::slices(std::size_t samples) const {
  return samples == 0 ? 0 : (samples - 1) / half_ + 2;
}

/// Copies the samples of a slice, multiplied by its window.
void Nsgt::cut(std::span<const float> samples, std::ptrdiff_t slice,
               std::vector<double>& points) const {
  const auto half = static_cast<std::ptrdiff_t>(half_);
  const std::ptrdiff_t start = (slice - 1) * half;
  const auto sound = static_cast<std::ptrdiff_t>(samples.size());
  const std::ptrdiff_t from = std::clamp<std::ptrdiff_t>(-start, 0, 2 * half);
  const std::ptrdiff_t to = std::clamp<std::ptrdiff_t>(sound - start, from, 2 * half);
  points.assign(2 * half_, 0);
  for (std::ptrdiff_t t = from; t < to; ++t) {
    const auto i = static_cast<std::size_t>(t);
    points[i] = slice_window_[i] * double{samples[static_cast<std::size_t>(start + t)]};
  }
}

void Nsgt::transform(std::span<const float> samples, std::ptrdiff_t slice, NsgtSlice& first,
                     NsgtSlice& second, Work& work) const {
  cut(samples, slice, work.points.re);
  cut(samples, slice + 1, work.points.im);
  const std::size_t size = 2 * half_;
  ffts_.at(std::countr_zero(size)).forward(work.points, work.spare);
  first.resize(half_ + 1);
  second.resize(half_ + 1);
  for (std::size_t k = 0; k <= half_; ++k) {
    const std::size_t there = (size - k) % size;
    const double a = work.points.re[k], b = work.points.im[k];
    const double c = work.points.re[there], d = work.points.im[there];
    first[k] = {(a + c) / 2, (b - d) / 2};
    second[k] = {(b + d) / 2, (c - a) / 2};
  }
}

NsgtValues Nsgt::values_of(const NsgtBand& band, const NsgtSlice& slice, Work& work) const {
  const std::size_t count = std::size_t{1} << band.log2_values;
  work.points.re.assign(count, 0);
  work.points.im.assign(count, 0);
  const double scale = 1 / static_cast<double>(2 * half_);
  for (std::size_t i = 0; i < band.window.size(); ++i) {
    const std::ptrdiff_t bin = band.first_bin + static_cast<std::ptrdiff_t>(i);
    const std::complex<double> part = bin_at(slice, bin);
    work.points.re[folded(bin, count)] = part.real() * band.window[i] * scale;
    work.points.im[folded(bin, count)] = part.imag() * band.window[i] * scale;
  }
  ffts_.at(band.log2_values).backward(work.points, work.spare);
  NsgtValues values(count);
  for (std::size_t m = 0; m < count; ++m) values[m] = {work.points.re[m], work.points.im[m]};
  return values;
}

/// Adds a band's part to a slice, multiplied by its dual window.
void Nsgt::join(const NsgtBand& band, const NsgtValues& values, NsgtSlice& slice,
                Work& work) const {
  work.points.resize(values.size());
  for (std::size_t m = 0; m < values.size(); ++m) {
    work.points.re[m] = values[m].real();
    work.points.im[m] = values[m].imag();
  }
  ffts_.at(band.log2_values).forward(work.points, work.spare);
  const double scale = static_cast<double>(2 * half_) / static_cast<double>(values.size());
  for (std::size_t i = 0; i < band.window.size(); ++i) {
    const std::ptrdiff_t bin = band.first_bin + static_cast<std::ptrdiff_t>(i);
    if (bin < 0 || bin > static_cast<std::ptrdiff_t>(half_)) continue;  // its mirror image
    const auto at = static_cast<std::size_t>(bin);
    const std::size_t from = folded(bin, values.size());
    const double dual = band.window[i] * scale / squares_[at];
    slice[at] += std::complex<double>(work.points.re[from] * dual, work.points.im[from] * dual);
  }
}

std::vector<std::vector<NsgtValues>> Nsgt::analyse(std::span<const float> samples) const {
  std::vector<std::vector<NsgtValues>> values(slices(samples.size()));
  Work work;
  NsgtSlice pair[2];
  for (std::size_t slice = 0; slice < values.size(); ++slice) {
    if (slice % 2 == 0)
      transform(samples, static_cast<std::ptrdiff_t>(slice), pair[0], pair[1], work);
    for (const NsgtBand& band : bands_)
      values[slice].push_back(values_of(band, pair[slice % 2], work));
  }
  return values;
}

std::vector<float> Nsgt::synthesise(const std::vector<std::vector<NsgtValues>>& values,
                                    std::size_t samples) const {
  std::vector<double> sum(samples);
  const std::size_t size = 2 * half_;
  Work work;
  for (std::size_t slice = 0; slice < values.size(); ++slice) {
    NsgtSlice bins(half_ + 1);
    for (std::size_t band = 0; band < bands_.size(); ++band)
      join(bands_[band], values[slice][band], bins, work);
    work.points.resize(size);
    for (std::size_t k = 0; k < size; ++k) {
      const std::complex<double> bin = bin_at(bins, static_cast<std::ptrdiff_t>(k));
      work.points.re[k] = bin.real();
      work.points.im[k] = bin.imag();
    }
    ffts_.at(std::countr_zero(size)).backward(work.points, work.spare);
    const std::size_t start = slice * half_;  // the slice begins at start - half_
    for (std::size_t t = 0; t < size; ++t)
      if (start + t >= half_ && start + t - half_ < samples)
        sum[start + t - half_] += work.points.re[t] / static_cast<double>(size);
  }
  return {sum.begin(), sum.end()};
}

}  // namespace overlace
