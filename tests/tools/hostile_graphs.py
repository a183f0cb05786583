# SPDX-License-Identifier: Apache-2.0
"""Graphs as somebody would write them who means harm: each asks for too much, or for what is not its own.

make(FOLDER, NODE_TYPES) writes COUNT of them beside the files that they name, and returns their names. The same
seed makes the same graphs. `python3 hostile_graphs.py FOLDER NODES_JSON` writes them to be looked at.
"""

import argparse
import json
import os
import pathlib
import random
import struct
import zlib

COUNT = 200
SEED = 45
SECRET = "do-not-show-4711"
NUMBERS = (0, -1, 1, 2**31 - 1, -2**31, 2**63 - 1, 2**64, 10**30, 1e308, -1e308, 5e-324, 0.1)
TRACKS = "".join(f"{frame},{i},{20 * i},{10 * i + frame},30,25,0.9,1,-1,-1\n" for i in range(1, 4) for frame in range(1, 21))
SVG = '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" {}>{}</svg>'
# What an input of each stage can be wired to, of `sources`, and what shows a stage.
SOURCES = {"tracks": "people", "audio": "sound", "links": "links", "curves": "curves", "layer": "boxes"}
SHOWS = {"tracks": ("draw_boxes", "tracks", ""), "links": ("curve_bezier", "links", "curves"), "curves": ("draw_lines", "curves", ""),
         "audio": ("draw_waveform", "audio", "")}
# Where a node needs more than the defaults.
MEASURES = {"draw_meter": "levels", "draw_spectrogram": "spectrum", "draw_spectrum": "spectrum"}
FILES = {"draw_icons": {"path": "dot.svg"}, "draw_image": {"path": "dot.svg"}, "track_file": {"path": "tracks.txt"}, "audio_input": {"stream": 0}}


def sources():
    return {"people": {"type": "track_file", "params": {"path": "tracks.txt"}},
            "sound": {"type": "audio_input"},
            "levels": {"type": "audio_levels", "inputs": {"audio": "sound"}},
            "spectrum": {"type": "audio_spectrum", "inputs": {"audio": "sound"}},
            "links": {"type": "link_knn", "inputs": {"points": "people"}},
            "curves": {"type": "curve_bezier", "inputs": {"links": "links"}},
            "boxes": {"type": "draw_boxes", "inputs": {"tracks": "people"}}}


def document(nodes, composite, **more):
    return {"overlace": 1, **more, "nodes": nodes, "composite": composite}


def drawn(kind, params, **more):
    """A graph with one node that draws the tracks, or nothing."""
    inputs = {} if kind in ("draw_fill", "draw_title", "draw_pattern", "draw_guides", "draw_text", "draw_image") else {"tracks": "people"}
    return document({"people": sources()["people"], "it": {"type": kind, "inputs": inputs, "params": params}}, ["it"], **more)


def around(kind, params):
    """A graph of one node of any stage, with everything that it needs and that shows it."""
    nodes = sources()
    inputs = {}
    for port in kind["inputs"]:
        source = MEASURES.get(kind["name"], SOURCES[port["stage"]])
        inputs[port["name"]] = [source] * 2 if port["many"] else source
    nodes["it"] = {"type": kind["name"], "inputs": inputs, "params": {**params, **FILES.get(kind["name"], {})}}
    shown, stage = "it", kind["stage"]
    while stage in SHOWS:
        shower, port, made = SHOWS[stage]
        nodes[f"show_{stage}"] = {"type": shower, "inputs": {port: shown}}
        shown, stage = f"show_{stage}", made
    return document(nodes, ["boxes"], sound=["it"]) if stage == "sound" else document(nodes, [shown])


def extreme(param, chance):
    """The largest or smallest value that a parameter says it takes."""
    kind = param["kind"]
    if kind in ("number", "integer"):
        ends = [param[end] for end in ("min", "max") if param.get(end) is not None]
        return chance.choice(ends or [param["default"]])
    if kind == "choice":
        return chance.choice(param["choices"])
    if kind == "boolean":
        return chance.random() < 0.5
    return param["default"]


def node_at_its_limits(kind, chance):
    return around(kind, {param["name"]: extreme(param, chance) for param in kind["params"]})


def node_beyond(kind, chance):
    """Values that no parameter takes."""
    bad = (*NUMBERS, "NaN", "1e999%", "", [], {}, None, "x" * 100_000, ["#fff"] * 10_000, {"expr": "1/0"},
           {"map": "id", "from": [0, 1e308], "to": [-1e308, 1e308]}, {"keyframes": []}, "../" * 5_000 + "etc/passwd")
    return around(kind, {param["name"]: chance.choice(bad) for param in kind["params"]})


# Depth and count

def deep_text(chance):
    size = chance.randrange(1_000, 300_000)
    opening, closing = chance.choice((("[", "]"), ('{"a":', "}"), ("[{\"a\":", "}]")))
    return opening * size + closing * (size if chance.random() < 0.5 else size // 2)


def many_nodes(chance):
    count = chance.choice((9_000, 50_000))
    kind = chance.choice(("draw_fill", "draw_title", "draw_pattern", "track_people"))
    nodes = {f"n{i}": {"type": kind} for i in range(count)}
    return document(nodes, list(nodes) if kind != "track_people" else [])


def many_effects(chance):
    """A chain of effects, as long as may be."""
    kind = chance.choice(("effect_blur", "effect_bloom", "effect_shadow", "effect_outline", "effect_warp", "effect_echo"))
    length = chance.choice((200, 3_000))
    nodes = {"people": sources()["people"], "boxes": sources()["boxes"]}
    for i in range(length):
        nodes[f"e{i}"] = {"type": kind, "inputs": {"layer": f"e{i - 1}" if i else "boxes"}}
    return document(nodes, [f"e{length - 1}"])


def many_layers(chance):
    """Effects beside each other, all composited at once."""
    count = chance.choice((500, 3_000))
    nodes = {"people": sources()["people"], "boxes": sources()["boxes"]}
    for i in range(count):
        nodes[f"e{i}"] = {"type": "effect_blur", "inputs": {"layer": "boxes"}, "params": {"sigma": 100}}
    return document(nodes, [f"e{i}" for i in range(count)])


def many_knobs(chance):
    count = chance.choice((10_000, 100_000))
    return document({}, [], knobs={f"k{i}": {"type": "number", "default": i} for i in range(count)})


def many_keyframes(chance):
    step, count = chance.choice((1, 0.001)), chance.choice((5_000, 100_000))
    frames = [{"time": i * step, "value": i % 7, "ease": "in_out"} for i in range(count)]
    if chance.random() < 0.3:
        frames.reverse()
    return drawn("draw_boxes", {"stroke_width": {"keyframes": frames}})


def many_texts(chance):
    return drawn("draw_heat", {"ramp": [f"#{i % 4096:03x}" for i in range(chance.choice((10_000, 200_000)))]})


def cycles(chance):
    length = chance.randrange(1, 2_000)
    kind = chance.choice((("track_filter", "tracks"), ("effect_blur", "layer")))
    nodes = {f"n{i}": {"type": kind[0], "inputs": {kind[1]: f"n{(i + 1) % length}"}} for i in range(length)}
    return document(nodes, ["n0"])


def track_chain(chance):
    """Tracks through thousands of nodes, each of which makes a table."""
    kind = chance.choice(("track_smooth", "track_fill", "track_extend", "track_filter", "track_place"))
    length = chance.choice((300, 5_000))
    nodes = {"n0": sources()["people"]}
    for i in range(1, length):
        nodes[f"n{i}"] = {"type": kind, "inputs": {"tracks": f"n{i - 1}"}}
    nodes["boxes"] = {"type": "draw_boxes", "inputs": {"tracks": f"n{length - 1}"}}
    return document(nodes, ["boxes"])


def doubling_merges(chance):
    nodes, count = {"m0": sources()["people"]}, chance.randrange(12, 60)
    for i in range(1, count):
        nodes[f"m{i}"] = {"type": "track_merge", "inputs": {"tracks": [f"m{i - 1}"] * chance.choice((2, 50))}}
    nodes["boxes"] = {"type": "draw_boxes", "inputs": {"tracks": f"m{count - 1}"}}
    return document(nodes, ["boxes"])


def doubling_layers(chance):
    nodes, count = {"people": sources()["people"], "c0": sources()["boxes"]}, chance.randrange(12, 60)
    for i in range(1, count):
        nodes[f"c{i}"] = {"type": "composite", "inputs": {"layers": [f"c{i - 1}"] * 2}}
    return document(nodes, [f"c{count - 1}"])


def nested_echoes(chance):
    nodes = {"people": sources()["people"], "e0": sources()["boxes"]}
    count = chance.randrange(2, 9)
    for i in range(1, count):
        nodes[f"e{i}"] = {"type": "effect_echo", "inputs": {"layer": f"e{i - 1}"}, "params": {"copies": 32, "spacing": 1000}}
    return document(nodes, [f"e{count - 1}"])


def far_frames(chance):
    """Few boxes far apart, and a node that fills what is between them."""
    kind, params = chance.choice((("track_fill", {"max_gap": 1_000_000}), ("track_extend", {"before": 1_000_000, "after": 1_000_000}),
                                  ("track_resample", {"frame_rate": 0.01, "max_gap": 1_000_000}), ("track_smooth", {})))
    return document({"far": {"type": "track_file", "params": {"path": chance.choice(("far.txt", "far_many.txt"))}},
                     "more": {"type": kind, "inputs": {"tracks": "far"}, "params": params},
                     "boxes": {"type": "draw_boxes", "inputs": {"tracks": "more"}}}, ["boxes"])


def crowd_drawn(chance):
    """A hundred thousand objects in a frame."""
    kind = chance.choice(("draw_boxes", "draw_labels", "draw_trails", "draw_heat", "draw_particles", "draw_spotlight", "draw_facets"))
    params = {"draw_particles": {"rate": 2000, "life": 60}, "draw_labels": {"layout": "avoid"}, "draw_facets": {}}.get(kind, {})
    return document({"crowd": {"type": "track_file", "params": {"path": "crowd.txt"}},
                     "it": {"type": kind, "inputs": {"tracks": "crowd"}, "params": params}}, ["it"])


def crowd_linked(chance):
    kind, params = chance.choice((("link_knn", {"k": 64}), ("link_graph", {}), ("link_pairs", {}), ("link_chain", {}), ("link_hub", {})))
    return document({"crowd": {"type": "track_file", "params": {"path": "crowd.txt"}},
                     "links": {"type": kind, "inputs": {"points": "crowd"}, "params": params},
                     "curves": {"type": "curve_bezier", "inputs": {"links": "links"}, "params": {"samples": 256, "tolerance": 0.01}},
                     "lines": {"type": chance.choice(("draw_lines", "draw_electric")), "inputs": {"curves": "curves"}}}, ["lines"])


# Texts and expressions

def expression(chance):
    size = chance.choice((30, 60, 1_000, 100_000))
    text = chance.choice(("(" * size + "1" + ")" * size, "-" * size + "1", "+".join(["speed"] * size), "1" * size,
                          "sin(" * size + "1" + ")" * size, "1?" * size + "1" + ":1" * size, "pow(9," * size + "9" + ")" * size,
                          "\x00\x01" * size, "speed / 0 * 1e308 * 1e308", "hash(1e308) + noise(1e308) + sqrt(-1) + log(0)"))
    return drawn("draw_points", {"size": {"expr": text}})


def template(chance):
    size = chance.choice((100, 100_000, 2_000_000))
    text = chance.choice(("x" * size, "{" * size, "{id}" * (size // 4), "[b]" * (size // 3), "\n" * size, "{speed:.999999999f}",
                          "{speed:999999999}", "\u202e\u0301" * (size // 5), "{a" + ".b" * (size // 2) + "}", "ﷺ" * (size // 3)))
    kind = chance.choice(("draw_labels", "draw_text", "draw_title"))
    return drawn(kind, {"text": text, **({"markup": True} if kind == "draw_labels" else {})})


def large_text(chance):
    return drawn("draw_text", {"text": "W" * chance.choice((10, 5_000)), "size": chance.choice((10_000, "1000%"))})


def not_utf8(chance):
    text = json.dumps(drawn("draw_text", {"text": "@"}))
    return text.encode().replace(b"@", chance.choice((b"\xff\xfe", b"\xed\xa0\x80", b"\xc0\x80", b"\xf4\x90\x80\x80", b"\x80" * 9_999, b"\\ud800",
                                                      b"\x00", b"\\u0000")))


def wrong_numbers(chance):
    text = json.dumps(drawn("draw_boxes", {"stroke_width": 4711}))
    return text.replace("4711", chance.choice(("1e999", "-1e999", "NaN", "Infinity", "0x10", "1" * 100_000, "1e-400", "01", "1.", "+1", "--1")))


def not_a_document(chance):
    return chance.choice((b"", b"\x00" * 1_000_000, b"\xef\xbb\xbf", b"null", b"[]", b"1", b'"', b"{" * 17, random.Random(7).randbytes(200_000),
                          b" " * 17_000_000, b'{"overlace": 99}', b'{"overlace": 1, "overlace": 1}'))


def huge_document(chance):
    return b'{"overlace": 1, "doc": "' + b"x" * chance.choice((15 << 20, 20 << 20)) + b'", "nodes": {}, "composite": []}'


# Files of others

def names_a_file(chance, names):
    name = chance.choice(names)
    kind, params = chance.choice((("draw_image", {"path": name}), ("draw_trails", {"path": name}), ("track_file", {"path": name}),
                                  ("track_input", {"path": name}), ("audio_input", {"path": name}), ("draw_text", {"text": "x", "font": name}),
                                  ("picture_grade", {"lut": name}), ("effect_grade", {"lut": name})))
    nodes = sources()
    it = {"type": kind, "params": params}
    if kind in ("effect_grade", "picture_grade"):
        it["inputs"] = {"layer" if kind == "effect_grade" else "region": "boxes"}
    if kind == "draw_trails":
        it["inputs"] = {"tracks": "people"}
    nodes["it"], shown = it, "it"
    if kind.startswith("track"):
        nodes["show"], shown = {"type": "draw_labels", "inputs": {"tracks": "it"}}, "show"
    if kind == "audio_input":
        nodes["show"], shown = {"type": "draw_waveform", "inputs": {"audio": "it"}}, "show"
    return document(nodes, [shown])


def extends(chance, names):
    return {"extends": chance.choice(names), "nodes": {}}


def svg_bomb(chance, folder, number):
    size = chance.choice(('width="16384" height="16384"', 'width="1e30" height="1"', 'viewBox="0 0 0 0"', 'width="-5" height="NaN"',
                          'width="900" height="900"', 'width="100%" height="1e9%"'))
    ten_uses = '<use xlink:href="#a{}"/>' * 10
    nest = '<g id="a0"><rect width="9" height="9"/></g>'
    nest += "".join(f'<g id="a{i}">{ten_uses.format(*[i - 1] * 10)}</g>' for i in range(1, 10))
    content = chance.choice((
        '<filter id="f">' + '<feTurbulence baseFrequency="0.1" numOctaves="100000"/>' * 50 + '</filter><rect width="900" height="900" filter="url(#f)"/>',
        nest, "<g>" * 50_000, '<use xlink:href="#x" id="x"/>', '<image xlink:href="/etc/passwd" width="9" height="9"/><image xlink:href="secret.txt"/>',
        '<text font-size="1e9">&#xffff;x</text>', '<path d="' + "M0 0L1e30 1e30" * 50_000 + '"/>',
        '<filter id="f"><feGaussianBlur stdDeviation="1e9"/></filter><rect width="9" height="9" filter="url(#f)"/>'))
    drawing = SVG.format(size, content)
    if chance.random() < 0.3:
        drawing = ('<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY a "' + "x" * 999 + '"><!ENTITY p SYSTEM "file:///etc/passwd">'
                   + "".join(f'<!ENTITY b{i} "{(f"&b{i - 1};" if i else "&a;") * 10}">' for i in range(10)) + "]>"
                   + SVG.format('width="99" height="99"', "<text y=\"50\">&p;&b9;</text>"))
    (folder / f"bomb{number}.svg").write_text(drawing, encoding="utf-8")
    return drawn("draw_image", {"path": f"bomb{number}.svg"})


def png(width, height, rows=b""):
    def chunk(kind, body):
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 6, 0, 0, 0))
            + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b""))


def write_files(folder):
    """What the graphs name: things that are no files, files of other kinds, and large ones."""
    (folder / "tracks.txt").write_text(TRACKS, encoding="ascii")
    (folder / "far.txt").write_text("1,1,9,9,9,9,0.9,1,-1,-1\n10000000,1,99,9,9,9,0.9,1,-1,-1\n", encoding="ascii")
    (folder / "far_many.txt").write_text("".join(f"{f},{i},9,{i % 99},9,9,0.9,1,-1,-1\n" for i in range(1, 2_000) for f in (1, 1_000_000)), encoding="ascii")
    (folder / "crowd.txt").write_text("".join(f"{frame},{i},{i % 157},{i % 83},{3 + i % 9},4,0.9,1,-1,-1\n" for frame in (3, 4) for i in range(1, 50_000)),
                                      encoding="ascii")
    (folder / "secret.txt").write_text(f"API_KEY={SECRET}\n{SECRET}\n", encoding="ascii")
    (folder / "secret.json").write_text(json.dumps({SECRET: SECRET}), encoding="ascii")
    (folder / "wide.png").write_bytes(png(60_000, 60_000))
    (folder / "cut.png").write_bytes(png(4_000, 4_000))
    (folder / "dot.svg").write_text(SVG.format('width="9" height="9"', '<circle r="4" cx="4" cy="4"/>'), encoding="ascii")
    (folder / "folder").mkdir()
    os.mkfifo(folder / "pipe")
    os.symlink("loop", folder / "loop")
    for i in range(3):
        (folder / f"round{i}.json").write_text(json.dumps({"extends": f"./round{(i + 1) % 3}.json", "nodes": {}}), encoding="ascii")
    for i in range(500):
        (folder / f"deep{i}.json").write_text(json.dumps({"extends": f"./deep{i + 1}.json", "nodes": {}}), encoding="ascii")
    return ["/etc/passwd", "/etc/shadow", "/dev/zero", "/dev/random", "/proc/self/environ", "/proc/self/mem", "/proc/kmsg", "/dev/stdin", "pipe",
            "loop", "folder", "/", "secret.txt", "secret.json", "wide.png", "cut.png", "tracks.txt", "../" * 40 + "etc/passwd", "file:///etc/passwd",
            "http://127.0.0.1:9/x", "concat:/etc/passwd|/etc/passwd", "data:,x", "x" * 5_000, "a\nb\x1b[31m", "%09999999d.png", "$tracks", ""]


PLAIN = (deep_text, many_nodes, many_effects, many_layers, many_knobs, many_keyframes, many_texts, cycles, track_chain, doubling_merges, doubling_layers,
         nested_echoes, far_frames, crowd_drawn, crowd_linked, expression, template, large_text, not_utf8, wrong_numbers, not_a_document, huge_document)


def make(folder, node_types, seed=SEED):
    """Every type of node once at its limits, and the rest in turn."""
    chance = random.Random(seed)
    names = write_files(folder)
    relative = ["./" + name for name in names if not name.startswith("/")] + names + ["./round0.json", "./deep0.json", "boxes"]
    turns = [lambda maker=maker: maker(chance) for maker in PLAIN]
    turns += [lambda: names_a_file(chance, names)] * 5 + [lambda: extends(chance, relative)] * 2
    turns += [lambda: svg_bomb(chance, folder, len(made))] * 2 + [lambda: node_beyond(chance.choice(node_types), chance)] * 3
    made = []
    while len(made) < COUNT:
        place = len(made)
        graph = node_at_its_limits(node_types[place], chance) if place < len(node_types) else turns[(place - len(node_types)) % len(turns)]()
        content = graph if isinstance(graph, bytes) else (graph if isinstance(graph, str) else json.dumps(graph)).encode()
        made.append(f"hostile{place:03}.json")
        (folder / made[-1]).write_bytes(content)
    return made


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Makes hostile graphs.")
    parser.add_argument("folder", type=pathlib.Path, help="where they go; it is made if it is not there")
    parser.add_argument("nodes", type=pathlib.Path, help="what 'overlace nodes --json' prints")
    given = parser.parse_args()
    given.folder.mkdir(parents=True, exist_ok=True)
    print(*make(given.folder, json.loads(given.nodes.read_text())), sep="\n")
