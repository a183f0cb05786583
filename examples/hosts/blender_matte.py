# SPDX-License-Identifier: Apache-2.0
"""One object of an overlay over its plate, by Blender's compositor.

    overlace render shot.mp4 --tracks det.txt --overlay-only --cryptomatte track --exr-window whole --frames 140 -o ov.####.exr
    ffmpeg -i shot.mp4 -vf "select=eq(n\\,140)" -frames:v 1 plate.png
    blender -b --python examples/hosts/blender_matte.py -- plate.png ov.0140.exr "track 15" out.png

The object is named as in the manifest of the layer CryptoTrack; "track 1, track 2" are two.
"""

import os
import sys

import bpy


def composite(plate, overlay, names):
    """Builds the nodes: the overlay, kept where its Cryptomatte has the names, over the plate."""
    scene = bpy.context.scene
    scene.use_nodes = True
    nodes, links = scene.node_tree.nodes, scene.node_tree.links
    nodes.clear()
    below, above = nodes.new("CompositorNodeImage"), nodes.new("CompositorNodeImage")
    below.image, above.image = plate, overlay
    matte = nodes.new("CompositorNodeCryptomatteV2")
    matte.source, matte.image, matte.layer_name, matte.matte_id = "IMAGE", overlay, "CryptoTrack", names
    overlaid = above.outputs["Combined" if "Combined" in above.outputs else "Image"]
    parts = nodes.new("CompositorNodeSeparateColor")
    links.new(overlaid, parts.inputs["Image"])
    share = nodes.new("CompositorNodeMath")  # of the overlay's paint in a pixel: colours are premultiplied
    share.operation = "DIVIDE"
    links.new(matte.outputs["Matte"], share.inputs[0])
    links.new(parts.outputs["Alpha"], share.inputs[1])
    kept = nodes.new("CompositorNodeMixRGB")
    kept.blend_type = "MULTIPLY"
    links.new(overlaid, kept.inputs[1])
    links.new(share.outputs["Value"], kept.inputs[2])
    with_alpha = nodes.new("CompositorNodeSetAlpha")
    with_alpha.mode = "REPLACE_ALPHA"
    links.new(kept.outputs["Image"], with_alpha.inputs["Image"])
    links.new(matte.outputs["Matte"], with_alpha.inputs["Alpha"])
    over = nodes.new("CompositorNodeAlphaOver")
    links.new(below.outputs["Image"], over.inputs[1])
    links.new(with_alpha.outputs["Image"], over.inputs[2])
    links.new(over.outputs["Image"], nodes.new("CompositorNodeComposite").inputs["Image"])


def main(arguments):
    if len(arguments) != 4:
        sys.exit("usage: blender -b --python blender_matte.py -- PLATE OVERLAY.exr NAMES OUT.png")
    plate, overlay = (bpy.data.images.load(os.path.abspath(path)) for path in arguments[:2])
    composite(plate, overlay, arguments[2])
    render = bpy.context.scene.render
    render.resolution_x, render.resolution_y = plate.size
    render.resolution_percentage = 100
    bpy.context.scene.view_settings.view_transform = "Standard"
    render.image_settings.file_format = "PNG"
    render.filepath = os.path.abspath(arguments[3])
    bpy.ops.render.render(write_still=True)


main(sys.argv[sys.argv.index("--") + 1:] if "--" in sys.argv else [])
