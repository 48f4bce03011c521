"""Sphinx."""

import os
from typing import Any

from sphinx.application import Sphinx
from sphinx.ext.napoleon import Config, GoogleDocstring

# Without compilation kernels are plain functions, which autodoc can read.
os.environ["NUMBA_DISABLE_JIT"] = "1"

from hexfront import __version__

project = "Hexfront"
author = "The Hexfront contributors"
copyright = "The Hexfront contributors, MIT licence"
release = version = __version__

extensions = ["myst_parser", "sphinx.ext.autodoc"]
source_suffix = {".md": "markdown"}
exclude_patterns = ["_build", "seven-hexes", "breakout"]
default_role = "code"
myst_heading_anchors = 3
nitpicky = False
autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_default_options = {"members": True, "undoc-members": True, "show-inheritance": False}
autodoc_inherit_docstrings = False

html_theme = "furo"
html_title = f"Hexfront {release}"
html_static_path: list[str] = []


def _read_arguments(
    app: Sphinx, what: str, name: str, obj: object, options: Any, lines: list[str]
) -> None:
    """Understand `Args:` in docstrings.

    Napoleon as an extension would also take a colon in the text of an attribute
    for the end of its type.
    """
    if what not in {"attribute", "data"}:
        lines[:] = GoogleDocstring(lines, Config(), app, what, name, obj, options).lines()


def setup(app: Sphinx) -> None:
    """Called by Sphinx."""
    app.connect("autodoc-process-docstring", _read_arguments)
