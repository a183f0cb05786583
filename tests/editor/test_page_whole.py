# SPDX-License-Identifier: Apache-2.0
"""The editor's page as a whole: for screen readers, for every parameter there is, and after many acts."""

import json
import os
import pathlib
import random
import subprocess
import unittest

from browser import InBrowser
from cli import PROGRAM
from support import needs_browser, needs_time

AXE = pathlib.Path(os.environ.get("OVERLACE_AXE", "axe.min.js"))

SOURCES = {
    "audio": {"type": "audio_input"},
    "tracks": {"type": "track_input", "params": {"path": "$tracks"}},
    "links": {"type": "link_knn", "inputs": {"points": "tracks"}},
    "curves": {"type": "curve_bezier", "inputs": {"links": "links"}},
    "display list": {"type": "draw_boxes", "inputs": {"tracks": "tracks"}},
}
# Sets every control of the panel, one after the other, as a user's events do; returns what was refused.
FILL = """async (wanted) => {
    const refused = [], type = (entry, text) => { entry.value = text; entry.dispatchEvent(new Event("input", { bubbles: true })); };
    const enter = (entry) => entry.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true }));
    const until = async (condition) => {
        for (let i = 0; i < 400 && !condition(); ++i) await new Promise((done) => setTimeout(done, 10));
        return condition();
    };
    for (const [param, text] of wanted) {
        const row = () => document.querySelector(`[data-param="${param}"]`);
        if (!row()) { refused.push([param, "no row"]); continue; }
        const constant = row().querySelector("dd > .number, dd > .color, dd > .switch, dd > select, dd > .segments, dd > textarea, dd > .entry");
        if (!constant) { refused.push([param, "no control"]); continue; }
        const find = (what) => (constant.matches(what) ? constant : constant.querySelector(what));
        const choice = [...row().querySelectorAll(".segments [role=radio]")].find((button) => button.textContent === text);
        if (find(".switch")) find(".switch").click();
        else if (choice) choice.click();
        else if (find("select")) { find("select").value = text; find("select").dispatchEvent(new Event("change", { bubbles: true })); }
        else if (find("textarea")) {
            type(find("textarea"), text);
            await new Promise((done) => setTimeout(done, 20));
            find("textarea").dispatchEvent(new Event("blur"));
        }
        else {
            await new Promise((done) => setTimeout(done, 0));
            type(find(".entry"), text);
            await new Promise((done) => setTimeout(done, 0));
            enter(find(".entry"));
        }
        if (!(await until(() => row()?.classList.contains("own")))) refused.push([param, document.querySelector(".notices")?.textContent ?? ""]);
    }
    return refused;
}"""


def registry():
    return json.loads(subprocess.run([PROGRAM, "nodes", "--json"], check=True, capture_output=True).stdout)


def document_of(node):
    """A graph with one node of a type, and what it needs."""
    needed, inputs = {}, {}

    def need(stage):
        stage = "display list" if stage in ("layer", "picture") else stage
        if stage not in needed:
            for before in {"links": ["tracks"], "curves": ["links"], "display list": ["tracks"]}.get(stage, []):
                need(before)
            needed[stage] = {"name": stage.split()[0], **SOURCES[stage]}
        return needed[stage]["name"]

    for port in node["inputs"]:
        if not port["optional"]:
            inputs[port["name"]] = [need(port["stage"])] if port["many"] else need(port["stage"])
    nodes = {}
    for source in needed.values():
        wires = {port: {"links": "links", "tracks": "tracks"}[of] for port, of in source.get("inputs", {}).items()}
        nodes[source["name"]] = {key: value for key, value in {**source, "inputs": wires}.items() if key != "name" and value}
    nodes["subject"] = {"type": node["name"], **({"inputs": inputs} if inputs else {})}
    return {"overlace": 1, "nodes": nodes, "composite": ["display"] if "display" in nodes else []}


def typed(param):
    """What a user types for a value that is not the default, and the value that this is; None where it is not a constant."""
    kind, default = param["kind"], param["default"]
    if kind == "boolean":
        return "", not default
    if kind == "choice":
        other = next((choice for choice in param["choices"] if choice != default), None)
        return other and (other, other)
    if kind == "color":
        return ("#12345678", "#12345678") if isinstance(default, str) else None
    if kind == "text_list":
        return ("one\ntwo", ["one", "two"]) if isinstance(default, (list, str)) else None
    if kind in ("text", "file"):
        return ("other", "other") if isinstance(default, str) else None
    percent = isinstance(default, str) and default.endswith("%")
    if not percent and not isinstance(default, (int, float)):
        return None
    now, low, high = float(str(default).rstrip("%")), param.get("min", -100), param.get("max", 100)
    for number in (2, 3, 0.5, 0.25, 10, 50, low, high):
        if low <= number <= high and number != now and (kind == "number" or number == int(number)):
            text = f"{number:g}"
            return text, f"{text}%" if percent else (int(text) if "." not in text and "e" not in text else float(text))
    return None


@needs_browser
class Readers(InBrowser):
    """axe-core, on every view."""

    @unittest.skipUnless(AXE.exists(), "SKIPPED: needs axe-core, which npm brings")
    def check_views(self):
        page = self.open()
        page.evaluate(AXE.read_text(encoding="utf-8"))
        found = {}

        def check(view):
            page.wait_for_timeout(250)  # colours fade in
            result = page.evaluate("axe.run()")
            bad = [f"{rule['id']}: {rule['nodes'][0]['html'][:120]} ({len(rule['nodes'])})" for rule in result["violations"] if rule["impact"] in ("serious", "critical")]
            if bad:
                found[view] = bad

        check("graph")
        self.select("points")
        self.row("size").locator(".key").click()
        page.wait_for_selector(".curve polyline", state="attached")
        check("keyframes")
        self.row("color").locator("button.label").click()
        page.wait_for_selector(".menu")
        check("menu")
        page.keyboard.type("Map")
        page.keyboard.press("Enter")
        page.wait_for_selector(".gradient")
        check("map")
        page.click("button:has-text('Knobs')")
        check("knobs")
        page.click("button:has-text('Text')")
        page.wait_for_selector(".cm-content")
        check("text")
        page.click("button:has-text('Keys')")
        check("keys")
        page.keyboard.press("Escape")
        page.click("button:has-text('Gallery')")
        check("gallery")
        page.keyboard.press("Escape")
        self.editor.file.write_text('{"overlace": 1, "extends": "boxes"}', encoding="utf-8")
        page.wait_for_selector("text=The file has changed")
        check("conflict")
        self.assertEqual(found, {})

    def test_dark(self):
        self.check_views()

    def test_light(self):
        self.scheme = "light"
        self.check_views()


@needs_browser
class Registry(InBrowser):
    def test_a_new_node_type_needs_no_code(self):
        kinds = {"number": 1, "integer": 1, "color": "#ffffff", "boolean": False, "text": "", "choice": "a", "text_list": [], "file": ""}
        params = [{"name": f"a_{kind}", "kind": kind, "default": default, "animatable": False, "mappable": False, "doc": f"A {kind}.",
                   **({"choices": ["a", "b"]} if kind == "choice" else {}), **({"min": 0, "max": 9, "usual": [0, 9], "unit": "px"} if kind == "number" else {})}
                  for kind, default in kinds.items()]
        invented = {"name": "draw_invented", "stage": "display list", "doc": "Draws what nobody has seen.",
                    "inputs": [{"name": "tracks", "stage": "tracks", "many": False, "optional": False, "doc": "Who."}], "params": params}

        def with_invented(route):
            answer = route.fetch()
            known = answer.json()
            known["nodes"].append(invented)
            route.fulfill(response=answer, json=known)

        self.routes = {"**/registry": with_invented}
        page = self.open('{"overlace": 1, "nodes": {"it": {"type": "draw_invented"}}, "composite": ["it"]}')
        self.select("it")
        self.assertEqual([row.get_attribute("data-param") for row in page.locator(".panel .row").all()], [param["name"] for param in params])
        self.assertEqual(page.locator(".panel dd").evaluate_all("rows => rows.every((row) => row.querySelector('input, button, select, textarea'))"), True)


@needs_browser
@needs_time
class Long(InBrowser):
    def can_set(self, text, param, value):
        """Whether `overlace set` takes a value."""
        tried = self.editor.folder / "tried.json"
        tried.write_text(text, encoding="utf-8")
        return subprocess.run([PROGRAM, "set", tried, f"subject.{param}={value if isinstance(value, str) else json.dumps(value)}"],
                              check=False, capture_output=True).returncode == 0

    def test_every_parameter_of_every_type(self):
        """The text that acts in the panel make is that of `overlace set`, and it has no new problems."""
        page, refused, tried = self.open("boxes"), {}, 0
        for node in registry():
            document = document_of(node)
            values = {param["name"]: typed(param) for param in node["params"]}
            values = {name: value for name, value in values.items() if value}
            before = json.dumps(document, indent=2) + "\n"
            self.editor.file.write_text(before, encoding="utf-8")
            page.wait_for_selector(f'[data-node="subject"] small:text-is("{node["name"]}")')
            self.select("subject")
            problems = self.editor.ask("check", text=before)["problems"]
            bad = page.evaluate(FILL, [[name, text] for name, (text, _) in values.items()])
            # What needs an input that is not wired is refused everywhere.
            bad = [why for why in bad if self.can_set(before, why[0], values[why[0]][1])]
            if bad:
                refused[node["name"]] = bad
            after = self.save() if values else before
            made = json.loads(after)["nodes"]["subject"].get("params", {})
            tried += len(values)
            with self.subTest(node["name"]):
                self.assertEqual(made, {name: value for name, (_, value) in values.items() if name in made})
                expected = pathlib.Path(self.editor.folder, "expected.json")
                expected.write_text(before, encoding="utf-8")
                if made:
                    subprocess.run([PROGRAM, "set", expected, *(f"subject.{name}={value if isinstance(value, str) else json.dumps(value)}" for name, value in made.items())],
                                   check=True, capture_output=True)
                self.assertEqual(after, expected.read_text(encoding="utf-8"))
                self.assertEqual(len(self.editor.ask("check", text=after)["problems"]), len(problems))
        print(f"{tried} parameters")
        self.assertEqual(refused, {})

    def test_after_500_acts_undo_leads_back(self):
        """On nodes that draw: others may look for people in the clip, which takes longer than all acts together."""
        page, dice = self.open(), random.Random(5)
        first = self.editor.text
        for count in range(500):
            act = dice.choice(("select", "number", "number", "switch", "reset", "order", "remove", "undo"))
            at = dice.random()
            page.evaluate("""async ([act, at]) => {
                const pick = (what) => { const all = [...document.querySelectorAll(what)]; return all[Math.floor(at * all.length)]; };
                const key = (element, key, more) => element?.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, ...more }));
                if (act === "select") pick(".node:not([data-stage=tracks]) .face")?.click();
                if (act === "switch") pick(".panel .switch, .panel [role=radio]")?.click();
                if (act === "reset") pick(".panel .reset")?.click();
                if (act === "order") key(pick(".paint .name"), at < 0.5 ? "ArrowUp" : "ArrowDown", { altKey: true });
                if (act === "remove" && at > 0.9) key(pick(".node:not([data-stage=tracks]) .face"), "Delete");
                if (act === "undo" && at > 0.5) document.querySelector("[title='Ctrl+Z']").click();
                const slider = act === "number" ? pick(".panel .number input[type=range]") : undefined;
                if (slider) {
                    slider.value = String(Number(slider.min) + at * (Number(slider.max) - Number(slider.min)));
                    slider.dispatchEvent(new Event("input", { bubbles: true }));
                    slider.dispatchEvent(new Event("change", { bubbles: true }));
                }
                await new Promise((done) => setTimeout(done, 15));
            }""", [act, at])
        last = self.save(seconds=300)
        self.assertNotEqual(last, first)
        for title, wanted in (("Ctrl+Z", first), ("Ctrl+Shift+Z", last)):
            page.evaluate("""async (title) => {
                const button = document.querySelector(`[title='${title}']`);
                for (let i = 0; i < 3000 && !button.disabled; ++i) { button.click(); await new Promise((done) => setTimeout(done, 2)); }
            }""", title)
            self.assertEqual(self.save(seconds=300), wanted)

    def test_300_nodes(self):
        """Frames a second while a wire is dragged: a figure to read, and a bound that a busy machine keeps, too."""
        nodes = {"people": {"type": "track_input", "params": {"path": "$tracks"}}}
        nodes |= {f"n{count}": {"type": "draw_points" if count % 2 else "draw_boxes", "inputs": {"tracks": "people"}} for count in range(299)}
        page = self.open(json.dumps({"overlace": 1, "nodes": nodes, "composite": ["n0"]}, indent=1))
        self.assertEqual(page.locator(".node").count(), 300)
        out = page.locator('[data-node="people"] .port.out').bounding_box()
        page.mouse.move(out["x"] + 6, out["y"] + 6)
        page.mouse.down()
        page.evaluate("() => { window.seen = 0; const step = () => { ++window.seen; requestAnimationFrame(step); }; requestAnimationFrame(step); window.began = performance.now(); }")
        for step in range(120):
            page.mouse.move(out["x"] + 20 + 2 * step, out["y"] + 3 * step)
        rate = page.evaluate("window.seen / (performance.now() - window.began) * 1000")
        page.mouse.up()
        print(f"{rate:.0f} frames a second")
        self.assertGreater(rate, 5)


if __name__ == "__main__":
    unittest.main()
