"""The table in plain text: over a pipe, at a terminal, with bad input, resumed."""

from __future__ import annotations

import io
import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pexpect
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import hexfront.tui.session as session_module
from hexfront.core.errors import HexfrontError
from hexfront.core.journal import read_journal, verify
from hexfront.core.registry import find_system
from hexfront.core.scenario import load_scenario
from hexfront.people.accounts import Accounts
from hexfront.people.timepiece import Timepiece
from hexfront.play.storage.records import SeatPlan
from hexfront.play.storage.store import Store
from hexfront.tui.plain.table import PlainTable
from hexfront.tui.session import Session, new_match, own_matches
from tests.tui.conftest import MakeSession

COMMAND = [sys.executable, "-m", "hexfront", "play"]
PLAN = "4 0603\n3 0502\n3 attack 0504\nodds 3 0705\nundo\nredo\ndone\n"


def environment(folder: Path) -> dict[str, str]:
    return {**os.environ, "XDG_DATA_HOME": str(folder), "NO_COLOR": "1", "COLUMNS": "100"}


def piped(folder: Path, text: str | bytes, *arguments: str) -> subprocess.CompletedProcess[bytes]:
    data = text.encode() if isinstance(text, str) else text
    ended = subprocess.run(
        [*COMMAND, *arguments],
        input=data,
        capture_output=True,
        env=environment(folder),
        timeout=120,
        check=False,
    )
    assert b"Traceback" not in ended.stderr
    return ended


def play(session: Session, text: str) -> tuple[int, str, str]:
    out, err = io.StringIO(), io.StringIO()
    code = PlainTable(session, io.StringIO(text), out, err).run()
    return code, out.getvalue(), err.getvalue()


@pytest.mark.parametrize("end", ["\n", ""])
def test_a_line_that_is_too_long_is_one_mistake(make_session: MakeSession, end: str) -> None:
    session = make_session("brigade", None, "random")
    line = "3 move 0502 " + "done " * 4000
    code, out, err = play(session, f"{line}{end}")
    assert code == 2
    assert err.count("error") == err.count("\n") == 1
    assert "line 1" in err
    assert "expected a line of at most 2000 letters" in err
    assert len(out) < 20_000
    code, _, err = play(session, "units" + " " * 250 + "x\n" + "done " * 60 + "\n")
    assert err.count("at most 200 letters") == 1


def test_a_whole_game_over_a_pipe_is_the_same_every_time_and_can_be_checked(
    tmp_path: Path,
) -> None:
    script = f"done\n3 move 0502\ndone\ndone\ndone\nwhy 1\nlog 3\nsave {tmp_path}/game.jsonl\n"
    arguments = ("brigade", "--ascii", "--seed", "1", "--opponent", "random")
    first = piped(tmp_path / "a", script, *arguments)
    (tmp_path / "game.jsonl").unlink()  # no file is replaced
    again = piped(tmp_path / "b", script, *arguments)
    assert first.returncode == again.returncode == 0, first.stderr
    assert first.stdout == again.stdout
    assert first.stderr == b""
    text = first.stdout.decode()
    assert "\x1b" not in text
    assert "[3]" in text
    assert re.search(r"(Opfor|Bluefor) wins\.", text)
    assert "The game is kept" not in text
    journal, rules, _ = read_journal(tmp_path / "game.jsonl")
    assert verify(journal, rules) is not None
    assert journal.seats == ["person", "random"]


def test_wrong_lines_name_themselves_change_nothing_and_end_with_code_2(tmp_path: Path) -> None:
    ended = piped(tmp_path, "3 mve 0502\nhlep\nwhy 99\n", "brigade", "--ascii", "--seed", "1")
    assert ended.returncode == 2
    lines = ended.stderr.decode().splitlines()
    assert lines[0].startswith("error: line 1: order: found '3 mve 0502', expected one of: `3 ")
    assert any("line 2" in line and "perhaps `help`" in line for line in lines)
    assert any("line 3: why" in line for line in lines)
    assert "The game is kept" in ended.stdout.decode()


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["nosuch", "--ascii"], "nosuch"),
        (["brigade", "--ascii", "--side", "nobody"], "--side"),
        (["brigade", "--ascii", "--opponent", "nobody"], "--opponent"),
        (["brigade", "--ascii", "--seats", "person"], "2 of them, one a side: opfor"),
        (["brigade", "--ascii", "--seats", "person,nobody"], "'nobody'"),
        (["brigade", "--ascii", "--seats", "person,person", "--side", "bluefor"], "--side"),
        (["brigade", "--seats", "random,random"], "a person on a side"),
        (["brigade", "--ascii", "--resume", "--seats", "person,person"], "nothing beside"),
        (["brigade", "--ascii", "--resume"], "--resume"),
        (["brigade", "--ascii", "--match", "x"], "--resume"),
        (["brigade", "--ascii", "--resume", "--match", "x"], "--match"),
        (["brigade", "--ascii", "--resume", "--seed", "1"], "--seed"),
        (["brigade", "--tui"], "--ascii works over a pipe"),
        (["brigade", "--seed", "1"], "--seed"),
        (["brigade", "--resume"], "--resume"),
    ],
)
def test_bad_usage_ends_with_code_2(
    arguments: list[str],
    words: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    from hexfront.cli import main

    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setattr(sys, "argv", ["hexfront", "play", *arguments])
    with pytest.raises(SystemExit) as ended:
        main()
    assert ended.value.code == 2
    assert words in capsys.readouterr().err


def test_without_textual_the_screen_says_how_to_install_it(monkeypatch: pytest.MonkeyPatch) -> None:
    import importlib.util

    from hexfront.cli.terminal import need_screen

    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    with pytest.raises(HexfrontError, match=r"pip install -e '\.\[tui\]'"):
        need_screen()


def test_plain_text_needs_no_textual() -> None:
    program = "import sys, hexfront.tui.plain.table, hexfront.cli.terminal as _\n"
    program += "print('textual' in sys.modules)"
    ended = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert ended.stdout == "False\n"


@pytest.fixture
def terminal(tmp_path: Path) -> Iterator[Callable[..., pexpect.spawn]]:
    started = []

    def start(*arguments: str) -> pexpect.spawn:
        child = pexpect.spawn(
            COMMAND[0],
            [*COMMAND[1:], *arguments],
            env={**environment(tmp_path), "TERM": "xterm"},
            encoding="utf-8",
            timeout=60,
            dimensions=(50, 100),
        )
        started.append(child)
        return child

    yield start
    for child in started:
        child.close(force=True)


@pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")
def test_at_a_terminal_a_killed_game_goes_on_where_it_was(
    terminal: Callable[..., pexpect.spawn], tmp_path: Path
) -> None:
    child = terminal("brigade", "--ascii", "--seed", "1", "--opponent", "random")
    child.expect("> ")
    child.sendline("4 move 0603")
    child.expect(r"4-44 is to move from 0503 to 0603.\s+> ")
    child.kill(signal.SIGKILL)
    child.wait()
    child = terminal("--ascii", "--resume")
    child.expect("> ")
    child.sendline("units opfor")
    child.expect(r"\[4\] 4-44, strength 4, movement 4 \(moves\)")
    child.expect("> ")
    child.sendline("nonsense")
    child.expect("error: line 2: order: found 'nonsense'")
    child.expect("> ")
    child.sendeof()
    child.expect("The game is kept")
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 0
    store = Store(tmp_path / "hexfront")
    assert len(own_matches(store)) == 1
    store.close()


@pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")
def test_two_persons_at_one_terminal_do_not_see_each_others_plans(
    terminal: Callable[..., pexpect.spawn],
) -> None:
    child = terminal("brigade", "--ascii", "--opponent", "person")
    child.expect("> ")
    child.sendline("4 move 0603")
    child.expect("> ")
    child.sendline("done")
    child.expect("Hand over to Bluefor, and press Enter. ")
    child.sendline("")
    child.expect("> ")
    assert "4-44" not in child.before
    child.sendline("units opfor")
    child.expect("> ")
    assert "(moves)" not in child.before
    child.sendline("quit")
    child.expect(pexpect.EOF)


def test_every_command_answers(make_session: MakeSession) -> None:
    text = (
        "help\nmap\nmap 4\nmap 7\nmap large\nmap compact\nunits\nunits bluefor\noffers\noffers 4\n"
        "log\nrules\nrules zone\nrules BRG-12\nreach 7\nzones\nthreat\n4 0603\nundo\nredo\nquit\n"
    )
    code, out, err = play(make_session(), text)
    assert (code, err) == (0, "")
    assert "Reach of A-7" in out
    assert "BRG-17 Entering a zone" in out
    assert "4 move 0603" in out
    assert "The order is given again." in out


def test_a_hint_says_what_a_machine_would_order(
    make_session: MakeSession, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(session_module, "strongest", lambda system: "random")
    session = make_session()
    before = session.match.journal.digests[:]
    code, out, err = play(session, "hint\nhint me\n")
    assert "random would:\n  1. " in out
    assert "Takes any legal order" in out
    assert "expected hint, and nothing more" in err
    assert session.match.journal.digests == before
    assert session.store.seats(session.live.record.id)[1].hints == 1
    assert code == 2


def test_odds_are_shown_before_the_attack_and_reasons_after(make_session: MakeSession) -> None:
    plan = "3 0405\nodds 3 0406\n3 attack 0406\ndone\n"
    code, out, err = play(make_session(), plan)
    if err:  # the offers of an attack with and without an advance need one word more
        form = re.search(r"one of: `(3 attack 0406[^`]*)`", err)
        assert form is not None
        code, out, err = play(make_session(), plan.replace("3 attack 0406", form[1]))
    assert (code, err) == (0, "")
    bars = re.findall(r"(#+) +([\d.]+)% +(\d+/\d+) ", out)
    assert sum(float(share) for _, share, _ in bars[:3]) == pytest.approx(100, abs=0.2)
    rolled = re.search(r"\[(\d+)\] The die shows", out)
    assert rolled is not None


def test_a_game_without_hexes_for_three(make_session: MakeSession, duel: None) -> None:
    session = make_session("duel", "three", "person")
    code, out, err = play(session, "offers\nmap\naim\n")
    assert (code, err) == (0, "")
    assert "Lay " in out
    assert all(f"|{name}" in out for name in session.rules.sides)
    for _ in range(40):
        if session.result is not None:
            break
        # To lay a card and commit in one, where that is offered.
        session.give(max(session.offers(), key=lambda offer: len(offer.orders)).orders)
        person = session.next_person()
        session.viewer = session.viewer if person is None else person
    else:
        pytest.fail("the duel did not end")
    assert "Scores:" in play(session, "log 5\n")[1]


WORDS = """3 move 0504 attack done undo redo map units why odds log save rules offers reach -1
99999999999999999999 \x1b[2J é [ /"""
words = st.sampled_from(WORDS.split())


@settings(max_examples=60)
@given(lines=st.lists(st.one_of(st.text(max_size=30), st.lists(words, max_size=4).map(" ".join))))
def test_no_line_ends_the_table(lines: list[str], tmp_path_factory: pytest.TempPathFactory) -> None:
    session = _FUZZED.setdefault("session", None) or _open(tmp_path_factory)
    # What could write a file or end the talk is not fuzzed.
    kept = [line.replace("save", "sav") for line in lines if line.strip() not in ("quit", "exit")]
    text = "".join(line.replace("\n", " ").replace("\r", " ") + "\n" for line in kept)
    before = list(session.match.journal.digests)
    code, out, err = play(session, text)
    assert code in (0, 2)
    assert "\x1b" not in out
    assert all(line.startswith("error: line ") for line in err.splitlines())
    assert session.match.journal.digests[: len(before)] == before or "undo" in text


_FUZZED: dict[str, Session | None] = {}


def _open(factory: pytest.TempPathFactory) -> Session:
    from hexfront.core.registry import find_system
    from hexfront.core.scenario import load_scenario
    from hexfront.play.storage.records import SeatPlan
    from hexfront.tui.session import new_match

    store = Store(factory.mktemp("fuzz"))
    system = find_system("brigade")
    seats = [SeatPlan("person"), SeatPlan("machine", "random")]
    session = Session(store, new_match(store, system, load_scenario(system), seats, 1))
    _FUZZED["session"] = session
    return session


def test_bytes_that_are_no_text_are_refused(tmp_path: Path) -> None:
    ended = piped(tmp_path, b"\xff\xfe\ndone\n", "brigade", "--ascii", "--seed", "1")
    assert ended.returncode == 2
    assert b"error: line 1" in ended.stderr


def test_a_game_is_given_up_after_a_question(make_session: MakeSession, tmp_path: Path) -> None:
    session = make_session("brigade", None, "random")
    path = tmp_path / "game.journal"
    text = f"resign\nresign now\nresign yes\nresign yes\nsave {path}\n"
    code, out, err = play(session, text)
    assert "`resign yes` ends it" in out
    assert "resign, or resign yes" in err
    assert "resigns." in out
    assert "a game that you play" in err
    assert code == 2  # of the mistakes
    journal, _, _ = read_journal(path)
    assert journal.ending is not None and journal.ending.way == "resign"


def test_orders_and_cases_are_prepared_from_a_file(
    make_session: MakeSession, tmp_path: Path
) -> None:
    path = tmp_path / "ahead.txt"
    path.write_text("4 move 0603\ndone\notherwise\n  nonsense\n")
    typed = f"prepare\nprepare {path}\nprepare {path}.none\nprepare\nprepare nothing\n"
    code, out, err = play(make_session(), typed)
    assert (code, "Nothing is prepared; `prepare FILE`" in out) == (2, True)
    assert out.count("The orders that you had prepared have been given.") == 1
    assert "The case “otherwise” holds. None of the orders" in out
    assert "Look again at line 4: found nonsense, expected an order, or a unit" in out
    assert "Nothing is prepared any more." in out
    assert err.count("error: ") == 1


def test_clocks_run_at_a_terminal_and_who_has_no_time_left_loses(
    store: Store, duel: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    time = [1_900_000_000.0]
    monkeypatch.setattr(Timepiece, "now", lambda self: time[0])
    system = find_system("duel")
    seats = [SeatPlan("person"), SeatPlan("person")]

    def begun(pace: str) -> Session:
        return Session(store, new_match(store, system, load_scenario(system), seats, 1, pace))

    session = begun("quick")
    code, out, err = play(session, "time\nclaim\n")
    assert (code, "Nobody who must act now has run out of time" in err) == (2, True)
    titles = session.side_titles
    assert f"Time left: {titles[0]} 10:00 (runs), {titles[1]} 10:00 (runs)" in out
    time[0] += 90
    assert session.time_left.startswith(f"Time left: {titles[0]} 8:30 (runs)")
    time[0] += 600
    assert "has run out of time" in play(session, "time\n")[1]
    # A holiday is not charged, neither before nor while it goes on.
    session = begun("fast")
    ada = Accounts(store).sign_up("Ada", "five quiet hexes", "a terminal").account.id
    with store.transaction() as db:
        db.execute("INSERT INTO account_seats VALUES (?, 0, ?)", (session.live.record.id, ada))
        free = (time[0] + 3600, time[0] + 48 * 3600)
        db.execute("INSERT INTO holidays VALUES ('x', ?, '', '', ?, ?)", (ada, *free))
    assert f"{titles[0]} 1 d 0 h (runs)" in session.time_left
    for _ in range(2):
        time[0] += 20 * 3600
        assert f"{titles[0]} 23:00:00 (on holiday)" in session.time_left
    # By correspondence somebody must claim it.
    session = begun("fast")
    session.give(session.offers()[-1].orders)
    time[0] += 25 * 3600
    assert f"{titles[1]} time is over" in session.time_left
    play(session, "claim\n")
    result = Session(store, session.live.record.id).result
    assert result is not None and result.winners == (0,)
