"""How Sphinx makes the documentation site from these pages: `make site`."""

project = "deckcheck"
author = "the deckcheck authors"
extensions = ["myst_parser", "sphinx_copybutton", "sphinxcontrib.mermaid"]
source_suffix = {".md": "markdown"}
exclude_patterns = ["_build"]

html_theme = "furo"
html_title = "deckcheck"
html_show_sphinx = False
html_copy_source = False

myst_heading_anchors = 3
myst_fence_as_directive = ["mermaid"]

# A block of commands shows their output too; only the commands are copied.
copybutton_prompt_text = "$ "
copybutton_only_copy_prompt_lines = True

man_pages = [("cli", "deckcheck", "checks decks and keeps collections", author, 1)]
