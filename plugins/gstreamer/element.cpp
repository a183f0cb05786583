// SPDX-License-Identifier: Apache-2.0
// GObject on the outside, with one C++ object behind it. No exception enters or leaves that object.
#include "plugins/gstreamer/element.h"

#include <fmt/format.h>
#include <gst/video/gstvideofilter.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <memory>
#include <mutex>
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
  const int code = ovl_error_code(failure.get());
  return code == OVL_UNAVAILABLE || code == OVL_OUT_OF_MEMORY;
}

/// All properties.
struct Properties {
  OverlaySettings overlay;
  int start_frame = 0;
  int tracks_from = from_file;
  int window = 50;
  int max_boxes = 1000;
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
    live_ = {};
    begin_anew();
  }

  /// Determines a buffer's frame, shown at `time` of the stream, and whether anything is drawn.
  [[nodiscard]] Failure look_at(GstBuffer* buffer, GstClockTime time, bool& anything) {
    const Properties wanted = properties();
    const bool changed = !(wanted == in_use_);
    in_use_ = wanted;
    if (changed) begin_anew();
    frame_ = wanted.start_frame + number_at(time);
    image_.has_seconds = GST_CLOCK_TIME_IS_VALID(time) ? 1 : 0;
    image_.seconds = image_.has_seconds != 0 ? static_cast<double>(time) / GST_SECOND : 0;
    ++count_;
    if (wanted.tracks_from != from_file) {
      const RowWindow::Limits limits{wanted.window, wanted.max_boxes};
      live_.go_to(frame_, limits);
      if (wanted.tracks_from == from_roi) live_.take_regions(buffer, limits);
      const std::vector<ovl_row> rows = live_.rows();
      const LiveRows live{rows, live_.class_names()};
      if (Failure failure = overlay_.open(wanted.overlay, facts_, &live)) return failure;
    } else if (!overlay_.is_open()) {
      if (is_futile_) return {};
      if (Failure failure = overlay_.open(wanted.overlay, facts_, nullptr)) {
        is_futile_ = passes() && !is_transient(failure);
        return failure;
      }
    }
    return overlay_.draws(frame_, anything);
  }

  /// Takes an event's rows for the buffer shown at `time` of the stream; for the next buffer if the
  /// time is unknown.
  void take_event(const GstStructure* event, GstClockTime time) {
    const Properties wanted = properties();
    if (wanted.tracks_from != from_event) return;
    live_.take_event(event, wanted.start_frame + number_at(time),
                     {wanted.window, wanted.max_boxes});
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
  [[nodiscard]] std::uint64_t rows_left_out() const { return live_.left_out(); }
  [[nodiscard]] std::uint64_t late_rows() const { return live_.late(); }

 private:
  void begin_anew() {
    overlay_.close();
    is_failure_known_ = is_futile_ = false;
  }
  [[nodiscard]] std::int32_t number_at(GstClockTime time) const {
    if (!GST_CLOCK_TIME_IS_VALID(time) || facts_.rate_num <= 0) return count_;
    const double frame = static_cast<double>(time) * static_cast<double>(facts_.rate_num) /
                         (static_cast<double>(facts_.rate_den) * GST_SECOND);
    constexpr double most = 1 << 30;
    return static_cast<std::int32_t>(std::min(std::round(frame), most));
  }

  mutable std::mutex mutex_;
  Properties properties_;  ///< guarded by the mutex; the rest belongs to the streaming thread
  Properties in_use_;
  StreamFacts facts_;
  ovl_image image_{};
  Overlay overlay_;
  RowWindow live_;
  std::int32_t count_ = 0, frame_ = 0;
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
GstFlowReturn report(OverlaceElement* element, const ovl_error* error) {
  const char* const text = ovl_error_text(error);
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
    return failure ? report(element, failure.get()) : GST_FLOW_OK;
  });
  // Only a buffer that is transformed can end the stream.
  const bool passes = element->flow == GST_FLOW_OK && !anything;
  gst_base_transform_set_passthrough(transform, static_cast<gboolean>(passes));
}

/// Reports rows that come too late on the bus, with their number so far.
void take_event(OverlaceElement* element, const GstSegment& segment, const GstStructure* event) {
  guint64 pts = GST_CLOCK_TIME_NONE;
  gst_structure_get_uint64(event, "pts", &pts);
  const std::uint64_t late = element->stream->late_rows();
  element->stream->take_event(event, gst_segment_to_stream_time(&segment, GST_FORMAT_TIME, pts));
  const std::uint64_t now = element->stream->late_rows();
  if (now == late) return;
  GstStructure* const facts = gst_structure_new("overlace-late-rows", "count", G_TYPE_UINT64,
                                                static_cast<guint64>(now), nullptr);
  gst_element_post_message(GST_ELEMENT(element),
                           gst_message_new_element(GST_OBJECT(element), facts));
}

gboolean sink_event(GstBaseTransform* transform, GstEvent* event) {
  const GstStructure* const fields = gst_event_get_structure(event);
  const bool is_ours = GST_EVENT_TYPE(event) == GST_EVENT_CUSTOM_DOWNSTREAM && fields != nullptr &&
                       gst_structure_has_name(fields, tracks_event);
  if (is_ours) {
    OverlaceElement* const element = element_of(transform);
    static_cast<void>(guarded(element, [&] {
      take_event(element, transform->segment, fields);
      return GST_FLOW_OK;
    }));
  }
  // Other elements may want the rows, too.
  return GST_BASE_TRANSFORM_CLASS(overlace_element_parent_class)->sink_event(transform, event);
}

GstFlowReturn transform_frame_ip(GstVideoFilter* filter, GstVideoFrame* frame) {
  OverlaceElement* const element = element_of(filter);
  if (element->flow != GST_FLOW_OK) return element->flow;
  return guarded(element, [&] {
    const Failure failure = element->stream->draw(*frame);
    return failure ? report(element, failure.get()) : GST_FLOW_OK;
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
        p.overlay.set = text_in(value);
        return;
      case property_device:
        p.overlay.device = static_cast<std::uint32_t>(g_value_get_enum(value));
        return;
      case property_start_frame:
        p.start_frame = g_value_get_int(value);
        return;
      case property_tracks_from:
        p.tracks_from = g_value_get_enum(value);
        return;
      case property_window:
        p.window = g_value_get_int(value);
        return;
      case property_max_boxes:
        p.max_boxes = g_value_get_int(value);
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
      return g_value_set_string(value, p.overlay.set.c_str());
    case property_device:
      return g_value_set_enum(value, static_cast<int>(p.overlay.device));
    case property_start_frame:
      return g_value_set_int(value, p.start_frame);
    case property_tracks_from:
      return g_value_set_enum(value, p.tracks_from);
    case property_window:
      return g_value_set_int(value, p.window);
    case property_max_boxes:
      return g_value_set_int(value, p.max_boxes);
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
  constexpr int most = 1 << 24;
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
                 most, p.window);
  install_number(type, property_max_boxes, "max-boxes",
                 "Rows of a frame that count, with tracks-from=roi or event", 0, most, p.max_boxes);
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
