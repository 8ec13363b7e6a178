"""The move tree of a study, by its own tests in Node."""

import runpy
import subprocess
from pathlib import Path

HERE = Path(__file__).parent
WEB = HERE.parents[1] / "web"


def test_the_move_tree() -> None:
    node = runpy.run_path(str(WEB / "build.py"))["find_node"]()
    assert node is not None
    command = [str(node.folder / "node"), str(HERE / "tree_cases.mjs"), str(WEB)]
    ran = subprocess.run(command, capture_output=True, text=True, check=False, timeout=120)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert "# pass 10" in ran.stdout
