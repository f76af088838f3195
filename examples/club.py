"""Starts the page of a made-up club: `make club`. A season that is over, an event in its second round.

It prints the password of the organiser, the links of two players and that of a helper.
"""

import os
import random
from pathlib import Path

import deckcheck
from deckcheck.acts.league_changes import new_league, open_season
from deckcheck.acts.leagues import leagues
from deckcheck.acts.session import Session
from deckcheck.cli.main import app
from deckcheck.events.round_editor import TypedResult

HERE = Path(__file__).parent
SITE = "http://127.0.0.1:8642"
PASSWORD = "open sesame"  # noqa: S105 - of a club that is made up
EVENT, LEAGUE = "Friday night", "Last season"
SWAPS = (("Ada", "Boba Fett (A)", "Zam Wesell (A)"), ("Bo", "Zam Wesell (A)", "Boba Fett (A)"))
"""What players have to spare, and want; a trade between them can be found and proposed."""
PLAYERS = ("Ada", "Bo", "Cy", "Di", "Eva", "Finn", "Gus", "Hana")


def main() -> None:
    """Makes the club where it is not there yet, prints who may open what, and serves the page."""
    with deckcheck.open() as cards:
        if LEAGUE not in leagues(cards):
            make(cards)
        print(f"{SITE}  the organiser, by the password: {PASSWORD}")
        for name in PLAYERS[:2]:
            print(f"{cards.people.link(name, more=True).address(SITE)}  {name}, a player")
        print(f"{cards.people.helper_link(EVENT).address(SITE)}  a helper at {EVENT}")
    os.environ["DECKCHECK_PASSWORD"] = PASSWORD
    app(["serve", "--password"])


def make(cards: Session) -> None:
    """The club: decks, an event that goes on and its players, what two have to trade, a season in a sheet."""
    for path in sorted((HERE / "decks").iterdir())[:3]:
        cards.decks.save(path, path.stem, force=True)
    event = cards.events.new(EVENT, day="2004-06-19", format="dci")
    event.import_players(HERE / "event" / "lists")
    cards.people.join(EVENT, list(PLAYERS))
    for name, gives, wants in SWAPS:
        with deckcheck.open(cards.path, person=name) as own:
            own.collection.add(gives, 3, for_trade=1, set_code="AOTC")
            own.collection.want(wants)
    event.lock()
    for seed in (1, 2):
        event.pair(seed)
        event.publish()
        if seed == 1:
            event.enter_results([TypedResult(str(table), "2-0") for table in range(1, 5)])
    new_league(cards, LEAGUE, [EVENT])
    sheet = Path(cards.path).with_name("season.csv")
    sheet.write_text(season(), encoding="utf-8")
    open_season(cards, LEAGUE, sheet).store()


def season() -> str:
    """A season of five evenings as a sheet, by chance, but the same every time."""
    chance, rows = random.Random(5), ["Event,Date,Round,Player,Opponent,Result"]
    for evening in range(1, 6):
        for number in range(1, 4):
            order = chance.sample(PLAYERS, len(PLAYERS))
            for one, two in zip(order[::2], order[1::2], strict=True):
                better = PLAYERS.index(one) < PLAYERS.index(two)
                result = chance.choice(
                    ("2-0", "2-1", "2-1", "1-2") if better else ("0-2", "1-2", "1-2", "2-1")
                )
                rows.append(f"Evening {evening},2026-0{evening}-09,{number},{one},{two},{result}")
    return "\n".join(rows) + "\n"


if __name__ == "__main__":
    main()
