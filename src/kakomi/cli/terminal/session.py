"""From sitting down to leaving: one game or a series is played, and whatever happens, it is saved."""

from __future__ import annotations

from pathlib import Path

from kakomi.cli.exit_codes import DONE, INTERRUPTED, killed_by
from kakomi.cli.interrupts import Hangup, ctrl_c_ignored, hangups
from kakomi.cli.terminal.console import Console
from kakomi.cli.terminal.game_loop import GameLoop, Leave
from kakomi.cli.terminal.markdown import wrap
from kakomi.cli.terminal.paint import Paint
from kakomi.cli.terminal.position_text import title_line
from kakomi.cli.terminal.saved_game import SavedGame
from kakomi.cli.terminal.saves import SaveFile, resume_command
from kakomi.core.errors import KakomiError


def play_to_the_end(saved: SavedGame, brush: Paint, path: Path | None = None) -> int:
    """Play until the game or series is over or the player leaves; the exit code."""
    resumed = saved.path is not None
    file = SaveFile(saved.match.game.name, saved.path if resumed else path, resumed)
    console = Console()
    print(wrap(f"**{title_line(saved.match)}**", brush))
    status = DONE
    try:
        with hangups():
            _play_all(saved, brush, console, file)
    except (EOFError, Leave):
        pass
    except KeyboardInterrupt:
        status = INTERRUPTED
        print()
    except Hangup as hangup:
        status = killed_by(hangup.signal_number)
    finally:
        try:
            _save(saved, file)
        finally:
            for seat in saved.people:
                getattr(seat.player, "close", lambda: None)()
    return status


def _play_all(saved: SavedGame, brush: Paint, console: Console, file: SaveFile) -> None:
    while True:
        series = saved.series
        if series is not None:
            print(brush.bold(f"Game {series.number} of {series.length}."))
        GameLoop(saved.match, saved.seats, brush, console, lambda path: file.save(saved.records(), path)).play()
        if series is None:
            return
        names = [seat.name for seat in saved.people]
        outcome = series.outcome
        points = f"{names[0]} {series.points[0]:g}, {names[1]} {series.points[1]:g}"
        if outcome is None:
            print(f"Points so far: {points}.\n")
            series.next()
            continue
        ending = "The series is drawn" if outcome.winner is None else f"{names[outcome.winner]} wins the series"
        print(brush.bold(f"{ending}. Points: {points}."))
        return


def _save(saved: SavedGame, file: SaveFile) -> None:
    """Save, and say where and how to continue. If that fails, the moves themselves are printed."""
    if not saved.worth_keeping:
        print("No move was made, so nothing was saved.")
        return
    with ctrl_c_ignored():
        try:
            path = file.save(saved.records())
        except KakomiError:
            print(f"The game could not be saved; its moves were: {' '.join(saved.match.moves)}")
            raise
    over = saved.match.outcome is not None and (saved.series is None or saved.series.outcome is not None)
    print(f"Saved: {path}")
    if not over:
        print(f"Continue with: {resume_command(path)}")
