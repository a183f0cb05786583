// SPDX-License-Identifier: Apache-2.0
// GObject on the outside, with one C++ object behind it. No exception enters or leaves that object.
#include "plugins/gstreamer/element.h"

#include <fmt/format.h>
#include <gst/video/gstvideofilter.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <mutex>
#include <string>
#include <utility>

#include "plugins/gstreamer/gst_picture.h"
#include "plugins/gstreamer/live_rows.h"
#include "plugins/gstreamer/overlay.h"

namespace overlace::gstreamer {
namespace {

GST_DEBUG_CATEGORY_STATIC(log_category);
#define GST_CAT_DEFAULT log_category

enum TracksFrom { from_file, from_roi, from_event };
enum OnError { on_error_fail, on_error_pass };

/// A device or memory may become available later; a bad graph or file stays bad.
bool is_transient(const Failure& failure) {
  return failure.code() == OVL_UNAVAILABLE || failure.code() == OVL_OUT_OF_MEMORY;
}

/// All properties.
struct Properties {
  OverlaySettings overlay;
  std::string set;  ///< "KNOB=VALUE" and "NODE.PARAM=VALUE", separated by &
  int start_frame = 0;
  int tracks_from = from_file;
  int on_error = on_error_fail;
  friend bool operator==(const Properties&, const Properties&) = default;
};

/// What the element does with a stream. Called from the streaming thread, except for the
/// properties.
class Stream {
 public:
  [[nodiscard]] Properties properties() const {
    const std::lock_guard lock(mutex_);
    return properties_;
  }
  template <class Change>
  void change(const Change& change) {
    const std::lock_guard lock(mutex_);
    change(properties_);
  }

  /// New caps: discards what was made for the previous ones.
  void begin(const GstVideoInfo& info) {
    image_ = image_of(info);
    facts_ = {GST_VIDEO_INFO_WIDTH(&info), GST_VIDEO_INFO_HEIGHT(&info),
              GST_VIDEO_INFO_FPS_N(&info), GST_VIDEO_INFO_FPS_D(&info)};
    if (facts_.rate_num == 0) facts_.rate_den = 0;
    begin_anew();
  }
  /// Starts a stream. If there is no rate, the next buffer is frame 0.
  void start() {
    count_ = 0;
    has_frame_ = false;
    begin_anew();
  }
  /// The next buffer is anywhere in the stream: what has been seen does not lead to it.
  void flush() {
    has_frame_ = false;
    overlay_.restart();
  }

  /// Determines a buffer's frame, shown at `time` of the stream, and whether anything is drawn.
  [[nodiscard]] Failure look_at(GstBuffer* buffer, GstClockTime time, bool& anything) {
    Failure unprepared = prepare();
    if (has_frame_ && is_before(time, time_)) flush();
    frame_ = frame_at(time);
    time_ = time;
    has_frame_ = true;
    image_.has_seconds = GST_CLOCK_TIME_IS_VALID(time) ? 1 : 0;
    image_.seconds = image_.has_seconds != 0 ? static_cast<double>(time) / GST_SECOND : 0;
    ++count_;
    if (!overlay_.is_open()) return unprepared;
    if (in_use_.tracks_from == from_roi) {
      rows_.read(buffer);
      if (Failure failure = overlay_.put(frame_, rows_.columns())) return failure;
    }
    return overlay_.draws(frame_, anything);
  }

  /// Takes an event's rows for the buffer shown at `time` of the stream; for the next buffer if the
  /// time is unknown.
  [[nodiscard]] Failure take_event(const GstStructure* event, GstClockTime time) {
    if (Failure failure = prepare()) return failure;
    if (in_use_.tracks_from != from_event || !overlay_.is_open()) return {};
    rows_.read(event);
    left_out_ += rows_.left_out();
    if (has_frame_ && (time == time_ || is_before(time, time_)) && GST_CLOCK_TIME_IS_VALID(time)) {
      late_ += rows_.count();
      return {};
    }
    return overlay_.put(frame_at(time), rows_.columns());
  }

  [[nodiscard]] Failure draw(const GstVideoFrame& frame) {
    place(frame, image_);
    return overlay_.draw(frame_, image_);
  }

  /// True if pictures pass unchanged when drawing fails.
  [[nodiscard]] bool passes() const { return in_use_.on_error == on_error_pass; }
  /// False if a failure has already been reported and neither a property nor the caps have changed
  /// since.
  [[nodiscard]] bool is_news() { return !std::exchange(is_failure_known_, true); }
  /// Rows that were no boxes, or more than there is room for.
  [[nodiscard]] std::uint64_t rows_left_out() const { return left_out_ + overlay_.lost(); }
  [[nodiscard]] std::uint64_t late_rows() const { return late_; }

 private:
  void begin_anew() {
    close();
    is_failure_known_ = is_futile_ = false;
  }
  void close() {
    left_out_ += overlay_.lost();
    overlay_.close();
  }
  [[nodiscard]] Failure closed_after(Failure failure) {
    if (!failure) return failure;
    close();
    is_futile_ = passes() && !is_transient(failure);
    return failure;
  }

  /// Applies properties that have changed, and opens what is not open. With `on-error=pass`, it may
  /// stay closed.
  [[nodiscard]] Failure prepare() {
    const Properties before = std::exchange(in_use_, properties());
    if (!(in_use_ == before)) {
      is_failure_known_ = is_futile_ = false;
      const bool goes_on = overlay_.is_open() && in_use_.overlay.is_live &&
                           in_use_.overlay == before.overlay &&
                           in_use_.tracks_from == before.tracks_from;
      if (!goes_on)
        close();
      else if (in_use_.set != before.set)
        return closed_after(overlay_.change(in_use_.set));
    }
    if (overlay_.is_open() || is_futile_ || facts_.width == 0) return {};
    return closed_after(overlay_.open(in_use_.overlay, in_use_.set, facts_));
  }

  static bool is_before(GstClockTime time, GstClockTime other) {
    return GST_CLOCK_TIME_IS_VALID(time) && GST_CLOCK_TIME_IS_VALID(other) && time < other;
  }
  /// Rows that come with the stream belong to one buffer each, so no two buffers have one number:
  /// times may be uneven, and buffers come faster than the caps say.
  [[nodiscard]] std::int32_t frame_at(GstClockTime time) const {
    const std::int32_t frame = in_use_.start_frame + number_at(time);
    return has_frame_ && in_use_.overlay.is_live ? std::max(frame, frame_ + 1) : frame;
  }
  [[nodiscard]] std::int32_t number_at(GstClockTime time) const {
    if (!GST_CLOCK_TIME_IS_VALID(time) || facts_.rate_num <= 0) return count_;
    const double frame = static_cast<double>(time) * static_cast<double>(facts_.rate_num) /
                         (static_cast<double>(facts_.rate_den) * GST_SECOND);
    constexpr double most = 1 << 29;  // far from what libovl refuses
    return static_cast<std::int32_t>(std::min(std::round(frame), most));
  }

  mutable std::mutex mutex_;
  Properties properties_;  ///< guarded by the mutex; the rest belongs to the streaming thread
  Properties in_use_;
  StreamFacts facts_;
  ovl_image image_{};
  Overlay overlay_;
  FrameRows rows_;
  std::int32_t count_ = 0;  ///< buffers so far
  bool has_frame_ = false;
  std::int32_t frame_ = 0;                   ///< of the last buffer
  GstClockTime time_ = GST_CLOCK_TIME_NONE;  ///< likewise
  std::uint64_t left_out_ = 0, late_ = 0;    ///< rows
  bool is_failure_known_ = false;
  bool is_futile_ = false;  ///< reading the graph again is futile: pictures pass
};

struct OverlaceElement {
  GstVideoFilter parent;
  Stream* stream;
  GstFlowReturn flow;  ///< the outcome of looking at the current buffer
};
struct OverlaceElementClass {
  GstVideoFilterClass parent_class;
};

// GObject's macros cast pointers as C does.
G_DEFINE_TYPE(OverlaceElement, overlace_element, GST_TYPE_VIDEO_FILTER)

OverlaceElement* element_of(gpointer object) {
  return static_cast<OverlaceElement*>(object);
}

/// Posts an error, which ends the stream; or, if pictures are to pass, a warning, once.
GstFlowReturn report(OverlaceElement* element, const Failure& failure) {
  const char* const text = failure.text();
  if (!element->stream->passes()) {
    GST_ELEMENT_ERROR(element, LIBRARY, FAILED, ("overlace: %s", text), (nullptr));
    return GST_FLOW_ERROR;
  }
  if (element->stream->is_news())
    GST_ELEMENT_WARNING(element, LIBRARY, FAILED, ("overlace: %s", text), (nullptr));
  return GST_FLOW_OK;
}

/// Runs work that can only throw for lack of memory.
template <class Work>
GstFlowReturn guarded(OverlaceElement* element, const Work& work) noexcept {
  try {
    return work();
  } catch (const std::exception& error) {
    GST_ELEMENT_ERROR(element, RESOURCE, FAILED, ("overlace: %s", error.what()), (nullptr));
    return GST_FLOW_ERROR;
  }
}

gboolean set_info(GstVideoFilter* filter, GstCaps* /*in*/, GstVideoInfo* info, GstCaps* /*out*/,
                  GstVideoInfo* /*out_info*/) {
  element_of(filter)->stream->begin(*info);
  return TRUE;
}

gboolean start(GstBaseTransform* transform) {
  element_of(transform)->stream->start();
  return TRUE;
}

/// Runs before the buffer is made writable: one on which nothing is drawn passes without a copy.
void before_transform(GstBaseTransform* transform, GstBuffer* buffer) {
  OverlaceElement* const element = element_of(transform);
  bool anything = false;
  element->flow = guarded(element, [&] {
    const GstClockTime time =
        gst_segment_to_stream_time(&transform->segment, GST_FORMAT_TIME, GST_BUFFER_PTS(buffer));
    const std::uint64_t left_out = element->stream->rows_left_out();
    const Failure failure = element->stream->look_at(buffer, time, anything);
    if (element->stream->rows_left_out() != left_out)
      GST_WARNING_OBJECT(element, "a buffer has more regions than max-boxes");
    return failure ? report(element, failure) : GST_FLOW_OK;
  });
  // Only a buffer that is transformed can end the stream.
  const bool passes = element->flow == GST_FLOW_OK && !anything;
  gst_base_transform_set_passthrough(transform, static_cast<gboolean>(passes));
}

/// Reports rows that come too late on the bus, with their number so far.
void report_late(OverlaceElement* element, std::uint64_t before) {
  const std::uint64_t now = element->stream->late_rows();
  if (now == before) return;
  GstStructure* const facts = gst_structure_new("overlace-late-rows", "count", G_TYPE_UINT64,
                                                static_cast<guint64>(now), nullptr);
  gst_element_post_message(GST_ELEMENT(element),
                           gst_message_new_element(GST_OBJECT(element), facts));
}

GstFlowReturn take_event(OverlaceElement* element, const GstSegment& segment,
                         const GstStructure* event) {
  guint64 pts = GST_CLOCK_TIME_NONE;
  gst_structure_get_uint64(event, "pts", &pts);
  Stream& stream = *element->stream;
  const std::uint64_t late = stream.late_rows(), left_out = stream.rows_left_out();
  const Failure failure =
      stream.take_event(event, gst_segment_to_stream_time(&segment, GST_FORMAT_TIME, pts));
  report_late(element, late);
  if (stream.rows_left_out() != left_out)
    GST_WARNING_OBJECT(element, "rows are no boxes, more than max-boxes, or too far ahead");
  return failure ? report(element, failure) : GST_FLOW_OK;
}

gboolean sink_event(GstBaseTransform* transform, GstEvent* event) {
  OverlaceElement* const element = element_of(transform);
  const GstStructure* const fields = gst_event_get_structure(event);
  const bool has_rows = GST_EVENT_TYPE(event) == GST_EVENT_CUSTOM_DOWNSTREAM && fields != nullptr &&
                        gst_structure_has_name(fields, tracks_event);
  // An error has been posted, or the next buffer meets it again.
  if (has_rows)
    static_cast<void>(
        guarded(element, [&] { return take_event(element, transform->segment, fields); }));
  if (GST_EVENT_TYPE(event) == GST_EVENT_FLUSH_STOP) element->stream->flush();
  // Other elements may want the rows, too.
  return GST_BASE_TRANSFORM_CLASS(overlace_element_parent_class)->sink_event(transform, event);
}

GstFlowReturn transform_frame_ip(GstVideoFilter* filter, GstVideoFrame* frame) {
  OverlaceElement* const element = element_of(filter);
  if (element->flow != GST_FLOW_OK) return element->flow;
  return guarded(element, [&] {
    const Failure failure = element->stream->draw(*frame);
    return failure ? report(element, failure) : GST_FLOW_OK;
  });
}

// ---- Properties

enum Property : guint {
  property_none,
  property_graph,
  property_tracks,
  property_set,
  property_device,
  property_start_frame,
  property_tracks_from,
  property_window,
  property_max_boxes,
  property_on_error
};

GType device_type() {
  static const std::array<GEnumValue, 4> values{
      {{OVL_DEVICE_AUTO, "A GPU where there is one", "auto"},
       {OVL_DEVICE_CPU, "The CPU", "cpu"},
       {OVL_DEVICE_CUDA, "A GPU, or an error", "cuda"},
       {0, nullptr, nullptr}}};
  static const GType type = g_enum_register_static("OverlaceDevice", values.data());
  return type;
}

GType tracks_from_type() {
  static const std::array<GEnumValue, 4> values{
      {{from_file, "The file that `tracks` names", "file"},
       {from_roi, "Regions of interest that elements before this one hang on buffers", "roi"},
       {from_event, "Events `overlace-tracks` that come before their buffers", "event"},
       {0, nullptr, nullptr}}};
  static const GType type = g_enum_register_static("OverlaceTracksFrom", values.data());
  return type;
}

GType on_error_type() {
  static const std::array<GEnumValue, 3> values{
      {{on_error_fail, "The stream ends with an error", "fail"},
       {on_error_pass, "Pictures pass as they are, with one warning", "pass"},
       {0, nullptr, nullptr}}};
  static const GType type = g_enum_register_static("OverlaceOnError", values.data());
  return type;
}

std::string text_in(const GValue* value) {
  const char* const text = g_value_get_string(value);
  return text == nullptr ? "" : text;
}

void set_property(GObject* object, guint id, const GValue* value, GParamSpec* spec) {
  element_of(object)->stream->change([&](Properties& p) {
    switch (static_cast<Property>(id)) {
      case property_graph:
        p.overlay.graph = text_in(value);
        return;
      case property_tracks:
        p.overlay.tracks = text_in(value);
        return;
      case property_set:
        p.set = text_in(value);
        return;
      case property_device:
        p.overlay.device = static_cast<std::uint32_t>(g_value_get_enum(value));
        return;
      case property_start_frame:
        p.start_frame = g_value_get_int(value);
        return;
      case property_tracks_from:
        p.tracks_from = g_value_get_enum(value);
        p.overlay.is_live = p.tracks_from != from_file;
        return;
      case property_window:
        p.overlay.window = g_value_get_int(value);
        return;
      case property_max_boxes:
        p.overlay.max_boxes = g_value_get_int(value);
        return;
      case property_on_error:
        p.on_error = g_value_get_enum(value);
        return;
      case property_none:
        break;
    }
    G_OBJECT_WARN_INVALID_PROPERTY_ID(object, id, spec);
  });
}

void get_property(GObject* object, guint id, GValue* value, GParamSpec* spec) {
  const Properties p = element_of(object)->stream->properties();
  switch (static_cast<Property>(id)) {
    case property_graph:
      return g_value_set_string(value, p.overlay.graph.c_str());
    case property_tracks:
      return g_value_set_string(value, p.overlay.tracks.c_str());
    case property_set:
      return g_value_set_string(value, p.set.c_str());
    case property_device:
      return g_value_set_enum(value, static_cast<int>(p.overlay.device));
    case property_start_frame:
      return g_value_set_int(value, p.start_frame);
    case property_tracks_from:
      return g_value_set_enum(value, p.tracks_from);
    case property_window:
      return g_value_set_int(value, p.overlay.window);
    case property_max_boxes:
      return g_value_set_int(value, p.overlay.max_boxes);
    case property_on_error:
      return g_value_set_enum(value, p.on_error);
    case property_none:
      break;
  }
  G_OBJECT_WARN_INVALID_PROPERTY_ID(object, id, spec);
}

constexpr auto flags = static_cast<GParamFlags>(G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS |
                                                GST_PARAM_MUTABLE_PLAYING);

void install_text(GObjectClass* type, Property id, const char* name, const char* doc,
                  const char* initial) {
  g_object_class_install_property(type, id, g_param_spec_string(name, name, doc, initial, flags));
}
void install_number(GObjectClass* type, Property id, const char* name, const char* doc, int least,
                    int most, int initial) {
  g_object_class_install_property(type, id,
                                  g_param_spec_int(name, name, doc, least, most, initial, flags));
}
void install_choice(GObjectClass* type, Property id, const char* name, const char* doc, GType of,
                    int initial) {
  g_object_class_install_property(type, id, g_param_spec_enum(name, name, doc, of, initial, flags));
}

void install_properties(GObjectClass* type) {
  const Properties p;
  constexpr int most = 1 << 24, most_window = 10'000;
  install_text(type, property_graph, "graph", "Preset, file, or text of a graph",
               p.overlay.graph.c_str());
  install_text(type, property_tracks, "tracks", "File or folder that a tracker left", "");
  install_text(type, property_set, "set",
               "KNOB=VALUE and NODE.PARAM=VALUE, several with & between them", "");
  install_choice(type, property_device, "device", "What draws", device_type(), OVL_DEVICE_AUTO);
  install_number(type, property_start_frame, "start-frame",
                 "Number of the frame at stream time 0, in the tracks from 0", -most, most, 0);
  install_choice(type, property_tracks_from, "tracks-from", "Where tracks come from",
                 tracks_from_type(), from_file);
  install_number(type, property_window, "window",
                 "Frames up to the present one whose rows count, with tracks-from=roi or event", 1,
                 most_window, p.overlay.window);
  install_number(type, property_max_boxes, "max-boxes",
                 "Rows of a frame that count, with tracks-from=roi or event", 1, most,
                 p.overlay.max_boxes);
  install_choice(type, property_on_error, "on-error",
                 "What becomes of the stream where drawing fails", on_error_type(), on_error_fail);
}

// ---- The class

void finalize(GObject* object) {
  const std::unique_ptr<Stream> owned(element_of(object)->stream);
  G_OBJECT_CLASS(overlace_element_parent_class)->finalize(object);
}

void overlace_element_init(OverlaceElement* element) {
  element->stream = std::make_unique<Stream>().release();
  element->flow = GST_FLOW_OK;
}

void add_pad(GstElementClass* type, const char* name, GstPadDirection direction, GstCaps* caps) {
  gst_element_class_add_pad_template(type,
                                     gst_pad_template_new(name, direction, GST_PAD_ALWAYS, caps));
}

void overlace_element_class_init(OverlaceElementClass* type) {
  auto* const object = G_OBJECT_CLASS(type);
  object->set_property = set_property;
  object->get_property = get_property;
  object->finalize = finalize;
  install_properties(object);

  auto* const element = GST_ELEMENT_CLASS(type);
  gst_element_class_set_static_metadata(
      element, "Overlay of tracked objects", "Filter/Effect/Video",
      "Draws boxes, labels, trails, links on raw video", "overlace");
  GstCaps* const caps = gst_caps_from_string(caps_text().c_str());
  add_pad(element, "sink", GST_PAD_SINK, caps);
  add_pad(element, "src", GST_PAD_SRC, caps);
  gst_caps_unref(caps);

  auto* const transform = GST_BASE_TRANSFORM_CLASS(type);
  transform->start = start;
  transform->before_transform = before_transform;
  transform->sink_event = sink_event;
  transform->transform_ip_on_passthrough = FALSE;
  auto* const filter = GST_VIDEO_FILTER_CLASS(type);
  filter->set_info = set_info;
  filter->transform_frame_ip = transform_frame_ip;
}

}  // namespace

bool register_element(GstPlugin* plugin) {
  GST_DEBUG_CATEGORY_INIT(log_category, "overlace", 0, "overlay of tracked objects");
  return gst_element_register(plugin, "overlace", GST_RANK_NONE, overlace_element_get_type()) !=
         FALSE;
}

}  // namespace overlace::gstreamer
