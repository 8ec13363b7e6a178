"""Files are written whole; devices and pipes are written to, not replaced."""

from __future__ import annotations

import os
import stat
import threading
from pathlib import Path

import pytest

from kakomi.core.system.files import write_whole


def test_a_pipe_stays_a_pipe(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    heard: list[bytes] = []
    reader = threading.Thread(target=lambda: heard.append(pipe.read_bytes()))
    reader.start()
    write_whole(pipe, [b"a", b"b"])
    reader.join()
    assert heard == [b"ab"]
    assert stat.S_ISFIFO(pipe.stat().st_mode)


def test_a_link_to_a_device_stays_one(tmp_path: Path) -> None:
    link = tmp_path / "nowhere"
    link.symlink_to("/dev/null")
    write_whole(link, [b"gone"])
    assert link.is_symlink()


def test_a_folder_is_refused_and_a_file_replaced(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="directory"):
        write_whole(tmp_path, [b"x"])
    file = tmp_path / "file"
    file.write_bytes(b"old")
    write_whole(file, [b"new"])
    assert file.read_bytes() == b"new"
