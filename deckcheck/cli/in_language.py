"""Help and usage errors in the language that is spoken; what typer says itself is English."""

import re
from typing import Any

import typer

from deckcheck.acts.languages import choose_language, spoken_code
from deckcheck.show.language import Message, english, filled, gettext as _, speaker

_USAGE = _("Usage:")
_HELP = _("Try '{command}' for help.")
_ERROR = _("Error: {message}")
_TOLD = (
    (r"Invalid value for (?P<hint>.*?): (?P<message>.*)", _("Invalid value for {hint}: {message}")),
    (r"Invalid value: (?P<message>.*)", _("Invalid value: {message}")),
    (r"Missing argument (?P<hint>'[^']*')\.", _("Missing argument {hint}.")),
    (r"Missing option (?P<hint>'[^']*')\.", _("Missing option {hint}.")),
    (r"Missing command\.", _("Missing command.")),
    (r"No such option: (?P<option>\S+)", _("No such option: {option}")),
    (
        r"No such option: (?P<option>\S+) \(Possible options: (?P<options>.*)\)",
        _("No such option: {option} (Possible options: {options})"),
    ),
    (r"Did you mean (?P<near>.*)\?", _("Did you mean {near}?")),
    (r"Value error, (?P<message>.*)", "{message}"),
    (r"Input should be a valid integer.*", _("expected a whole number")),
    (r"Input should be a valid number.*", _("expected a number")),
    (r"Input should be greater than or equal to (?P<least>.*)", _("expected {least} or more")),
    (r"Input should be less than or equal to (?P<most>.*)", _("expected at most {most}")),
    (r"No such command (?P<name>'[^']*')\.", _("No such command {name}.")),
    (
        r"Got unexpected extra arguments?(?:\(s\))? \((?P<arguments>.*)\)",
        _("Got unexpected extra arguments ({arguments})"),
    ),
    (r"Option (?P<option>'.*') does not take a value\.", _("Option {option} does not take a value.")),
    (r"Option (?P<option>'.*') requires an argument\.", _("Option {option} requires an argument.")),
    (r"(?P<value>'.*') is not one of (?P<choices>.*)\.", _("{value} is not one of {choices}.")),
    (r"Value (?P<value>'.*') is not a valid (?P<kind>.*)\.", _("{value} is not a valid {kind}.")),
    (r"(?P<value>'.*') is not a valid (?P<kind>.*)\.", _("{value} is not a valid {kind}.")),
    (r"\w+ (?P<path>'.*') does not exist\.", _("{path} does not exist.")),
    (r"\w+ (?P<path>'.*') is a directory\.", _("{path} is a folder.")),
    (r"(?P<value>\S+) is not in the range (?P<range>.*)\.", _("{value} is not in the range {range}.")),
)
"""Sentences of typer on usage, and the same as messages."""
_WORDS = {
    english(word): word
    for word in (
        _("Options"),
        _("Arguments"),
        _("Commands"),
        _("required"),
        _("default: {default}"),
        _("Aborted!"),
        _("Show this message and exit."),
    )
}


def speak_as_asked(arguments: list[str]) -> list[str]:
    """Chooses the language, and returns the arguments without `--lang`; documents are in English."""
    end = arguments.index("--") if "--" in arguments else len(arguments)
    rest, stated, place = [], None, 0
    while place < end:
        word = arguments[place]
        if word == "--lang" and place + 1 < end:
            stated, place = arguments[place + 1], place + 1
        elif word.startswith("--lang="):
            stated = word.removeprefix("--lang=")
        else:
            rest.append(word)
        place += 1
    choose_language("en" if {"--json", "--jsonl"} & set(rest) else stated)
    if speaker() is not None:
        _translate_typer()
    return rest + arguments[end:]


def told(text: str) -> str:
    """A sentence of typer or pydantic in the language that is spoken.

    >>> told("Input should be greater than or equal to 1")
    'expected 1 or more'
    """
    if isinstance(text, Message):
        return str(text)
    for pattern, words in _TOLD:
        if (match := re.fullmatch(pattern, text, re.DOTALL)) is not None:
            values = {name: told(value) for name, value in match.groupdict().items()}
            return str(filled(words, values))
    first, dot, others = text.partition(". ")
    return f"{told(f'{first}.')} {told(others)}" if dot else text


def translate_help(command: Any) -> None:
    """Gives a command, its options and its commands their help in the language that is spoken."""
    if command is None or getattr(command, "speaks", "en") == spoken_code():
        return
    command.speaks = spoken_code()
    for owner, name in (
        (command, "help"),
        (command, "short_help"),
        *((one, "help") for one in command.params),
    ):
        had = vars(owner).setdefault("in_english", {})
        if text := had.setdefault(name, getattr(owner, name, None)):
            setattr(owner, name, str(filled(text, {})))
    usual = command.get_params

    def get_params(context: Any) -> Any:
        parameters = usual(context)  # with the option --help, which is made only now
        for one in parameters:
            one.help = str(_WORDS.get(one.help, one.help)) if getattr(one, "help", None) else None
        return parameters

    command.get_params = get_params
    for one in getattr(command, "commands", {}).values():
        translate_help(one)


def _translate_typer() -> None:
    """Lets typer speak the language: its words in help, usage errors and headings."""
    errors = typer.BadParameter.__mro__[1]  # UsageError, wherever this version of typer has it
    module = typer.core

    def show(error: Any, _file: Any = None) -> None:
        context = error.ctx
        if context is not None:
            typer.echo(context.get_usage(), err=True)
            names = context.help_option_names
            if context.command.get_help_option(context) is not None:
                typer.echo(
                    str(filled(_HELP, {"command": f"{context.command_path} {names[0]}"})) + "\n", err=True
                )
        typer.echo(str(filled(_ERROR, {"message": told(error.format_message())})), err=True)

    formatter = typer.Context.formatter_class
    usual = formatter.write_usage

    def write_usage(self: Any, program: str, arguments: str = "", prefix: str | None = None) -> None:
        usual(self, program, arguments, prefix or f"{_USAGE} ")

    formatter.write_usage = write_usage  # type: ignore[method-assign, assignment]
    errors.show = show  # type: ignore[attr-defined]
    vars(module)["_"] = lambda text: str(_WORDS.get(text, text))
