# SPDX-License-Identifier: Apache-2.0
"""A look of one's own, built in Python: links between neighbours, coloured by speed, and boxes.

    python3 examples/python/graph.py mine.json
    overlace render in.mp4 -g mine.json --tracks det.txt -o out.mp4
"""

import sys

import overlace


def links_by_speed() -> overlace.Graph:
    g = overlace.Graph(title="Links by speed", doc="People joined to their neighbours; fast ones glow.")
    accent = g.knob("accent", "#5ce1e6", doc="Colour of links")
    people = g.track_smooth(tracks=g.track_fill(tracks=g.track_input(path="$tracks")))
    curves = g.curve_bezier(links=g.link_knn(points=people, k=3, max_distance="45%"), bend=0.2, ends="box")
    boxes = g.draw_boxes(
        tracks=people,
        color=overlace.map("speed", ramp="turbo", from_=("0%", "20%")),
        stroke_width="0.4%",
        corner_radius="1.2%",
        enter=8,
        leave=8,
    )
    g.composite(g.draw_lines(curves=curves, color=accent, width="0.3%", enter=8, leave=8), boxes)
    return g


if __name__ == "__main__":
    links_by_speed().save(sys.argv[1])
