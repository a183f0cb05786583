# SPDX-License-Identifier: Apache-2.0
"""ONNX files whose outputs are the same for every picture, made with PyPI's `onnx` package, for every kind of head."""

import math

import numpy
from onnx import TensorProto, helper, numpy_helper, save

SIZE = 64  # px, of the inputs


def constant_model(path, outputs, metadata=None, size=SIZE, batch=1, input_name="images", split=()):
    """A network whose `outputs` (arrays by name) are biases of convolutions without weights; their numbers go through
    parts of the sizes `split`, which ONNX 13 and later give as an input."""
    nodes = [helper.make_node("GlobalAveragePool", [input_name], ["mean"])]
    weights, infos = [], []
    for index, (name, values) in enumerate(outputs.items()):
        values = numpy.asarray(values, numpy.float32)
        flat = values[0].reshape(-1)  # all pictures of a batch get the same
        weights += [numpy_helper.from_array(numpy.zeros((flat.size, 3, 1, 1), numpy.float32), f"w{index}"),
                    numpy_helper.from_array(flat, f"b{index}"),
                    numpy_helper.from_array(numpy.array([batch, *values.shape[1:]], numpy.int64), f"s{index}")]
        nodes += [helper.make_node("Conv", ["mean", f"w{index}", f"b{index}"], [f"c{index}"],
                                   kernel_shape=[1, 1]),
                  helper.make_node("Reshape", [f"c{index}", f"s{index}"], [f"r{index}" if split else name])]
        if split:
            parts = [f"p{index}_{part}" for part in range(len(split))]
            weights.append(numpy_helper.from_array(numpy.array(split, numpy.int64), f"z{index}"))
            nodes += [helper.make_node("Split", [f"r{index}", f"z{index}"], parts, axis=1),
                      helper.make_node("Concat", parts, [name], axis=1)]
        infos.append(helper.make_tensor_value_info(name, TensorProto.FLOAT, [batch, *values.shape[1:]]))
    picture = helper.make_tensor_value_info(input_name, TensorProto.FLOAT, [batch, 3, size, size])
    model = helper.make_model(helper.make_graph(nodes, "constant", [picture], infos, weights),
                              opset_imports=[helper.make_opsetid("", 13 if split else 12)], ir_version=7)
    helper.set_model_props(model, {key: str(value) for key, value in (metadata or {}).items()})
    save(model, str(path))
    return path


def ultralytics(task, names, **more):
    """What Ultralytics' exporter writes beside a network."""
    return {"task": task, "names": names, "stride": 32, "imgsz": [SIZE, SIZE], "author": "Ultralytics", **more}


def columns(rows, places=84):
    """B x numbers x places of rows of numbers; the other places find nothing."""
    table = numpy.zeros((1, len(rows[0]), places), numpy.float32)
    for place, row in enumerate(rows):
        table[0, :, 7 * place] = row
    return table


def listed(rows, count=300):
    """B x count x numbers, as after suppression."""
    table = numpy.zeros((1, count, len(rows[0])), numpy.float32)
    table[0, :len(rows)] = rows
    return table


def yolox(box, class_index, classes, score, size=SIZE):
    """One object (centre and size in px) in the cell of 16 px that holds its centre."""
    x, y, width, height = box
    places = [(s, column, row) for s in (8, 16, 32) for row in range(size // s) for column in range(size // s)]
    table = numpy.zeros((1, len(places), 5 + classes), numpy.float32)
    place = places.index((16, int(x) // 16, int(y) // 16))
    table[0, place, :5] = [x / 16 - x // 16, y / 16 - y // 16, math.log(width / 16), math.log(height / 16), score]
    table[0, place, 5 + class_index] = 1
    return table


def yunet(box, points, score, size=SIZE):
    """One face in the cell of 8 px that holds its centre."""
    x, y, width, height = box
    outputs = {}
    for kind, numbers in (("cls", 1), ("obj", 1), ("bbox", 4), ("kps", 10)):
        for stride in (8, 16, 32):
            outputs[f"{kind}_{stride}"] = numpy.zeros((1, (size // stride) ** 2, numbers), numpy.float32)
    column, row = int(x) // 8, int(y) // 8
    cell = row * (size // 8) + column
    outputs["cls_8"][0, cell] = outputs["obj_8"][0, cell] = score
    outputs["bbox_8"][0, cell] = [x / 8 - column, y / 8 - row, math.log(width / 8), math.log(height / 8)]
    outputs["kps_8"][0, cell] = [value / 8 - (row if i % 2 else column) for i, value in enumerate(points)]
    return outputs


def centerface(box, points, score, size=SIZE):
    """One face in the cell of 4 px that holds its centre; points in shares of the box, y before x."""
    x, y, width, height = box
    side = size // 4
    heat, sizes = numpy.zeros((1, 1, side, side)), numpy.zeros((1, 2, side, side))
    offsets, landmarks = numpy.zeros((1, 2, side, side)), numpy.zeros((1, 10, side, side))
    row, column = int(y) // 4, int(x) // 4
    heat[0, 0, row, column] = score
    sizes[0, :, row, column] = [math.log(height / 4), math.log(width / 4)]
    offsets[0, :, row, column] = [y / 4 - 0.5 - row, x / 4 - 0.5 - column]
    landmarks[0, :, row, column] = points
    return {"537": heat, "538": sizes, "539": offsets, "540": landmarks}
