"""`hexfront campaign`: which there are, played in the terminal, and by machines."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Annotated

import typer

from hexfront.cli.console import say, say_json, say_table
from hexfront.cli.settings import AsJson, SystemName
from hexfront.core.table.plurals import counted


def register(app: typer.Typer) -> None:
    """Add the group of commands."""
    about = "Linked battles; played in the browser, or in the terminal."
    campaigns = typer.Typer(help=about, no_args_is_help=True)
    campaigns.command("list")(list_campaigns)
    campaigns.command("play")(play)
    campaigns.command("run")(run)
    app.add_typer(campaigns, name="campaign")


def list_campaigns(json: AsJson = False) -> None:
    """The campaigns of all systems."""
    from hexfront.campaigns.model import campaign_names, load_campaign
    from hexfront.core.registry import find_system, system_names

    found = {
        name: load_campaign(system, name).file
        for system in system_names()
        for name in campaign_names(find_system(system))
    }
    if json:
        told = [{**one.model_dump(mode="json"), "name": name} for name, one in found.items()]
        say_json(told)
        return
    rows = [[one.system, name, one.title, str(len(one.battle))] for name, one in found.items()]
    say_table(["system", "campaign", "title", "battles"], rows)


def play(
    system: Annotated[str | None, typer.Argument(metavar="[SYSTEM]", help="Its system.")] = None,
    campaign: Annotated[
        str | None, typer.Argument(metavar="[CAMPAIGN]", help="Its name, as `list` has it.")
    ] = None,
    opponent: Annotated[
        str | None, typer.Option(help="Who plays the others. (default: the campaign's own)")
    ] = None,
    plain: Annotated[
        bool, typer.Option("--ascii", help="In plain text instead of on a screen.")
    ] = False,
    resume: Annotated[
        bool, typer.Option("--resume", help="Go on with your last campaign that is not over.")
    ] = False,
    save: Annotated[
        Path | None,
        typer.Option("--save", metavar="FOLDER", help="Where it is kept. (default: as of `play`)"),
    ] = None,
    script: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="What you type first in the first battle."),
    ] = None,
) -> None:
    """Play a campaign in the terminal, battle after battle."""
    from hexfront.cli.campaign_table import WantedCampaign, fight_in_terminal, play_campaign
    from hexfront.cli.terminal import need_screen
    from hexfront.core.packs import data_folder
    from hexfront.play.storage.store import Store

    if not plain:
        need_screen()
    store = Store(save or data_folder())
    try:
        wanted = WantedCampaign(system, campaign, opponent, resume)
        fight = fight_in_terminal(screen=not plain, script=script)
        raise typer.Exit(play_campaign(store, wanted, fight))
    finally:
        store.close()


def run(
    system: SystemName,
    campaign: Annotated[str, typer.Argument(metavar="CAMPAIGN", help="Its name.")],
    player: Annotated[str, typer.Option(help="Who plays your side: a level or an agent.")] = "hard",
    opponent: Annotated[
        str | None, typer.Option(help="Who plays the others. (default: the campaign's own)")
    ] = None,
    games: Annotated[int, typer.Option(min=1, help="How often it is played.")] = 20,
    seed: Annotated[int, typer.Option(min=0, help="Of the first; each has the next.")] = 1,
    json: AsJson = False,
) -> None:
    """Let machines play a campaign to its end, again and again: how it ends, and what it costs."""
    from hexfront.campaigns.model import load_campaign
    from hexfront.study.campaigns import play_through
    from hexfront.study.intervals import wilson

    loaded = load_campaign(system, campaign)
    other = opponent or loaded.file.opponent
    played = [play_through(loaded, player, other, seed + number) for number in range(games)]
    endings = Counter(one.at for one in played)
    fought = [one for progress in played for one in progress.fought]
    battles = []
    for name in loaded.file.battles:
        these = [one for one in fought if one.battle == name]
        won = sum(one.won for one in these)
        lost = sum(len(one.losses) for one in these)
        battles.append((name, len(these), won, lost))
    if json:
        keys = ("battle", "fought", "won", "losses")
        told = [dict(zip(keys, battle, strict=True)) for battle in battles]
        say_json({"games": games, "endings": dict(endings), "battles": told})
        return
    say(f"{loaded.file.title}: {player} against {other}, {counted(games, 'time')}")
    for name, ending in loaded.file.endings.items():
        low, high = wilson(endings[name], games)
        share = f"{endings[name] / games:.0%} ({low:.0%} to {high:.0%})"
        say(f"  {ending.title}: {share}{', a victory' if ending.victory else ''}")
    rows = [
        [name, str(count), f"{won / count:.0%}", f"{lost / count:.1f}"]
        for name, count, won, lost in battles
        if count
    ]
    say_table(["battle", "fought", "won", "units lost"], rows, 1)
