"""The prompt of a system with commands of its own: questions, scripts, kept situations."""

from __future__ import annotations

import asyncio
import io
import os
import sys
from pathlib import Path

import pexpect
import pytest

from hexfront.core.errors import InputError
from hexfront.core.state import digest
from hexfront.systems.idahex.opponents.scripts import shipped_scripts
from hexfront.tui.plain.prompt import read_lines
from hexfront.tui.plain.table import PlainTable
from hexfront.tui.screen.app import TableApp
from hexfront.tui.screen.order_line import OrderLine
from hexfront.tui.screen.screens import Sheet
from hexfront.tui.session import Session, own_matches
from tests.tui.conftest import MakeSession
from tests.tui.test_screen import TRIES


def table(session: Session, text: str) -> tuple[PlainTable, io.StringIO, io.StringIO]:
    out, err = io.StringIO(), io.StringIO()
    return PlainTable(session, io.StringIO(text), out, err), out, err


def play(session: Session, text: str) -> tuple[int, str, str]:
    plain, out, err = table(session, text)
    return plain.run(), out.getvalue(), err.getvalue()


@pytest.fixture
def war(make_session: MakeSession) -> Session:
    return make_session("idahex", None, "greedy")


def test_questions_are_answered_and_change_nothing(war: Session) -> None:
    before = digest(war.match.state)
    code, out, err = play(war, "show units 2\nshow map\nhelp strike\nhelp\n")
    assert (code, err) == (0, "")
    assert "2 7TH MOT RIFLE holds (IDX-2.2.2)" in out
    assert "Day 0: the area of war" in out
    assert "strike CELL cas|interdict" in out
    assert "restore NAME" in out
    assert digest(war.match.state) == before


def test_a_script_gives_its_periods_and_says_what_is_wrong_with_which_line(
    war: Session, tmp_path: Path
) -> None:
    script = tmp_path / "plan.txt"
    script.write_text(
        "# The opening.\nstrike 39 interdict 1 2 3 4 with 10\nmission 4: 38 hold  # Over.\n"
        "mission 999: 38 hold\ngo\nmission 2: 38 hold\ngo\n"
    )
    code, out, err = play(war, f"read {script}\nshow units 4\n")
    assert code == 2
    assert err.splitlines()[0].startswith("error: plan.txt: line 4: command: word 2: found '999'")
    assert len(err.splitlines()) == 1
    assert "Air strike on 39" in out
    assert "Day 1\n" in out
    last = out[out.index("> show units 4") :]
    assert "  38" in last
    lines = [line[2:] for line in out.splitlines() if line.startswith("> ")]
    # The strikes of a cycle end by themselves where the script goes on.
    assert lines[1:4] == ["strike 39 interdict 1 2 3 4 with 10", "go", "mission 4: 38 hold"]


def test_the_shipped_script_can_be_read(war: Session) -> None:
    plain, out, err = table(war, "show losses\n")
    plain.script(shipped_scripts()["red"])
    plain.run()
    assert "line" not in err.getvalue() or "refused" not in out.getvalue()
    assert war.view.facts["time"] >= 3
    assert war.view.facts["engagements"]


def test_a_script_reads_no_script_and_must_be_there(war: Session, tmp_path: Path) -> None:
    script = tmp_path / "loop.txt"
    script.write_text(f"read {tmp_path / 'loop.txt'}\n")
    _, _, err = play(war, f"read {script}\nread {tmp_path}\nread\nread {tmp_path}/none\n")
    assert "loop.txt: line 1: read: found <a script>" in err
    assert err.count("error:") == 4
    binary = tmp_path / "binary"
    binary.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(InputError, match="a text that can be read"):
        read_lines(binary)


def test_save_and_restore_at_the_prompt(war: Session) -> None:
    text = (
        "go\nmission 4: 38 hold\nsave eve\ngo\nmission 2: 38 hold\nsaves\nrestore eve\n"
        "show forces\nrestore nope\nsave bad name\nundo\nshow forces\n"
    )
    plain, out, err = table(war, text)
    plain.run()
    said = out.getvalue()
    assert "Kept as eve: Day 0." in said
    assert "eve: Day 0, kept 20" in said
    assert "Restored eve." in said and "--resume --match" in said
    after = said[said.index("> restore eve") :]
    assert "Day 0: task forces" in after
    assert "38 10" in after
    assert after.rindex("none") > after.rindex("38 10")  # Taken back in the restored match.
    lines = err.getvalue().splitlines()
    assert [line.split(":")[1] for line in lines] == [" line 9", " line 10"]
    assert plain.session.live.record.id != war.live.record.id
    assert {m.id for m in own_matches(war.store)} == {
        plain.session.live.record.id,
        war.live.record.id,
    }


def test_one_of_two_who_restores_does_not_see_what_the_other_knows(
    make_session: MakeSession,
) -> None:
    session = make_session("idahex", None, "person")
    # Blue commands first; Red keeps the situation, goes on, and restores it.
    text = "go\ngo\nmission 153: 40 hold\ngo\nsave r\nmission 4: 38 hold\nrestore r\nshow forces\n"
    plain, out, err = table(session, text)
    plain.run()
    assert err.getvalue() == ""
    assert plain.session.viewer == 0
    after = out.getvalue()[out.getvalue().index("> restore r") :]
    assert "Task forces of Red" in after
    assert "*** Blue ***" not in after and "40 10" not in after
    # Blue would find his mission again.
    assert len(plain.session.match.view(1).facts["own"]["1"]["forces"]) == 1


def test_what_one_is_told_can_be_printed(war: Session, tmp_path: Path) -> None:
    file = tmp_path / "file11.txt"
    _, out, err = play(war, f"go\nmission 4: 38 hold\ngo\nprint {file}\nprint\nprint {tmp_path}\n")
    assert f"Printed to {file}." in out
    text = file.read_text()
    assert "Red: file11" in text and "Red: mission 4: 38 10" in text
    assert "Blue: mission" not in text
    assert err.count("error:") == 2


def test_other_systems_keep_situations_and_print_nothing(make_session: MakeSession) -> None:
    session = make_session("brigade")
    _, out, err = play(session, "save a\ndone\nrestore a\nsaves\nprint x\nhelp\n")
    assert "Restored a." in out
    assert "expected a system that prints outputs" in err
    assert err.count("error:") == 1


@pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")
def test_at_a_terminal_tab_completes_and_the_arrows_bring_ones_own_lines_back(
    tmp_path: Path,
) -> None:
    environment = os.environ | {
        "XDG_DATA_HOME": str(tmp_path),
        "HEXFRONT_COMPILE": "never",
        "TERM": "dumb",
    }
    command = [*("-m", "hexfront", "play", "idahex", "--ascii", "--opponent", "person")]
    child = pexpect.spawn(sys.executable, command, env=environment, encoding="utf-8", timeout=60)
    child.setecho(False)
    child.expect("then go.")
    child.expect("> ")
    child.sendline("show unit\t 2")
    child.expect(r"7TH MOT RIFLE holds \(IDX-2.2.2\)")
    child.expect("> ")
    child.sendline("\x1b[A")  # The line before, once more.
    child.expect(r"7TH MOT RIFLE holds \(IDX-2.2.2\)")
    child.expect("> ")
    child.sendline("go")
    child.expect("Hand over to Blue")
    child.sendline("")
    child.expect("then go.")
    child.expect("> ")
    child.send("\x1b[A\x1b[A")  # Blue finds nothing that Red has typed.
    child.sendline("blah")
    child.expect("found 'blah'")
    child.sendline("quit")
    child.expect("The game is kept")
    child.expect(pexpect.EOF)


def test_the_screen_answers_completes_recalls_and_reads(
    make_session: MakeSession, tmp_path: Path
) -> None:
    asyncio.run(_at_the_screen(make_session, tmp_path))


async def _at_the_screen(make_session: MakeSession, tmp_path: Path) -> None:
    session = make_session("idahex", None, "greedy")
    script = tmp_path / "plan.txt"
    script.write_text("mission 4: 38 hold\ngo\n")
    app = TableApp(session, script=script)
    async with app.run_test(size=(120, 40)) as pilot:
        for _ in range(TRIES):
            await pilot.pause(0.02)
            if session.view.facts["time"] >= 0.5 and not app.table.busy:
                break
        assert session.view.facts["time"] == 0.5
        await pilot.press("escape", "colon")
        line = app.table.order_line
        assert isinstance(line, OrderLine)
        line.value = "show inv"
        await pilot.press("tab")
        assert line.value == "show involvement"
        line.value = "show units 4"
        await pilot.press("enter")
        await pilot.pause()
        assert isinstance(app.screen, Sheet)
        await pilot.press("escape")
        await pilot.pause()
        line.focus()
        await pilot.press("up")
        assert line.value == "show units 4"
        await pilot.press("down")
        assert line.value == ""
        line.value = "save noon"
        await pilot.press("enter")
        line.value = "restore noon"
        await pilot.press("enter")
        await pilot.pause()
    assert app.next_match
    assert digest(session.after(app.next_match).match.state) == digest(session.match.state)


def test_what_is_missing_is_said_in_words(war: Session) -> None:
    lines = ("why 1", "why", "status", "march", "engagement", "engagement 00000000199999")
    code, _, err = play(war, "".join(f"{line}\n" for line in lines))
    assert code == 2
    told = [line for line in err.splitlines() if "found" in line]
    assert len(told) == len(lines)
    assert "why: found '1', expected something in the log: it is empty" in told[0]
    assert "why: found <nothing>" in told[1]
    assert "unit: found <nothing>, expected an id or a name, such as " in told[2]
    assert "unit: found <nothing>" in told[3]
    assert "found <nothing>, expected a cell: 1 to " in told[4]
    assert "expected a cell: 1 to " in told[5]
