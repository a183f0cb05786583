// SPDX-License-Identifier: Apache-2.0
#include "sound/fourier.h"

#include <numbers>
#include <utility>

#include "graph/core/elementary.h"

namespace overlace {
namespace {

/// A run of complex numbers with separate parts. Reads and writes never overlap.
template <class Real>
struct Run {
  Real *re, *im;
  [[nodiscard]] Run from(std::size_t index) const { return {re + index, im + index}; }
};

template <class Real>
Run<Real> run_of(ComplexParts<Real>& parts) {
  return {parts.re.data(), parts.im.data()};
}

/// Turns four points, `in_apart` apart, into four of the next stage, `out_apart` apart, for `width`
/// numbers in a row, which share their twiddles w, w^2 and w^3.
template <class Real, class Twiddle>
void butterfly_4(Run<Real> in, std::size_t in_apart, Run<Real> out, std::size_t out_apart,
                 std::size_t width, Twiddle w1, Twiddle w2, Twiddle w3) {
  const Real* __restrict a_re = in.re;
  const Real* __restrict a_im = in.im;
  const Real* __restrict b_re = a_re + in_apart;
  const Real* __restrict b_im = a_im + in_apart;
  const Real* __restrict c_re = b_re + in_apart;
  const Real* __restrict c_im = b_im + in_apart;
  const Real* __restrict d_re = c_re + in_apart;
  const Real* __restrict d_im = c_im + in_apart;
  Real* __restrict p_re = out.re;
  Real* __restrict p_im = out.im;
  Real* __restrict q_re = p_re + out_apart;
  Real* __restrict q_im = p_im + out_apart;
  Real* __restrict r_re = q_re + out_apart;
  Real* __restrict r_im = q_im + out_apart;
  Real* __restrict s_re = r_re + out_apart;
  Real* __restrict s_im = r_im + out_apart;
  for (std::size_t i = 0; i < width; ++i) {
    const Real even_re = a_re[i] + c_re[i], even_im = a_im[i] + c_im[i];
    const Real rest_re = a_re[i] - c_re[i], rest_im = a_im[i] - c_im[i];
    const Real odd_re = b_re[i] + d_re[i], odd_im = b_im[i] + d_im[i];
    const Real turn_re = b_im[i] - d_im[i], turn_im = d_re[i] - b_re[i];  // -i (b - d)
    const Real second_re = rest_re + turn_re, second_im = rest_im + turn_im;
    const Real third_re = even_re - odd_re, third_im = even_im - odd_im;
    const Real fourth_re = rest_re - turn_re, fourth_im = rest_im - turn_im;
    p_re[i] = even_re + odd_re;
    p_im[i] = even_im + odd_im;
    q_re[i] = second_re * w1.re - second_im * w1.im;
    q_im[i] = second_re * w1.im + second_im * w1.re;
    r_re[i] = third_re * w2.re - third_im * w2.im;
    r_im[i] = third_re * w2.im + third_im * w2.re;
    s_re[i] = fourth_re * w3.re - fourth_im * w3.im;
    s_im[i] = fourth_re * w3.im + fourth_im * w3.re;
  }
}

/// The last step for an odd power: sums and differences of the two halves.
template <class Real>
void butterfly_2(const std::vector<Real>& in, std::vector<Real>& out) {
  const std::size_t half = in.size() / 2;
  const Real* __restrict a = in.data();
  const Real* __restrict b = a + half;
  Real* __restrict sum = out.data();
  Real* __restrict difference = sum + half;
  for (std::size_t i = 0; i < half; ++i) {
    sum[i] = a[i] + b[i];
    difference[i] = a[i] - b[i];
  }
}

}  // namespace

template <class Real>
Fft<Real>::Fft(int log2_points, int lanes)
    : points_(std::size_t{1} << log2_points), lanes_(static_cast<std::size_t>(lanes)) {
  // Only a quarter turn is computed; the other quarters have the same numbers.
  const std::size_t quarter = (points_ + 3) / 4;
  std::vector<Real> cosine(quarter + 1);
  for (std::size_t k = 0; k <= quarter; ++k) {
    const double turn = static_cast<double>(k) / static_cast<double>(points_);
    cosine[k] = static_cast<Real>(elementary::cos(2 * std::numbers::pi * turn));
  }
  if (points_ >= 4) cosine[quarter] = 0;
  twiddles_.resize(3 * quarter);
  for (std::size_t k = 0; k < quarter; ++k) {
    const Real c = cosine[k], s = cosine[quarter - k];
    twiddles_[k] = {c, -s};
    twiddles_[quarter + k] = {-s, -c};
    twiddles_[2 * quarter + k] = {-c, s};
  }
}

template <class Real>
void Fft<Real>::forward(ComplexParts<Real>& data, ComplexParts<Real>& spare) const {
  spare.resize(data.re.size());
  // `count` is the remaining size of the transforms; `stride` numbers share a twiddle.
  std::size_t count = points_, stride = lanes_;
  for (; count >= 4; count /= 4, stride *= 4) {
    const std::size_t quarter = count / 4, step = points_ / count;
    for (std::size_t p = 0; p < quarter; ++p)
      butterfly_4(run_of(data).from(p * stride), quarter * stride,
                  run_of(spare).from(4 * p * stride), stride, stride, twiddles_[p * step],
                  twiddles_[2 * p * step], twiddles_[3 * p * step]);
    std::swap(data, spare);
  }
  if (count == 2) {
    butterfly_2(data.re, spare.re);
    butterfly_2(data.im, spare.im);
    std::swap(data, spare);
  }
}

template <class Real>
void Fft<Real>::backward(ComplexParts<Real>& data, ComplexParts<Real>& spare) const {
  std::swap(data.re, data.im);  // i conj(x): its transform is i conj of the inverse one
  forward(data, spare);
  std::swap(data.re, data.im);
}

template class Fft<float>;
template class Fft<double>;

}  // namespace overlace
