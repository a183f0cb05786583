// SPDX-License-Identifier: Apache-2.0
// Names in expressions, and values per frame and per row of a table.
#include "graph/values/bound_expression.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "graph/core/error.h"
#include "graph/data/frame_tracks.h"

namespace overlace {
namespace {

/// The most names that an expression can have: an operation joins at most three operands.
constexpr std::size_t max_names = 2 * Expression::max_operations + 1;

constexpr std::array<std::string_view, 4> frame_names = {"frame", "time", "frame_width",
                                                         "frame_height"};

bool is_of_link(AttributeRef attribute) {
  return attribute.source == AttributeSource::link_length ||
         attribute.source == AttributeSource::link_age ||
         attribute.source == AttributeSource::link_strength;
}

std::vector<std::string> known_names(const ExpressionNames& names) {
  std::vector<std::string> known;
  if (names.tracks != nullptr) {
    for (const AttributeColumn& column : names.tracks->attributes) known.push_back(column.name);
    for (const AttributeInfo& info : builtin_attributes())
      if (!is_of_link({info.source})) known.emplace_back(info.name);
  }
  known.insert(known.end(), frame_names.begin(), frame_names.end());
  if (names.series != nullptr)
    for (const SharedSeries& series : *names.series) known.push_back(series->name);
  return known;
}

}  // namespace

BoundExpression::BoundExpression(std::shared_ptr<const Expression> expression,
                                 const ExpressionNames& names)
    : expression_(std::move(expression)), clip_(*names.clip), tracks_(names.tracks) {
  for (const std::string& name : expression_->names()) {
    sources_.push_back(find(name, names));
    of_objects_ |= std::holds_alternative<AttributeRef>(sources_.back());
  }
}

BoundExpression::Source BoundExpression::find(const std::string& name,
                                              const ExpressionNames& names) {
  const auto* const of_frame = std::ranges::find(frame_names, name);
  if (of_frame != frame_names.end()) return static_cast<OfFrame>(of_frame - frame_names.begin());
  if (is_series_name(name))
    return require_series(names.series != nullptr ? *names.series : SeriesList(), name);
  const auto attribute = find_attribute(name, names.tracks);
  if (attribute && names.tracks == nullptr)
    throw Error(ErrorCode::usage,
                fmt::format("'{}' belongs to an object, and there is none here", name),
                "expressions of a frame read series, frame, time, frame_width and frame_height");
  if (attribute && is_of_link(*attribute))
    throw Error(ErrorCode::usage,
                fmt::format("'{}' belongs to a link; expressions read objects", name),
                "map it: {\"map\": \"length\", \"from\": …, \"to\": …}");
  if (attribute) return *attribute;
  throw Error(ErrorCode::usage, fmt::format("unknown name '{}' in an expression", name),
              suggest(name, known_names(names)));
}

double BoundExpression::of_frame(OfFrame which, const FrameTime& time) const {
  switch (which) {
    case OfFrame::frame:
      return time.frame;
    case OfFrame::time:
      return time.shown_s;
    case OfFrame::width:
      return at_full_size(clip_).size.width;
    case OfFrame::height:
      break;
  }
  return at_full_size(clip_).size.height;
}

double BoundExpression::at(const FrameTime& time) const {
  std::array<double, max_names> values;
  for (std::size_t i = 0; i < sources_.size(); ++i) {
    if (const auto* const series = std::get_if<SharedSeries>(&sources_[i]))
      values[i] = (*series)->at(time);
    else
      values[i] = of_frame(std::get<OfFrame>(sources_[i]), time);
  }
  return expression_->evaluate(values);
}

std::vector<double> BoundExpression::of_rows(const PresenceOp& presence) const {
  const FrameTracks frames(*tracks_);
  std::vector<double> results;
  results.reserve(tracks_->row_count());
  std::array<double, max_names> values;
  for (std::int32_t f = 0; f < tracks_->frame_count(); ++f) {
    const FrameTime time = time_of(clip_, tracks_->first_frame + f);
    const TrackView view = frames.at(time.frame);
    for (std::size_t i = 0; i < sources_.size(); ++i) {
      if (const auto* const series = std::get_if<SharedSeries>(&sources_[i]))
        values[i] = (*series)->at(time);
      else if (const auto* const which = std::get_if<OfFrame>(&sources_[i]))
        values[i] = of_frame(*which, time);
    }
    for (std::uint32_t row = view.rows.begin; row < view.rows.end; ++row) {
      const Element object{.row = row, .presence = presence_of(presence, view, row).opacity};
      for (std::size_t i = 0; i < sources_.size(); ++i)
        if (const auto* const attribute = std::get_if<AttributeRef>(&sources_[i]))
          values[i] = double{attribute_value(view, *attribute, object)} /
                      double{unit_of(*attribute, clip_.scale)};
      results.push_back(expression_->evaluate(values));
    }
  }
  return results;
}

}  // namespace overlace
