# SPDX-License-Identifier: Apache-2.0
"""A loop over a video, as over a camera: detect, draw, write. Needs opencv-python.

    python3 examples/python/loop.py in.mp4 out.mp4 constellation
    python3 examples/python/loop.py 0 out.mp4              # the first camera, until Ctrl-C
"""

import sys

import cv2
import overlace


def main(source: str, output: str, look: str = "boxes") -> None:
    camera = cv2.VideoCapture(int(source) if source.isdigit() else source)
    if not camera.isOpened():
        sys.exit(f"{source} cannot be opened")
    fps = camera.get(cv2.CAP_PROP_FPS) or 25
    size = int(camera.get(cv2.CAP_PROP_FRAME_WIDTH)), int(camera.get(cv2.CAP_PROP_FRAME_HEIGHT))
    writer = cv2.VideoWriter(output, cv2.VideoWriter.fourcc(*"mp4v"), fps, size)
    moving = cv2.createBackgroundSubtractorMOG2()
    overlay = overlace.Overlay(look, fps=fps)
    while True:
        more, frame = camera.read()
        if not more:
            break
        overlay.draw(frame, moving_boxes(moving, frame))  # in place
        writer.write(frame)
    writer.release()


def moving_boxes(moving: cv2.BackgroundSubtractor, frame: cv2.typing.MatLike) -> list[list[int]]:
    """x1, y1, x2, y2 of what moves: put your detector here."""
    mask = cv2.morphologyEx(moving.apply(frame), cv2.MORPH_OPEN, cv2.getStructuringElement(cv2.MORPH_RECT, (5, 5)))
    outlines, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    boxes = [cv2.boundingRect(outline) for outline in outlines if cv2.contourArea(outline) > 100]
    return [[x, y, x + width, y + height] for x, y, width, height in boxes]


if __name__ == "__main__":
    try:
        main(*sys.argv[1:])
    except KeyboardInterrupt:
        pass
