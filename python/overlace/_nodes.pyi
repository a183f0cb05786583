# SPDX-License-Identifier: Apache-2.0
# Methods of overlace.Graph. Generated from the registry by tools/python-stubs.
import os
from collections.abc import Sequence
from typing import Any, Callable, Literal

from ._node_types import NodeType
from .handles import (
    AudioNode,
    CurvesNode,
    DrawingNode,
    KnobReference,
    LayerNode,
    LinksNode,
    Node,
    PictureNode,
    SoundNode,
    TracksNode,
)
from .values import Value

class NodeMethods:
    """Methods that add a node: `graph.draw_boxes(tracks=people, corner_radius=4)`."""

    def _add(self, node_type: NodeType, name: str | None, arguments: dict[str, Any]) -> Node: ...

    def audio_input(
        self,
        *,
        path: str | os.PathLike[str] = ...,
        stream: int | KnobReference = ...,
        channels: str = ...,
        gain: float | KnobReference = ...,
        node: str = ...,
    ) -> AudioNode:
        """The sound of the clip, or of a file.

        path: file, default ''. File to take sound from. It starts at the file's first picture, or at its first
            sample if there is none. Empty: the clip's own sound.
        stream: integer, -1 to 1000, default -1. Audio stream of the file, from 0; -1 chooses the best one.
        channels: text, default 'all'. Channels to use: all, mix, left, right, or a channel number from 1. Nodes
            that measure a single channel take the mean of all.
        gain: number, -120 to 120 dB, default 0. Gain applied to the sound.
        """

    def audio_levels(
        self,
        *,
        audio: AudioNode,
        name: str = ...,
        node: str = ...,
    ) -> AudioNode:
        """Measures how loud the sound is, 100 times a second.

        audio: audio. The sound.
        name: text, default 'sound'. Name of the levels. Texts and parameters read the series NAME.rms, NAME.peak,
            NAME.true_peak and NAME.vu in dBFS, and the loudness NAME.momentary, NAME.short_term and NAME.integrated
            in LUFS. Silence is -120.
        """

    def audio_onsets(
        self,
        *,
        audio: AudioNode,
        name: str = ...,
        threshold: float | KnobReference = ...,
        decay: float | KnobReference = ...,
        node: str = ...,
    ) -> AudioNode:
        """Finds where notes and beats begin.

        audio: audio. The sound.
        name: text, default 'beat'. Name of the beats. Texts and parameters read the series NAME.envelope, the onset
            strength, 0 to 1; NAME.pulse, 1 at a beat and then falling to 0; and NAME.count, the number of beats so
            far.
        threshold: number, 0 to 1, default 0.07. How far a beat must stand out from its surroundings, relative to
            the strongest onset.
        decay: number, 0.001 to 10 s, default 0.15. Time for a pulse to fall to a third.
        """

    def audio_spectrum(
        self,
        *,
        audio: AudioNode,
        kind: Literal["stft", "mel", "cqt", "vqt", "nsgt"] | KnobReference = ...,
        size: int | KnobReference = ...,
        hop: int | KnobReference = ...,
        fmin: float | KnobReference = ...,
        bands: int | KnobReference = ...,
        bins_per_octave: int | KnobReference = ...,
        gamma: float | KnobReference = ...,
        norm: Literal["db", "peak", "pcen"] | KnobReference = ...,
        floor: float | KnobReference = ...,
        reference: Literal["clip", "full_scale"] | KnobReference = ...,
        phase: bool | KnobReference = ...,
        node: str = ...,
    ) -> AudioNode:
        """Splits sound into frequency bands, for nodes that draw them.

        audio: audio. The sound.
        kind: one of stft, mel, cqt, vqt, nsgt, default 'stft'. Bands of equal width (stft), of perceptually equal
            steps (mel), or of musical intervals: cqt, vqt, which responds faster to low notes, and nsgt.
        size: integer, 256 to 16384, default 2048. Window length of stft and mel in samples, a power of two.
        hop: integer, 1 to 1.04858e+06, default 512. Samples from one column to the next.
        fmin: number, 1 to 100000 Hz, default 32.7. Centre of the lowest band of cqt, vqt and nsgt.
        bands: integer, 0 to 1024, default 0. Number of bands, except for stft; 0 is 128 for mel and seven octaves
            for the others.
        bins_per_octave: integer, 1 to 96, default 12. Bands per octave of cqt, vqt and nsgt.
        gamma: number, 0 to 1000 Hz, default 0. Bandwidth added to every band of vqt; 0 follows the ear.
        norm: one of db, peak, pcen, default 'db'. How levels are expressed: decibels above the floor, magnitudes,
            or energy relative to what sounded before (pcen).
        floor: number, -200 to -1 dB, default -80. The lowest level in decibels, relative to the reference.
        reference: one of clip, full_scale, default 'clip'. The highest level: the clip's loudest, or a full-scale
            sine.
        phase: boolean, default False. Keep phases, too; not for mel.
        """

    def group(
        self,
        *,
        layers: Sequence[LayerNode] | LayerNode,
        blend: Literal["normal", "add", "screen", "multiply", "difference", "lighten", "darken", "overlay", "hard_light", "soft_light", "color_dodge", "color_burn", "exclusion", "plus", "erase", "inside"] | KnobReference = ...,
        opacity: float | Value | KnobReference = ...,
        clip_left: float | Value | KnobReference = ...,
        clip_top: float | Value | KnobReference = ...,
        clip_right: float | Value | KnobReference = ...,
        clip_bottom: float | Value | KnobReference = ...,
        node: str = ...,
    ) -> LayerNode:
        """Paints several drawings as one layer, with its own blend mode.

        layers: a list of layer. Drawings and layers in paint order, bottom first.
        blend: one of normal, add, screen, multiply, difference, lighten, darken, overlay, hard_light, soft_light,
            color_dodge, color_burn, exclusion, plus, erase, inside, default 'normal'. How the layer blends with
            what is below it. In another composite node: plus adds, erase takes away, inside keeps only what is
            within this layer.
        opacity: number, 0 to 1, default 1; takes keyframes or a series. Opacity of the layer as a whole.
        clip_left: number, 0 to 1, default 0; takes keyframes or a series. The layer is hidden left of this fraction
            of the picture's width.
        clip_top: number, 0 to 1, default 0; takes keyframes or a series. It is hidden above this fraction of the
            picture's height.
        clip_right: number, 0 to 1, default 1; takes keyframes or a series. It is hidden right of this fraction of
            the width.
        clip_bottom: number, 0 to 1, default 1; takes keyframes or a series. It is hidden below this fraction of the
            height.
        """

    def curve_bezier(
        self,
        *,
        links: LinksNode,
        style: Literal["quadratic", "straight", "arc"] | KnobReference = ...,
        bend: float | Value | KnobReference = ...,
        toward: Literal["normal", "up", "down", "center"] | KnobReference = ...,
        alternate: bool | KnobReference = ...,
        tolerance: float | str = ...,
        samples: int | KnobReference = ...,
        ends: Literal["anchor", "box", "ellipse"] | KnobReference = ...,
        end_gap: float | str = ...,
        node: str = ...,
    ) -> CurvesNode:
        """Bends links into smooth curves.

        links: links. The links to bend.
        style: one of quadratic, straight, arc, default 'quadratic'. A parabola, a straight line, or a circular arc
            of the same height.
        bend: number, -2 to 2, default 0.3; takes keyframes or a series or a map. Control point = middle of the link
            + its unit normal x link length x bend.
        toward: one of normal, up, down, center, default 'normal'. Which way curves bend: each to one side; or up,
            down, or towards the centre of the picture, less so the more a link runs along that direction.
        alternate: boolean, default True. Bend each pair to its own side, the same in every frame.
        tolerance: number, 0.01 to 10 px, default 0.1. Largest distance between the drawn line and the true curve.
        samples: integer, 0 to 256, default 0. Maximum segments per curve; 0 uses as many as the tolerance needs.
        ends: one of anchor, box, ellipse, default 'anchor'. Where a curve begins and ends: at the linked points, or
            at the edge of each object's box or of the ellipse in it.
        end_gap: number, -10000 to 10000 px, default 0. Distance of the ends from the box or ellipse.
        """

    def curve_path(
        self,
        *,
        links: LinksNode,
        style: Literal["s", "orthogonal", "sag", "wave", "bundle", "electric"] | KnobReference = ...,
        amount: float | Value | KnobReference = ...,
        radius: float | str | Value = ...,
        wavelength: float | str | Value = ...,
        rate: float | KnobReference = ...,
        seed: int | KnobReference = ...,
        ends: Literal["anchor", "box", "ellipse"] | KnobReference = ...,
        end_gap: float | str = ...,
        tolerance: float | str = ...,
        node: str = ...,
    ) -> CurvesNode:
        """Routes links along paths: steps, hanging ropes, waves, bundles, lightning.

        links: links. The links to route.
        style: one of s, orthogonal, sag, wave, bundle, electric, default 's'. An S-curve that leaves and arrives
            along the longer side; steps with rounded corners; a rope that hangs down; waves; curves pulled towards
            the middle of all links; or lightning.
        amount: number, -4 to 4, default 0.5; takes keyframes or a series or a map. Shape, by style. s: how far it
            goes straight on, 0 to 1; orthogonal: position of the cross-piece, 0 to 1; sag: depth of the rope's
            control point in link lengths, below 0 it rises; wave: height of a wave relative to half its length;
            bundle: how far it is pulled to the middle; electric: how far its middle strays at most, in link
            lengths.
        radius: number, 0 to 10000 px, default '1%'; takes keyframes or a series or a map. Rounding of the steps'
            corners.
        wavelength: number, 1 to 100000 px, default '4%'; takes keyframes or a series or a map. Approximate
            wavelength: a link has a whole number of half waves, at most 64.
        rate: number, 0 to 120 Hz, default 12. How often lightning jumps; 0 keeps it still.
        seed: integer, 0 to 1e+09, default 0. Random seed: the same number always gives the same lightning.
        ends: one of anchor, box, ellipse, default 'anchor'. Where a curve begins and ends: at the linked points, or
            at the edge of each object's box or of the ellipse in it.
        end_gap: number, -10000 to 10000 px, default 0. Distance of the ends from the box or ellipse.
        tolerance: number, 0.01 to 10 px, default 0.1. Largest distance between the drawn line and the true curve.
        """

    def draw_arrows(
        self,
        *,
        tracks: TracksNode,
        vector: Literal["velocity", "heading", "angle"] | KnobReference = ...,
        seconds: float | Value | KnobReference = ...,
        length: float | str | Value = ...,
        angle: float | Value | KnobReference = ...,
        min_speed: float | str | Value = ...,
        anchor: Literal["center", "top", "bottom", "left", "right"] | KnobReference = ...,
        gap: float | str | Value = ...,
        width: float | str | Value = ...,
        head: float | str | Value = ...,
        head_style: Literal["none", "triangle", "open", "dot", "bar", "diamond"] | KnobReference = ...,
        tail_style: Literal["none", "triangle", "open", "dot", "bar", "diamond"] | KnobReference = ...,
        opacity: float | Value | KnobReference = ...,
        color: str | Value = ...,
        dash_length: float | str | Value = ...,
        dash_gap: float | str | Value = ...,
        dash_offset: float | str | Value = ...,
        dash_speed: float | str = ...,
        dash_fade: float | Value | KnobReference = ...,
        dash_count: float | Value | KnobReference = ...,
        glow_radius: float | str | Value = ...,
        glow_gain: float | Value | KnobReference = ...,
        enter: int | KnobReference = ...,
        leave: int | KnobReference = ...,
        motion: Literal["fade", "grow", "pop", "draw"] | KnobReference = ...,
        ease: Literal["linear", "in", "out", "in_out"] | KnobReference = ...,
        node: str = ...,
    ) -> DrawingNode:
        """Draws an arrow that shows where each tracked object is going.

        tracks: tracks. The objects.
        vector: one of velocity, heading, angle, default 'velocity'. What it shows: how far the object travels in
            some seconds, only its direction of travel, or a given angle.
        seconds: number, 0 to 3600 s, default 0.8; takes keyframes or a series or a map. Time in which the object
            travels the length of its velocity arrow.
        length: number, 0 to 100000 px, default '6%'; takes keyframes or a series or a map. Length of arrows that
            show a heading or an angle.
        angle: number, -1e+09 to 1e+09, default 0; takes keyframes or a series or a map. Direction of arrows that
            show an angle: 0 degrees is right, 90 down.
        min_speed: number, 0 to 100000 px/s, default '1%'; takes keyframes or a series or a map. Speed below which
            an object counts as stationary, and has no arrow.
        anchor: one of center, top, bottom, left, right, default 'center'. Point of the box where it begins.
        gap: number, 0 to 100000 px, default 0; takes keyframes or a series or a map. Distance from that point to
            the arrow.
        width: number, 0 to 64 px, default '0.35%'; takes keyframes or a series or a map. Width of the line.
        head: number, 0 to 100000 px, default '1.6%'; takes keyframes or a series or a map. Length of the head and
            of the tail mark; 0 draws none.
        head_style: one of none, triangle, open, dot, bar, diamond, default 'triangle'. Shape at the tip.
        tail_style: one of none, triangle, open, dot, bar, diamond, default 'none'. Shape at the beginning.
        opacity: number, 0 to 1, default 1; takes keyframes or a series or a map. Opacity of the arrow.
        color: color, default '#ffd140'; takes keyframes or a series or a map. Colour of the arrow.
        dash_length: number, 0 to 100000 px, default 0; takes keyframes or a series or a map. Length of a dash; 0 is
            a solid line.
        dash_gap: number, 0 to 100000 px, default '1%'; takes keyframes or a series or a map. Gap between dashes.
        dash_offset: number, -100000 to 100000 px, default 0; takes keyframes or a series or a map. Moves the dashes
            along the line.
        dash_speed: number, -100000 to 100000 px/s, default 0. Animates the dashes.
        dash_fade: number, 0 to 1, default 0; takes keyframes or a series or a map. Part of a dash over which it
            fades in and out; 1 turns dashes into pulses.
        dash_count: number, 0 to 10000, default 0; takes keyframes or a series or a map. Number of dashes on each
            line, whatever its length: the lengths above and the speed are scaled to fit; 0 scales nothing.
        glow_radius: number, 0 to 512 px, default 0; takes keyframes or a series or a map. How far light spreads
            from the edge; 0 draws none.
        glow_gain: number, 0 to 1, default 0.5; takes keyframes or a series or a map. Strength of the light at the
            edge.
        enter: integer, 0 to 600 frames, default 0. Frames over which a new object appears.
        leave: integer, 0 to 600 frames, default 0. Frames over which it vanishes before its track ends.
        motion: one of fade, grow, pop, draw, default 'fade'. What it does besides fading: grow and pop change its
            size, pop overshooting by 8 %; draw draws its lines.
        ease: one of linear, in, out, in_out, default 'in_out'. How it speeds up and slows down while it appears.
        """

    def draw_bars(
        self,
        *,
        tracks: TracksNode,
        value: float | Value | KnobReference = ...,
        low: float | Value | KnobReference = ...,
        high: float | Value | KnobReference = ...,
        fit: Literal["size", "box"] | KnobReference = ...,
        width: float | str | Value = ...,
        height: float | str | Value = ...,
        segments: int | KnobReference = ...,
        corner_radius: float | str | Value = ...,
        position: Literal["top_left", "top", "top_right", "left", "center", "right", "bottom_left", "bottom", "bottom_right"] | KnobReference = ...,
        offset: float | str | Value = ...,
        opacity: float | Value | KnobReference = ...,
        color: str | Value = ...,
        empty: str | Value = ...,
        enter: int | KnobReference = ...,
        leave: int | KnobReference = ...,
        motion: Literal["fade", "grow", "pop", "draw"] | KnobReference = ...,
        ease: Literal["linear", "in", "out", "in_out"] | KnobReference = ...,
        node: str = ...,
    ) -> DrawingNode:
        """Shows a value of each tracked object as a bar at its box.

        tracks: tracks. The objects.
        value: number, -1e+09 to 1e+09, default {'map': 'score', 'from': [0, 1], 'to': [0, 1], 'missing': 0}; takes
            keyframes or a series or a map. What to show; an object without it has an empty bar.
        low: number, -1e+09 to 1e+09, default 0; takes keyframes or a series or a map. Value at which the bar is
            empty.
        high: number, -1e+09 to 1e+09, default 1; takes keyframes or a series or a map. Value at which it is full.
        fit: one of size, box, default 'size'. What sets its width: the parameter or the box.
        width: number, 0 to 10000 px, default '7%'; takes keyframes or a series or a map. Width of the bar.
        height: number, 0 to 10000 px, default '0.9%'; takes keyframes or a series or a map. Height of the bar.
        segments: integer, 0 to 200, default 0. Segments that light up one by one; 0 is a continuous bar.
        corner_radius: number, 0 to 10000 px, default '0.45%'; takes keyframes or a series or a map. Rounding of its
            corners.
        position: one of top_left, top, top_right, left, center, right, bottom_left, bottom, bottom_right, default
            'top'. Place around the box.
        offset: number, -10000 to 10000 px, default '0.6%'; takes keyframes or a series or a map. Distance from the
            box.
        opacity: number, 0 to 1, default 1; takes keyframes or a series or a map. Opacity of the bar.
        color: color, default '#5ce0e6'; takes keyframes or a series or a map. Colour of the part up to the value.
        empty: color, default '#0a0d12a6'; takes keyframes or a series or a map. Colour of the rest.
        enter: integer, 0 to 600 frames, default 0. Frames over which a new object appears.
        leave: integer, 0 to 600 frames, default 0. Frames over which it vanishes before its track ends.
        motion: one of fade, grow, pop, draw, default 'fade'. What it does besides fading: grow and pop change its
            size, pop overshooting by 8 %; draw draws its lines.
        ease: one of linear, in, out, in_out, default 'in_out'. How it speeds up and slows down while it appears.
        """

    def draw_boxes(
        self,
        *,
        tracks: TracksNode,
        style: Literal["rounded", "corners", "circle", "ellipse", "capsule", "diamond"] | KnobReference = ...,
        square: bool | KnobReference = ...,
        stroke_width: float | str | Value = ...,
        corner_radius: float | str | Value = ...,
        corner_length: float | str | Value = ...,
        padding: float | str | Value = ...,
        opacity: float | Value | KnobReference = ...,
        color: str | Value = ...,
        fill: str | Value = ...,
        dash_length: float | str | Value = ...,
        dash_gap: float | str | Value = ...,
        dash_offset: float | str | Value = ...,
        dash_speed: float | str = ...,
        dash_fade: float | Value | KnobReference = ...,
        dash_count: float | Value | KnobReference = ...,
        glow_radius: float | str | Value = ...,
        glow_gain: float | Value | KnobReference = ...,
        enter: int | KnobReference = ...,
        leave: int | KnobReference = ...,
        motion: Literal["fade", "grow", "pop", "draw"] | KnobReference = ...,
        ease: Literal["linear", "in", "out", "in_out"] | KnobReference = ...,
        node: str = ...,
    ) -> DrawingNode:
        """Draws a frame around each tracked object.

        tracks: tracks. The objects to frame.
        style: one of rounded, corners, circle, ellipse, capsule, diamond, default 'rounded'. Shape of the frame.
        square: boolean, default False. Make all sides as long as the longer ones, around the same centre.
        stroke_width: number, 0 to 64 px, default '0.35%'; takes keyframes or a series or a map. Width of the
            outline; 0 is none.
        corner_radius: number, 0 to 100000 px, default '1.2%'; takes keyframes or a series or a map. Corner radius
            of rounded and corners.
        corner_length: number, 0 to 100000 px, default '2.5%'; takes keyframes or a series or a map. Arm length of
            corners.
        padding: number, -10000 to 10000 px, default 0; takes keyframes or a series or a map. Space between the box
            and its frame.
        opacity: number, 0 to 1, default 1; takes keyframes or a series or a map. Opacity of the whole frame.
        color: color, default '#5ce0e6'; takes keyframes or a series or a map. Colour of the outline.
        fill: color, default '#00000000'; takes keyframes or a series or a map. Colour inside; transparent paints
            none.
        dash_length: number, 0 to 100000 px, default 0; takes keyframes or a series or a map. Length of a dash; 0 is
            a solid line.
        dash_gap: number, 0 to 100000 px, default '1%'; takes keyframes or a series or a map. Gap between dashes.
        dash_offset: number, -100000 to 100000 px, default 0; takes keyframes or a series or a map. Moves the dashes
            along the line.
        dash_speed: number, -100000 to 100000 px/s, default 0. Animates the dashes.
        dash_fade: number, 0 to 1, default 0; takes keyframes or a series or a map. Part of a dash over which it
            fades in and out; 1 turns dashes into pulses.
        dash_count: number, 0 to 10000, default 0; takes keyframes or a series or a map. Number of dashes on each
            line, whatever its length: the lengths above and the speed are scaled to fit; 0 scales nothing.
        glow_radius: number, 0 to 512 px, default 0; takes keyframes or a series or a map. How far light spreads
            from the edge; 0 draws none.
        glow_gain: number, 0 to 1, default 0.5; takes keyframes or a series or a map. Strength of the light at the
            edge.
        enter: integer, 0 to 600 frames, default 0. Frames over which a new object appears.
        leave: integer, 0 to 600 frames, default 0. Frames over which it vanishes before its track ends.
        motion: one of fade, grow, pop, draw, default 'fade'. What it does besides fading: grow and pop change its
            size, pop overshooting by 8 %; draw draws its lines.
        ease: one of linear, in, out, in_out, default 'in_out'. How it speeds up and slows down while it appears.
        """

    def draw_electric(
        self,
        *,
        curves: CurvesNode,
        width: float | str | Value = ...,
        amplitude: float | Value | KnobReference = ...,
        octaves: int | KnobReference = ...,
        rate: float | KnobReference = ...,
        branches: int | KnobReference = ...,
        seed: int | KnobReference = ...,
        color: str | Value = ...,
        opacity: float | Value | KnobReference = ...,
        glow_radius: float | str | Value = ...,
        glow_gain: float | Value | KnobReference = ...,
        enter: int | KnobReference = ...,
        leave: int | KnobReference = ...,
        motion: Literal["fade", "grow", "pop", "draw"] | KnobReference = ...,
        ease: Literal["linear", "in", "out", "in_out"] | KnobReference = ...,
        node: str = ...,
    ) -> DrawingNode:
        """Paints lightning along curves, which jumps several times a second.

        curves: curves. The curves that the arcs follow.
        width: number, 0 to 64 px, default '0.25%'; takes keyframes or a series or a map. Line width of an arc;
            branches taper to nothing.
        amplitude: number, 0 to 1, default 0.12; takes keyframes or a series or a map. How far an arc's middle
            strays from the curve at most, in link lengths; finer parts stray half as far each time.
        octaves: integer, 1 to 8, default 6. How many times each part is divided in two: an arc has 2^octaves
            pieces.
        rate: number, 0 to 120 Hz, default 12. How often the arcs jump; 0 keeps them still.
        branches: integer, 0 to 8, default 2. Side arcs of each arc.
        seed: integer, 0 to 1e+09, default 0. Random seed: the same number always gives the same arcs.
        color: color, default '#bfe6ff'; takes keyframes or a series or a map. Colour; mapped from an attribute, it
            runs from one end's colour to the other's.
        opacity: number, 0 to 1, default 1; takes keyframes or a series or a map. Opacity of the arcs.
        glow_radius: number, 0 to 512 px, default 0; takes keyframes or a series or a map. How far light spreads
            from the edge; 0 draws none.
        glow_gain: number, 0 to 1, default 0.5; takes keyframes or a series or a map. Strength of the light at the
            edge.
        enter: integer, 0 to 600 frames, default 0. Frames over which a new object appears.
        leave: integer, 0 to 600 frames, default 0. Frames over which it vanishes before its track ends.
        motion: one of fade, grow, pop, draw, default 'fade'. What it does besides fading: grow and pop change its
            size, pop overshooting by 8 %; draw draws its lines.
        ease: one of linear, in, out, in_out, default 'in_out'. How it speeds up and slows down while it appears.
        """

    def draw_ellipses(
        self,
        *,
        tracks: TracksNode,
        xx: float | Value | KnobReference = ...,
        xy: float | Value | KnobReference = ...,
        yy: float | Value | KnobReference = ...,
        sigmas: float | Value | KnobReference = ...,
        anchor: Literal["center", "top", "bottom", "left", "right"] | KnobReference = ...,
        width: float | str | Value = ...,
        opacity: float | Value | KnobReference = ...,
        color: str | Value = ...,
        fill: str | Value = ...,
        dash_length: float | str | Value = ...,
        dash_gap: float | str | Value = ...,
        dash_offset: float | str | Value = ...,
        dash_speed: float | str = ...,
        dash_fade: float | Value | KnobReference = ...,
        dash_count: float | Value | KnobReference = ...,
        glow_radius: float | str | Value = ...,
        glow_gain: float | Value | KnobReference = ...,
        enter: int | KnobReference = ...,
        leave: int | KnobReference = ...,
        motion: Literal["fade", "grow", "pop", "draw"] | KnobReference = ...,
        ease: Literal["linear", "in", "out", "in_out"] | KnobReference = ...,
        node: str = ...,
    ) -> DrawingNode:
        """Shows the uncertainty of each object's position as a covariance ellipse.

        tracks: tracks. The objects.
        xx: number, -1e+09 to 1e+09, default 0; takes keyframes or a series or a map. Horizontal variance, px x px:
            {"expr": "cov_xx"} reads a column of the track file. An invalid covariance draws nothing.
        xy: number, -1e+09 to 1e+09, default 0; takes keyframes or a series or a map. Covariance of x and y, px x
            px.
        yy: number, -1e+09 to 1e+09, default 0; takes keyframes or a series or a map. Vertical variance, px x px.
        sigmas: number, 0 to 100, default 2; takes keyframes or a series or a map. Standard deviations from centre
            to edge; 2.45 contain 95 % of a normal distribution.
        anchor: one of center, top, bottom, left, right, default 'center'. Point of the box at its centre.
        width: number, 0 to 64 px, default '0.25%'; takes keyframes or a series or a map. Width of the line.
        opacity: number, 0 to 1, default 1; takes keyframes or a series or a map. Opacity of the line and the area.
        color: color, default '#ffffff'; takes keyframes or a series or a map. Colour of the line.
        fill: color, default '#ffffff26'; takes keyframes or a series or a map. Colour of the area; transparent
            paints none.
        dash_length: number, 0 to 100000 px, default 0; takes keyframes or a series or a map. Length of a dash; 0 is
            a solid line.
        dash_gap: number, 0 to 100000 px, default '1%'; takes keyframes or a series or a map. Gap between dashes.
        dash_offset: number, -100000 to 100000 px, default 0; takes keyframes or a series or a map. Moves the dashes
            along the line.
        dash_speed: number, -100000 to 100000 px/s, default 0. Animates the dashes.
        dash_fade: number, 0 to 1, default 0; takes keyframes or a series or a map. Part of a dash over which it
            fades in and out; 1 turns dashes into pulses.
        dash_count: number, 0 to 10000, default 0; takes keyframes or a series or a map. Number of dashes on each
            line, whatever its length: the lengths above and the speed are scaled to fit; 0 scales nothing.
        glow_radius: number, 0 to 512 px, default 0; takes keyframes or a series or a map. How far light spreads
            from the edge; 0 draws none.
        glow_gain: number, 0 to 1, default 0.5; takes keyframes or a series or a map. Strength of the light at the
            edge.
        enter: integer, 0 to 600 frames, default 0. Frames over which a new object appears.
        leave: integer, 0 to 600 frames, default 0. Frames over which it vanishes before its track ends.
        motion: one of fade, grow, pop, draw, default 'fade'. What it does besides fading: grow and pop change its
            size, pop overshooting by 8 %; draw draws its lines.
        ease: one of linear, in, out, in_out, default 'in_out'. How it speeds up and slows down while it appears.
        """

    def draw_facets(
        self,
        *,
        tracks: TracksNode,
        of: Literal["triangles", "cells", "hull"] | KnobReference = ...,
        anchor: Literal["center", "top", "bottom", "left", "right"] | KnobReference = ...,
        max_side: float | str = ...,
        inset: float | str | Value = ...,
        opacity: float | Value | KnobReference = ...,
        color: str | Value = ...,
        enter: int | KnobReference = ...,
        leave: int | KnobReference = ...,
        motion: Literal["fade", "grow", "pop", "draw"] | KnobReference = ...,
        ease: Literal["linear", "in", "out", "in_out"] | KnobReference = ...,
        node: str = ...,
    ) -> DrawingNode:
        """Fills the triangles between objects, the cell around each, or their hull.

        tracks: tracks. The objects.
        of: one of triangles, cells, hull, default 'triangles'. Delaunay triangles, in the mean of their corners'
            colours; Voronoi cells: the part of the picture that is nearest to each object; or the convex hull of
            the objects, in the mean of the outer ones' colours.
        anchor: one of center, top, bottom, left, right, default 'center'. Point of the box to use.
        max_side: number, 0 to 1e+06 px, default '40%'. Longest side of a triangle, which fades out before reaching
            it; 0 sets no limit.
        inset: number, 0 to 10000 px, default 0; takes keyframes or a series or a map. How far a facet is inset from
            its sides.
        opacity: number, 0 to 1, default 0.25; takes keyframes or a series or a map. Opacity of the facets.
        color: color, default '#5ce0e6'; takes keyframes or a series or a map. Colour of an object's facets.
        enter: integer, 0 to 600 frames, default 0. Frames over which a new object appears.
        leave: integer, 0 to 600 frames, default 0. Frames over which it vanishes before its track ends.
        motion: one of fade, grow, pop, draw, default 'fade'. What it does besides fading: grow and pop change its
            size, pop overshooting by 8 %; draw draws its lines.
        ease: one of linear, in, out, in_out, default 'in_out'. How it speeds up and slows down while it appears.
        """

    def draw_fill(
        self,
        *,
        color: str | Value = ...,
        node: str = ...,
    ) -> DrawingNode:
        """Paints the whole frame with one colour, to dim or tint the picture.

        color: color, default '#00000080'; takes keyframes or a series. Colour and opacity; blend it with multiply
            to tint.
        """

    def draw_gauge(
        self,
        *,
        tracks: TracksNode = ...,
        value: float | Value | KnobReference = ...,
        low: float | Value | KnobReference = ...,
        high: float | Value | KnobReference = ...,
        style: Literal["arc", "ring", "bar", "compass"] | KnobReference = ...,
        gauge_size: float | str | Value = ...,
        thickness: float | str | Value = ...,
        segments: int | KnobReference = ...,
        color: str | Value = ...,
        empty: str | Value = ...,
        text: str = ...,
        font: str = ...,
        size: float | str | Value = ...,
        max_width: float | str | Value = ...,
        line_height: float | Value | KnobReference = ...,
        align: Literal["auto", "left", "center", "right"] | KnobReference = ...,
        letter_spacing: float | Value | KnobReference = ...,
        text_color: str | Value = ...,
        opacity: float | Value | KnobReference = ...,
        upper_case: bool | KnobReference = ...,
        plate: str | Value = ...,
        plate_padding: float | str | Value = ...,
        plate_radius: float | str | Value = ...,
        border_width: float | str | Value = ...,
        border: str | Value = ...,
        shadow: float | str | Value = ...,
        shadow_color: str | Value = ...,
        position: Literal["top_left", "top", "top_right", "left", "center", "right", "bottom_left", "bottom", "bottom_right"] | KnobReference = ...,
        margin: float | str | Value = ...,
        enter: int | KnobReference = ...,
        leave: int | KnobReference = ...,
        motion: Literal["fade", "grow", "pop", "draw"] | KnobReference = ...,
        ease: Literal["linear", "in", "out", "in_out"] | KnobReference = ...,
        node: str = ...,
    ) -> DrawingNode:
        """Shows where a value lies between two limits.

        tracks: tracks, optional. Objects that each get a gauge of their own value; without them, the picture has
            one.
        value: number, -1e+09 to 1e+09, default 1; takes keyframes or a series or a map. What to show: a series, an
            expression, or an attribute of objects.
        low: number, -1e+09 to 1e+09, default 0; takes keyframes or a series or a map. Value at which the gauge is
            empty.
        high: number, -1e+09 to 1e+09, default 1; takes keyframes or a series or a map. Value at which it is full.
        style: one of arc, ring, bar, compass, default 'arc'. Shape of the gauge. A compass shows the value as a
            direction, like the attribute heading: 0 degrees is right, 90 down.
        gauge_size: number, 0 to 10000 px, default '12%'; takes keyframes or a series or a map. Diameter of a round
            gauge, length of a bar.
        thickness: number, 0 to 1000 px, default '1.2%'; takes keyframes or a series or a map. Width of the band;
            the marks and needle of a compass follow it.
        segments: integer, 0 to 200, default 0. Segments of the band that light up one by one; 0 is a continuous
            band.
        color: color, default '#5ce0e6'; takes keyframes or a series or a map. Colour of the part up to the value.
        empty: color, default '#ffffff2e'; takes keyframes or a series or a map. Colour of the rest.
        text: text, default ''. What to write on the plate: {frame}, {time} or a series such as {door.in}; for
            objects, also their attributes.
        font: text, default 'sans-serif'. Family, Family:Style or font file; sans-serif, serif and monospace choose
            the system's fonts.
        size: number, 1 to 2000 px, default '2.2%'; takes keyframes or a series or a map. Font size: height of the
            em square.
        max_width: number, 0 to 100000 px, default 0; takes keyframes or a series or a map. Width beyond which a
            line is broken between words; 0 breaks none.
        line_height: number, 0.5 to 4, default 1; takes keyframes or a series or a map. Line spacing, relative to
            the font's own.
        align: one of auto, left, center, right, default 'auto'. Alignment of the lines: auto aligns them with the
            side where the text is.
        letter_spacing: number, -0.5 to 10, default 0; takes keyframes or a series or a map. Extra space after each
            letter, relative to the font size.
        text_color: color, default '#ffffff'; takes keyframes or a series or a map. Colour of the letters.
        opacity: number, 0 to 1, default 1; takes keyframes or a series or a map. Opacity of letters and plate.
        upper_case: boolean, default False. Write the text and class names in capitals.
        plate: color, default '#0a0d12a6'; takes keyframes or a series or a map. Colour of the plate behind the
            text; transparent paints none.
        plate_padding: number, 0 to 1000 px, default '1.2%'; takes keyframes or a series or a map. Space between the
            text and the sides of the plate; half of it above and below.
        plate_radius: number, 0 to 1000 px, default '0.5%'; takes keyframes or a series or a map. Rounding of the
            plate's corners.
        border_width: number, 0 to 64 px, default 0; takes keyframes or a series or a map. Width of the plate's
            outline; 0 is none.
        border: color, default '#ffffff'; takes keyframes or a series or a map. Colour of the plate's outline.
        shadow: number, 0 to 1000 px, default 0; takes keyframes or a series or a map. How far below and to the
            right the letters cast a shadow; 0 is none.
        shadow_color: color, default '#000000b3'; takes keyframes or a series or a map. Colour of the shadow.
        position: one of top_left, top, top_right, left, center, right, bottom_left, bottom, bottom_right, default
            'bottom_right'. Place in the picture, or around the box.
        margin: number, 0 to 10000 px, default '2.5%'; takes keyframes or a series or a map. Distance from the edge
            of the picture, or from the box, to the plate.
        enter: integer, 0 to 600 frames, default 0. Frames over which a new object appears.
        leave: integer, 0 to 600 frames, default 0. Frames over which it vanishes before its track ends.
        motion: one of fade, grow, pop, draw, default 'fade'. What it does besides fading: grow and pop change its
            size, pop overshooting by 8 %; draw draws its lines.
        ease: one of linear, in, out, in_out, default 'in_out'. How it speeds up and slows down while it appears.
        """

    def draw_graph(
        self,
        *,
        tracks: TracksNode = ...,
        value: float | Value | KnobReference = ...,
        style: Literal["line", "area", "bars"] | KnobReference = ...,
        seconds: float | KnobReference = ...,
        range: Literal["clip", "fixed"] | KnobReference = ...,
        low: float | Value | KnobReference = ...,
        high: float | Value | KnobReference = ...,
        width: float | str | Value = ...,
        height: float | str | Value = ...,
        line_width: float | str | Value = ...,
        dot_size: float | str | Value = ...,
        color: str | Value = ...,
        fill: str | Value = ...,
        bars: int | KnobReference = ...,
        grid: int | KnobReference = ...,
        grid_color: str | Value = ...,
        text: str = ...,
        font: str = ...,
        size: float | str | Value = ...,
        max_width: float | str | Value = ...,
        line_height: float | Value | KnobReference = ...,
        align: Literal["auto", "left", "center", "right"] | KnobReference = ...,
        letter_spacing: float | Value | KnobReference = ...,
        text_color: str | Value = ...,
        opacity: float | Value | KnobReference = ...,
        upper_case: bool | KnobReference = ...,
        plate: str | Value = ...,
        plate_padding: float | str | Value = ...,
        plate_radius: float | str | Value = ...,
        border_width: float | str | Value = ...,
        border: str | Value = ...,
        shadow: float | str | Value = ...,
        shadow_color: str | Value = ...,
        position: Literal["top_left", "top", "top_right", "left", "center", "right", "bottom_left", "bottom", "bottom_right"] | KnobReference = ...,
        margin: float | str | Value = ...,
        enter: int | KnobReference = ...,
        leave: int | KnobReference = ...,
        motion: Literal["fade", "grow", "pop", "draw"] | KnobReference = ...,
        ease: Literal["linear", "in", "out", "in_out"] | KnobReference = ...,
        node: str = ...,
    ) -> DrawingNode:
        """Shows how a value has changed over the last seconds.

        tracks: tracks, optional. Objects that each get a graph of their own value; without them, the picture has
            one.
        value: number, -1e+09 to 1e+09, default 1; takes keyframes or a series or a map. What to show: a series, an
            expression, or an attribute of objects.
        style: one of line, area, bars, default 'line'. Shape of the graph; area and bars start at 0.
        seconds: number, 0.1 to 3600 s, default 10. Time span of the graph; its right edge is now.
        range: one of clip, fixed, default 'clip'. Values at the bottom and the top: the clip's minimum and maximum,
            or low and high.
        low: number, -1e+09 to 1e+09, default 0; takes keyframes or a series or a map. Value at the bottom of a
            fixed range.
        high: number, -1e+09 to 1e+09, default 1; takes keyframes or a series or a map. Value at the top of a fixed
            range.
        width: number, 0 to 10000 px, default '32%'; takes keyframes or a series or a map. Width of the graph.
        height: number, 0 to 10000 px, default '11%'; takes keyframes or a series or a map. Height of the graph.
        line_width: number, 0 to 64 px, default '0.3%'; takes keyframes or a series or a map. Width of the line.
        dot_size: number, 0 to 10000 px, default '1%'; takes keyframes or a series or a map. Diameter of the dot at
            the current value.
        color: color, default '#5ce0e6'; takes keyframes or a series or a map. Colour of line and bars.
        fill: color, default '#5ce0e640'; takes keyframes or a series or a map. Colour of the area.
        bars: integer, 1 to 500, default 40. Number of bars; each is the mean of its frames.
        grid: integer, 0 to 20, default 2. Number of horizontal grid lines.
        grid_color: color, default '#ffffff26'; takes keyframes or a series or a map. Colour of the grid lines.
        text: text, default ''. What to write on the plate: {frame}, {time} or a series such as {door.in}; for
            objects, also their attributes.
        font: text, default 'sans-serif'. Family, Family:Style or font file; sans-serif, serif and monospace choose
            the system's fonts.
        size: number, 1 to 2000 px, default '2.2%'; takes keyframes or a series or a map. Font size: height of the
            em square.
        max_width: number, 0 to 100000 px, default 0; takes keyframes or a series or a map. Width beyond which a
            line is broken between words; 0 breaks none.
        line_height: number, 0.5 to 4, default 1; takes keyframes or a series or a map. Line spacing, relative to
            the font's own.
        align: one of auto, left, center, right, default 'auto'. Alignment of the lines: auto aligns them with the
            side where the text is.
        letter_spacing: number, -0.5 to 10, default 0; takes keyframes or a series or a map. Extra space after each
            letter, relative to the font size.
        text_color: color, default '#ffffff'; takes keyframes or a series or a map. Colour of the letters.
        opacity: number, 0 to 1, default 1; takes keyframes or a series or a map. Opacity of letters and plate.
        upper_case: boolean, default False. Write the text and class names in capitals.
        plate: color, default '#0a0d12a6'; takes keyframes or a series or a map. Colour of the plate behind the
            text; transparent paints none.
        plate_padding: number, 0 to 1000 px, default '1.2%'; takes keyframes or a series or a map. Space between the
            text and the sides of the plate; half of it above and below.
        plate_radius: number, 0 to 1000 px, default '0.5%'; takes keyframes or a series or a map. Rounding of the
            plate's corners.
        border_width: number, 0 to 64 px, default 0; takes keyframes or a series or a map. Width of the plate's
            outline; 0 is none.
        border: color, default '#ffffff'; takes keyframes or a series or a map. Colour of the plate's outline.
        shadow: number, 0 to 1000 px, default 0; takes keyframes or a series or a map. How far below and to the
            right the letters cast a shadow; 0 is none.
        shadow_color: color, default '#000000b3'; takes keyframes or a series or a map. Colour of the shadow.
        position: one of top_left, top, top_right, left, center, right, bottom_left, bottom, bottom_right, default
            'bottom_right'. Place in the picture, or around the box.
        margin: number, 0 to 10000 px, default '2.5%'; takes keyframes or a series or a map. Distance from the edge
            of the picture, or from the box, to the plate.
        enter: integer, 0 to 600 frames, default 0. Frames over which a new object appears.
        leave: integer, 0 to 600 frames, default 0. Frames over which it vanishes before its track ends.
        motion: one of fade, grow, pop, draw, default 'fade'. What it does besides fading: grow and pop change its
            size, pop overshooting by 8 %; draw draws its lines.
        ease: one of linear, in, out, in_out, default 'in_out'. How it speeds up and slows down while it appears.
        """

    def draw_guides(
        self,
        *,
        kind: Literal["action", "title", "thirds", "cross", "grid", "corners"] | KnobReference = ...,
        width: float | str | Value = ...,
        size: float | str | Value = ...,
        margin: float | str | Value = ...,
        opacity: float | Value | KnobReference = ...,
        color: str | Value = ...,
        dash_length: float | str | Value = ...,
        dash_gap: float | str | Value = ...,
        dash_offset: float | str | Value = ...,
        dash_speed: float | str = ...,
        dash_fade: float | Value | KnobReference = ...,
        dash_count: float | Value | KnobReference = ...,
        glow_radius: float | str | Value = ...,
        glow_gain: float | Value | KnobReference = ...,
        node: str = ...,
    ) -> DrawingNode:
        """Draws framing guides: safe areas, thirds, a grid.

        kind: one of action, title, thirds, cross, grid, corners, default 'thirds'. Which guide: the action-safe (93
            %) or title-safe (90 %) area of SMPTE ST 2046-1, thirds, a centre cross, a grid, or corners.
        width: number, 0 to 64 px, default '0.15%'; takes keyframes or a series. Width of the lines.
        size: number, 0 to 10000 px, default '6%'; takes keyframes or a series. Size of the cross, of the grid's
            squares, and of the corners' arms.
        margin: number, 0 to 10000 px, default '4%'; takes keyframes or a series. Distance of the corners from the
            edges of the picture.
        opacity: number, 0 to 1, default 0.6; takes keyframes or a series. Opacity of the lines.
        color: color, default '#ffffff'; takes keyframes or a series. Colour of the lines.
        dash_length: number, 0 to 100000 px, default 0; takes keyframes or a series. Length of a dash; 0 is a solid
            line.
        dash_gap: number, 0 to 100000 px, default '1%'; takes keyframes or a series. Gap between dashes.
        dash_offset: number, -100000 to 100000 px, default 0; takes keyframes or a series. Moves the dashes along
            the line.
        dash_speed: number, -100000 to 100000 px/s, default 0. Animates the dashes.
        dash_fade: number, 0 to 1, default 0; takes keyframes or a series. Part of a dash over which it fades in and
            out; 1 turns dashes into pulses.
        dash_count: number, 0 to 10000, default 0; takes keyframes or a series. Number of dashes on each line,
            whatever its length: the lengths above and the speed are scaled to fit; 0 scales nothing.
        glow_radius: number, 0 to 512 px, default 0; takes keyframes or a series. How far light spreads from the
            edge; 0 draws none.
        glow_gain: number, 0 to 1, default 0.5; takes keyframes or a series. Strength of the light at the edge.
        """

    def draw_heat(
        self,
        *,
        tracks: TracksNode,
        shape: Literal["point", "box"] | KnobReference = ...,
        anchor: Literal["center", "top", "bottom", "left", "right"] | KnobReference = ...,
        radius: float | str = ...,
        mode: Literal["total", "window", "fade"] | KnobReference = ...,
        seconds: float | KnobReference = ...,
        scale: Literal["clip", "frame", "number"] | KnobReference = ...,
        full: float | KnobReference = ...,
        curve: Literal["linear", "root"] | KnobReference = ...,
        ramp: Sequence[str] | str = ...,
        floor: float | KnobReference = ...,
        soft: float | KnobReference = ...,
        weight: float | Value | KnobReference = ...,
        opacity: float | Value | KnobReference = ...,
        node: str = ...,
    ) -> DrawingNode:
        """Shows where objects have been, and for how long, as a heat map.

        tracks: tracks. The objects that leave heat.
        shape: one of point, box, default 'point'. Where an object leaves heat: in a spot around its anchor, or in
            its box.
        anchor: one of center, top, bottom, left, right, default 'bottom'. Centre of the spot.
        radius: number, 0 to 10000 px, default '4%'. Radius of the spot.
        mode: one of total, window, fade, default 'total'. What counts: all frames so far, those of the last
            seconds, or all with weights that fade with age.
        seconds: number, 0 to 100000 s, default 10. How long heat lasts in modes window and fade.
        scale: one of clip, frame, number, default 'clip'. What the hottest colour stands for: the maximum of the
            whole clip, so that colours keep their meaning; that of the frame; or a number.
        full: number, 0.001 to 1e+09 s, default 5. That number: seconds that one object spends in a place.
        curve: one of linear, root, default 'linear'. How heat becomes colour: in proportion, or by its square root,
            so that quiet places show beside a busy one.
        ramp: text_list, default ['turbo']. Name of a ramp, or colours from cold to hot.
        floor: number, 0 to 1, default 0.02. Colours below this share of the ramp are not shown.
        soft: number, 0 to 1, default 0.2. Share above that over which the colours fade in.
        weight: number, 0 to 16, default 1; takes keyframes or a series or a map. How much an object counts; map it
            to count only some of them.
        opacity: number, 0 to 1, default 0.6; takes keyframes or a series. Opacity of the hottest colours.
        """

    def draw_icons(
        self,
        *,
        tracks: TracksNode,
        path: str | os.PathLike[str] = ...,
        missing: Literal["error", "skip"] | KnobReference = ...,
        size: float | str | Value = ...,
        position: Literal["top_left", "top", "top_right", "left", "center", "right", "bottom_left", "bottom", "bottom_right"] | KnobReference = ...,
        margin: float | str | Value = ...,
        offset_x: float | str | Value = ...,
        offset_y: float | str | Value = ...,
        inside: bool | KnobReference = ...,
        turn: Literal["none", "heading", "box"] | KnobReference = ...,
        angle: float | Value | KnobReference = ...,
        tint: str | Value = ...,
        opacity: float | Value | KnobReference = ...,
        enter: int | KnobReference = ...,
        leave: int | KnobReference = ...,
        motion: Literal["fade", "grow", "pop", "draw"] | KnobReference = ...,
        ease: Literal["linear", "in", "out", "in_out"] | KnobReference = ...,
        node: str = ...,
    ) -> DrawingNode:
        """Paints a picture file at each object, chosen by its class or any other of its attributes.

        tracks: tracks. The objects to paint it at.
        path: file, default ''. Picture files, with fields as in draw_labels in the file name: "icons/{class}.png".
        missing: one of error, skip, default 'error'. What to do when an object's picture does not exist: refuse the
            graph, or draw no icon.
        size: number, 0 to 10000 px, default '6%'; takes keyframes or a series or a map. Height of an icon.
        position: one of top_left, top, top_right, left, center, right, bottom_left, bottom, bottom_right, default
            'top'. Place on the box.
        margin: number, -10000 to 10000 px, default '1%'; takes keyframes or a series or a map. Distance from the
            box.
        offset_x: number, -10000 to 10000 px, default 0; takes keyframes or a series or a map. Offset to the right
            of that place; map it to place icons side by side.
        offset_y: number, -10000 to 10000 px, default 0; takes keyframes or a series or a map. Offset below it.
        inside: boolean, default False. Place it inside the box instead of around it.
        turn: one of none, heading, box, default 'none'. What turns it: nothing; the object's heading, with up as
            forward; or its box.
        angle: number, -1e+06 to 1e+06, default 0; takes keyframes or a series or a map. Additional clockwise
            rotation in degrees.
        tint: color, default '#ffffff00'; takes keyframes or a series or a map. Colour that replaces the picture's
            own, as far as it is opaque.
        opacity: number, 0 to 1, default 1; takes keyframes or a series or a map. Opacity of an icon.
        enter: integer, 0 to 600 frames, default 0. Frames over which a new object appears.
        leave: integer, 0 to 600 frames, default 0. Frames over which it vanishes before its track ends.
        motion: one of fade, grow, pop, draw, default 'fade'. What it does besides fading: grow and pop change its
            size, pop overshooting by 8 %; draw draws its lines.
        ease: one of linear, in, out, in_out, default 'in_out'. How it speeds up and slows down while it appears.
        """

    def draw_image(
        self,
        *,
        tracks: TracksNode = ...,
        path: str | os.PathLike[str] = ...,
        source: Sequence[str] | str = ...,
        corners: Sequence[str] | str = ...,
        size: float | str | Value = ...,
        position: Literal["top_left", "top", "top_right", "left", "center", "right", "bottom_left", "bottom", "bottom_right"] | KnobReference = ...,
        margin: float | str | Value = ...,
        inside: bool | KnobReference = ...,
        fit: Literal["size", "box", "stretch"] | KnobReference = ...,
        opacity: float | Value | KnobReference = ...,
        enter: int | KnobReference = ...,
        leave: int | KnobReference = ...,
        motion: Literal["fade", "grow", "pop", "draw"] | KnobReference = ...,
        ease: Literal["linear", "in", "out", "in_out"] | KnobReference = ...,
        node: str = ...,
    ) -> DrawingNode:
        """Paints a picture file: a logo in the frame, or an icon at each object.

        tracks: tracks, optional. The objects to paint it at; without them it has a fixed place in the frame.
        path: file, default ''. Picture file: PNG, JPEG, WebP, SVG, TIFF, BMP or GIF, with or without transparency.
        source: text_list, default []. Two opposite corners of the part of the picture to use, as "50% 0%" of its
            width and height or "64 0" in its pixels; empty uses all of it.
        corners: text_list, default []. Where the picture's corners go, clockwise from its upper left one, as "10%
            25%" of the frame's width and height, "64 108" in pixels, or two expressions of the frame as in "100 +
            20 * sin(time), wall.value": the picture is drawn in perspective. They replace size, position and
            margin.
        size: number, 0 to 10000 px, default 0; takes keyframes or a series or a map. Height of the image; 0 keeps
            the file's size in pixels.
        position: one of top_left, top, top_right, left, center, right, bottom_left, bottom, bottom_right, default
            'top_right'. Place in the frame, or on the box.
        margin: number, -10000 to 10000 px, default '2.5%'; takes keyframes or a series or a map. Distance from the
            edge of the frame or the box.
        inside: boolean, default False. Place it inside the box instead of around it.
        fit: one of size, box, stretch, default 'size'. What sets the size: the parameter, the box, or the box with
            stretching.
        opacity: number, 0 to 1, default 1; takes keyframes or a series or a map. Opacity of the image.
        enter: integer, 0 to 600 frames, default 0. Frames over which a new object appears.
        leave: integer, 0 to 600 frames, default 0. Frames over which it vanishes before its track ends.
        motion: one of fade, grow, pop, draw, default 'fade'. What it does besides fading: grow and pop change its
            size, pop overshooting by 8 %; draw draws its lines.
        ease: one of linear, in, out, in_out, default 'in_out'. How it speeds up and slows down while it appears.
        """

    def draw_labels(
        self,
        *,
        tracks: TracksNode,
        text: str = ...,
        font: str = ...,
        size: float | str | Value = ...,
        max_width: float | str | Value = ...,
        line_height: float | Value | KnobReference = ...,
        align: Literal["auto", "left", "center", "right"] | KnobReference = ...,
        letter_spacing: float | Value | KnobReference = ...,
        color: str | Value = ...,
        opacity: float | Value | KnobReference = ...,
        upper_case: bool | KnobReference = ...,
        plate: str | Value = ...,
        plate_padding: float | str | Value = ...,
        plate_radius: float | str | Value = ...,
        border_width: float | str | Value = ...,
        border: str | Value = ...,
        shadow: float | str | Value = ...,
        shadow_color: str | Value = ...,
        markup: bool | KnobReference = ...,
        direction: Literal["auto", "ltr", "rtl", "vertical"] | KnobReference = ...,
        numbers: Literal["1234.5", "1,234.5", "1.234,5", "1 234,5", "1'234.5", "1234,5"] | KnobReference = ...,
        names: Sequence[str] | str = ...,
        position: Literal["top_left", "top", "top_right", "left", "center", "right", "bottom_left", "bottom", "bottom_right"] | KnobReference = ...,
        inside: bool | KnobReference = ...,
        offset: float | str | Value = ...,
        keep_inside: bool | KnobReference = ...,
        layout: Literal["fixed", "avoid", "margin"] | KnobReference = ...,
        window: int | KnobReference = ...,
        slide: float | str = ...,
        priority: float | Value | KnobReference = ...,
        crowd: Literal["overlap", "fade", "hide"] | KnobReference = ...,
        leader: Literal["none", "straight", "elbow", "curve"] | KnobReference = ...,
        leader_to: Literal["box", "center"] | KnobReference = ...,
        leader_from: float | str | Value = ...,
        leader_width: float | str | Value = ...,
        leader_color: str | Value = ...,
        enter: int | KnobReference = ...,
        leave: int | KnobReference = ...,
        motion: Literal["fade", "grow", "pop", "draw"] | KnobReference = ...,
        ease: Literal["linear", "in", "out", "in_out"] | KnobReference = ...,
        node: str = ...,
    ) -> DrawingNode:
        """Writes a text from a template at each tracked object.

        tracks: tracks. The objects to label.
        text: text, default '{class} {id?}'. What to write: {class}, {id}, {frame}, {time}, {timecode}, {count}, any
            attribute or series such as {door.in}, with a format as in {score:.2f}; {id?} writes nothing for an
            object without one; \\n breaks the line.
        font: text, default 'sans-serif'. Family, Family:Style or font file; sans-serif, serif and monospace choose
            the system's fonts.
        size: number, 1 to 2000 px, default '2.2%'; takes keyframes or a series or a map. Font size: height of the
            em square.
        max_width: number, 0 to 100000 px, default 0; takes keyframes or a series or a map. Width beyond which a
            line is broken between words; 0 breaks none.
        line_height: number, 0.5 to 4, default 1; takes keyframes or a series or a map. Line spacing, relative to
            the font's own.
        align: one of auto, left, center, right, default 'auto'. Alignment of the lines: auto aligns them with the
            side where the text is.
        letter_spacing: number, -0.5 to 10, default 0; takes keyframes or a series or a map. Extra space after each
            letter, relative to the font size.
        color: color, default '#ffffff'; takes keyframes or a series or a map. Colour of the letters.
        opacity: number, 0 to 1, default 1; takes keyframes or a series or a map. Opacity of letters and plate.
        upper_case: boolean, default False. Write the text and class names in capitals.
        plate: color, default '#0a0d12a6'; takes keyframes or a series or a map. Colour of the plate behind the
            text; transparent paints none.
        plate_padding: number, 0 to 1000 px, default '0.7%'; takes keyframes or a series or a map. Space between the
            text and the sides of the plate; half of it above and below.
        plate_radius: number, 0 to 1000 px, default '0.5%'; takes keyframes or a series or a map. Rounding of the
            plate's corners.
        border_width: number, 0 to 64 px, default 0; takes keyframes or a series or a map. Width of the plate's
            outline; 0 is none.
        border: color, default '#ffffff'; takes keyframes or a series or a map. Colour of the plate's outline.
        shadow: number, 0 to 1000 px, default 0; takes keyframes or a series or a map. How far below and to the
            right the letters cast a shadow; 0 is none.
        shadow_color: color, default '#000000b3'; takes keyframes or a series or a map. Colour of the shadow.
        markup: boolean, default False. Read tags: [b] bold, [i] italic, [#f80] a colour, [80%] a size; [/] ends the
            last one, and [[ is a bracket.
        direction: one of auto, ltr, rtl, vertical, default 'auto'. Which way lines run: as their first letters do,
            left to right, right to left, or down in columns from the right.
        numbers: one of 1234.5, 1,234.5, 1.234,5, 1 234,5, 1'234.5, 1234,5, default '1234.5'. How numbers are
            written, other than ids and times of day.
        names: text_list, default []. Names to show for classes: "person=Mensch". Others keep their own.
        position: one of top_left, top, top_right, left, center, right, bottom_left, bottom, bottom_right, default
            'top_left'. Place on the box.
        inside: boolean, default False. Place the label inside the box instead of around it.
        offset: number, -10000 to 10000 px, default '0.4%'; takes keyframes or a series or a map. Distance from the
            box to the plate, or from columns to the picture's sides.
        keep_inside: boolean, default True. Move labels that would leave the picture back into it.
        layout: one of fixed, avoid, margin, default 'fixed'. Each label at its fixed position; where it covers
            least of other boxes and labels; or in two columns at the picture's sides, in the order of the objects.
            Places other than fixed ones are kept for a window of frames.
        window: integer, 5 to 1000 frames, default 75. Frames for which a label with layout avoid or margin keeps
            its place.
        slide: number, 0 to 10000 px, default '0.25%'. How far it moves per frame to its next place, at most, if the
            window is long enough; 0 uses the whole window.
        priority: number, -1e+09 to 1e+09, default 0; takes keyframes or a series or a map. Which label is placed
            first: the larger value, or the smaller id if they are equal.
        crowd: one of overlap, fade, hide, default 'overlap'. What labels with layout avoid do without enough room:
            cover each other, fade as far as one of higher priority covers them, or hide for a window.
        leader: one of none, straight, elbow, curve, default 'none'. Leader line from a label to its box: straight,
            with a corner, or curved. With one, labels with layout avoid may also be farther away.
        leader_to: one of box, center, default 'box'. Where the line ends: at the nearest point of the box, or at
            its centre, where a mark may be.
        leader_from: number, 0 to 100000 px, default '1%'; takes keyframes or a series or a map. Distance from the
            label to that end beyond which the line is drawn.
        leader_width: number, 0 to 1000 px, default '0.15%'; takes keyframes or a series or a map. Width of the
            line.
        leader_color: color, default '#ffffffcc'; takes keyframes or a series or a map. Colour of the line.
        enter: integer, 0 to 600 frames, default 0. Frames over which a new object appears.
        leave: integer, 0 to 600 frames, default 0. Frames over which it vanishes before its track ends.
        motion: one of fade, grow, pop, draw, default 'fade'. What it does besides fading: grow and pop change its
            size, pop overshooting by 8 %; draw draws its lines.
        ease: one of linear, in, out, in_out, default 'in_out'. How it speeds up and slows down while it appears.
        """

    def draw_legend(
        self,
        *,
        tracks: TracksNode,
        by: str = ...,
        color: str | Value = ...,
        swatch_size: float | str | Value = ...,
        counts: bool | KnobReference = ...,
        text: str = ...,
        font: str = ...,
        size: float | str | Value = ...,
        max_width: float | str | Value = ...,
        line_height: float | Value | KnobReference = ...,
        align: Literal["auto", "left", "center", "right"] | KnobReference = ...,
        letter_spacing: float | Value | KnobReference = ...,
        text_color: str | Value = ...,
        opacity: float | Value | KnobReference = ...,
        upper_case: bool | KnobReference = ...,
        plate: str | Value = ...,
        plate_padding: float | str | Value = ...,
        plate_radius: float | str | Value = ...,
        border_width: float | str | Value = ...,
        border: str | Value = ...,
        shadow: float | str | Value = ...,
        shadow_color: str | Value = ...,
        position: Literal["top_left", "top", "top_right", "left", "center", "right", "bottom_left", "bottom", "bottom_right"] | KnobReference = ...,
        margin: float | str | Value = ...,
        node: str = ...,
    ) -> DrawingNode:
        """Explains the colours of classes, or of a text attribute.

        tracks: tracks. The objects.
        by: text, default 'class'. What it lists: class, or a text attribute.
        color: color, default {'map': 'class', 'palette': ['#ff4d4d', '#ffb000', '#f9f871', '#58e06f', '#2ee6d6',
            '#4db2ff', '#8f7bff', '#ff6bd6'], 'missing': '#ff4d4d'}; takes keyframes or a series or a map. Colour
            beside each name; use the map that colours the objects.
        swatch_size: number, 0 to 1000 px, default '1.8%'; takes keyframes or a series. Side of the coloured
            squares.
        counts: boolean, default True. Show how many objects there are in the frame.
        text: text, default ''. What to write on the plate: {frame}, {time} or a series such as {door.in}; for
            objects, also their attributes.
        font: text, default 'sans-serif'. Family, Family:Style or font file; sans-serif, serif and monospace choose
            the system's fonts.
        size: number, 1 to 2000 px, default '2.2%'; takes keyframes or a series. Font size: height of the em square.
        max_width: number, 0 to 100000 px, default 0; takes keyframes or a series. Width beyond which a line is
            broken between words; 0 breaks none.
        line_height: number, 0.5 to 4, default 1; takes keyframes or a series. Line spacing, relative to the font's
            own.
        align: one of auto, left, center, right, default 'auto'. Alignment of the lines: auto aligns them with the
            side where the text is.
        letter_spacing: number, -0.5 to 10, default 0; takes keyframes or a series. Extra space after each letter,
            relative to the font size.
        text_color: color, default '#ffffff'; takes keyframes or a series. Colour of the letters.
        opacity: number, 0 to 1, default 1; takes keyframes or a series. Opacity of letters and plate.
        upper_case: boolean, default False. Write the text and class names in capitals.
        plate: color, default '#0a0d12a6'; takes keyframes or a series. Colour of the plate behind the text;
            transparent paints none.
        plate_padding: number, 0 to 1000 px, default '1.2%'; takes keyframes or a series. Space between the text and
            the sides of the plate; half of it above and below.
        plate_radius: number, 0 to 1000 px, default '0.5%'; takes keyframes or a series. Rounding of the plate's
            corners.
        border_width: number, 0 to 64 px, default 0; takes keyframes or a series. Width of the plate's outline; 0 is
            none.
        border: color, default '#ffffff'; takes keyframes or a series. Colour of the plate's outline.
        shadow: number, 0 to 1000 px, default 0; takes keyframes or a series. How far below and to the right the
            letters cast a shadow; 0 is none.
        shadow_color: color, default '#000000b3'; takes keyframes or a series. Colour of the shadow.
        position: one of top_left, top, top_right, left, center, right, bottom_left, bottom, bottom_right, default
            'top_right'. Place in the picture, or around the box.
        margin: number, 0 to 10000 px, default '2.5%'; takes keyframes or a series. Distance from the edge of the
            picture, or from the box, to the plate.
        """

    def draw_lines(
        self,
        *,
        curves: CurvesNode,
        width: float | str | Value = ...,
        width_end: float | str | Value = ...,
        taper: bool | KnobReference = ...,
        opacity: float | Value | KnobReference = ...,
        color: str | Value = ...,
        color_end: str | Value = ...,
        gradient: bool | KnobReference = ...,
        middle: float | Value | KnobReference = ...,
        color_middle: str | Value = ...,
        middle_width: float | Value | KnobReference = ...,
        trim_start: float | Value | KnobReference = ...,
        trim_end: float | Value | KnobReference = ...,
        head: Literal["none", "triangle", "open", "dot", "bar", "diamond"] | KnobReference = ...,
        tail: Literal["none", "triangle", "open", "dot", "bar", "diamond"] | KnobReference = ...,
        head_size: float | str | Value = ...,
        dash_length: float | str | Value = ...,
        dash_gap: float | str | Value = ...,
        dash_offset: float | str | Value = ...,
        dash_speed: float | str = ...,
        dash_fade: float | Value | KnobReference = ...,
        dash_count: float | Value | KnobReference = ...,
        glow_radius: float | str | Value = ...,
        glow_gain: float | Value | KnobReference = ...,
        cap: Literal["round", "butt"] | KnobReference = ...,
        enter: int | KnobReference = ...,
        leave: int | KnobReference = ...,
        motion: Literal["fade", "grow", "pop", "draw"] | KnobReference = ...,
        ease: Literal["linear", "in", "out", "in_out"] | KnobReference = ...,
        clear: float | str | Value = ...,
        node: str = ...,
    ) -> DrawingNode:
        """Paints curves as anti-aliased lines.

        curves: curves. The curves to paint.
        width: number, 0 to 64 px, default '0.25%'; takes keyframes or a series or a map. Line width; a line below 1
            px becomes fainter.
        width_end: number, 0 to 64 px, default '0.25%'; takes keyframes or a series or a map. Width at the far end,
            when taper is on.
        taper: boolean, default False. Go from width to width_end along the line.
        opacity: number, 0 to 1, default 1; takes keyframes or a series or a map. Opacity of the line; map it from
            length to fade long links.
        color: color, default '#5ce0e6'; takes keyframes or a series or a map. Colour; mapped from an attribute, it
            runs from one end's colour to the other's.
        color_end: color, default '#ffffff'; takes keyframes or a series or a map. Colour at the far end, when
            gradient is on.
        gradient: boolean, default False. Go from color to color_end along the line.
        middle: number, 0 to 1, default 0; takes keyframes or a series or a map. Where along the line it has
            color_middle; 0 and 1 are nowhere.
        color_middle: color, default '#ffffff'; takes keyframes or a series or a map. Colour there.
        middle_width: number, 0 to 100, default 1; takes keyframes or a series or a map. Width there, relative to
            what it would be.
        trim_start: number, 0 to 1, default 0; takes keyframes or a series or a map. Where along the line the drawn
            part begins.
        trim_end: number, 0 to 1, default 1; takes keyframes or a series or a map. Where it ends: {"expr": "time %
            1"} lets the line grow every second.
        head: one of none, triangle, open, dot, bar, diamond, default 'none'. Shape at the end of the drawn part.
        tail: one of none, triangle, open, dot, bar, diamond, default 'none'. Shape at the beginning.
        head_size: number, 0 to 10000 px, default '1.2%'; takes keyframes or a series or a map. Length of both; a
            triangle or diamond shortens the line.
        dash_length: number, 0 to 100000 px, default 0; takes keyframes or a series or a map. Length of a dash; 0 is
            a solid line.
        dash_gap: number, 0 to 100000 px, default '1%'; takes keyframes or a series or a map. Gap between dashes.
        dash_offset: number, -100000 to 100000 px, default 0; takes keyframes or a series or a map. Moves the dashes
            along the line.
        dash_speed: number, -100000 to 100000 px/s, default 0. Animates the dashes.
        dash_fade: number, 0 to 1, default 0; takes keyframes or a series or a map. Part of a dash over which it
            fades in and out; 1 turns dashes into pulses.
        dash_count: number, 0 to 10000, default 0; takes keyframes or a series or a map. Number of dashes on each
            line, whatever its length: the lengths above and the speed are scaled to fit; 0 scales nothing.
        glow_radius: number, 0 to 512 px, default 0; takes keyframes or a series or a map. How far light spreads
            from the edge; 0 draws none.
        glow_gain: number, 0 to 1, default 0.5; takes keyframes or a series or a map. Strength of the light at the
            edge.
        cap: one of round, butt, default 'round'. Shape of line ends and dash ends.
        enter: integer, 0 to 600 frames, default 0. Frames over which a new object appears.
        leave: integer, 0 to 600 frames, default 0. Frames over which it vanishes before its track ends.
        motion: one of fade, grow, pop, draw, default 'fade'. What it does besides fading: grow and pop change its
            size, pop overshooting by 8 %; draw draws its lines.
        ease: one of linear, in, out, in_out, default 'in_out'. How it speeds up and slows down while it appears.
        clear: number, 0 to 1000 px, default 0; takes keyframes or a series. Space kept free on both sides of a line
            where it passes over another one; 0 lets lines cross.
        """

    def draw_link_labels(
        self,
        *,
        curves: CurvesNode,
        text: str = ...,
        font: str = ...,
        size: float | str | Value = ...,
        max_width: float | str | Value = ...,
        line_height: float | Value | KnobReference = ...,
        align: Literal["auto", "left", "center", "right"] | KnobReference = ...,
        letter_spacing: float | Value | KnobReference = ...,
        color: str | Value = ...,
        opacity: float | Value | KnobReference = ...,
        upper_case: bool | KnobReference = ...,
        plate: str | Value = ...,
        plate_padding: float | str | Value = ...,
        plate_radius: float | str | Value = ...,
        border_width: float | str | Value = ...,
        border: str | Value = ...,
        shadow: float | str | Value = ...,
        shadow_color: str | Value = ...,
        markup: bool | KnobReference = ...,
        direction: Literal["auto", "ltr", "rtl", "vertical"] | KnobReference = ...,
        numbers: Literal["1234.5", "1,234.5", "1.234,5", "1 234,5", "1'234.5", "1234,5"] | KnobReference = ...,
        names: Sequence[str] | str = ...,
        at: float | Value | KnobReference = ...,
        offset: float | str | Value = ...,
        keep_inside: bool | KnobReference = ...,
        enter: int | KnobReference = ...,
        leave: int | KnobReference = ...,
        motion: Literal["fade", "grow", "pop", "draw"] | KnobReference = ...,
        ease: Literal["linear", "in", "out", "in_out"] | KnobReference = ...,
        node: str = ...,
    ) -> DrawingNode:
        """Writes a text from a template on every link.

        curves: curves. The curves to label.
        text: text, default '{length:.0f} px'. What to write: {length}, {link_age}, {strength}, and what draw_labels
            can write about the object where the link begins.
        font: text, default 'sans-serif'. Family, Family:Style or font file; sans-serif, serif and monospace choose
            the system's fonts.
        size: number, 1 to 2000 px, default '2.2%'; takes keyframes or a series or a map. Font size: height of the
            em square.
        max_width: number, 0 to 100000 px, default 0; takes keyframes or a series or a map. Width beyond which a
            line is broken between words; 0 breaks none.
        line_height: number, 0.5 to 4, default 1; takes keyframes or a series or a map. Line spacing, relative to
            the font's own.
        align: one of auto, left, center, right, default 'auto'. Alignment of the lines: auto aligns them with the
            side where the text is.
        letter_spacing: number, -0.5 to 10, default 0; takes keyframes or a series or a map. Extra space after each
            letter, relative to the font size.
        color: color, default '#ffffff'; takes keyframes or a series or a map. Colour of the letters.
        opacity: number, 0 to 1, default 1; takes keyframes or a series or a map. Opacity of letters and plate.
        upper_case: boolean, default False. Write the text and class names in capitals.
        plate: color, default '#0a0d12a6'; takes keyframes or a series or a map. Colour of the plate behind the
            text; transparent paints none.
        plate_padding: number, 0 to 1000 px, default '0.7%'; takes keyframes or a series or a map. Space between the
            text and the sides of the plate; half of it above and below.
        plate_radius: number, 0 to 1000 px, default '0.5%'; takes keyframes or a series or a map. Rounding of the
            plate's corners.
        border_width: number, 0 to 64 px, default 0; takes keyframes or a series or a map. Width of the plate's
            outline; 0 is none.
        border: color, default '#ffffff'; takes keyframes or a series or a map. Colour of the plate's outline.
        shadow: number, 0 to 1000 px, default 0; takes keyframes or a series or a map. How far below and to the
            right the letters cast a shadow; 0 is none.
        shadow_color: color, default '#000000b3'; takes keyframes or a series or a map. Colour of the shadow.
        markup: boolean, default False. Read tags: [b] bold, [i] italic, [#f80] a colour, [80%] a size; [/] ends the
            last one, and [[ is a bracket.
        direction: one of auto, ltr, rtl, vertical, default 'auto'. Which way lines run: as their first letters do,
            left to right, right to left, or down in columns from the right.
        numbers: one of 1234.5, 1,234.5, 1.234,5, 1 234,5, 1'234.5, 1234,5, default '1234.5'. How numbers are
            written, other than ids and times of day.
        names: text_list, default []. Names to show for classes: "person=Mensch". Others keep their own.
        at: number, 0 to 1, default 0.5; takes keyframes or a series or a map. Where on the curve its middle is: 0
            at the beginning, 1 at the end.
        offset: number, -10000 to 10000 px, default 0; takes keyframes or a series or a map. Distance of its middle
            from the curve, to the left along its direction.
        keep_inside: boolean, default True. Move labels that would leave the picture back into it.
        enter: integer, 0 to 600 frames, default 0. Frames over which a new object appears.
        leave: integer, 0 to 600 frames, default 0. Frames over which it vanishes before its track ends.
        motion: one of fade, grow, pop, draw, default 'fade'. What it does besides fading: grow and pop change its
            size, pop overshooting by 8 %; draw draws its lines.
        ease: one of linear, in, out, in_out, default 'in_out'. How it speeds up and slows down while it appears.
        """

    def draw_log(
        self,
        *,
        tracks: TracksNode,
        text: str = ...,
        rows: int | KnobReference = ...,
        hold: float | KnobReference = ...,
        font: str = ...,
        size: float | str | Value = ...,
        max_width: float | str | Value = ...,
        line_height: float | Value | KnobReference = ...,
        align: Literal["auto", "left", "center", "right"] | KnobReference = ...,
        letter_spacing: float | Value | KnobReference = ...,
        color: str | Value = ...,
        opacity: float | Value | KnobReference = ...,
        upper_case: bool | KnobReference = ...,
        plate: str | Value = ...,
        plate_padding: float | str | Value = ...,
        plate_radius: float | str | Value = ...,
        border_width: float | str | Value = ...,
        border: str | Value = ...,
        shadow: float | str | Value = ...,
        shadow_color: str | Value = ...,
        position: Literal["top_left", "top", "top_right", "left", "center", "right", "bottom_left", "bottom", "bottom_right"] | KnobReference = ...,
        margin: float | str | Value = ...,
        node: str = ...,
    ) -> DrawingNode:
        """Lists the latest events, such as who crossed a line or entered a zone.

        tracks: tracks. Tracks that went through track_line, track_zone or track_compare.
        text: text, default '{time:.1f} s  {class} {id}  {event} {name}'. Line for an event: {event} (in, out,
            enter, leave, switch), {name} of what saw it, {class} and {id} of the object, {time}, {timecode} and
            {frame} of the event, or a series.
        rows: integer, 1 to 100, default 6. Maximum number of events listed.
        hold: number, 0 to 86400 s, default 4. Time for which an event is listed.
        font: text, default 'sans-serif'. Family, Family:Style or font file; sans-serif, serif and monospace choose
            the system's fonts.
        size: number, 1 to 2000 px, default '2.2%'; takes keyframes or a series. Font size: height of the em square.
        max_width: number, 0 to 100000 px, default 0; takes keyframes or a series. Width beyond which a line is
            broken between words; 0 breaks none.
        line_height: number, 0.5 to 4, default 1; takes keyframes or a series. Line spacing, relative to the font's
            own.
        align: one of auto, left, center, right, default 'auto'. Alignment of the lines: auto aligns them with the
            side where the text is.
        letter_spacing: number, -0.5 to 10, default 0; takes keyframes or a series. Extra space after each letter,
            relative to the font size.
        color: color, default '#ffffff'; takes keyframes or a series. Colour of the letters.
        opacity: number, 0 to 1, default 1; takes keyframes or a series. Opacity of letters and plate.
        upper_case: boolean, default False. Write the text and class names in capitals.
        plate: color, default '#0a0d12a6'; takes keyframes or a series. Colour of the plate behind the text;
            transparent paints none.
        plate_padding: number, 0 to 1000 px, default '0.7%'; takes keyframes or a series. Space between the text and
            the sides of the plate; half of it above and below.
        plate_radius: number, 0 to 1000 px, default '0.5%'; takes keyframes or a series. Rounding of the plate's
            corners.
        border_width: number, 0 to 64 px, default 0; takes keyframes or a series. Width of the plate's outline; 0 is
            none.
        border: color, default '#ffffff'; takes keyframes or a series. Colour of the plate's outline.
        shadow: number, 0 to 1000 px, default 0; takes keyframes or a series. How far below and to the right the
            letters cast a shadow; 0 is none.
        shadow_color: color, default '#000000b3'; takes keyframes or a series. Colour of the shadow.
        position: one of top_left, top, top_right, left, center, right, bottom_left, bottom, bottom_right, default
            'top_right'. Place in the picture.
        margin: number, 0 to 10000 px, default '2.5%'; takes keyframes or a series. Distance from the edge of the
            picture to the plate.
        """

    def draw_meter(
        self,
        *,
        audio: AudioNode,
        measure: Literal["rms", "peak", "true_peak", "vu", "momentary", "short_term", "integrated"] | KnobReference = ...,
        style: Literal["bar", "needle"] | KnobReference = ...,
        low: float | KnobReference = ...,
        high: float | KnobReference = ...,
        hot: float | KnobReference = ...,
        segments: int | KnobReference = ...,
        attack: float | KnobReference = ...,
        release: float | KnobReference = ...,
        hold: float | KnobReference = ...,
        left: float | Value | KnobReference = ...,
        top: float | Value | KnobReference = ...,
        right: float | Value | KnobReference = ...,
        bottom: float | Value | KnobReference = ...,
        line_width: float | str | Value = ...,
        color: str | Value = ...,
        hot_color: str | Value = ...,
        empty: str | Value = ...,
        node: str = ...,
    ) -> DrawingNode:
        """Shows how loud the sound is now.

        audio: audio. The levels, from audio_levels.
        measure: one of rms, peak, true_peak, vu, momentary, short_term, integrated, default 'peak'. What to show;
            see audio_levels.
        style: one of bar, needle, default 'bar'. A bar, upright if taller than wide, else horizontal; or a needle
            on a dial.
        low: number, -200 to 60 dB, default -48. Level at which it is empty.
        high: number, -200 to 60 dB, default 0. Level at which it is full.
        hot: number, -200 to 60 dB, default -6. Level above which it changes colour.
        segments: integer, 0 to 200, default 0. Parts of the bar that are lit one by one; 0 is a whole bar.
        attack: number, 0 to 10000, default 10. Milliseconds in which it rises two thirds of the way.
        release: number, 0 to 10000, default 250. Milliseconds in which it falls two thirds of the way.
        hold: number, 0 to 60 s, default 1.5. How long a peak stays marked; 0 marks none.
        left: number, 0 to 1, default 0.95; takes keyframes or a series. Left edge, as a fraction of the picture's
            width.
        top: number, 0 to 1, default 0.1; takes keyframes or a series. Top edge, as a fraction of its height.
        right: number, 0 to 1, default 0.97; takes keyframes or a series. Right edge, as a fraction of its width.
        bottom: number, 0 to 1, default 0.9; takes keyframes or a series. Bottom edge, as a fraction of its height.
        line_width: number, 0 to 64 px, default '0.4%'; takes keyframes or a series. Thickness of the peak's mark,
            the needle and the dial.
        color: color, default '#5ce68c'; takes keyframes or a series. Colour of the level.
        hot_color: color, default '#ff594d'; takes keyframes or a series. Colour above the hot level.
        empty: color, default '#ffffff29'; takes keyframes or a series. Colour behind it, and of the dial.
        """

    def draw_outlines(
        self,
        *,
        tracks: TracksNode,
        missing: Literal["none", "box", "ellipse", "rounded"] | KnobReference = ...,
        stroke_width: float | str | Value = ...,
        opacity: float | Value | KnobReference = ...,
        color: str | Value = ...,
        fill: str | Value = ...,
        feather: float | str | Value = ...,
        simplify: float | str | Value = ...,
        order: Literal["file", "area", "y", "priority"] | KnobReference = ...,
        priority: float | Value | KnobReference = ...,
        dash_length: float | str | Value = ...,
        dash_gap: float | str | Value = ...,
        dash_offset: float | str | Value = ...,
        dash_speed: float | str = ...,
        dash_fade: float | Value | KnobReference = ...,
        dash_count: float | Value | KnobReference = ...,
        glow_radius: float | str | Value = ...,
        glow_gain: float | Value | KnobReference = ...,
        glow_side: Literal["both", "out"] | KnobReference = ...,
        enter: int | KnobReference = ...,
        leave: int | KnobReference = ...,
        motion: Literal["fade", "grow", "pop", "draw"] | KnobReference = ...,
        ease: Literal["linear", "in", "out", "in_out"] | KnobReference = ...,
        node: str = ...,
    ) -> DrawingNode:
        """Draws the polygon or the mask of each tracked object.

        tracks: tracks. The objects, with their polygons or masks.
        missing: one of none, box, ellipse, rounded, default 'none'. What is drawn for an object that has neither;
            rounded is a box with round corners, whose radius is at most 6% of the picture's height.
        stroke_width: number, 0 to 64 px, default '0.35%'; takes keyframes or a series or a map. Width of the
            outline; 0 is none.
        opacity: number, 0 to 1, default 1; takes keyframes or a series or a map. Opacity of outline and area.
        color: color, default '#5ce0e6'; takes keyframes or a series or a map. Colour of the outline.
        fill: color, default '#5ce0e640'; takes keyframes or a series or a map. Colour of the area; transparent
            paints none.
        feather: number, 0 to 512 px, default 0; takes keyframes or a series or a map. How far the area fades out
            beyond its edge.
        simplify: number, 0 to 1000 px, default 0; takes keyframes or a series or a map. Leaves out points of the
            outline that deviate from it by no more than this.
        order: one of file, area, y, priority, default 'file'. What is on top: the last in the tracks, the smaller
            box, the one lower in the picture, or the higher priority.
        priority: number, -1e+09 to 1e+09, default 0; takes keyframes or a series or a map. Rank of an object, for
            order priority; map it.
        dash_length: number, 0 to 100000 px, default 0; takes keyframes or a series or a map. Length of a dash; 0 is
            a solid line.
        dash_gap: number, 0 to 100000 px, default '1%'; takes keyframes or a series or a map. Gap between dashes.
        dash_offset: number, -100000 to 100000 px, default 0; takes keyframes or a series or a map. Moves the dashes
            along the line.
        dash_speed: number, -100000 to 100000 px/s, default 0. Animates the dashes.
        dash_fade: number, 0 to 1, default 0; takes keyframes or a series or a map. Part of a dash over which it
            fades in and out; 1 turns dashes into pulses.
        dash_count: number, 0 to 10000, default 0; takes keyframes or a series or a map. Number of dashes on each
            line, whatever its length: the lengths above and the speed are scaled to fit; 0 scales nothing.
        glow_radius: number, 0 to 512 px, default 0; takes keyframes or a series or a map. How far light spreads
            from the edge; 0 draws none.
        glow_gain: number, 0 to 1, default 0.5; takes keyframes or a series or a map. Strength of the light at the
            edge.
        glow_side: one of both, out, default 'both'. Where the light goes: to both sides of the outline, or only
            outwards, as a halo.
        enter: integer, 0 to 600 frames, default 0. Frames over which a new object appears.
        leave: integer, 0 to 600 frames, default 0. Frames over which it vanishes before its track ends.
        motion: one of fade, grow, pop, draw, default 'fade'. What it does besides fading: grow and pop change its
            size, pop overshooting by 8 %; draw draws its lines.
        ease: one of linear, in, out, in_out, default 'in_out'. How it speeds up and slows down while it appears.
        """

    def draw_particles(
        self,
        *,
        tracks: TracksNode,
        anchor: Literal["center", "top", "bottom", "left", "right"] | KnobReference = ...,
        rate: float | KnobReference = ...,
        life: float | KnobReference = ...,
        life_spread: float | KnobReference = ...,
        scatter: float | KnobReference = ...,
        angle: float | KnobReference = ...,
        spread: float | KnobReference = ...,
        speed: float | str = ...,
        speed_spread: float | KnobReference = ...,
        inherit: float | KnobReference = ...,
        drag: float | KnobReference = ...,
        gravity: float | str = ...,
        size: float | str | Value = ...,
        size_end: float | str | Value = ...,
        color: str | Value = ...,
        color_end: str | Value = ...,
        opacity: float | Value | KnobReference = ...,
        seed: int | KnobReference = ...,
        glow_radius: float | str | Value = ...,
        glow_gain: float | Value | KnobReference = ...,
        node: str = ...,
    ) -> DrawingNode:
        """Draws particles that objects emit: sparks, embers, dust.

        tracks: tracks. The objects that emit particles, for as long as they exist.
        anchor: one of center, top, bottom, left, right, default 'center'. Point of the box where particles begin.
        rate: number, 0 to 2000 Hz, default 40. Particles that each object emits per second.
        life: number, 0.01 to 60 s, default 1.2. Longest life of a particle; it outlives its object.
        life_spread: number, 0 to 1, default 0.5. How much shorter a life can be: 0.5 gives lives from half of
            `life` to all of it.
        scatter: number, 0 to 4, default 0.5. How far from the anchor a particle may start, in half box sizes; 0
            starts at the anchor.
        angle: number, -360 to 360, default -90. Direction of flight in degrees: 0 right, 90 down, -90 up.
        spread: number, 0 to 360, default 60. Width of the fan of directions in degrees; 360 is every direction.
        speed: number, 0 to 100000 px/s, default '12%'. Highest speed at birth.
        speed_spread: number, 0 to 1, default 0.6. How much slower a particle can be: 1 gives speeds from 0 to
            `speed`.
        inherit: number, 0 to 2, default 0.3. Part of its object's own motion that a particle keeps.
        drag: number, 0 to 100, default 0.8. How fast the air slows a particle, per second; 0 is no drag.
        gravity: number, -100000 to 100000 px/s, default '-4%'. Downward speed that a particle gains per second;
            below 0 it rises.
        size: number, 0 to 10000 px, default '0.6%'; takes keyframes or a series or a map. Diameter at birth.
        size_end: number, 0 to 10000 px, default '0.1%'; takes keyframes or a series or a map. Diameter at the end
            of life.
        color: color, default '#ffcc66'; takes keyframes or a series or a map. Colour at birth.
        color_end: color, default '#ff330000'; takes keyframes or a series or a map. Colour at the end of life;
            alpha 0 fades the particle out.
        opacity: number, 0 to 1, default 1; takes keyframes or a series or a map. Opacity of all particles.
        seed: integer, 0 to 1e+09, default 0. Random seed: the same number always gives the same particles.
        glow_radius: number, 0 to 512 px, default 0; takes keyframes or a series or a map. How far light spreads
            from the edge; 0 draws none.
        glow_gain: number, 0 to 1, default 0.5; takes keyframes or a series or a map. Strength of the light at the
            edge.
        """

    def draw_pattern(
        self,
        *,
        kind: Literal["scan_lines", "grid", "dots", "grain", "vignette"] | KnobReference = ...,
        amount: float | Value | KnobReference = ...,
        color: str | Value = ...,
        period: float | str | Value = ...,
        share: float | Value | KnobReference = ...,
        speed: float | str = ...,
        rate: float | KnobReference = ...,
        node: str = ...,
    ) -> DrawingNode:
        """Paints scan lines, a grid, dots, grain or a vignette over the picture.

        kind: one of scan_lines, grid, dots, grain, vignette, default 'scan_lines'. The pattern.
        amount: number, 0 to 1, default 0.25; takes keyframes or a series. Opacity where it is strongest.
        color: color, default '#000000'; takes keyframes or a series. Colour of lines, dots, grains and corners.
        period: number, 0 to 10000 px, default '0.6%'; takes keyframes or a series. Distance from one line, dot or
            grain to the next; at least 1 px.
        share: number, 0 to 1, default 0.5; takes keyframes or a series. Painted part of that: a line's width, a
            dot's diameter; for a vignette, how far it reaches from the corners to the middle.
        speed: number, -100000 to 100000 px/s, default 0. How fast lines and dots move down.
        rate: number, 0 to 240 Hz, default 24. How often grain changes; 0 keeps it still.
        """

    def draw_points(
        self,
        *,
        tracks: TracksNode,
        style: Literal["dot", "ring", "cross", "square", "triangle", "diamond", "star", "chevron", "plus", "x", "pointer", "arc", "reticle", "ground"] | KnobReference = ...,
        anchor: Literal["center", "top", "bottom", "left", "right"] | KnobReference = ...,
        size: float | str | Value = ...,
        stroke_width: float | str | Value = ...,
        outline_width: float | str | Value = ...,
        outline: str | Value = ...,
        gap: float | str | Value = ...,
        extend: float | Value | KnobReference = ...,
        spin: float | Value | KnobReference = ...,
        ticks: int | KnobReference = ...,
        arc_start: float | Value | KnobReference = ...,
        arc_end: float | Value | KnobReference = ...,
        tilt: float | Value | KnobReference = ...,
        opacity: float | Value | KnobReference = ...,
        color: str | Value = ...,
        glow_radius: float | str | Value = ...,
        glow_gain: float | Value | KnobReference = ...,
        enter: int | KnobReference = ...,
        leave: int | KnobReference = ...,
        motion: Literal["fade", "grow", "pop", "draw"] | KnobReference = ...,
        ease: Literal["linear", "in", "out", "in_out"] | KnobReference = ...,
        node: str = ...,
    ) -> DrawingNode:
        """Marks each tracked object with a dot, a ring, a cross-hair or another mark.

        tracks: tracks. The objects to mark.
        style: one of dot, ring, cross, square, triangle, diamond, star, chevron, plus, x, pointer, arc, reticle,
            ground, default 'dot'. Shape of the mark; pointer is a triangle with its tip on the point, ground an arc
            that lies on the ground.
        anchor: one of center, top, bottom, left, right, default 'center'. Point of the box that is marked.
        size: number, 0 to 10000 px, default '1%'; takes keyframes or a series or a map. Diameter of the mark, side
            of a square; map it from an attribute to compare objects.
        stroke_width: number, 0 to 64 px, default '0.25%'; takes keyframes or a series or a map. Line width of marks
            that are not filled.
        outline_width: number, 0 to 64 px, default 0; takes keyframes or a series or a map. Width of a line around
            filled marks; 0 is none.
        outline: color, default '#0a0d12'; takes keyframes or a series or a map. Colour of that line.
        gap: number, 0 to 10000 px, default 0; takes keyframes or a series or a map. Distance of the arms of plus, x
            and cross from the middle; 0 is none, or for cross 30 % of the radius.
        extend: number, 0 to 1, default 0; takes keyframes or a series or a map. How far the lines of plus, x, cross
            and reticle extend; 1 reaches the picture's edges.
        spin: number, -100000 to 100000, default 0; takes keyframes or a series or a map. Degrees per second by
            which marks turn, except dots and rings on the ground.
        ticks: integer, 0 to 180, default 8. Number of ticks on a reticle.
        arc_start: number, -100000 to 100000, default -45; takes keyframes or a series or a map. Where arc and
            ground begin: 0 degrees is right, 90 below.
        arc_end: number, -100000 to 100000, default 235; takes keyframes or a series or a map. Where they end; at
            most one turn further.
        tilt: number, 0.01 to 1, default 0.35; takes keyframes or a series or a map. Height of ground relative to
            its width: how steep the view is.
        opacity: number, 0 to 1, default 1; takes keyframes or a series or a map. Opacity of the mark.
        color: color, default '#ffffff'; takes keyframes or a series or a map. Colour of the mark.
        glow_radius: number, 0 to 512 px, default 0; takes keyframes or a series or a map. How far light spreads
            from the edge; 0 draws none.
        glow_gain: number, 0 to 1, default 0.5; takes keyframes or a series or a map. Strength of the light at the
            edge.
        enter: integer, 0 to 600 frames, default 0. Frames over which a new object appears.
        leave: integer, 0 to 600 frames, default 0. Frames over which it vanishes before its track ends.
        motion: one of fade, grow, pop, draw, default 'fade'. What it does besides fading: grow and pop change its
            size, pop overshooting by 8 %; draw draws its lines.
        ease: one of linear, in, out, in_out, default 'in_out'. How it speeds up and slows down while it appears.
        """

    def draw_ruler(
        self,
        *,
        divisions: int | KnobReference = ...,
        width: float | str | Value = ...,
        line_color: str | Value = ...,
        margin: float | str | Value = ...,
        font: str = ...,
        size: float | str | Value = ...,
        max_width: float | str | Value = ...,
        line_height: float | Value | KnobReference = ...,
        align: Literal["auto", "left", "center", "right"] | KnobReference = ...,
        letter_spacing: float | Value | KnobReference = ...,
        color: str | Value = ...,
        opacity: float | Value | KnobReference = ...,
        upper_case: bool | KnobReference = ...,
        plate: str | Value = ...,
        plate_padding: float | str | Value = ...,
        plate_radius: float | str | Value = ...,
        border_width: float | str | Value = ...,
        border: str | Value = ...,
        shadow: float | str | Value = ...,
        shadow_color: str | Value = ...,
        node: str = ...,
    ) -> DrawingNode:
        """Draws a grid with its coordinates, in percent of the picture and in pixels: for placing lines and zones.

        divisions: integer, 2 to 100, default 10. Parts into which width and height are divided.
        width: number, 0 to 64 px, default '0.15%'; takes keyframes or a series. Width of the lines.
        line_color: color, default '#ffffff73'; takes keyframes or a series. Colour of the lines.
        margin: number, 0 to 10000 px, default '0.8%'; takes keyframes or a series. Distance of the texts from the
            top and the left edge.
        font: text, default 'sans-serif'. Family, Family:Style or font file; sans-serif, serif and monospace choose
            the system's fonts.
        size: number, 1 to 2000 px, default '2%'; takes keyframes or a series. Font size: height of the em square.
        max_width: number, 0 to 100000 px, default 0; takes keyframes or a series. Width beyond which a line is
            broken between words; 0 breaks none.
        line_height: number, 0.5 to 4, default 1; takes keyframes or a series. Line spacing, relative to the font's
            own.
        align: one of auto, left, center, right, default 'auto'. Alignment of the lines: auto aligns them with the
            side where the text is.
        letter_spacing: number, -0.5 to 10, default 0; takes keyframes or a series. Extra space after each letter,
            relative to the font size.
        color: color, default '#ffffff'; takes keyframes or a series. Colour of the letters.
        opacity: number, 0 to 1, default 1; takes keyframes or a series. Opacity of letters and plate.
        upper_case: boolean, default False. Write the text and class names in capitals.
        plate: color, default '#0a0d12a6'; takes keyframes or a series. Colour of the plate behind the text;
            transparent paints none.
        plate_padding: number, 0 to 1000 px, default '0.4%'; takes keyframes or a series. Space between the text and
            the sides of the plate; half of it above and below.
        plate_radius: number, 0 to 1000 px, default '0.5%'; takes keyframes or a series. Rounding of the plate's
            corners.
        border_width: number, 0 to 64 px, default 0; takes keyframes or a series. Width of the plate's outline; 0 is
            none.
        border: color, default '#ffffff'; takes keyframes or a series. Colour of the plate's outline.
        shadow: number, 0 to 1000 px, default 0; takes keyframes or a series. How far below and to the right the
            letters cast a shadow; 0 is none.
        shadow_color: color, default '#000000b3'; takes keyframes or a series. Colour of the shadow.
        """

    def draw_skeletons(
        self,
        *,
        tracks: TracksNode,
        bone_width: float | str | Value = ...,
        joint_size: float | str | Value = ...,
        color: str | Value = ...,
        joint_color: str | Value = ...,
        limb_colors: Sequence[str] | str = ...,
        sides: Sequence[str] | str = ...,
        opacity: float | Value | KnobReference = ...,
        hidden_opacity: float | Value | KnobReference = ...,
        min_score: float | Value | KnobReference = ...,
        glow_radius: float | str | Value = ...,
        glow_gain: float | Value | KnobReference = ...,
        enter: int | KnobReference = ...,
        leave: int | KnobReference = ...,
        motion: Literal["fade", "grow", "pop", "draw"] | KnobReference = ...,
        ease: Literal["linear", "in", "out", "in_out"] | KnobReference = ...,
        node: str = ...,
    ) -> DrawingNode:
        """Draws the key points of each tracked object, and the bones between them.

        tracks: tracks. The objects; those without key points are skipped.
        bone_width: number, 0 to 64 px, default '0.45%'; takes keyframes or a series or a map. Width of the bones; 0
            is none.
        joint_size: number, 0 to 500 px, default '0.9%'; takes keyframes or a series or a map. Diameter of the
            points; 0 is none.
        color: color, default '#5ce0e6'; takes keyframes or a series or a map. Colour of the bones.
        joint_color: color, default '#ffffff'; takes keyframes or a series or a map. Colour of the points.
        limb_colors: text_list, default []. Colours of the bones in order, instead of one colour for all.
        sides: text_list, default []. Colours of the left and right side of the body, by the names of the points;
            bones in the middle and across keep theirs.
        opacity: number, 0 to 1, default 1; takes keyframes or a series or a map. Opacity of bones and points.
        hidden_opacity: number, 0 to 1, default 0.4; takes keyframes or a series or a map. Opacity of points that
            are hidden in the picture, and of their bones.
        min_score: number, 0 to 1e+06, default 0; takes keyframes or a series or a map. Lowest score of a point;
            points without a score stay.
        glow_radius: number, 0 to 512 px, default 0; takes keyframes or a series or a map. How far light spreads
            from the edge; 0 draws none.
        glow_gain: number, 0 to 1, default 0.5; takes keyframes or a series or a map. Strength of the light at the
            edge.
        enter: integer, 0 to 600 frames, default 0. Frames over which a new object appears.
        leave: integer, 0 to 600 frames, default 0. Frames over which it vanishes before its track ends.
        motion: one of fade, grow, pop, draw, default 'fade'. What it does besides fading: grow and pop change its
            size, pop overshooting by 8 %; draw draws its lines.
        ease: one of linear, in, out, in_out, default 'in_out'. How it speeds up and slows down while it appears.
        """

    def draw_spectrogram(
        self,
        *,
        audio: AudioNode,
        axis: Literal["linear", "log", "mel"] | KnobReference = ...,
        low: float | KnobReference = ...,
        high: float | KnobReference = ...,
        colors: Literal["ramp", "data"] | KnobReference = ...,
        scroll: Literal["auto", "smooth", "pixels"] | KnobReference = ...,
        ramp: Sequence[str] | str = ...,
        floor: float | KnobReference = ...,
        soft: float | KnobReference = ...,
        left: float | Value | KnobReference = ...,
        top: float | Value | KnobReference = ...,
        right: float | Value | KnobReference = ...,
        bottom: float | Value | KnobReference = ...,
        seconds: float | Value | KnobReference = ...,
        now: float | Value | KnobReference = ...,
        opacity: float | Value | KnobReference = ...,
        node: str = ...,
    ) -> DrawingNode:
        """Shows the frequencies of the sound over time, as a picture that scrolls.

        audio: audio. The spectrum, from audio_spectrum.
        axis: one of linear, log, mel, default 'log'. Spacing of the axis: equal in hertz, in octaves, or to the ear
            (mel).
        low: number, 0 to 200000 Hz, default 30. Lowest frequency that is shown.
        high: number, 0 to 200000 Hz, default 16000. Highest frequency that is shown.
        colors: one of ramp, data, default 'ramp'. Colours of a ramp; or the raw values, for other programs: red is
            the level, green the phase from -pi to pi, blue 0.
        scroll: one of auto, smooth, pixels, default 'auto'. How a ramp's picture scrolls: by whole pixels, or
            smoothly, which takes far longer to draw; auto is pixels if it moves by 4 or more per frame.
        ramp: text_list, default ['magma']. Name of a ramp, or colours from silent to loud.
        floor: number, 0 to 1, default 0. Levels of a ramp up to this are not painted; 0 paints all.
        soft: number, 0 to 1, default 0. Levels above that over which the colours fade in.
        left: number, 0 to 1, default 0.03; takes keyframes or a series. Left edge, as a fraction of the picture's
            width.
        top: number, 0 to 1, default 0.75; takes keyframes or a series. Top edge, as a fraction of its height.
        right: number, 0 to 1, default 0.97; takes keyframes or a series. Right edge, as a fraction of its width.
        bottom: number, 0 to 1, default 0.96; takes keyframes or a series. Bottom edge, as a fraction of its height.
        seconds: number, 0.01 to 3600 s, default 10; takes keyframes or a series. Time from left to right.
        now: number, 0 to 1, default 1; takes keyframes or a series. Where the frame's own time is: 0 at the left, 1
            at the right. What is to come is shown to the right of it.
        opacity: number, 0 to 1, default 1; takes keyframes or a series. Opacity of the picture.
        """

    def draw_spectrum(
        self,
        *,
        audio: AudioNode,
        style: Literal["bars", "line", "ring"] | KnobReference = ...,
        bars: int | KnobReference = ...,
        axis: Literal["linear", "log", "mel"] | KnobReference = ...,
        low: float | KnobReference = ...,
        high: float | KnobReference = ...,
        mirror: bool | KnobReference = ...,
        bar_width: float | KnobReference = ...,
        floor: float | KnobReference = ...,
        attack: float | KnobReference = ...,
        release: float | KnobReference = ...,
        left: float | Value | KnobReference = ...,
        top: float | Value | KnobReference = ...,
        right: float | Value | KnobReference = ...,
        bottom: float | Value | KnobReference = ...,
        inner: float | Value | KnobReference = ...,
        turn: float | Value | KnobReference = ...,
        line_width: float | str | Value = ...,
        color: str | Value = ...,
        color_high: str | Value = ...,
        node: str = ...,
    ) -> DrawingNode:
        """Shows how loud each frequency band is now.

        audio: audio. The spectrum, from audio_spectrum.
        style: one of bars, line, ring, default 'bars'. Bars rising from the bottom, a line along their tops, or
            bars pointing outwards from a circle.
        bars: integer, 1 to 512, default 48. Number of frequency bands.
        axis: one of linear, log, mel, default 'log'. Spacing of the axis: equal in hertz, in octaves, or to the ear
            (mel).
        low: number, 0 to 200000 Hz, default 30. Lowest frequency that is shown.
        high: number, 0 to 200000 Hz, default 16000. Highest frequency that is shown.
        mirror: boolean, default False. Show all bands twice, the lowest in the middle.
        bar_width: number, 0.01 to 1, default 0.7. Width of a bar, as a fraction of its spacing.
        floor: number, 0 to 0.99, default 0.25. Level of the spectrum at which a bar begins to rise.
        attack: number, 0 to 10000, default 10. Milliseconds in which it rises two thirds of the way.
        release: number, 0 to 10000, default 250. Milliseconds in which it falls two thirds of the way.
        left: number, 0 to 1, default 0.03; takes keyframes or a series. Left edge, as a fraction of the picture's
            width.
        top: number, 0 to 1, default 0.75; takes keyframes or a series. Top edge, as a fraction of its height.
        right: number, 0 to 1, default 0.97; takes keyframes or a series. Right edge, as a fraction of its width.
        bottom: number, 0 to 1, default 0.96; takes keyframes or a series. Bottom edge, as a fraction of its height.
        inner: number, 0 to 1, default 0.6; takes keyframes or a series. Radius of the circle, as a fraction of the
            ring's.
        turn: number, -3600 to 3600, default 0; takes keyframes or a series. Clockwise rotation of the ring in
            degrees.
        line_width: number, 0 to 64 px, default '0.4%'; takes keyframes or a series. Width of the line.
        color: color, default '#5ce0e6'; takes keyframes or a series. Colour of silent bars, and of the line.
        color_high: color, default '#ff6b9e'; takes keyframes or a series. Colour of the loudest bars.
        """

    def draw_spotlight(
        self,
        *,
        tracks: TracksNode,
        shape: Literal["box", "ellipse", "mask"] | KnobReference = ...,
        padding: float | str | Value = ...,
        feather: float | str | Value = ...,
        roundness: float | Value | KnobReference = ...,
        strength: float | Value | KnobReference = ...,
        color: str | Value = ...,
        enter: int | KnobReference = ...,
        leave: int | KnobReference = ...,
        motion: Literal["fade", "grow", "pop", "draw"] | KnobReference = ...,
        ease: Literal["linear", "in", "out", "in_out"] | KnobReference = ...,
        node: str = ...,
    ) -> DrawingNode:
        """Dims the picture around the tracked objects, which stay lit.

        tracks: tracks. The objects that are left as they are.
        shape: one of box, ellipse, mask, default 'ellipse'. Shape of the light: the object's box, the ellipse in
            it, or its polygon or mask; a box where it has neither.
        padding: number, -10000 to 10000 px, default '1%'; takes keyframes or a series or a map. Lit space around
            the object; a mask does not shrink.
        feather: number, 0 to 512 px, default '4%'; takes keyframes or a series or a map. How far the light fades
            out beyond that.
        roundness: number, 0 to 1, default 0.2; takes keyframes or a series or a map. Radius of a box's corners,
            relative to half its shorter side.
        strength: number, 0 to 1, default 1; takes keyframes or a series or a map. How much of the dark an object
            removes; map it to highlight some of them.
        color: color, default '#000000a1'; takes keyframes or a series. Colour and opacity of the dark.
        enter: integer, 0 to 600 frames, default 0. Frames over which a new object appears.
        leave: integer, 0 to 600 frames, default 0. Frames over which it vanishes before its track ends.
        motion: one of fade, grow, pop, draw, default 'fade'. What it does besides fading: grow and pop change its
            size, pop overshooting by 8 %; draw draws its lines.
        ease: one of linear, in, out, in_out, default 'in_out'. How it speeds up and slows down while it appears.
        """

    def draw_table(
        self,
        *,
        tracks: TracksNode = ...,
        rows: Sequence[str] | str = ...,
        header: bool | KnobReference = ...,
        header_color: str | Value = ...,
        column_width: float | str | Value = ...,
        row_gap: float | str | Value = ...,
        rule_width: float | str | Value = ...,
        text: str = ...,
        font: str = ...,
        size: float | str | Value = ...,
        max_width: float | str | Value = ...,
        line_height: float | Value | KnobReference = ...,
        align: Literal["auto", "left", "center", "right"] | KnobReference = ...,
        letter_spacing: float | Value | KnobReference = ...,
        text_color: str | Value = ...,
        opacity: float | Value | KnobReference = ...,
        upper_case: bool | KnobReference = ...,
        plate: str | Value = ...,
        plate_padding: float | str | Value = ...,
        plate_radius: float | str | Value = ...,
        border_width: float | str | Value = ...,
        border: str | Value = ...,
        shadow: float | str | Value = ...,
        shadow_color: str | Value = ...,
        position: Literal["top_left", "top", "top_right", "left", "center", "right", "bottom_left", "bottom", "bottom_right"] | KnobReference = ...,
        margin: float | str | Value = ...,
        node: str = ...,
    ) -> DrawingNode:
        """Writes texts and numbers of the frame in rows and columns.

        tracks: tracks, optional. The objects that {count} counts.
        rows: text_list, default ['frame | {frame}', 'time | {time:.1f} s']. Rows from the top; | separates columns:
            "gate | {gate.in} | {gate.out}".
        header: boolean, default False. Use the first row as a header, with a line below it.
        header_color: color, default '#ffffffb3'; takes keyframes or a series. Colour of the header and its line.
        column_width: number, 0 to 10000 px, default '8%'; takes keyframes or a series. Minimum width of the columns
            after the first, so that growing numbers do not shift anything.
        row_gap: number, 0 to 1000 px, default '0.4%'; takes keyframes or a series. Space between rows.
        rule_width: number, 0 to 64 px, default '0.12%'; takes keyframes or a series. Width of the line below the
            header.
        text: text, default ''. What to write on the plate: {frame}, {time} or a series such as {door.in}; for
            objects, also their attributes.
        font: text, default 'sans-serif'. Family, Family:Style or font file; sans-serif, serif and monospace choose
            the system's fonts.
        size: number, 1 to 2000 px, default '2.2%'; takes keyframes or a series. Font size: height of the em square.
        max_width: number, 0 to 100000 px, default 0; takes keyframes or a series. Width beyond which a line is
            broken between words; 0 breaks none.
        line_height: number, 0.5 to 4, default 1; takes keyframes or a series. Line spacing, relative to the font's
            own.
        align: one of auto, left, center, right, default 'auto'. Alignment of the lines: auto aligns them with the
            side where the text is.
        letter_spacing: number, -0.5 to 10, default 0; takes keyframes or a series. Extra space after each letter,
            relative to the font size.
        text_color: color, default '#ffffff'; takes keyframes or a series. Colour of the letters.
        opacity: number, 0 to 1, default 1; takes keyframes or a series. Opacity of letters and plate.
        upper_case: boolean, default False. Write the text and class names in capitals.
        plate: color, default '#0a0d12a6'; takes keyframes or a series. Colour of the plate behind the text;
            transparent paints none.
        plate_padding: number, 0 to 1000 px, default '1.2%'; takes keyframes or a series. Space between the text and
            the sides of the plate; half of it above and below.
        plate_radius: number, 0 to 1000 px, default '0.5%'; takes keyframes or a series. Rounding of the plate's
            corners.
        border_width: number, 0 to 64 px, default 0; takes keyframes or a series. Width of the plate's outline; 0 is
            none.
        border: color, default '#ffffff'; takes keyframes or a series. Colour of the plate's outline.
        shadow: number, 0 to 1000 px, default 0; takes keyframes or a series. How far below and to the right the
            letters cast a shadow; 0 is none.
        shadow_color: color, default '#000000b3'; takes keyframes or a series. Colour of the shadow.
        position: one of top_left, top, top_right, left, center, right, bottom_left, bottom, bottom_right, default
            'top_left'. Place in the picture, or around the box.
        margin: number, 0 to 10000 px, default '2.5%'; takes keyframes or a series. Distance from the edge of the
            picture, or from the box, to the plate.
        """

    def draw_text(
        self,
        *,
        tracks: TracksNode = ...,
        text: str = ...,
        clock_start: str = ...,
        font: str = ...,
        size: float | str | Value = ...,
        max_width: float | str | Value = ...,
        line_height: float | Value | KnobReference = ...,
        align: Literal["auto", "left", "center", "right"] | KnobReference = ...,
        letter_spacing: float | Value | KnobReference = ...,
        color: str | Value = ...,
        opacity: float | Value | KnobReference = ...,
        upper_case: bool | KnobReference = ...,
        plate: str | Value = ...,
        plate_padding: float | str | Value = ...,
        plate_radius: float | str | Value = ...,
        border_width: float | str | Value = ...,
        border: str | Value = ...,
        shadow: float | str | Value = ...,
        shadow_color: str | Value = ...,
        markup: bool | KnobReference = ...,
        direction: Literal["auto", "ltr", "rtl", "vertical"] | KnobReference = ...,
        numbers: Literal["1234.5", "1,234.5", "1.234,5", "1 234,5", "1'234.5", "1234,5"] | KnobReference = ...,
        position: Literal["top_left", "top", "top_right", "left", "center", "right", "bottom_left", "bottom", "bottom_right"] | KnobReference = ...,
        margin: float | str | Value = ...,
        offset_x: float | str | Value = ...,
        offset_y: float | str | Value = ...,
        node: str = ...,
    ) -> DrawingNode:
        """Writes a text at a fixed place in the picture.

        tracks: tracks, optional. The objects that {count} counts.
        text: text, default '{timecode}'. What to write: {frame} of {frames}, {time}, {timecode}, {progress} in
            percent, {rate}, {wall:%H:%M:%S}, {count} or a series such as {door.in}, with a format as in {time:.1f};
            \\n breaks the line.
        clock_start: text, default '00:00:00'. Time of day of the clip's first frame, from which {wall} counts:
            18:30:00, or 2026-05-01 18:30:00. The machine's clock is never used.
        font: text, default 'sans-serif'. Family, Family:Style or font file; sans-serif, serif and monospace choose
            the system's fonts.
        size: number, 1 to 2000 px, default '2.2%'; takes keyframes or a series. Font size: height of the em square.
        max_width: number, 0 to 100000 px, default 0; takes keyframes or a series. Width beyond which a line is
            broken between words; 0 breaks none.
        line_height: number, 0.5 to 4, default 1; takes keyframes or a series. Line spacing, relative to the font's
            own.
        align: one of auto, left, center, right, default 'auto'. Alignment of the lines: auto aligns them with the
            side where the text is.
        letter_spacing: number, -0.5 to 10, default 0; takes keyframes or a series. Extra space after each letter,
            relative to the font size.
        color: color, default '#ffffff'; takes keyframes or a series. Colour of the letters.
        opacity: number, 0 to 1, default 1; takes keyframes or a series. Opacity of letters and plate.
        upper_case: boolean, default False. Write the text and class names in capitals.
        plate: color, default '#0a0d12a6'; takes keyframes or a series. Colour of the plate behind the text;
            transparent paints none.
        plate_padding: number, 0 to 1000 px, default '0.7%'; takes keyframes or a series. Space between the text and
            the sides of the plate; half of it above and below.
        plate_radius: number, 0 to 1000 px, default '0.5%'; takes keyframes or a series. Rounding of the plate's
            corners.
        border_width: number, 0 to 64 px, default 0; takes keyframes or a series. Width of the plate's outline; 0 is
            none.
        border: color, default '#ffffff'; takes keyframes or a series. Colour of the plate's outline.
        shadow: number, 0 to 1000 px, default 0; takes keyframes or a series. How far below and to the right the
            letters cast a shadow; 0 is none.
        shadow_color: color, default '#000000b3'; takes keyframes or a series. Colour of the shadow.
        markup: boolean, default False. Read tags: [b] bold, [i] italic, [#f80] a colour, [80%] a size; [/] ends the
            last one, and [[ is a bracket.
        direction: one of auto, ltr, rtl, vertical, default 'auto'. Which way lines run: as their first letters do,
            left to right, right to left, or down in columns from the right.
        numbers: one of 1234.5, 1,234.5, 1.234,5, 1 234,5, 1'234.5, 1234,5, default '1234.5'. How numbers are
            written, other than ids and times of day.
        position: one of top_left, top, top_right, left, center, right, bottom_left, bottom, bottom_right, default
            'top_left'. Place in the picture.
        margin: number, 0 to 10000 px, default '2.5%'; takes keyframes or a series. Distance from the edge of the
            picture to the plate.
        offset_x: number, -10000 to 10000 px, default 0; takes keyframes or a series. Offset to the right of that
            place.
        offset_y: number, -10000 to 10000 px, default 0; takes keyframes or a series. Offset below it.
        """

    def draw_title(
        self,
        *,
        title: str = ...,
        subtitle: str = ...,
        subtitle_size: float | str | Value = ...,
        subtitle_color: str | Value = ...,
        style: Literal["lower_third", "card"] | KnobReference = ...,
        from_: float | KnobReference = ...,
        to: float | KnobReference = ...,
        transition: float | KnobReference = ...,
        font: str = ...,
        size: float | str | Value = ...,
        max_width: float | str | Value = ...,
        line_height: float | Value | KnobReference = ...,
        align: Literal["auto", "left", "center", "right"] | KnobReference = ...,
        letter_spacing: float | Value | KnobReference = ...,
        color: str | Value = ...,
        opacity: float | Value | KnobReference = ...,
        upper_case: bool | KnobReference = ...,
        plate: str | Value = ...,
        plate_padding: float | str | Value = ...,
        plate_radius: float | str | Value = ...,
        border_width: float | str | Value = ...,
        border: str | Value = ...,
        shadow: float | str | Value = ...,
        shadow_color: str | Value = ...,
        markup: bool | KnobReference = ...,
        direction: Literal["auto", "ltr", "rtl", "vertical"] | KnobReference = ...,
        numbers: Literal["1234.5", "1,234.5", "1.234,5", "1 234,5", "1'234.5", "1234,5"] | KnobReference = ...,
        position: Literal["top_left", "top", "top_right", "left", "center", "right", "bottom_left", "bottom", "bottom_right"] | KnobReference = ...,
        margin: float | str | Value = ...,
        accent: str | Value = ...,
        accent_width: float | str | Value = ...,
        node: str = ...,
    ) -> DrawingNode:
        """Shows a caption for a few seconds. Lines that are too wide for the picture are broken between words.

        title: text, default 'Title'. The first line: a text with fields of the frame, or series such as {door.in}.
        subtitle: text, default ''. The second line, likewise.
        subtitle_size: number, 1 to 2000 px, default '2.6%'; takes keyframes or a series. Its font size.
        subtitle_color: color, default '#ffffffcc'; takes keyframes or a series. Its colour.
        style: one of lower_third, card, default 'lower_third'. A plate that grows out of a bar, or a card that
            covers the picture.
        from_: number, 0 to 86400 s, default 0.5. When it begins to appear.
        to: number, 0 to 86400 s, default 6. When it is gone.
        transition: number, 0 to 60 s, default 0.7. Time it takes to appear, and to vanish.
        font: text, default 'sans-serif'. Family, Family:Style or font file; sans-serif, serif and monospace choose
            the system's fonts.
        size: number, 1 to 2000 px, default '4.6%'; takes keyframes or a series. Font size: height of the em square.
        max_width: number, 0 to 100000 px, default 0; takes keyframes or a series. Width beyond which a line is
            broken between words; 0 breaks none.
        line_height: number, 0.5 to 4, default 1; takes keyframes or a series. Line spacing, relative to the font's
            own.
        align: one of auto, left, center, right, default 'auto'. Alignment of the lines: auto aligns them with the
            side where the text is.
        letter_spacing: number, -0.5 to 10, default 0; takes keyframes or a series. Extra space after each letter,
            relative to the font size.
        color: color, default '#ffffff'; takes keyframes or a series. Colour of the letters.
        opacity: number, 0 to 1, default 1; takes keyframes or a series. Opacity of letters and plate.
        upper_case: boolean, default False. Write the text and class names in capitals.
        plate: color, default '#0a0d12cc'; takes keyframes or a series. Colour of the plate behind the text;
            transparent paints none.
        plate_padding: number, 0 to 1000 px, default '2%'; takes keyframes or a series. Space between the text and
            the sides of the plate; half of it above and below.
        plate_radius: number, 0 to 1000 px, default 0; takes keyframes or a series. Rounding of the plate's corners.
        border_width: number, 0 to 64 px, default 0; takes keyframes or a series. Width of the plate's outline; 0 is
            none.
        border: color, default '#ffffff'; takes keyframes or a series. Colour of the plate's outline.
        shadow: number, 0 to 1000 px, default 0; takes keyframes or a series. How far below and to the right the
            letters cast a shadow; 0 is none.
        shadow_color: color, default '#000000b3'; takes keyframes or a series. Colour of the shadow.
        markup: boolean, default False. Read tags: [b] bold, [i] italic, [#f80] a colour, [80%] a size; [/] ends the
            last one, and [[ is a bracket.
        direction: one of auto, ltr, rtl, vertical, default 'auto'. Which way lines run: as their first letters do,
            left to right, right to left, or down in columns from the right.
        numbers: one of 1234.5, 1,234.5, 1.234,5, 1 234,5, 1'234.5, 1234,5, default '1234.5'. How numbers are
            written, other than ids and times of day.
        position: one of top_left, top, top_right, left, center, right, bottom_left, bottom, bottom_right, default
            'bottom_left'. Place of a lower third; the text of a card is centred.
        margin: number, 0 to 10000 px, default '7%'; takes keyframes or a series. Distance of a lower third from the
            edge of the picture.
        accent: color, default '#ffd140'; takes keyframes or a series. Colour of the bar.
        accent_width: number, 0 to 1000 px, default '0.8%'; takes keyframes or a series. Thickness of the bar.
        """

    def draw_trails(
        self,
        *,
        tracks: TracksNode,
        style: Literal["line", "dots", "dashes", "ribbon", "boxes", "steps", "stamps"] | KnobReference = ...,
        frames: int | KnobReference = ...,
        ahead: int | KnobReference = ...,
        step: int | KnobReference = ...,
        frame_of: Literal["picture", "scene"] | KnobReference = ...,
        anchor: Literal["center", "top", "bottom", "left", "right"] | KnobReference = ...,
        width: float | str | Value = ...,
        width_end: float | str | Value = ...,
        color: str | Value = ...,
        color_end: str | Value = ...,
        gradient: bool | KnobReference = ...,
        opacity: float | Value | KnobReference = ...,
        fade: bool | KnobReference = ...,
        paint: Literal["object", "point"] | KnobReference = ...,
        spacing: float | str | Value = ...,
        size: float | str | Value = ...,
        tilt: float | Value | KnobReference = ...,
        path: str | os.PathLike[str] = ...,
        after_end: Literal["fade", "hide", "stay"] | KnobReference = ...,
        max_jump: float | str = ...,
        enter: int | KnobReference = ...,
        leave: int | KnobReference = ...,
        motion: Literal["fade", "grow", "pop", "draw"] | KnobReference = ...,
        ease: Literal["linear", "in", "out", "in_out"] | KnobReference = ...,
        node: str = ...,
    ) -> DrawingNode:
        """Draws the past path of each tracked object, fading with age.

        tracks: tracks. The objects to follow; those without an id have no trail.
        style: one of line, dots, dashes, ribbon, boxes, steps, stamps, default 'line'. What is left behind: a line;
            dots, dashes, boxes, footprints or pictures, which stay where they are; or a ribbon as high as the box,
            half of it above the anchor: with the anchor center it covers the body.
        frames: integer, 1 to 10000 frames, default 25. Length of the trail.
        ahead: integer, 0 to 10000 frames, default 0. Length of the path ahead, which is drawn the same way; 0 draws
            none.
        step: integer, 1 to 100 frames, default 4. Frames from one point of the line to the next; a larger step is
            smoother.
        frame_of: one of picture, scene, default 'picture'. What the trail is fixed to while the camera moves; scene
            needs tracks that went through track_camera.
        anchor: one of center, top, bottom, left, right, default 'bottom'. Point of the box that leaves the trail.
        width: number, 0 to 64 px, default '0.4%'; takes keyframes or a series or a map. Width of lines at the
            object; dots are twice as wide.
        width_end: number, 0 to 64 px, default '0.1%'; takes keyframes or a series or a map. The same at the far
            end; a ribbon narrows in proportion.
        color: color, default '#5ce0e6'; takes keyframes or a series or a map. Colour of the line; map it to tell
            objects apart.
        color_end: color, default '#ffffff'; takes keyframes or a series or a map. Colour at the far end, when
            gradient is on.
        gradient: boolean, default False. Go from color to color_end along the trail.
        opacity: number, 0 to 1, default 0.8; takes keyframes or a series or a map. Opacity of the line at the
            object.
        fade: boolean, default True. Fade to nothing towards the far end.
        paint: one of object, point, default 'object'. Which colour and width a trail has: the object's current
            ones, or those it had at each point.
        spacing: number, 0 to 10000 px, default '2%'; takes keyframes or a series or a map. Distance from one dot,
            dash, box, step or stamp to the next.
        size: number, 0 to 10000 px, default '2.4%'; takes keyframes or a series or a map. Length of steps and
            stamps.
        tilt: number, 0 to 1, default 0.5; takes keyframes or a series or a map. How flat steps and stamps lie on
            the ground; 1 is seen from above.
        path: file, default ''. Picture file for stamps; its top points forward.
        after_end: one of fade, hide, stay, default 'fade'. What happens to the trail of an object that has left: it
            fades with age, vanishes at once, or stays.
        max_jump: number, 0 to 100000 px, default 0. Longest step from one point to the next; the trail breaks at
            longer ones. 0 is no limit.
        enter: integer, 0 to 600 frames, default 0. Frames over which a new object appears.
        leave: integer, 0 to 600 frames, default 0. Frames over which it vanishes before its track ends.
        motion: one of fade, grow, pop, draw, default 'fade'. What it does besides fading: grow and pop change its
            size, pop overshooting by 8 %; draw draws its lines.
        ease: one of linear, in, out, in_out, default 'in_out'. How it speeds up and slows down while it appears.
        """

    def draw_waveform(
        self,
        *,
        audio: AudioNode,
        style: Literal["area", "bars"] | KnobReference = ...,
        fit: bool | KnobReference = ...,
        bars: int | KnobReference = ...,
        bar_width: float | KnobReference = ...,
        left: float | Value | KnobReference = ...,
        top: float | Value | KnobReference = ...,
        right: float | Value | KnobReference = ...,
        bottom: float | Value | KnobReference = ...,
        seconds: float | Value | KnobReference = ...,
        now: float | Value | KnobReference = ...,
        line_width: float | str | Value = ...,
        color: str | Value = ...,
        color_ahead: str | Value = ...,
        axis_color: str | Value = ...,
        node: str = ...,
    ) -> DrawingNode:
        """Shows the sound around the frame's time as a waveform.

        audio: audio. The sound; all its channels are shown as one.
        style: one of area, bars, default 'area'. An area between the smallest and largest samples, or bars.
        fit: boolean, default True. Let the clip's loudest sample reach the edge; otherwise full scale does.
        bars: integer, 1 to 2000, default 96. Number of bars.
        bar_width: number, 0.01 to 1, default 0.6. Width of a bar, as a fraction of its spacing.
        left: number, 0 to 1, default 0.03; takes keyframes or a series. Left edge, as a fraction of the picture's
            width.
        top: number, 0 to 1, default 0.75; takes keyframes or a series. Top edge, as a fraction of its height.
        right: number, 0 to 1, default 0.97; takes keyframes or a series. Right edge, as a fraction of its width.
        bottom: number, 0 to 1, default 0.96; takes keyframes or a series. Bottom edge, as a fraction of its height.
        seconds: number, 0.01 to 3600 s, default 10; takes keyframes or a series. Time from left to right.
        now: number, 0 to 1, default 1; takes keyframes or a series. Where the frame's own time is: 0 at the left, 1
            at the right. What is to come is shown to the right of it.
        line_width: number, 0 to 64 px, default '0.2%'; takes keyframes or a series. Width of the middle line.
        color: color, default '#5ce0e6'; takes keyframes or a series. Colour of what has been heard.
        color_ahead: color, default '#ffffff59'; takes keyframes or a series. Colour of what is to come.
        axis_color: color, default '#ffffff40'; takes keyframes or a series. Colour of the middle line.
        """

    def draw_zones(
        self,
        *,
        tracks: TracksNode,
        shapes: Sequence[str] | str = ...,
        stroke_width: float | str | Value = ...,
        color: str | Value = ...,
        fill: str | Value = ...,
        arrow: float | str | Value = ...,
        zone_text: str = ...,
        line_text: str = ...,
        flash: int | KnobReference = ...,
        flash_color: str | Value = ...,
        font: str = ...,
        size: float | str | Value = ...,
        max_width: float | str | Value = ...,
        line_height: float | Value | KnobReference = ...,
        align: Literal["auto", "left", "center", "right"] | KnobReference = ...,
        letter_spacing: float | Value | KnobReference = ...,
        text_color: str | Value = ...,
        opacity: float | Value | KnobReference = ...,
        upper_case: bool | KnobReference = ...,
        plate: str | Value = ...,
        plate_padding: float | str | Value = ...,
        plate_radius: float | str | Value = ...,
        border_width: float | str | Value = ...,
        border: str | Value = ...,
        shadow: float | str | Value = ...,
        shadow_color: str | Value = ...,
        dash_length: float | str | Value = ...,
        dash_gap: float | str | Value = ...,
        dash_offset: float | str | Value = ...,
        dash_speed: float | str = ...,
        dash_fade: float | Value | KnobReference = ...,
        dash_count: float | Value | KnobReference = ...,
        glow_radius: float | str | Value = ...,
        glow_gain: float | Value | KnobReference = ...,
        node: str = ...,
    ) -> DrawingNode:
        """Draws the zones and lines where objects are counted, with their counts.

        tracks: tracks. Tracks that went through a node that makes shapes: track_zone, track_line, track_ground or
            track_plan.
        shapes: text_list, default []. Names of the shapes to draw; empty draws all.
        stroke_width: number, 0 to 64 px, default '0.35%'; takes keyframes or a series. Width of the lines.
        color: color, default '#ffd140'; takes keyframes or a series. Colour of lines, edges and arrows.
        fill: color, default '#ffd1401f'; takes keyframes or a series. Colour of zones; transparent paints none.
        arrow: number, 0 to 1000 px, default '4%'; takes keyframes or a series. Length of the arrow that shows which
            way is inwards across a line; 0 draws none.
        zone_text: text, default '{name}  {now}'. What to write in a zone: {name}, its series as {now}, {in},
            {total} …, or any other series.
        line_text: text, default ''. What to write at a line: {name}, {in}, {out} ….
        flash: integer, 0 to 1000 frames, default 8. Frames for which a shape lights up when something happens at
            it.
        flash_color: color, default '#ffffff'; takes keyframes or a series. Colour of this flash.
        font: text, default 'sans-serif'. Family, Family:Style or font file; sans-serif, serif and monospace choose
            the system's fonts.
        size: number, 1 to 2000 px, default '2.2%'; takes keyframes or a series. Font size: height of the em square.
        max_width: number, 0 to 100000 px, default 0; takes keyframes or a series. Width beyond which a line is
            broken between words; 0 breaks none.
        line_height: number, 0.5 to 4, default 1; takes keyframes or a series. Line spacing, relative to the font's
            own.
        align: one of auto, left, center, right, default 'auto'. Alignment of the lines: auto aligns them with the
            side where the text is.
        letter_spacing: number, -0.5 to 10, default 0; takes keyframes or a series. Extra space after each letter,
            relative to the font size.
        text_color: color, default '#ffffff'; takes keyframes or a series. Colour of the letters.
        opacity: number, 0 to 1, default 1; takes keyframes or a series. Opacity of letters and plate.
        upper_case: boolean, default False. Write the text and class names in capitals.
        plate: color, default '#0a0d12a6'; takes keyframes or a series. Colour of the plate behind the text;
            transparent paints none.
        plate_padding: number, 0 to 1000 px, default '0.7%'; takes keyframes or a series. Space between the text and
            the sides of the plate; half of it above and below.
        plate_radius: number, 0 to 1000 px, default '0.5%'; takes keyframes or a series. Rounding of the plate's
            corners.
        border_width: number, 0 to 64 px, default 0; takes keyframes or a series. Width of the plate's outline; 0 is
            none.
        border: color, default '#ffffff'; takes keyframes or a series. Colour of the plate's outline.
        shadow: number, 0 to 1000 px, default 0; takes keyframes or a series. How far below and to the right the
            letters cast a shadow; 0 is none.
        shadow_color: color, default '#000000b3'; takes keyframes or a series. Colour of the shadow.
        dash_length: number, 0 to 100000 px, default 0; takes keyframes or a series. Length of a dash; 0 is a solid
            line.
        dash_gap: number, 0 to 100000 px, default '1%'; takes keyframes or a series. Gap between dashes.
        dash_offset: number, -100000 to 100000 px, default 0; takes keyframes or a series. Moves the dashes along
            the line.
        dash_speed: number, -100000 to 100000 px/s, default 0. Animates the dashes.
        dash_fade: number, 0 to 1, default 0; takes keyframes or a series. Part of a dash over which it fades in and
            out; 1 turns dashes into pulses.
        dash_count: number, 0 to 10000, default 0; takes keyframes or a series. Number of dashes on each line,
            whatever its length: the lengths above and the speed are scaled to fit; 0 scales nothing.
        glow_radius: number, 0 to 512 px, default 0; takes keyframes or a series. How far light spreads from the
            edge; 0 draws none.
        glow_gain: number, 0 to 1, default 0.5; takes keyframes or a series. Strength of the light at the edge.
        """

    def effect_aberration(
        self,
        *,
        layer: LayerNode,
        region: LayerNode = ...,
        amount: float | str | Value = ...,
        kind: Literal["radial", "linear"] | KnobReference = ...,
        angle: float | Value | KnobReference = ...,
        node: str = ...,
    ) -> LayerNode:
        """Splits the colours of drawings: red one way, blue the other.

        layer: layer. What gets coloured fringes.
        region: layer, optional. Where the effect applies: fully where this has alpha 1, not at all where 0.
        amount: number, -64 to 64 px, default '0.15%'; takes keyframes or a series. How far red and blue move: in
            the corners if radial, else everywhere.
        kind: one of radial, linear, default 'radial'. From the picture's middle outwards, or along the angle.
        angle: number, -360 to 360, default 0; takes keyframes or a series. Direction of red in degrees if linear: 0
            right, 90 down.
        """

    def effect_bloom(
        self,
        *,
        layer: LayerNode,
        region: LayerNode = ...,
        threshold: float | Value | KnobReference = ...,
        sigma: float | str | Value = ...,
        gain: float | Value | KnobReference = ...,
        tint: str | Value = ...,
        opacity: float | Value | KnobReference = ...,
        node: str = ...,
    ) -> LayerNode:
        """Adds a glow around drawings.

        layer: layer. What glows; it is part of the result.
        region: layer, optional. Where the effect applies: fully where this has alpha 1, not at all where 0.
        threshold: number, 0 to 1, default 0; takes keyframes or a series. Level up to which colours do not glow: it
            is subtracted before the rest is blurred.
        sigma: number, 0.5 to 100 px, default '1.2%'; takes keyframes or a series. Standard deviation of the glow.
        gain: number, 0 to 8, default 1; takes keyframes or a series. What the glow is multiplied by.
        tint: color, default '#ffffff'; takes keyframes or a series. Colour that the glow is multiplied by; its
            alpha is ignored.
        opacity: number, 0 to 1, default 0; takes keyframes or a series. How much the glow covers what is behind it:
            0 only adds light, 1 covers as drawings do.
        """

    def effect_blur(
        self,
        *,
        layer: LayerNode,
        region: LayerNode = ...,
        sigma: float | str | Value = ...,
        node: str = ...,
    ) -> LayerNode:
        """Blurs drawings with a Gaussian.

        layer: layer. What is blurred; paint it as well to see both.
        region: layer, optional. Where the effect applies: fully where this has alpha 1, not at all where 0.
        sigma: number, 0.5 to 100 px, default '1%'; takes keyframes or a series. Standard deviation: half of the
            paint of a thin line spreads over 1.35 sigma.
        """

    def effect_echo(
        self,
        *,
        layer: LayerNode,
        region: LayerNode = ...,
        copies: int | KnobReference = ...,
        spacing: int | KnobReference = ...,
        decay: float | Value | KnobReference = ...,
        x: float | str | Value = ...,
        y: float | str | Value = ...,
        scale: float | Value | KnobReference = ...,
        angle: float | Value | KnobReference = ...,
        node: str = ...,
    ) -> LayerNode:
        """Draws earlier frames of a drawing under it, each fainter than the next.

        layer: layer. What leaves echoes; it is part of the result.
        region: layer, optional. Where the effect applies: fully where this has alpha 1, not at all where 0.
        copies: integer, 1 to 32, default 8. Number of earlier frames shown.
        spacing: integer, 1 to 1000 frames, default 2. Frames from one copy to the next.
        decay: number, 0 to 1, default 0.8; takes keyframes or a series. Opacity of the first copy, and of each
            relative to the one before it.
        x: number, -10000 to 10000 px, default 0; takes keyframes or a series. How far each copy is moved to the
            right of the one before.
        y: number, -10000 to 10000 px, default 0; takes keyframes or a series. How far down.
        scale: number, 0.1 to 10, default 1; takes keyframes or a series. How much larger each copy is, about the
            picture's centre.
        angle: number, -360 to 360, default 0; takes keyframes or a series. Degrees by which each copy is turned
            clockwise about the picture's centre.
        """

    def effect_grade(
        self,
        *,
        layer: LayerNode,
        region: LayerNode = ...,
        gain: float | Value | KnobReference = ...,
        saturation: float | Value | KnobReference = ...,
        hue: float | Value | KnobReference = ...,
        ramp: Sequence[str] | str = ...,
        by: Literal["luma", "alpha"] | KnobReference = ...,
        lut: str | os.PathLike[str] = ...,
        node: str = ...,
    ) -> LayerNode:
        """Grades drawings: gain, saturation and hue, then a ramp, then a LUT.

        layer: layer. What is graded.
        region: layer, optional. Where the effect applies: fully where this has alpha 1, not at all where 0.
        gain: number, 0 to 8, default 1; takes keyframes or a series. What colours are multiplied by.
        saturation: number, 0 to 8, default 1; takes keyframes or a series. Strength of colours: 0 is grey, 1 leaves
            them as they are.
        hue: number, -360 to 360, default 0; takes keyframes or a series. Degrees by which hues turn, from red
            through green to blue.
        ramp: text_list, default []. Colours that replace what is there, from dark to bright; or the name of a ramp.
        by: one of luma, alpha, default 'luma'. What chooses the colour of the ramp.
        lut: file, default ''. Look-up table for the result: a .cube file, 1D or 3D.
        """

    def effect_grain(
        self,
        *,
        layer: LayerNode,
        region: LayerNode = ...,
        amount: float | Value | KnobReference = ...,
        size: float | str | Value = ...,
        mono: bool | KnobReference = ...,
        seed: int | KnobReference = ...,
        node: str = ...,
    ) -> LayerNode:
        """Adds film grain to drawings.

        layer: layer. What gets grain.
        region: layer, optional. Where the effect applies: fully where this has alpha 1, not at all where 0.
        amount: number, 0 to 1, default 0.03; takes keyframes or a series. Standard deviation of the noise where
            drawings are opaque.
        size: number, 1 to 64 px, default 1; takes keyframes or a series. Size of a grain.
        mono: boolean, default True. The same noise for all colours.
        seed: integer, 0 to 1e+09, default 0. Random seed of the grain.
        """

    def effect_outline(
        self,
        *,
        layer: LayerNode,
        region: LayerNode = ...,
        width: float | str | Value = ...,
        softness: float | str | Value = ...,
        color: str | Value = ...,
        side: Literal["outside", "inside", "both"] | KnobReference = ...,
        node: str = ...,
    ) -> LayerNode:
        """Draws a line along the edge of drawings, which fades with them.

        layer: layer. What gets an outline; it is part of the result.
        region: layer, optional. Where the effect applies: fully where this has alpha 1, not at all where 0.
        width: number, 0 to 64 px, default '0.3%'; takes keyframes or a series. Width of the line.
        softness: number, 1 to 64 px, default 1; takes keyframes or a series. Pixels over which the line's edges
            fade; 1 is sharp.
        color: color, default '#000000'; takes keyframes or a series. Colour of the line.
        side: one of outside, inside, both, default 'outside'. Side of the edge; both: half of the width on each.
        """

    def effect_shadow(
        self,
        *,
        layer: LayerNode,
        region: LayerNode = ...,
        x: float | str | Value = ...,
        y: float | str | Value = ...,
        sigma: float | str | Value = ...,
        spread: float | str | Value = ...,
        color: str | Value = ...,
        node: str = ...,
    ) -> LayerNode:
        """Lays a soft shadow under drawings.

        layer: layer. What casts the shadow; it is part of the result.
        region: layer, optional. Where the effect applies: fully where this has alpha 1, not at all where 0.
        x: number, -1024 to 1024 px, default '0.4%'; takes keyframes or a series. How far to the right the shadow
            falls.
        y: number, -1024 to 1024 px, default '0.4%'; takes keyframes or a series. How far down the shadow falls.
        sigma: number, 0.5 to 100 px, default '0.6%'; takes keyframes or a series. Standard deviation of its blur.
        spread: number, 0 to 64 px, default 0; takes keyframes or a series. How far the shape grows beyond its edge
            before it is blurred.
        color: color, default '#000000a0'; takes keyframes or a series. Colour of the shadow, with its opacity.
        """

    def effect_spectral(
        self,
        *,
        layer: LayerNode,
        region: LayerNode = ...,
        kind: Literal["low", "high", "band"] | KnobReference = ...,
        wavelength: float | str | Value = ...,
        octaves: float | Value | KnobReference = ...,
        rolloff: float | Value | KnobReference = ...,
        axis: Literal["both", "x", "y"] | KnobReference = ...,
        node: str = ...,
    ) -> LayerNode:
        """Keeps some spatial frequencies of drawings: what varies slowly, or quickly.

        layer: layer. What is filtered; it is not part of the result.
        region: layer, optional. Where the effect applies: fully where this has alpha 1, not at all where 0.
        kind: one of low, high, band, default 'low'. Keep longer waves, shorter ones, or a band around the
            wavelength.
        wavelength: number, 2 to 10000 px, default '1%'; takes keyframes or a series. Wavelength that is halved, or
            that is the centre of the band; 10 px is 0.1 cycles per pixel.
        octaves: number, 0.01 to 12, default 1; takes keyframes or a series. Width of the band.
        rolloff: number, 0 to 8, default 0.25; takes keyframes or a series. Octaves from what passes to what does
            not; 0 is hard, and rings.
        axis: one of both, x, y, default 'both'. Waves in any direction, or variation along one axis.
        """

    def effect_warp(
        self,
        *,
        layer: LayerNode,
        strokes: TracksNode = ...,
        region: LayerNode = ...,
        kind: Literal["push", "swirl", "bulge", "noise"] | KnobReference = ...,
        amount: float | str | Value = ...,
        angle: float | Value | KnobReference = ...,
        radius: float | str | Value = ...,
        x: float | str | Value = ...,
        y: float | str | Value = ...,
        scale: float | str | Value = ...,
        speed: float | Value | KnobReference = ...,
        seed: int | KnobReference = ...,
        node: str = ...,
    ) -> LayerNode:
        """Warps drawings: pushes, turns, spreads or stirs them.

        layer: layer. What is warped.
        strokes: tracks, optional. Objects at whose centres it acts; without them, it acts at one place.
        region: layer, optional. Where the effect applies: fully where this has alpha 1, not at all where 0.
        kind: one of push, swirl, bulge, noise, default 'push'. Push along the angle, turn around the centre, spread
            from it, or stir with waves, which without strokes are everywhere.
        amount: number, -512 to 512 px, default '2%'; takes keyframes or a series. How far a pixel moves at most;
            negative values reverse it.
        angle: number, -360 to 360, default 0; takes keyframes or a series. Direction of a push in degrees: 0 right,
            90 down.
        radius: number, 1 to 10000 px, default '10%'; takes keyframes or a series. Distance at which the push has
            fallen to 0.6; it ends at four times this.
        x: number, -10000 to 10000 px, default 0; takes keyframes or a series. Place without strokes, to the right
            of the picture's centre.
        y: number, -10000 to 10000 px, default 0; takes keyframes or a series. Place without strokes, below the
            picture's centre.
        scale: number, 2 to 10000 px, default '8%'; takes keyframes or a series. Wavelength of kind noise.
        speed: number, 0 to 100 Hz, default 0.5; takes keyframes or a series. How fast these waves move.
        seed: integer, 0 to 1e+09, default 0. Random seed of the waves.
        """

    def link_chain(
        self,
        *,
        points: TracksNode,
        order: float | Value | KnobReference = ...,
        group: float | Value | KnobReference = ...,
        max_distance: float | str | Value = ...,
        closed: bool | KnobReference = ...,
        anchor: Literal["center", "top", "bottom", "left", "right"] | KnobReference = ...,
        leave_distance: float | str | Value = ...,
        fade_in: int | KnobReference = ...,
        fade_out: int | KnobReference = ...,
        node: str = ...,
    ) -> LinksNode:
        """Links objects one after another: a queue, a path, a ring.

        points: tracks. The objects to link.
        order: number, -1e+09 to 1e+09, default 0; takes keyframes or a series or a map. What objects are sorted by,
            in ascending order, and by id if equal: an expression such as "x" or "-age".
        group: number, -1e+09 to 1e+09, default 0; takes keyframes or a series or a map. Objects with equal values
            form one chain.
        max_distance: number, 0 to 1e+06 px, default 0; takes keyframes or a series. Longest link; the chain breaks
            at a longer one. 0 sets no limit.
        closed: boolean, default False. Link the last object to the first, if there are three or more.
        anchor: one of center, top, bottom, left, right, default 'center'. Point of the box that is linked.
        leave_distance: number, 0 to 1e+06 px, default 0; takes keyframes or a series. Keep a link until its ends
            are further apart than this (hysteresis); 0 keeps it only while the rules above select it.
        fade_in: integer, 0 to 600 frames, default 0. Frames a new link takes to appear.
        fade_out: integer, 0 to 600 frames, default 0. Frames a lost link takes to vanish.
        """

    def link_graph(
        self,
        *,
        points: TracksNode,
        topology: Literal["delaunay", "gabriel", "relative", "tree", "nearest", "hull", "all"] | KnobReference = ...,
        max_distance: float | str | Value = ...,
        max_degree: int | KnobReference = ...,
        classes: Literal["any", "same", "different"] | KnobReference = ...,
        anchor: Literal["center", "top", "bottom", "left", "right"] | KnobReference = ...,
        leave_distance: float | str | Value = ...,
        fade_in: int | KnobReference = ...,
        fade_out: int | KnobReference = ...,
        node: str = ...,
    ) -> LinksNode:
        """Links objects by a graph over the whole frame: triangles, a tree, a hull.

        points: tracks. The objects to link.
        topology: one of delaunay, gabriel, relative, tree, nearest, hull, all, default 'delaunay'. Delaunay
            triangles; of their sides those whose circle, or whose lune, is empty; the minimum spanning tree; each
            object's nearest; the convex hull; or every pair. Objects at the same place are linked to the first of
            them, except on the hull.
        max_distance: number, 0 to 1e+06 px, default 0; takes keyframes or a series. Longest link; 0 sets no limit.
        max_degree: integer, 0 to 1000, default 0. Maximum links per object, shortest first; 0 sets no limit.
        classes: one of any, same, different, default 'any'. Link all objects, those of each class separately, or
            keep only links across classes.
        anchor: one of center, top, bottom, left, right, default 'center'. Point of the box that is linked.
        leave_distance: number, 0 to 1e+06 px, default 0; takes keyframes or a series. Keep a link until its ends
            are further apart than this (hysteresis); 0 keeps it only while the rules above select it.
        fade_in: integer, 0 to 600 frames, default 0. Frames a new link takes to appear.
        fade_out: integer, 0 to 600 frames, default 0. Frames a lost link takes to vanish.
        """

    def link_hub(
        self,
        *,
        points: TracksNode,
        to: Literal["largest", "oldest", "center", "id", "class", "point"] | KnobReference = ...,
        id: int | KnobReference = ...,
        classes: Sequence[str] | str = ...,
        point: str = ...,
        max_distance: float | str | Value = ...,
        anchor: Literal["center", "top", "bottom", "left", "right"] | KnobReference = ...,
        leave_distance: float | str | Value = ...,
        fade_in: int | KnobReference = ...,
        fade_out: int | KnobReference = ...,
        node: str = ...,
    ) -> LinksNode:
        """Links all objects to one of them, to those of a class, or to a place.

        points: tracks. The objects to link.
        to: one of largest, oldest, center, id, class, point, default 'largest'. The hub: the largest object, the
            one seen longest, the one nearest to the point, the one with the id, the nearest one of a class, or the
            point itself.
        id: integer, 0 to 1e+15, default 0. Id of the hub.
        classes: text_list, default []. Names (or numbers) of the classes of hubs; hubs are not linked to each
            other.
        point: text, default '50% 50%'. A place, as "50% 90%" of the picture's width and height or "64 108" in
            pixels.
        max_distance: number, 0 to 1e+06 px, default 0; takes keyframes or a series. Longest link; 0 sets no limit.
        anchor: one of center, top, bottom, left, right, default 'center'. Point of the box that is linked.
        leave_distance: number, 0 to 1e+06 px, default 0; takes keyframes or a series. Keep a link until its ends
            are further apart than this (hysteresis); 0 keeps it only while the rules above select it.
        fade_in: integer, 0 to 600 frames, default 0. Frames a new link takes to appear.
        fade_out: integer, 0 to 600 frames, default 0. Frames a lost link takes to vanish.
        """

    def link_knn(
        self,
        *,
        points: TracksNode,
        k: float | Value | KnobReference = ...,
        max_distance: float | str | Value = ...,
        min_distance: float | str | Value = ...,
        max_delta_y: float | str | Value = ...,
        max_degree: int | KnobReference = ...,
        mutual: bool | KnobReference = ...,
        once: bool | KnobReference = ...,
        classes: Literal["any", "same", "different"] | KnobReference = ...,
        from_: Sequence[str] | str = ...,
        to: Sequence[str] | str = ...,
        backend: Literal["grid", "faiss"] | KnobReference = ...,
        anchor: Literal["center", "top", "bottom", "left", "right"] | KnobReference = ...,
        leave_distance: float | str | Value = ...,
        fade_in: int | KnobReference = ...,
        fade_out: int | KnobReference = ...,
        node: str = ...,
    ) -> LinksNode:
        """Links each tracked object to its k nearest neighbours, exactly.

        points: tracks. The objects to link.
        k: number, 1 to 64, default 5; takes keyframes or a series. Neighbours per object.
        max_distance: number, 0 to 1e+06 px, default '25%'; takes keyframes or a series. Longest link; 0 sets no
            limit.
        min_distance: number, 0 to 1e+06 px, default 0; takes keyframes or a series. Shortest link.
        max_delta_y: number, 0 to 1e+06 px, default 0; takes keyframes or a series. Largest vertical distance
            between linked objects; 0 sets no limit.
        max_degree: integer, 0 to 1000, default 0. Maximum links per object, shortest first; 0 sets no limit.
        mutual: boolean, default False. Link two objects only if each is among the other's nearest.
        once: boolean, default True. Draw one line per pair, instead of one per direction.
        classes: one of any, same, different, default 'any'. Link within one class, across classes, or both.
        from_: text_list, default []. Names (or numbers) of the classes whose objects look for neighbours; all if
            empty. Links run from them.
        to: text_list, default []. The same for the classes that they look for; all if empty.
        backend: one of grid, faiss, default 'grid'. Search engine; both give the same links. Between classes of
            from and to, all pairs are compared.
        anchor: one of center, top, bottom, left, right, default 'center'. Point of the box that is linked.
        leave_distance: number, 0 to 1e+06 px, default 0; takes keyframes or a series. Keep a link until its ends
            are further apart than this (hysteresis); 0 keeps it only while the rules above select it.
        fade_in: integer, 0 to 600 frames, default 0. Frames a new link takes to appear.
        fade_out: integer, 0 to 600 frames, default 0. Frames a lost link takes to vanish.
        """

    def link_pairs(
        self,
        *,
        points: TracksNode,
        to: float | Value | KnobReference = ...,
        once: bool | KnobReference = ...,
        anchor: Literal["center", "top", "bottom", "left", "right"] | KnobReference = ...,
        leave_distance: float | str | Value = ...,
        fade_in: int | KnobReference = ...,
        fade_out: int | KnobReference = ...,
        node: str = ...,
    ) -> LinksNode:
        """Links each object to the one that it names: a pass, a match, a relation.

        points: tracks. The objects to link.
        to: number, -1e+09 to 1e+09, default {'expr': 'target', 'missing': 0}; takes keyframes or a series or a map.
            The id of the other object: an attribute of the track file, or an expression. An object without one, or
            whose partner is not there, has no link.
        once: boolean, default True. Draw one line for two objects that name each other, from the lower id.
        anchor: one of center, top, bottom, left, right, default 'center'. Point of the box that is linked.
        leave_distance: number, 0 to 1e+06 px, default 0; takes keyframes or a series. Keep a link until its ends
            are further apart than this (hysteresis); 0 keeps it only while the rules above select it.
        fade_in: integer, 0 to 600 frames, default 0. Frames a new link takes to appear.
        fade_out: integer, 0 to 600 frames, default 0. Frames a lost link takes to vanish.
        """

    def link_similar(
        self,
        *,
        points: TracksNode,
        k: int | KnobReference = ...,
        measure: Literal["cosine", "inner_product", "l2"] | KnobReference = ...,
        min_similarity: float | Value | KnobReference = ...,
        max_difference: float | Value | KnobReference = ...,
        max_length: float | str | Value = ...,
        mutual: bool | KnobReference = ...,
        once: bool | KnobReference = ...,
        anchor: Literal["center", "top", "bottom", "left", "right"] | KnobReference = ...,
        leave_distance: float | str | Value = ...,
        fade_in: int | KnobReference = ...,
        fade_out: int | KnobReference = ...,
        node: str = ...,
    ) -> LinksNode:
        """Links each tracked object to the k most similar ones by their embeddings, exactly.

        points: tracks. The objects to link; those without an embedding have no link.
        k: integer, 1 to 64, default 3. Links per object.
        measure: one of cosine, inner_product, l2, default 'cosine'. How embeddings are compared.
        min_similarity: number, -1e+06 to 1e+06, default 0.5; takes keyframes or a series. Lowest cosine or inner
            product of a link.
        max_difference: number, 0 to 1e+06, default 0; takes keyframes or a series. Largest L2 distance of a link; 0
            sets no limit.
        max_length: number, 0 to 1e+06 px, default 0; takes keyframes or a series. Longest link; 0 sets no limit.
        mutual: boolean, default False. Link two objects only if each is among the most similar to the other.
        once: boolean, default True. Draw one line per pair, instead of one per direction.
        anchor: one of center, top, bottom, left, right, default 'center'. Point of the box that is linked.
        leave_distance: number, 0 to 1e+06 px, default 0; takes keyframes or a series. Keep a link until its ends
            are further apart than this (hysteresis); 0 keeps it only while the rules above select it.
        fade_in: integer, 0 to 600 frames, default 0. Frames a new link takes to appear.
        fade_out: integer, 0 to 600 frames, default 0. Frames a lost link takes to vanish.
        """

    def picture_aberration(
        self,
        *,
        region: LayerNode,
        amount: float | str | Value = ...,
        kind: Literal["radial", "linear"] | KnobReference = ...,
        angle: float | Value | KnobReference = ...,
        strength: float | Value | KnobReference = ...,
        node: str = ...,
    ) -> PictureNode:
        """Splits the colours of the video, and of what was painted on it before: red one way, blue the other.

        region: layer. Where it applies: a drawing, whose opacity counts but not its colour.
        amount: number, -64 to 64 px, default '0.15%'; takes keyframes or a series. How far red and blue move: in
            the corners if radial, else everywhere.
        kind: one of radial, linear, default 'radial'. From the picture's middle outwards, or along the angle.
        angle: number, -360 to 360, default 0; takes keyframes or a series. Direction of red in degrees if linear: 0
            right, 90 down.
        strength: number, 0 to 1, default 1; takes keyframes or a series. How much of it is mixed in; 0 leaves every
            sample unchanged.
        """

    def picture_blur(
        self,
        *,
        region: LayerNode,
        sigma: float | str | Value = ...,
        strength: float | Value | KnobReference = ...,
        node: str = ...,
    ) -> PictureNode:
        """Blurs the video, and what was painted on it before, with a Gaussian.

        region: layer. Where it applies: a drawing, whose opacity counts but not its colour.
        sigma: number, 0.5 to 100 px, default '2%'; takes keyframes or a series. Standard deviation: half of a thin
            line's light spreads over 1.35 sigma. A face stays recognisable to machines: to hide one, fill it.
        strength: number, 0 to 1, default 1; takes keyframes or a series. How much of the blurred picture is mixed
            in; 0 leaves every sample unchanged.
        """

    def picture_grade(
        self,
        *,
        region: LayerNode,
        gain: float | Value | KnobReference = ...,
        saturation: float | Value | KnobReference = ...,
        hue: float | Value | KnobReference = ...,
        ramp: Sequence[str] | str = ...,
        by: Literal["luma", "alpha"] | KnobReference = ...,
        lut: str | os.PathLike[str] = ...,
        strength: float | Value | KnobReference = ...,
        node: str = ...,
    ) -> PictureNode:
        """Grades the video, and what was painted on it before: gain, saturation and hue, then a ramp, then a LUT.

        region: layer. Where it applies: a drawing, whose opacity counts but not its colour.
        gain: number, 0 to 8, default 1; takes keyframes or a series. What colours are multiplied by.
        saturation: number, 0 to 8, default 1; takes keyframes or a series. Strength of colours: 0 is grey, 1 leaves
            them as they are.
        hue: number, -360 to 360, default 0; takes keyframes or a series. Degrees by which hues turn, from red
            through green to blue.
        ramp: text_list, default []. Colours that replace what is there, from dark to bright; or the name of a ramp.
        by: one of luma, alpha, default 'luma'. What chooses the colour of the ramp.
        lut: file, default ''. Look-up table for the result: a .cube file, 1D or 3D.
        strength: number, 0 to 1, default 1; takes keyframes or a series. How much of the grade is mixed in; 0
            leaves every sample unchanged.
        """

    def picture_grain(
        self,
        *,
        region: LayerNode,
        amount: float | Value | KnobReference = ...,
        size: float | str | Value = ...,
        mono: bool | KnobReference = ...,
        seed: int | KnobReference = ...,
        node: str = ...,
    ) -> PictureNode:
        """Adds film grain to the video, and to what was painted on it before.

        region: layer. Where it applies: a drawing, whose opacity counts but not its colour.
        amount: number, 0 to 1, default 0.03; takes keyframes or a series. Standard deviation of the noise, where 1
            is the range from black to white; 0 leaves every sample unchanged.
        size: number, 1 to 64 px, default 1; takes keyframes or a series. Size of a grain.
        mono: boolean, default True. The same noise for all colours.
        seed: integer, 0 to 1e+09, default 0. Random seed of the grain.
        """

    def picture_insets(
        self,
        *,
        tracks: TracksNode,
        place: Literal["beside", "strip", "corner"] | KnobReference = ...,
        position: Literal["top_left", "top", "top_right", "left", "center", "right", "bottom_left", "bottom", "bottom_right"] | KnobReference = ...,
        slots: int | KnobReference = ...,
        shape: Literal["box", "circle"] | KnobReference = ...,
        border_color: str | Value = ...,
        border_width: float | str | Value = ...,
        leader: bool | KnobReference = ...,
        size: float | str | Value = ...,
        aspect: float | Value | KnobReference = ...,
        gap: float | str | Value = ...,
        zoom: float | Value | KnobReference = ...,
        anchor: Literal["center", "top", "bottom", "left", "right"] | KnobReference = ...,
        padding: float | str | Value = ...,
        filter: Literal["bilinear", "nearest"] | KnobReference = ...,
        opacity: float | Value | KnobReference = ...,
        corner_radius: float | str | Value = ...,
        leader_width: float | str | Value = ...,
        around_gain: float | Value | KnobReference = ...,
        around_saturation: float | Value | KnobReference = ...,
        enter: int | KnobReference = ...,
        leave: int | KnobReference = ...,
        motion: Literal["fade", "grow", "pop", "draw"] | KnobReference = ...,
        ease: Literal["linear", "in", "out", "in_out"] | KnobReference = ...,
        node: str = ...,
    ) -> PictureNode:
        """Shows magnified parts of the video, and of what was painted on it before, one for each tracked object.

        tracks: tracks. The objects to magnify.
        place: one of beside, strip, corner, default 'beside'. Beside the object, or in slots that objects keep
            until they leave: along an edge of the picture, or stacked from a corner. Slots that do not fit in one
            line form several, or shrink.
        position: one of top_left, top, top_right, left, center, right, bottom_left, bottom, bottom_right, default
            'right'. Side of the object, edge or corner. Beside an object, insets flip to its other side where the
            picture ends; in the center, they lie over what they show.
        slots: integer, 1 to 64, default 6. Most insets at once. Objects take the first free slot and keep it until
            they leave; those that find none wait.
        shape: one of box, circle, default 'box'. Shape of the insets.
        border_color: color, default '#ffffff'; takes keyframes or a series or a map. Colour of borders and leaders.
        border_width: number, 0 to 64 px, default '0.35%'; takes keyframes or a series or a map. Width of the
            border; 0 is none.
        leader: boolean, default True. Frame what an inset shows, and draw a leader line from there to the inset.
        size: number, 0 to 10000 px, default '18%'; takes keyframes or a series. Height of the insets. Beside
            objects, 0 is that of the box times zoom.
        aspect: number, 0.1 to 10, default 1; takes keyframes or a series. Their width relative to their height.
        gap: number, 0 to 10000 px, default '2%'; takes keyframes or a series. Space between insets, and to the
            object or the edge of the picture.
        zoom: number, 0 to 16, default 2; takes keyframes or a series. How much larger objects are, 0.25 at least; 0
            lets their boxes fill the insets.
        anchor: one of center, top, bottom, left, right, default 'center'. Which part of the box is shown: its
            middle, or what lies along a side.
        padding: number, 0 to 10000 px, default 0; takes keyframes or a series. Space shown around the box.
        filter: one of bilinear, nearest, default 'bilinear'. How samples are enlarged: smoothly, or each as a
            square.
        opacity: number, 0 to 1, default 1; takes keyframes or a series. Opacity of insets and borders.
        corner_radius: number, 0 to 10000 px, default '1%'; takes keyframes or a series. Rounding of boxes.
        leader_width: number, 0 to 64 px, default '0.15%'; takes keyframes or a series. Width of leaders.
        around_gain: number, 0 to 8, default 1; takes keyframes or a series. What colours around the insets are
            multiplied by.
        around_saturation: number, 0 to 8, default 1; takes keyframes or a series. Strength of colours around the
            insets: 0 is grey, 1 leaves them as they are.
        enter: integer, 0 to 600 frames, default 0. Frames over which a new object appears.
        leave: integer, 0 to 600 frames, default 0. Frames over which it vanishes before its track ends.
        motion: one of fade, grow, pop, draw, default 'fade'. What it does besides fading: grow and pop change its
            size, pop overshooting by 8 %; draw draws its lines.
        ease: one of linear, in, out, in_out, default 'in_out'. How it speeds up and slows down while it appears.
        """

    def picture_obscure(
        self,
        *,
        tracks: TracksNode,
        by: Literal["blocks", "blur"] | KnobReference = ...,
        share: float | KnobReference = ...,
        shape: Literal["box", "ellipse"] | KnobReference = ...,
        padding: float | str | Value = ...,
        strength: float | Value | KnobReference = ...,
        node: str = ...,
    ) -> PictureNode:
        """Pixelates or blurs the video, and what was painted on it before, at each tracked object, in proportion to
            the object's size.

        tracks: tracks. The objects to obscure.
        by: one of blocks, blur, default 'blocks'. Whether objects are shown in blocks of one colour, as by
            picture_pixelate, or blurred, as by picture_blur.
        share: number, 0.01 to 1, default 0.25. Side of the blocks, or sigma of the blur, as a part of the shorter
            side of the object's box: at least that, and up to half as much again. Machines recognise faces in both:
            to hide one, fill it.
        shape: one of box, ellipse, default 'box'. What is obscured: the object's box, or the ellipse in it.
        padding: number, 0 to 10000 px, default '0.5%'; takes keyframes or a series. Space around the box that is
            obscured, too.
        strength: number, 0 to 1, default 1; takes keyframes or a series. How much of the change is mixed in; 0
            leaves every sample unchanged.
        """

    def picture_pixelate(
        self,
        *,
        region: LayerNode,
        block: float | str | Value = ...,
        strength: float | Value | KnobReference = ...,
        node: str = ...,
    ) -> PictureNode:
        """Shows the video, and what was painted on it before, in blocks of their mean colours.

        region: layer. Where it applies: a drawing, whose opacity counts but not its colour.
        block: number, 2 to 512 px, default '2%'; takes keyframes or a series. Side of the blocks, in whole pixels.
            The grid starts at the picture's corner, so that blocks stay still under a moving region. Machines
            recognise faces in blocks: to hide one, fill it.
        strength: number, 0 to 1, default 1; takes keyframes or a series. How much of the blocks is mixed in; 0
            leaves every sample unchanged.
        """

    def picture_warp(
        self,
        *,
        region: LayerNode,
        strokes: TracksNode = ...,
        kind: Literal["push", "swirl", "bulge", "noise"] | KnobReference = ...,
        amount: float | str | Value = ...,
        angle: float | Value | KnobReference = ...,
        radius: float | str | Value = ...,
        x: float | str | Value = ...,
        y: float | str | Value = ...,
        scale: float | str | Value = ...,
        speed: float | Value | KnobReference = ...,
        seed: int | KnobReference = ...,
        strength: float | Value | KnobReference = ...,
        node: str = ...,
    ) -> PictureNode:
        """Warps the video, and what was painted on it before: pushes, turns, spreads or stirs it.

        region: layer. Where it applies: a drawing, whose opacity counts but not its colour.
        strokes: tracks, optional. Objects at whose centres it acts; without them, it acts at one place.
        kind: one of push, swirl, bulge, noise, default 'push'. Push along the angle, turn around the centre, spread
            from it, or stir with waves, which without strokes are everywhere.
        amount: number, -512 to 512 px, default '2%'; takes keyframes or a series. How far a pixel moves at most;
            negative values reverse it.
        angle: number, -360 to 360, default 0; takes keyframes or a series. Direction of a push in degrees: 0 right,
            90 down.
        radius: number, 1 to 10000 px, default '10%'; takes keyframes or a series. Distance at which the push has
            fallen to 0.6; it ends at four times this.
        x: number, -10000 to 10000 px, default 0; takes keyframes or a series. Place without strokes, to the right
            of the picture's centre.
        y: number, -10000 to 10000 px, default 0; takes keyframes or a series. Place without strokes, below the
            picture's centre.
        scale: number, 2 to 10000 px, default '8%'; takes keyframes or a series. Wavelength of kind noise.
        speed: number, 0 to 100 Hz, default 0.5; takes keyframes or a series. How fast these waves move.
        seed: integer, 0 to 1e+09, default 0. Random seed of the waves.
        strength: number, 0 to 1, default 1; takes keyframes or a series. How much of the warped picture is mixed
            in; 0 leaves every sample unchanged.
        """

    def picture_zoom(
        self,
        *,
        region: LayerNode,
        anchors: TracksNode = ...,
        zoom: float | Value | KnobReference = ...,
        x: float | str | Value = ...,
        y: float | str | Value = ...,
        strength: float | Value | KnobReference = ...,
        node: str = ...,
    ) -> PictureNode:
        """Magnifies the video, and what was painted on it before, like a magnifying glass.

        region: layer. Where it applies: a drawing, whose opacity counts but not its colour.
        anchors: tracks, optional. Objects whose centres stay in place: each pixel shows the nearest one enlarged.
            Without them, the centre of the picture stays.
        zoom: number, 1 to 16, default 2; takes keyframes or a series. Magnification; 1 leaves every sample
            unchanged.
        x: number, -10000 to 10000 px, default 0; takes keyframes or a series. Offset of what stays, to the right of
            these centres.
        y: number, -10000 to 10000 px, default 0; takes keyframes or a series. Offset of what stays, below these
            centres.
        strength: number, 0 to 1, default 1; takes keyframes or a series. How much of the magnified picture is mixed
            in; 0 leaves every sample unchanged.
        """

    def sonify_plucks(
        self,
        *,
        links: LinksNode,
        pitch: float | Value | KnobReference = ...,
        pan: float | Value | KnobReference = ...,
        level: float | Value | KnobReference = ...,
        brightness: float | Value | KnobReference = ...,
        instrument: Literal["class", "sine", "fm", "pluck", "modal"] | KnobReference = ...,
        scale: Literal["minor_pentatonic", "major_pentatonic", "major", "minor", "whole_tone", "chromatic", "none"] | KnobReference = ...,
        root: int | KnobReference = ...,
        ratio: float | KnobReference = ...,
        ring: float | KnobReference = ...,
        node: str = ...,
    ) -> SoundNode:
        """Plucks a string for each link that appears, and lets it ring.

        links: links. The links to play, between objects with ids.
        pitch: number, 0 to 127, default {'map': 'length', 'from': ['0%', '50%'], 'to': [84, 48], 'missing': 84};
            takes keyframes or a series or a map. Pitch as a MIDI note number, 60 for middle C; a short link is high
            by default.
        pan: number, 0 to 1, default {'expr': 'clamp(x / frame_width, 0, 1)', 'missing': 0}; takes keyframes or a
            series or a map. From 0, left, to 1, right; by default where the link is.
        level: number, 0 to 1, default 0.2; takes keyframes or a series or a map. Amplitude relative to other notes.
        brightness: number, 0 to 1, default {'map': 'speed', 'from': ['0%', '50%'], 'to': [0.3, 0.9], 'missing':
            0.3}; takes keyframes or a series or a map. Strength of overtones, except for sines; by default the
            faster, the brighter.
        instrument: one of class, sine, fm, pluck, modal, default 'pluck'. What plays: a sine, two sines by
            frequency modulation, a plucked string, a struck bar; class gives these to the classes in turn.
        scale: one of minor_pentatonic, major_pentatonic, major, minor, whole_tone, chromatic, none, default
            'minor_pentatonic'. Scale that pitches are snapped to; none lets them glide.
        root: integer, 0 to 11, default 9. First semitone of the scale: 0 is C, 9 is A, 11 is B.
        ratio: number, 0.1 to 16, default 1. Frequency of the modulator relative to the note, for frequency
            modulation.
        ring: number, 0.05 to 60 s, default 2. Time in which strings and bars decay by 60 dB.
        """

    def sonify_voices(
        self,
        *,
        tracks: TracksNode,
        pitch: float | Value | KnobReference = ...,
        pan: float | Value | KnobReference = ...,
        level: float | Value | KnobReference = ...,
        brightness: float | Value | KnobReference = ...,
        instrument: Literal["class", "sine", "fm", "pluck", "modal"] | KnobReference = ...,
        scale: Literal["minor_pentatonic", "major_pentatonic", "major", "minor", "whole_tone", "chromatic", "none"] | KnobReference = ...,
        root: int | KnobReference = ...,
        ratio: float | KnobReference = ...,
        ring: float | KnobReference = ...,
        attack: float | KnobReference = ...,
        release: float | KnobReference = ...,
        node: str = ...,
    ) -> SoundNode:
        """Gives each tracked object a voice that sounds as long as it is there.

        tracks: tracks. The objects to play; those without an id are silent.
        pitch: number, 0 to 127, default {'map': 'y', 'from': ['0%', '100%'], 'to': [84, 48], 'missing': 84}; takes
            keyframes or a series or a map. Pitch as a MIDI note number, 60 for middle C; high up in the picture is
            high by default.
        pan: number, 0 to 1, default {'expr': 'clamp(x / frame_width, 0, 1)', 'missing': 0}; takes keyframes or a
            series or a map. From 0, left, to 1, right; by default where the object is.
        level: number, 0 to 1, default {'expr': '0.5 * sqrt(min(area / (frame_width * frame_height), 1))',
            'missing': 0}; takes keyframes or a series or a map. Amplitude relative to other voices; by default the
            larger, the louder.
        brightness: number, 0 to 1, default {'map': 'speed', 'from': ['0%', '50%'], 'to': [0.05, 0.6], 'missing':
            0.05}; takes keyframes or a series or a map. Strength of overtones, except for sines; by default the
            faster, the brighter.
        instrument: one of class, sine, fm, pluck, modal, default 'class'. What plays: a sine, two sines by
            frequency modulation, a plucked string, a struck bar; class gives these to the classes in turn.
        scale: one of minor_pentatonic, major_pentatonic, major, minor, whole_tone, chromatic, none, default
            'minor_pentatonic'. Scale that pitches are snapped to; none lets them glide.
        root: integer, 0 to 11, default 9. First semitone of the scale: 0 is C, 9 is A, 11 is B.
        ratio: number, 0.1 to 16, default 1. Frequency of the modulator relative to the note, for frequency
            modulation.
        ring: number, 0.05 to 60 s, default 2. Time in which strings and bars decay by 60 dB.
        attack: number, 0.001 to 10 s, default 0.02. How long a sine voice takes to fade in.
        release: number, 0.001 to 10 s, default 0.08. How long a voice takes to fade once its object is gone.
        """

    def track_angles(
        self,
        *,
        tracks: TracksNode,
        name: str = ...,
        points: Sequence[str] | str = ...,
        up: float | KnobReference = ...,
        down: float | KnobReference = ...,
        min_score: float | KnobReference = ...,
        node: str = ...,
    ) -> TracksNode:
        """Measures the angle at a joint, and counts how often it bends.

        tracks: tracks. Objects with key points; repetitions need ids.
        name: text, default 'knee'. Name of the joint. Objects get the attributes NAME (degrees, 180 is straight),
            NAME_reps (how often it was bent and straightened again) and NAME_stage (up or down); an object that
            never shows the joint gets none. The series NAME.known is 1 where any object has the points, else 0.
        points: text_list, default ['left_hip', 'left_knee', 'left_ankle']. Three key points, by their names or
            numbers from 0; the joint is the second.
        up: number, 0 to 180, default 145. Angle in degrees from which it counts as straight.
        down: number, 0 to 180, default 90. Angle in degrees up to which it counts as bent; in between, it keeps its
            stage.
        min_score: number, 0 to 1e+06, default 0. Lowest score of a point; points without a score count.
        """

    def track_associate(
        self,
        *,
        detections: TracksNode,
        min_score: float | KnobReference = ...,
        high_score: float | KnobReference = ...,
        new_score: float | KnobReference = ...,
        new_share: float | KnobReference = ...,
        min_overlap: float | KnobReference = ...,
        low_overlap: float | KnobReference = ...,
        fuse_score: bool | KnobReference = ...,
        max_gap: int | KnobReference = ...,
        min_hits: int | KnobReference = ...,
        per_class: bool | KnobReference = ...,
        appearance: float | KnobReference = ...,
        min_similarity: float | KnobReference = ...,
        keep_untracked: bool | KnobReference = ...,
        node: str = ...,
    ) -> TracksNode:
        """Joins detections from frame to frame, so that each object has one id.

        detections: tracks. The detections; any ids are replaced.
        min_score: number, 0 to 1, default 0.1. Detections with a lower score are not used (ByteTrack:
            track_low_thresh).
        high_score: number, 0 to 1, default 0.6. Detections with at least this score are joined first, the others
            after them (ByteTrack: track_thresh).
        new_score: number, 0 to 1, default 0.7. Detections with at least this score may begin a track (ByteTrack:
            new_track_thresh).
        new_share: number, 0 to 1, default 0.75. Share of the high-score detections, those with the highest scores,
            that may begin a track; a score of 0.9 may in any case.
        min_overlap: number, 0 to 1, default 0.2. Smallest overlap (intersection over union) of a high-score
            detection with the predicted box of a track (ByteTrack: 1 - match_thresh). Those left over are matched
            again with larger boxes, at an overlap of 0.15 or more.
        low_overlap: number, 0 to 1, default 0.5. The same for detections below high_score.
        fuse_score: boolean, default False. Multiply the overlap with a high-score detection by its score.
        max_gap: integer, 0 to 10000 frames, default 25. Frames for which an unseen object keeps its id (ByteTrack:
            track_buffer).
        min_hits: integer, 1 to 10000, default 3. Detections in consecutive frames that confirm a track.
        per_class: boolean, default True. A track keeps its class.
        appearance: number, 0 to 1, default 0.5. Weight of similarity against overlap, for detections with
            embeddings; 0 ignores embeddings.
        min_similarity: number, 0 to 1, default 0.5. Lowest cosine of embeddings at which a lost object is
            recognised.
        keep_untracked: boolean, default False. Keep detections that belong to no track, without an id.
        """

    def track_blobs(
        self,
        *,
        kind: Literal["bright", "dark", "color", "edges"] | KnobReference = ...,
        key: str = ...,
        threshold: float | KnobReference = ...,
        open: float | str = ...,
        close: float | str = ...,
        min_area: float | KnobReference = ...,
        max_area: float | KnobReference = ...,
        max_count: int | KnobReference = ...,
        outlines: bool | KnobReference = ...,
        node: str = ...,
    ) -> TracksNode:
        """Finds regions that stand out by their brightness, colour or edges, without ids.

        kind: one of bright, dark, color, edges, default 'bright'. What makes a region.
        key: color, default '#00ff00'. The colour to find, with kind color.
        threshold: number, 0 to 1, default 0.8. How bright, dark or close to the key (1 - distance in L*a*b* / 100)
            a pixel must be; for edges, 4 times the step in brightness.
        open: number, 0 to 1000 px, default '0.3%'. Specks and bridges narrower than twice this are removed.
        close: number, 0 to 1000 px, default '1%'. Holes and gaps narrower than twice this are filled.
        min_area: number, 0 to 1, default 0.0005. Smallest box, as a share of the picture.
        max_area: number, 0 to 1, default 0.5. Largest box, as a share of the picture.
        max_count: integer, 1 to 10000, default 100. Maximum regions in a frame; the largest stay.
        outlines: boolean, default False. Add outlines to the regions.
        """

    def track_camera(
        self,
        *,
        tracks: TracksNode,
        points: TracksNode = ...,
        model: Literal["shift", "similarity", "homography"] | KnobReference = ...,
        tolerance: float | str = ...,
        max_points: int | KnobReference = ...,
        seed: int | KnobReference = ...,
        node: str = ...,
    ) -> TracksNode:
        """Follows the camera, so that draw_trails can stay with a moving scene; the tracks pass unchanged.

        tracks: tracks. The objects; points inside their boxes are ignored.
        points: tracks, optional. Points of the scene with ids, such as track_features finds; without them the node
            looks for corners itself.
        model: one of shift, similarity, homography, default 'homography'. What the camera does: it shifts the
            picture; also rotates and zooms it; or everything that a rotating camera does.
        tolerance: number, 0 to 10000 px, default '0.5%'. How far a static point may be off its expected place.
        max_points: integer, 20 to 5000, default 300. Corners to follow where no points are given.
        seed: integer, 0 to 1e+09, default 0. Chooses which points are tried together first.
        """

    def track_compare(
        self,
        *,
        truth: TracksNode,
        guess: TracksNode,
        name: str = ...,
        of: Literal["box", "mask"] | KnobReference = ...,
        min_overlap: float | KnobReference = ...,
        classes: bool | KnobReference = ...,
        keep_found: bool | KnobReference = ...,
        node: str = ...,
    ) -> TracksNode:
        """Compares tracks with the truth: hits, misses, false boxes and switches.

        truth: tracks. The true tracks.
        guess: tracks. The tracks of a tracker; a box without an id is never a switch.
        name: text, default 'score'. Name of the series, as TrackEval computes them: NAME.tp, NAME.fp, NAME.fn and
            NAME.switches count so far, NAME.mota, NAME.motp, NAME.precision and NAME.recall follow from these;
            NAME.idf1, NAME.hota, NAME.deta and NAME.assa are of the whole clip, and NAME.objects counts the true
            objects. Objects get the attributes verdict (hit, false, switch; miss and found for boxes of the truth),
            overlap, partner (the id of the other one) and NAME_since, the seconds since their last switch.
        of: one of box, mask, default 'box'. What is compared; an object without a mask uses its outline, and one
            without either its box.
        min_overlap: number, 0.01 to 1, default 0.5. Overlap, intersection over union, that makes two objects a
            pair.
        classes: boolean, default True. Only boxes of one class can be a pair; a box without a class goes with any.
        keep_found: boolean, default False. Also pass on the boxes of the truth that were found, not only the missed
            ones.
        """

    def track_detect(
        self,
        *,
        model: str | os.PathLike[str] = ...,
        head: str = ...,
        classes: Sequence[str] | str = ...,
        class_names: Sequence[str] | str = ...,
        score: float | KnobReference = ...,
        overlap: float | KnobReference = ...,
        every: int | KnobReference = ...,
        tiles: int | KnobReference = ...,
        size: int | KnobReference = ...,
        batch: int | KnobReference = ...,
        associate: bool | KnobReference = ...,
        max_gap: int | KnobReference = ...,
        engine: Literal["auto", "opencv", "openvino"] | KnobReference = ...,
        threads: int | KnobReference = ...,
        node: str = ...,
    ) -> TracksNode:
        """Finds objects with a detector of your own, an ONNX file, and follows them.

        model: file, default ''. The network's file. With --model FILE, every track_input becomes such a node.
        head: text, default ''. What the network's numbers mean: ultralytics_detect, ultralytics_segment,
            ultralytics_pose, ultralytics_oriented, yolox, rtdetr, yunet or centerface. Empty: told by the file's
            shapes, names and metadata.
        classes: text_list, default []. Classes to find, by name or number; none: all.
        class_names: text_list, default []. Names of all classes of the network, in order; none: those in the file,
            or COCO's.
        score: number, 0 to 1, default 0.25. Lowest score of an object. A track goes on with boxes down to 0.4 times
            this.
        overlap: number, 0 to 1, default 0. Of two boxes of a class that overlap by more (intersection over union),
            the one with the higher score stays. 0: as the network's authors do.
        every: integer, 1 to 1000 frames, default 1. Frames from one search to the next. Boxes between two searches
            are interpolated along tracks; the last frame is always searched.
        tiles: integer, 1 to 16, default 1. For small objects: the picture is also searched in tiles, this many
            across and down, which overlap by a fifth.
        size: integer, 0 to 8192 px, default 0. Longer side of the network's input, if it takes any size; 0: the
            usual one.
        batch: integer, 1 to 64, default 1. Pictures or tiles that a network of any batch gets at once.
        associate: boolean, default True. Follow objects from frame to frame and give them ids.
        max_gap: integer, 0 to 10000 frames, default 25. Frames for which an unseen object keeps its id.
        engine: one of auto, opencv, openvino, default 'auto'. Who runs the network; auto is OpenVINO where overlace
            was built with it, else OpenCV.
        threads: integer, 0 to 256, default 0. Threads of the engine; 0: as many as it likes.
        """

    def track_extend(
        self,
        *,
        tracks: TracksNode,
        before: int | KnobReference = ...,
        after: int | KnobReference = ...,
        motion: Literal["stay", "go_on", "spread"] | KnobReference = ...,
        attribute: str = ...,
        node: str = ...,
    ) -> TracksNode:
        """Gives tracks boxes before their first and after their last one.

        tracks: tracks. The tracks; objects without an id stay as they are.
        before: integer, 0 to 1e+06 frames, default 12. Frames to add before the first box of a track.
        after: integer, 0 to 1e+06 frames, default 12. Frames to add after the last box.
        motion: one of stay, go_on, spread, default 'go_on'. Where added boxes are: at the track's end, moving on at
            its speed there, or covering both.
        attribute: text, default 'extended'. Attribute that is 1 for added boxes and 0 for others; an empty name
            adds no attribute.
        """

    def track_features(
        self,
        *,
        max_count: int | KnobReference = ...,
        quality: float | KnobReference = ...,
        min_distance: float | str = ...,
        window: float | str = ...,
        max_error: float | str = ...,
        refresh: int | KnobReference = ...,
        min_length: int | KnobReference = ...,
        min_travel: float | str = ...,
        size: float | str = ...,
        node: str = ...,
    ) -> TracksNode:
        """Tracks corners of the picture (Shi-Tomasi corners, Lucas-Kanade optical flow), on any clip that moves.

        max_count: integer, 1 to 10000, default 150. Number of points in a frame.
        quality: number, 1e-06 to 1, default 0.01. Lowest strength of a corner, as a share of the frame's strongest.
        min_distance: number, 0 to 100000 px, default '3%'. Smallest distance between new points.
        window: number, 0 to 100000 px, default '4%'. Side of the square around a point that is compared from frame
            to frame.
        max_error: number, 0 to 100000 px, default '0.2%'. A point is dropped if tracking it to the next frame and
            back misses its start by more than this.
        refresh: integer, 1 to 100000 frames, default 10. Frames after which lost points are replaced.
        min_length: integer, 1 to 100000 frames, default 8. Points that are tracked for fewer frames are left out.
        min_travel: number, 0 to 100000 px, default 0. Points that never move this far from their first position are
            left out.
        size: number, 0 to 100000 px, default '1.2%'. Side of the box around a point.
        """

    def track_file(
        self,
        *,
        path: str | os.PathLike[str] = ...,
        required: bool | KnobReference = ...,
        node: str = ...,
    ) -> TracksNode:
        """Reads a track file of any known format, unchanged.

        path: file, default ''. The file; "$tracks" is the one given with --tracks.
        required: boolean, default True. Make it an error if no file is given; otherwise there are no objects.
        """

    def track_fill(
        self,
        *,
        tracks: TracksNode,
        max_gap: int | KnobReference = ...,
        attribute: str = ...,
        node: str = ...,
    ) -> TracksNode:
        """Fills the gaps in tracks by linear interpolation.

        tracks: tracks. The tracks; objects without an id stay as they are.
        max_gap: integer, 0 to 1e+06 frames, default 25. Longest gap to fill; longer gaps stay.
        attribute: text, default 'filled'. Attribute that is 1 for added boxes and 0 for others; an empty name adds
            no attribute.
        """

    def track_filter(
        self,
        *,
        tracks: TracksNode,
        classes: Sequence[str] | str = ...,
        ids: Sequence[str] | str = ...,
        min_score: float | KnobReference = ...,
        min_area: float | KnobReference = ...,
        max_area: float | KnobReference = ...,
        min_aspect: float | KnobReference = ...,
        max_aspect: float | KnobReference = ...,
        min_length: int | KnobReference = ...,
        tracked: bool | KnobReference = ...,
        zone: str | Sequence[str | float | Sequence[str | float]] = ...,
        anchor: Literal["center", "top", "bottom", "left", "right"] | KnobReference = ...,
        where: str = ...,
        invert: bool | KnobReference = ...,
        node: str = ...,
    ) -> TracksNode:
        """Keeps the tracks that match all conditions.

        tracks: tracks. The tracks to choose from.
        classes: text_list, default []. Names (or numbers) of the classes to keep; empty keeps all.
        ids: text_list, default []. Ids to keep, as "7" or "7-12"; empty keeps all.
        min_score: number, 0 to 1e+06, default 0. Lowest score; boxes without a score stay.
        min_area: number, 0 to 1, default 0. Smallest box, as a share of the picture.
        max_area: number, 0 to 1, default 0. Largest box, as a share of the picture; 0 sets no limit.
        min_aspect: number, 0 to 1e+06, default 0. Smallest ratio of width to height.
        max_aspect: number, 0 to 1e+06, default 0. Largest ratio of width to height; 0 sets no limit.
        min_length: integer, 0 to 1e+06 frames, default 0. Shortest track, from its first to its last box.
        tracked: boolean, default False. Leave out boxes without an id, which a tracker joined to no others; all
            stay if none has an id.
        zone: points, default []. Corners of a polygon, as "10% 25%" of the picture's width and height or "64 108"
            in pixels; a box stays where its anchor is inside.
        anchor: one of center, top, bottom, left, right, default 'center'. Point of the box that must be in the
            zone.
        where: text, default '1'. An expression over attributes and series, as "speed > 20 && door": boxes for which
            it is not 0 stay.
        invert: boolean, default False. Keep what the conditions leave out, and leave out the rest.
        """

    def track_ground(
        self,
        *,
        tracks: TracksNode,
        name: str = ...,
        image: str | Sequence[str | float | Sequence[str | float]] = ...,
        ground: str | Sequence[str | float | Sequence[str | float]] = ...,
        anchor: Literal["center", "top", "bottom", "left", "right"] | KnobReference = ...,
        window: int | KnobReference = ...,
        unit: Literal["km/h", "m/s", "mph"] | KnobReference = ...,
        node: str = ...,
    ) -> TracksNode:
        """Works out where objects are on the ground, and how fast they move there.

        tracks: tracks. The objects; speeds need ids.
        name: text, default 'ground'. Name of the ground. Objects get the attributes NAME_x and NAME_y (metres),
            NAME_speed (in the unit) and NAME_distance (metres travelled so far); none beyond the horizon. The
            series NAME.known is 1 where the ground is given, else 0.
        image: points, default ['35% 40%', '65% 40%', '95% 95%', '5% 95%']. Four or more points of the ground in the
            picture, as "10% 25%" of its width and height or "64 108" in pixels; other nodes can draw them as a
            shape.
        ground: points, default []. The same points on the ground in the same order, as "3.5 -12" in metres.
        anchor: one of center, top, bottom, left, right, default 'bottom'. Point of the box that stands on the
            ground.
        window: integer, 2 to 1000 frames, default 12. Frames over which a speed is averaged, half of them before
            and half after.
        unit: one of km/h, m/s, mph, default 'km/h'. Unit of speeds.
        """

    def track_input(
        self,
        *,
        path: str | os.PathLike[str] = ...,
        find: Literal["motion", "features", "blobs", "people"] | KnobReference = ...,
        associate: bool | KnobReference = ...,
        min_score: float | KnobReference = ...,
        node: str = ...,
    ) -> TracksNode:
        """The tracks given with --tracks, with ids added if they have none; without such a file, objects found in the
            picture.

        path: file, default ''. The file; "$tracks" is the one given with --tracks. Empty: detect objects in the
            picture.
        find: one of motion, features, blobs, people, default 'motion'. What to detect in the picture, as
            track_motion, track_features, track_blobs and track_people do with their defaults.
        associate: boolean, default True. Give ids to detections that have none.
        min_score: number, 0 to 1e+06, default 0. Leave out a file's boxes with a lower score.
        """

    def track_key_points(
        self,
        *,
        tracks: TracksNode,
        points: Sequence[str] | str = ...,
        hidden: bool | KnobReference = ...,
        fallback: bool | KnobReference = ...,
        min_score: float | KnobReference = ...,
        node: str = ...,
    ) -> TracksNode:
        """Turns every key point into an object, for links and points to start from.

        tracks: tracks. The objects whose key points to use.
        points: text_list, default []. Names of the points to keep, such as left_wrist; empty keeps all.
        hidden: boolean, default True. Keep points that are hidden in the picture.
        fallback: boolean, default False. Turn an object without key points into a point at the middle of its box,
            of the class "object".
        min_score: number, 0 to 1e+06, default 0. Lowest score of a point; points without a score stay.
        """

    def track_line(
        self,
        *,
        tracks: TracksNode,
        name: str = ...,
        points: str | Sequence[str | float | Sequence[str | float]] = ...,
        otherwise: str | Sequence[str | float | Sequence[str | float]] = ...,
        anchor: Literal["center", "top", "bottom", "left", "right"] | KnobReference = ...,
        classes: Sequence[str] | str = ...,
        margin: float | str = ...,
        hold: int | KnobReference = ...,
        again: int | KnobReference = ...,
        max_gap: int | KnobReference = ...,
        node: str = ...,
    ) -> TracksNode:
        """Counts the objects that cross a line.

        tracks: tracks. The objects to count; they need ids.
        name: text, default 'line'. Name of the line. Texts and parameters read the counts so far as the series
            NAME.in, NAME.out and NAME.total, by class as NAME.in.CLASS and NAME.out.CLASS; objects get the
            attribute NAME_since, the seconds since they were counted. NAME.known is 1 where the line's place is
            given, else 0.
        points: points, default []. Two or more points, as "10% 25%" of the picture's width and height or "64 108"
            in pixels. Crossing from the left of the line to its right is inwards: downwards for a line from left to
            right.
        otherwise: points, default ['0% 50%', '100% 50%']. The points where none are given.
        anchor: one of center, top, bottom, left, right, default 'bottom'. Point of the box that crosses the line.
        classes: text_list, default []. Names (or numbers) of the classes to count; empty counts all.
        margin: number, 0 to 10000 px, default '0.5%'. Distance from the line that an object must reach to be
            counted.
        hold: integer, 1 to 1000 frames, default 2. Frames that an object must stay beyond the line to be counted.
        again: integer, 0 to 100000 frames, default 25. Minimum time between two counts of one object. One that
            comes back within this time has not crossed: one that wavers on the line counts once, on leaving it.
        max_gap: integer, 0 to 100000 frames, default 12. Frames that an object may be missing and still be assumed
            to have moved straight on.
        """

    def track_merge(
        self,
        *,
        tracks: Sequence[TracksNode] | TracksNode,
        ids: Literal["apart", "joined"] | KnobReference = ...,
        max_overlap: float | KnobReference = ...,
        node: str = ...,
    ) -> TracksNode:
        """Joins several tracks; classes, skeletons and attributes of the same name become one.

        tracks: a list of tracks. The tracks to join; the first ones come first in a frame.
        ids: one of apart, joined, default 'apart'. Whether equal ids of different inputs mean different objects
            (later ones get new ids), or the same.
        max_overlap: number, 0 to 1, default 1. Boxes that overlap one of an earlier input by more than this
            (intersection over union) are left out.
        """

    def track_motion(
        self,
        *,
        threshold: float | KnobReference = ...,
        min_area: float | KnobReference = ...,
        max_area: float | KnobReference = ...,
        join: float | str = ...,
        padding: float | str = ...,
        node: str = ...,
    ) -> TracksNode:
        """Finds what moves in front of a camera that stands still or turns, without ids.

        threshold: number, 1 to 100, default 4. Standard deviations from the empty scene that count as an object.
        min_area: number, 0 to 1, default 0.0008. Smallest box, as a share of the picture.
        max_area: number, 0 to 1, default 0.5. Largest box, as a share of the picture; anything larger is a change
            of light.
        join: number, 0 to 100000 px, default '2%'. Parts of one object may lie this far apart, one above the other.
        padding: number, 0 to 100000 px, default '0.4%'. Space added to the box on every side.
        """

    def track_part(
        self,
        *,
        tracks: TracksNode,
        top: float | KnobReference = ...,
        bottom: float | KnobReference = ...,
        left: float | KnobReference = ...,
        right: float | KnobReference = ...,
        node: str = ...,
    ) -> TracksNode:
        """Takes a part of every box, as a head of a person: {"top": 0.2} is its upper fifth. Outlines and masks are
            left out.

        tracks: tracks. The tracks; their ids stay.
        top: number, 0.001 to 1, default 1. Share of the height that is kept, from the top.
        bottom: number, 0.001 to 1, default 1. The same from the bottom.
        left: number, 0.001 to 1, default 1. Share of the width, from the left.
        right: number, 0.001 to 1, default 1. The same from the right. Of several, what they have in common is kept.
        """

    def track_people(
        self,
        *,
        min_height: float | str = ...,
        threshold: float | KnobReference = ...,
        max_overlap: float | KnobReference = ...,
        every: int | KnobReference = ...,
        node: str = ...,
    ) -> TracksNode:
        """Finds people who stand or walk with OpenCV's detector (histograms of oriented gradients), without ids.

        min_height: number, 16 to 100000 px, default '14%'. Height of the smallest people; smaller ones cost more
            time.
        threshold: number, -10 to 10, default 0.2. Lowest distance from the detector's decision boundary; a higher
            value finds fewer people and fewer false ones.
        max_overlap: number, 0 to 1, default 0.4. Of two boxes that overlap by more (intersection over union), the
            one with the higher score stays.
        every: integer, 1 to 1000 frames, default 1. Frames from one search to the next; track_associate and
            track_fill bridge the rest.
        """

    def track_place(
        self,
        *,
        tracks: TracksNode,
        frames: int | KnobReference = ...,
        scale_x: float | KnobReference = ...,
        scale_y: float | KnobReference = ...,
        x: float | str = ...,
        y: float | str = ...,
        grow: float | str = ...,
        node: str = ...,
    ) -> TracksNode:
        """Moves and scales tracks in time and over the picture.

        tracks: tracks. The tracks to place.
        frames: integer, -1e+07 to 1e+07 frames, default 0. Frames by which to delay the tracks.
        scale_x: number, 0.001 to 1000, default 1. Horizontal scale from the left edge of the picture, before the
            move.
        scale_y: number, 0.001 to 1000, default 1. Vertical scale from the top edge of the picture, before the move.
        x: number, -100000 to 100000 px, default 0. Moves to the right.
        y: number, -100000 to 100000 px, default 0. Moves down.
        grow: number, -100000 to 100000 px, default 0. Space added to boxes on every side, at the end; a negative
            value shrinks them.
        """

    def track_plan(
        self,
        *,
        tracks: TracksNode,
        name: str = ...,
        ground: str = ...,
        extent: Sequence[str] | str = ...,
        position: Literal["top_left", "top", "top_right", "left", "center", "right", "bottom_left", "bottom", "bottom_right"] | KnobReference = ...,
        width: float | str = ...,
        margin: float | str = ...,
        size: float | str = ...,
        y_up: bool | KnobReference = ...,
        node: str = ...,
    ) -> TracksNode:
        """Places objects on a plan of the ground, as small boxes.

        tracks: tracks. Objects that went through track_ground.
        name: text, default 'plan'. Name of the plan's rectangle, a shape that other nodes can draw.
        ground: text, default 'ground'. Name of the ground.
        extent: text_list, default []. Two corners of the part that the plan shows, as "-5 0" in metres; empty is
            where objects are, without the outermost 1 % of their places.
        position: one of top_left, top, top_right, left, center, right, bottom_left, bottom, bottom_right, default
            'bottom_right'. Place in the picture.
        width: number, 1 to 100000 px, default '40%'. Width of the plan; its height follows from the extent.
        margin: number, 0 to 10000 px, default '2.5%'. Distance from the edge of the picture.
        size: number, 0 to 10000 px, default '1.2%'. Side of the boxes.
        y_up: boolean, default True. The ground's y grows upwards on the plan, as on a map.
        """

    def track_resample(
        self,
        *,
        tracks: TracksNode,
        frame_rate: float | KnobReference = ...,
        max_gap: int | KnobReference = ...,
        node: str = ...,
    ) -> TracksNode:
        """Converts tracks that were made at another frame rate to the clip's.

        tracks: tracks. The tracks; boxes without an id are shown until the next frame.
        frame_rate: number, 0.01 to 10000 fps, default 25. Rate at which the tracks were made.
        max_gap: integer, 1 to 1e+06 frames, default 1. Longest distance between two boxes of a track, in its own
            frames, that is interpolated.
        """

    def track_series(
        self,
        *,
        tracks: TracksNode,
        name: str = ...,
        of: str = ...,
        where: str = ...,
        reduce: Literal["sum", "mean", "min", "max", "count", "distinct", "so_far", "total"] | KnobReference = ...,
        hold: float | KnobReference = ...,
        event: str = ...,
        node: str = ...,
    ) -> TracksNode:
        """Computes a number for every frame from its objects, or from other series.

        tracks: tracks. The objects.
        name: text, default 'series'. Name of the series: texts and parameters read it as NAME.value.
        of: text, default '1'. Expression whose values for all objects are reduced to one number, such as "speed".
            One that reads series and no attribute, such as "door.now > 5", is the number itself.
        where: text, default '1'. Expression that is not 0 for the objects that take part, such as "score > 0.5"; a
            number of the frame as a whole is 0 where this is 0.
        reduce: one of sum, mean, min, max, count, distinct, so_far, total, default 'sum'. How the objects of a
            frame are reduced; distinct counts all objects so far, so_far is the sum of all frames so far, total
            that of the whole clip.
        hold: number, 0 to 86400 s, default 0. Time for which a value is held, unless a larger one comes: makes a
            momentary alarm visible.
        event: text, default ''. Name of an event that happens in each frame in which the number rises from 0, for
            draw_log and tables of events; empty: none.
        """

    def track_skeleton(
        self,
        *,
        tracks: TracksNode,
        set: Literal["coco17", "coco133", "halpe26", "body25", "mpii16", "mediapipe33", "hand21", "face68", "facemesh468", "facemesh478"] | KnobReference = ...,
        keep_names: bool | KnobReference = ...,
        only: bool | KnobReference = ...,
        node: str = ...,
    ) -> TracksNode:
        """Names the key points of objects and defines which of them are joined, if there are as many as the set has.

        tracks: tracks. The objects; those with another number of points stay as they are.
        set: one of coco17, coco133, halpe26, body25, mpii16, mediapipe33, hand21, face68, facemesh468, facemesh478,
            default 'coco17'. Which points they are: bodies of COCO, COCO-WholeBody, Halpe, OpenPose, MPII and
            MediaPipe, a hand, the face of 300-W, or MediaPipe's face mesh without and with irises.
        keep_names: boolean, default False. Leave objects alone whose key points already have names.
        only: boolean, default False. Leave out objects that have another number of key points, or none.
        """

    def track_smooth(
        self,
        *,
        tracks: TracksNode,
        method: Literal["zero_phase", "one_euro"] | KnobReference = ...,
        cutoff: float | KnobReference = ...,
        speed_response: float | KnobReference = ...,
        derivative_cutoff: float | KnobReference = ...,
        node: str = ...,
    ) -> TracksNode:
        """Removes jitter from boxes, rotations and key points with the One Euro filter (Casiez et al. 2012).

        tracks: tracks. The tracks; objects without an id stay as they are.
        method: one of zero_phase, one_euro, default 'zero_phase'. Filter forwards and backwards, so that nothing
            lags, or forwards only, as a live system would.
        cutoff: number, 0.001 to 1000 Hz, default 1. Cutoff frequency for objects at rest; a lower value is
            smoother.
        speed_response: number, 0 to 1000 Hz, default 4. How much the cutoff rises with speed, per picture height
            per second; a higher value lags less.
        derivative_cutoff: number, 0.001 to 1000 Hz, default 1. Cutoff for the speed itself.
        """

    def track_zone(
        self,
        *,
        tracks: TracksNode,
        name: str = ...,
        corners: str | Sequence[str | float | Sequence[str | float]] = ...,
        otherwise: str | Sequence[str | float | Sequence[str | float]] = ...,
        anchor: Literal["center", "top", "bottom", "left", "right"] | KnobReference = ...,
        classes: Sequence[str] | str = ...,
        enter_frames: int | KnobReference = ...,
        gap: int | KnobReference = ...,
        exclude: bool | KnobReference = ...,
        node: str = ...,
    ) -> TracksNode:
        """Counts the objects in a zone, and how long and how often they stay.

        tracks: tracks. The objects to watch; they need ids.
        name: text, default 'zone'. Name of the zone. Texts and parameters read the series NAME.now, NAME.in,
            NAME.out (visits), NAME.total (objects), NAME.peak and NAME.mean_time (seconds); NAME.now, NAME.in and
            NAME.out by class as well, as NAME.now.CLASS. Objects get the attributes NAME (1 inside; NAME_inside
            where the name has another meaning, as area or time), NAME_time (seconds of the visit) and NAME_visits.
            NAME.known is 1 where the zone's place is given, else 0.
        corners: points, default []. Three or more corners, as "10% 25%" of the picture's width and height or "64
            108" in pixels. Where the outline crosses itself, what it goes round twice is outside (the even-odd
            rule).
        otherwise: points, default ['25% 25%', '75% 25%', '75% 75%', '25% 75%']. The corners where none are given.
        anchor: one of center, top, bottom, left, right, default 'bottom'. Point of the box that must be in the
            zone.
        classes: text_list, default []. Names (or numbers) of the classes to count; empty counts all.
        enter_frames: integer, 1 to 1000 frames, default 3. Consecutive frames inside that make a visit, which
            begins with the first of them.
        gap: integer, 0 to 100000 frames, default 12. Frames outside, or not seen at all, that do not end a visit.
        exclude: boolean, default False. Watch what is outside the corners instead.
        """
