# SPDX-License-Identifier: Apache-2.0
"""One archive for any Linux: the program, its modules, and all that they load but for the C library."""

import ctypes
import os
import pathlib
import re
import shutil
import subprocess
import tempfile

from releases.debian import FONT_PACKAGE, FONTS, HEADER_PACKAGES, WHERE_SOURCES_ARE, add_licences, output, packages_of, part_of, run

NOTICE = """\
# Licences

overlace is under the Apache License 2.0: see LICENSE.

This archive also contains the libraries that it loads, and fonts. Each has its own licence: see the file of its name in
`licences`. {whole}

All of them are Debian's. They were made from these source packages:

{parts}

{where} Libraries under the LGPL are shared: you may replace the files in `lib` with your own.
"""
GPL = """
**The archive as a whole is under the GNU General Public License, version 3.** Its FFmpeg was built under the {ffmpeg}, and
contains parts under that licence, such as x264 and x265. The Apache License 2.0 goes together with version 3 of it. Who passes
the archive on also offers the sources of all parts, as listed here. overlace itself, without these libraries, stays under the
Apache License 2.0."""


def is_elf(path):
    with path.open("rb") as file:
        return path.is_file() and file.read(4) == b"\x7fELF"


def c_library():
    """Names of the files of glibc, which every system has its own of."""
    return {pathlib.Path(line).name for line in output("dpkg-query", "-L", "libc6").splitlines() if ".so" in line}


def loaded_libraries(programs):
    """Name to file of all libraries that programs and libraries load, directly or by others, but for glibc."""
    found = {}
    for program in programs:
        listing = output("ldd", program)
        if missing := re.findall(r"(\S+) => not found", listing):
            raise SystemExit(f"tools/release: {program.name} needs {', '.join(missing)}, which this machine lacks")
        found.update(re.findall(r"(\S+) => (/\S+)", listing))
    of_the_system = c_library()
    return {name: pathlib.Path(file).resolve() for name, file in sorted(found.items()) if name not in of_the_system}


def installed(build, folder):
    """What `cmake --install` installs of the program, stripped."""
    stage = folder / "stage"
    run("cmake", "--install", build, "--prefix", stage, "--strip", stdout=subprocess.DEVNULL)
    return stage


def gather(stage, root, patchelf):
    """Lays out the archive's tree in `root`; returns the files of the libraries that it took."""
    (root / "lib").mkdir(parents=True)
    for folder in ("bin", "lib/overlace", "share"):
        shutil.copytree(stage / folder, root / folder, symlinks=True)
    own = [path for folder in ("bin", "lib/overlace") for path in sorted((root / folder).iterdir()) if is_elf(path)]
    libraries = loaded_libraries(own)
    for name, file in libraries.items():
        shutil.copy(file, root / "lib" / name)
        (root / "lib" / name).chmod(0o755)
    for path in [*own, *(root / "lib" / name for name in libraries)]:
        way = os.path.relpath(root / "lib", path.parent)
        run(patchelf, "--set-rpath", "$ORIGIN" if way == "." else f"$ORIGIN/{way}", path)
    fonts = root / "lib/overlace/fonts"
    fonts.mkdir()
    for font in FONTS:
        shutil.copy(font, fonts)
    return list(libraries.values())


def licence_of_ffmpeg(root):
    """As FFmpeg's own library tells it."""
    library = ctypes.CDLL(next((root / "lib").glob("libavcodec.so.*")))
    library.avcodec_license.restype = ctypes.c_char_p
    return library.avcodec_license().decode()


def add_notice(root, libraries, source):
    packages = {FONT_PACKAGE, *HEADER_PACKAGES, *packages_of(file.name for file in libraries)}
    parts = {part.source: part for part in map(part_of, sorted(packages))}.values()
    ffmpeg = licence_of_ffmpeg(root)
    notice = NOTICE.format(whole=GPL.format(ffmpeg=ffmpeg) if ffmpeg.startswith("GPL") else "", where=WHERE_SOURCES_ARE,
                           parts=add_licences(root / "licences", sorted(parts)))  # fmt: skip
    (root / "LICENCES.md").write_text(notice, encoding="utf-8")
    shutil.copy(source / "LICENSE", root)


def pack(folder, archive, date):
    """Packs a folder under the archive's name, without its ending: the same bytes for the same tree and date (seconds since 1970)."""
    name = archive.name.removesuffix(".xz").removesuffix(".tar")
    run("tar", "-C", folder, "--sort=name", "--owner=0", "--group=0", "--numeric-owner", "--mode=go=rX,u+rw", f"--mtime=@{date}",
        "--transform", f"s,^[.],{name},SH", "-caf", archive, ".", env={**os.environ, "XZ_OPT": "-T0"})  # fmt: skip


def make_archive(source, build, version, date, into):
    """Makes overlace-VERSION-linux-x86_64.tar.xz of a build in the folder `into`."""
    name = f"overlace-{version}-linux-{os.uname().machine}"
    with tempfile.TemporaryDirectory(prefix="overlace-archive-") as temporary:
        folder = pathlib.Path(temporary)
        root = folder / "root"
        libraries = gather(installed(build, folder), root, source / "build/packages/bin/patchelf")
        add_notice(root, libraries, source)
        pack(root, into / f"{name}.tar.xz", date)
