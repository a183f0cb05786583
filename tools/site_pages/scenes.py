# SPDX-License-Identifier: Apache-2.0
"""What each node is shown on: a small document with the node in it, on a frame where it has something to do."""

from __future__ import annotations

import copy
import dataclasses
from typing import Any

Json = Any


@dataclasses.dataclass(frozen=True)
class Scene:
    """A node's document, clip and frame. What is not named here is as the node's ports and stage suggest."""

    clip: str = "walk"
    frame: int = 260
    params: dict[str, Json] = dataclasses.field(default_factory=dict)  # of the node
    inputs: dict[str, Json] = dataclasses.field(default_factory=dict)  # of the node, by port
    nodes: dict[str, Json] = dataclasses.field(default_factory=dict)  # beside it, or instead of the usual ones
    paint: tuple[str, ...] = ()  # what is painted, bottom first; "" is the node
    label: str = "{id?}"  # of the objects that a track node makes
    values: dict[str, list[Json]] = dataclasses.field(default_factory=dict)  # of parameters that have no usual ones
    without: str = ""  # why there is no picture


def node(type_name: str, params: dict[str, Json] | None = None, **inputs: Json) -> Json:
    made: Json = {"type": type_name}
    if inputs:
        made["inputs"] = inputs
    if params:
        made["params"] = params
    return made


BY_ID = {"map": "id", "palette": "bright"}
USUAL = {
    "people": node("track_input", {"path": "$tracks"}),
    "links": node("link_knn", {"k": 3, "max_distance": "40%"}, points="people"),
    "curves": node("curve_bezier", links="links"),
    "sound": node("audio_input"),
    "levels": node("audio_levels", audio="sound"),
    "bands": node("audio_spectrum", audio="sound"),
    "marks": node("draw_boxes", {"stroke_width": "0.9%", "corner_radius": "2%", "color": BY_ID}, tracks="people"),
    "places": node("draw_boxes", {"fill": "#ffffff", "stroke_width": 0}, tracks="people"),
    "dots": node("draw_points", {"size": "1.6%"}, tracks="people"),
}
SOURCES = {"tracks": "people", "links": "links", "curves": "curves", "audio": "sound", "display list": "marks", "layer": "marks"}

# A picture to paint with, beside the pages.
MARK = """<svg xmlns="http://www.w3.org/2000/svg" width="96" height="96" viewBox="0 0 96 96">
  <path d="M48 6 L88 86 L48 66 L8 86 Z" fill="#5ce0e6" stroke="#0a0d12" stroke-width="5" stroke-linejoin="round"/>
</svg>
"""

GATE = ["34% 78%", "38% 44%"]
YARD = ["0% 46%", "62% 46%", "70% 82%", "0% 62%"]
GROUND = {"name": "ground", "image": ["20% 25%", "80% 25%", "97% 97%", "3% 97%"],
          "ground": ["-7.1 36.6", "9.6 36.6", "5.7 13", "-4.7 13"]}
STREET = {"clip": "street", "frame": 120}
HEARD = {"clip": "bunny", "frame": 100}
SEEN = {"clip": "square", "frame": 260}
CROSSED = {"counted": node("track_line", {"name": "gate", "points": GATE}, tracks="people")}
WATCHED = {"watched": node("track_zone", {"name": "yard", "corners": YARD}, tracks="people")}
LEVEL_BAR = {"meter": node("draw_meter", audio="levels")}
RAMPS: list[Json] = [["turbo"], ["inferno"], ["viridis"]]

SCENES: dict[str, Scene] = {
    "audio_input": Scene(**HEARD, values={"stream": [0]}, nodes={"wave": node("draw_waveform", audio="input")}, paint=("wave",)),
    "audio_levels": Scene(**HEARD, nodes={"meter": node("draw_meter", audio="levels")}, paint=("meter",)),
    "audio_onsets": Scene(**HEARD, nodes={
        "beats": node("draw_graph", {"value": {"series": "beat.envelope", "from": [0, 1], "to": [0, 1]}, "range": "clip", "text": "beat"})}, paint=("beats",)),
    "audio_spectrum": Scene(**HEARD, values={"size": [512, 2048, 8192], "hop": [128, 512, 2048]}, nodes={"picture": node("draw_spectrogram", audio="spectrum")}, paint=("picture",)),
    "composite": Scene(params={"opacity": 0.6}, values={"blend": [
        "normal", "add", "screen", "multiply", "difference", "overlay", "hard_light", "soft_light", "exclusion"]}, inputs={"layers": ["shade", "marks"]},
                       nodes={"shade": node("draw_fill", {"color": "#5ce0e6a0"})}),
    "draw_arrows": Scene(params={"head": "2.2%", "width": "0.6%"}),
    "draw_bars": Scene(params={"value": {"expr": "score"}, "low": 0, "high": 1, "width": "8%", "height": "1.2%"}),
    "draw_electric": Scene(params={"width": "0.5%"}, nodes={"people": USUAL["people"]}),
    "draw_ellipses": Scene(params={"xx": {"expr": "width * width / 12"}, "yy": {"expr": "height * height / 12"}, "width": "0.6%", "color": BY_ID}),
    "draw_fill": Scene(params={"color": "#0a0d1290"}),
    "draw_gauge": Scene(params={"value": {"series": "walkers.value", "from": [0, 12], "to": [0, 12]}, "high": 12, "text": "{walkers.value}", "gauge_size": "30%"},
                        nodes={"count": node("track_series", {"name": "walkers", "reduce": "count"}, tracks="people"),
                               "boxes": node("draw_boxes", tracks="count")}, paint=("boxes", "")),
    "draw_graph": Scene(params={"value": {"series": "walkers.value", "from": [0, 12], "to": [0, 12]}, "text": "people in the picture"},
                        nodes={"count": node("track_series", {"name": "walkers", "reduce": "count"}, tracks="people"),
                               "boxes": node("draw_boxes", tracks="count")}, paint=("boxes", "")),
    "draw_heat": Scene(values={"ramp": RAMPS}),
    "draw_icons": Scene(**SEEN, params={"path": "mark.svg", "size": "9%"}, nodes={"people": node("track_input")}),
    "draw_image": Scene(**SEEN, params={"path": "mark.svg"}),
    "draw_labels": Scene(params={"text": "{class} {id}"}, values={"text": ["{id}", "{class} {id}", "{speed:.0f} px/s"]}),
    "draw_legend": Scene(clip="street", frame=165),
    "draw_lines": Scene(params={"width": "0.7%"}),
    "draw_link_labels": Scene(params={"text": "{length:.0f} px"}, nodes={
        "lines": node("draw_lines", {"color": "#5ce0e680"}, curves="curves")}, paint=("lines", "")),
    "draw_log": Scene(inputs={"tracks": "counted"}, nodes={**CROSSED, "gate": node("draw_zones", tracks="counted")}, paint=("gate", "")),
    "draw_meter": Scene(**HEARD, inputs={"audio": "levels"}),
    "draw_outlines": Scene(**STREET),
    "draw_skeletons": Scene(**STREET),
    "draw_points": Scene(params={"size": "3.5%", "color": BY_ID}),
    "draw_spectrogram": Scene(**HEARD, inputs={"audio": "bands"}, values={"ramp": RAMPS}),
    "draw_spectrum": Scene(**HEARD, inputs={"audio": "bands"}),
    "draw_spotlight": Scene(),
    "draw_table": Scene(inputs={"tracks": "people"}),
    "draw_text": Scene(params={"text": "{frame} · {timecode}", "size": "6%"}),
    "draw_title": Scene(clip="street", frame=38, params={"title": "Rush hour", "subtitle": "Half of the city is on wheels", "from": 0.5, "to": 7}),
    "draw_trails": Scene(params={"width": "1.2%", "frames": 40, "color": BY_ID}),
    "draw_waveform": Scene(**HEARD, inputs={"audio": "sound"}),
    "draw_zones": Scene(inputs={"tracks": "watched"}, nodes=WATCHED),
    "effect_bloom": Scene(params={"sigma": "2%"}),
    "effect_echo": Scene(),
    "effect_grade": Scene(params={"hue": 60}, values={"ramp": [[], ["turbo"], ["inferno"]]}),
    "effect_grain": Scene(params={"amount": 0.2, "size": 2}),
    "effect_spectral": Scene(params={"kind": "high", "wavelength": "3%"}),
    "effect_warp": Scene(params={"kind": "swirl", "amount": "8%"}),
    "link_chain": Scene(params={"order": {"expr": "x"}}),
    "link_pairs": Scene(without="It needs an attribute that names the other object."),
    "link_similar": Scene(without="It needs embeddings: one for each object, from a network for re-identification."),
    "picture_aberration": Scene(params={"amount": "1%"}, inputs={"region": "marks"}, nodes={
        "marks": node("draw_fill", {"color": "#ffffff"})}),
    "picture_grade": Scene(params={"saturation": 0, "gain": 1.4}, values={"ramp": [[], ["turbo"], ["inferno"]]}),
    "picture_grain": Scene(params={"amount": 0.15, "size": 2}),
    "picture_insets": Scene(params={"size": "24%", "slots": 3}),
    "picture_warp": Scene(params={"kind": "bulge", "amount": "6%"}, inputs={"region": "everywhere", "strokes": "people"}, nodes={
        "everywhere": node("draw_fill", {"color": "#ffffff"})}),
    "picture_zoom": Scene(params={"zoom": 2}),
    "sonify_plucks": Scene(without="It is heard: `overlace render` adds its sound, and `overlace sonify` writes it alone."),
    "sonify_voices": Scene(without="It is heard: `overlace render` adds its sound, and `overlace sonify` writes it alone."),
    "track_angles": Scene(**STREET, params={"name": "knee", "points": ["right_hip", "right_knee", "right_ankle"]}, label="{knee:.0f}°"),
    "track_associate": Scene(),
    "track_blobs": Scene(clip="bikes", frame=36, label=""),
    "track_camera": Scene(without="It shows where the camera moves: trails and heat stay with the scene."),
    "track_compare": Scene(params={}, inputs={"tracks": "moved", "truth": "people"}, label="{id?}", nodes={
        "moved": node("track_place", {"x": "1.5%", "frames": 1}, tracks="people")}),
    "track_detect": Scene(without="It needs a network of yours: overlace comes with none."),
    "track_features": Scene(**SEEN, label=""),
    "track_file": Scene(params={"path": "$tracks"}, without="It reads the file that it names; track_input reads the one that is given."),
    "track_filter": Scene(params={"min_area": 0.01}),
    "track_ground": Scene(params=GROUND, label="{ground_speed:.0f} km/h"),
    "track_input": Scene(params={"path": "$tracks"}),
    "track_key_points": Scene(**STREET, label=""),
    "track_line": Scene(params={"name": "gate", "points": GATE}, label="", nodes={
        "count": node("draw_zones", tracks="line")}, paint=("count",)),
    "track_merge": Scene(inputs={"tracks": ["people", "moved"]}, nodes={
        "moved": node("track_place", {"x": "8%"}, tracks="people")}),
    "track_motion": Scene(**SEEN, label=""),
    "track_part": Scene(params={"top": 0.25}),
    "track_people": Scene(clip="corner", frame=10, label="{score:.1f}"),
    "track_place": Scene(params={"x": "3%"}),
    "track_plan": Scene(inputs={"tracks": "ground"}, nodes={
        "ground": node("track_ground", GROUND, tracks="people"), "shape": node("draw_zones", {"zone_text": "{name}"}, tracks="plan"),
        "boxes": node("draw_boxes", tracks="plan")}, label="", paint=("shape", "boxes")),
    "track_series": Scene(params={"name": "walkers", "reduce": "count"}, label="", nodes={
        "text": node("draw_text", {"text": "{walkers.value} people", "size": "6%"}), "boxes": node("draw_boxes", tracks="series")},
        paint=("boxes", "text"), values={"reduce": ["sum", "distinct", "so_far"]}),
    "track_skeleton": Scene(**STREET, params={"set": "coco17", "keep_names": True}, nodes={
        "bones": node("draw_skeletons", tracks="skeleton")}, paint=("bones",)),
    "track_zone": Scene(params={"name": "yard", "corners": YARD}, label="{yard_time:.0f} s", nodes={
        "area": node("draw_zones", tracks="zone"), "boxes": node("draw_boxes", tracks="zone")}, paint=("area", "boxes")),
}


def scene_of(type_name: str) -> Scene:
    return SCENES.get(type_name, Scene())


def name_of(type_name: str) -> str:
    """The node's name in its document: "boxes" of draw_boxes."""
    return "group" if type_name == "composite" else type_name.split("_", 1)[1]


def document_of(kind: Json, scene: Scene, params: dict[str, Json] | None = None) -> Json:
    """The document that shows a node type, with these parameters instead of the scene's."""
    name = name_of(kind["name"])
    nodes = copy.deepcopy(USUAL | scene.nodes)
    inputs = {}
    for port in kind["inputs"]:
        if port["name"] in scene.inputs:
            inputs[port["name"]] = scene.inputs[port["name"]]
        elif not port["optional"]:
            source = "places" if port["name"] == "region" else SOURCES[port["stage"]]
            inputs[port["name"]] = [source] if port["many"] else source
    renamed = f"{name}_source"  # where a usual node has the name that this one takes
    if name in nodes and name not in scene.nodes and name in str(inputs):
        nodes[renamed] = nodes.pop(name)
        inputs = {port: renamed if source == name else source for port, source in inputs.items()}
    nodes[name] = node(kind["name"], scene.params if params is None else params, **inputs)
    paint = [part or name for part in scene.paint] or list(shown(kind, scene, name, nodes))
    kept = reached(nodes, [name, *paint])
    document = {"overlace": 1, "nodes": {key: nodes[key] for key in ordered(nodes, kept)}, "composite": paint}
    return document | {"sound": [name]} if kind["stage"] == "sound" else document


def shown(kind: Json, scene: Scene, name: str, nodes: dict[str, Json]) -> tuple[str, ...]:
    """Adds the nodes that make a node's result visible, and names what is painted."""
    stage = kind["stage"]
    if stage == "tracks":
        nodes["frames"] = node("draw_boxes", {"color": BY_ID} if scene.label else None, tracks=name)
        nodes["names"] = node("draw_labels", {"text": scene.label}, tracks=name)
        return ("frames", "names") if scene.label else ("frames",)
    if stage == "links":
        nodes["bent"] = node("curve_bezier", links=name)
    if stage == "sound":
        return ("dots",)
    if stage in ("links", "curves"):
        nodes["lines"] = node("draw_lines", {"width": "0.6%"}, curves="bent" if stage == "links" else name)
        return ("lines", "dots")
    return (name,)


def sources(made: Json) -> list[str]:
    named = [source for given in made.get("inputs", {}).values() for source in (given if isinstance(given, list) else [given])]
    return named


def reached(nodes: dict[str, Json], names: list[str]) -> set[str]:
    """These nodes and all that they need."""
    kept: set[str] = set()
    waiting = list(names)
    while waiting:
        name = waiting.pop()
        if name not in kept:
            kept.add(name)
            waiting += sources(nodes[name])
    return kept


def ordered(nodes: dict[str, Json], kept: set[str]) -> list[str]:
    """Names with every node after those that it takes."""
    order: list[str] = []

    def put(name: str) -> None:
        if name not in order:
            for source in sources(nodes[name]):
                put(source)
            order.append(name)

    for name in nodes:
        if name in kept:
            put(name)
    return order
