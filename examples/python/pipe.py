# SPDX-License-Identifier: Apache-2.0
"""A video with finished tracks through PyAV: its planes are drawn on in place, without conversion. Needs av.

    python3 examples/python/pipe.py in.mp4 det.txt out.mp4 constellation
"""

import sys

import av
import overlace


def main(source: str, tracks: str, output: str, look: str = "boxes") -> None:
    with av.open(source) as reader, av.open(output, "w") as writer:
        video = reader.streams.video[0]
        fps = video.average_rate or 25
        encoder = writer.add_stream("mpeg4" if output.endswith(".avi") else "libx264", rate=fps)
        encoder.width, encoder.height, encoder.pix_fmt = video.width, video.height, "yuv420p"
        clip = overlace.Clip(look, tracks, size=(video.width, video.height), fps=fps)
        for note in clip.notes:
            print(note, file=sys.stderr)
        for number, decoded in enumerate(reader.decode(video)):
            frame = decoded.reformat(format="yuv420p")
            clip.draw(frame, number)
            writer.mux(encoder.encode(frame))
        writer.mux(encoder.encode())


if __name__ == "__main__":
    main(*sys.argv[1:])
