"""`deckcheck serve`: the page in the browser."""

import os
from pathlib import Path
from typing import Annotated

import typer

from deckcheck import acts
from deckcheck.acts.config import database_path, default_game
from deckcheck.cli import options as opt
from deckcheck.cli.common import say
from deckcheck.show.language import gettext as _
from deckcheck.web.serving import DEFAULT_PORT, ServeOptions, serve as serve_page

PASSWORD = "DECKCHECK_PASSWORD"  # noqa: S105 - the name of a variable
"""The variable that holds the password where nobody can be asked for it."""


def serve(
    port: Annotated[int, opt.option("PORT", "The port.", min=1, max=65535)] = DEFAULT_PORT,
    host: Annotated[str, opt.option("ADDRESS", "The address to listen at.")] = "127.0.0.1",
    open_: Annotated[bool, opt.flag("--open", "Open it in the browser.")] = False,
    read_only: Annotated[bool, opt.flag("--read-only", "Store nothing; anybody may look.")] = False,
    pictures: Annotated[
        Path | None, opt.option("FOLDER", "Your pictures of cards: SET/IMAGE KEY.jpg.")
    ] = None,
    password: Annotated[
        bool,
        opt.flag("--password", f"Ask for a password now, or take that of {PASSWORD}; everyone needs it."),
    ] = False,
    allow_host: Annotated[
        list[str] | None, opt.option("NAME", "Answer under this name too; may be repeated.")
    ] = None,
    trust_proxy: Annotated[
        list[str] | None,
        opt.option(
            "ADDRESS",
            "A server before this one, which says where requests come from; may be repeated "
            "(default: this machine).",
        ),
    ] = None,
    log_json: Annotated[
        bool, opt.flag("--log-json", "Write a line of JSON for each request, without personal data.")
    ] = False,
    game: Annotated[str | None, opt.option("GAME", "The game to begin with, by its code.")] = None,
    db: opt.Db = None,
) -> None:
    """Serve a page with your decks, cards and collection, for the browser on this machine.

    Others can reach it only with --host, which needs --password or --read-only. It stores what
    commands store, and every change is in the history. Ctrl-C ends it.

    Example: deckcheck serve --open
    """
    options = ServeOptions(
        database_path(db),
        acts.games.get_game(game or default_game()).code,
        host,
        port,
        read_only,
        pictures,
        _password() if password else None,
        tuple(allow_host or ()),
        log_json,
        **({"proxies": tuple(trust_proxy)} if trust_proxy else {}),
    )

    def ready(options: "ServeOptions") -> None:
        if not options.log_json:  # which has a line for it
            say(_("deckcheck is at {address}  (Ctrl-C ends it)"), address=options.address)
        if open_:
            import webbrowser

            webbrowser.open(options.address)

    serve_page(options, ready)


def _password() -> str:
    password = os.environ.get(PASSWORD) or typer.prompt(str(_("Password")), hide_input=True, err=True)
    return str(password)
