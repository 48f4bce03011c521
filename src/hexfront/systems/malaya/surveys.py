"""What a viewer may ask of the map."""

from __future__ import annotations

from typing import Final

from hexfront.core.contract import Survey, Topic, View
from hexfront.core.errors import InputError
from hexfront.systems.malaya.scenario import MalayaScenario
from hexfront.systems.malaya.setting import Setting
from hexfront.systems.malaya.view import Viewer

TOPICS: Final[tuple[Topic, ...]] = ()


class Surveys:
    """Answers the topics of one scenario, from views alone."""

    def __init__(self, scenario: MalayaScenario, setting: Setting, viewer: Viewer) -> None:
        self._scenario, self._setting, self._viewer = scenario, setting, viewer

    def survey(self, view: View, topic: str, subject: str) -> Survey:
        """The answer to a topic. Errors: `InputError` for an unknown topic or subject."""
        raise InputError.at("topic", topic, f"one of: {', '.join(t.name for t in TOPICS)}")
