"""The suite in several processes: every test is run once, and one that ends its process fails alone."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from tests.browser.support import ROOT

FILES = {
    "test_a.py": "import os\ndef test_good(): pass\ndef test_deadly(): os._exit(3)\ndef test_after(): pass\n",
    "test_b.py": "def test_bad(): assert 1 == 2\n" + "".join(f"def test_{n}(): pass\n" for n in range(5)),
    "test_c.py": "def test_folder(tmp_path): (tmp_path / 'x').touch()\n",
}


def test_every_test_runs_once_and_one_that_ends_its_process_fails_alone(tmp_path: Path) -> None:
    for name, text in FILES.items():
        (tmp_path / name).write_text(text)
    words = [
        "-p",
        "tests.processes",
        "--processes",
        "2",
        "-q",
        "-p",
        "no:cacheprovider",
        "-c",
        "/dev/null",
        str(tmp_path),
    ]
    ended = subprocess.run(
        [sys.executable, "-m", "pytest", *words], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert ended.returncode == 1, ended.stderr
    assert "2 failed, 8 passed" in ended.stdout, ended.stdout
    assert "The process of this test ended with status 3." in ended.stdout
    assert "assert 1 == 2" in ended.stdout
