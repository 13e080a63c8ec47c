"""A message is its English sentence, and keeps what it takes to tell it otherwise."""

from __future__ import annotations

import copy
import json
import pickle

import pytest
from catchlight.core.errors import InvalidRequest, UnknownEntry
from catchlight.core.messages import Message, ascii_line, join_alternatives, join_names, part_names


def test_a_message_is_its_sentence() -> None:
    said = Message("{name} has {size:.1f} MB; the limit is {limit} MB.", name="a.png", size=51.26, limit=40)
    assert said == "a.png has 51.3 MB; the limit is 40 MB."
    assert said.id == "{name} has {size:.1f} MB; the limit is {limit} MB."
    assert said.parameters == {"name": "a.png", "size": 51.26, "limit": 40}
    assert json.dumps([said]) == '["a.png has 51.3 MB; the limit is 40 MB."]'


def test_without_parts_nothing_is_filled_in() -> None:
    assert Message("Write {name} or {number} into it") == "Write {name} or {number} into it"


def test_lists_and_messages_are_parts() -> None:
    said = Message("{verb} works on: {works}.", verb=Message("Whiten"), works=[Message("teeth"), Message("eye white")])
    assert said == "Whiten works on: teeth, eye white."


def test_a_count_decides_the_form() -> None:
    forms = ("{count} file was left out.", "{count} files were left out.")
    assert [Message.counted(*forms, count=count) for count in (0, 1, 2)] == [
        "0 files were left out.",
        "1 file was left out.",
        "2 files were left out.",
    ]


def test_a_part_that_is_missing_is_an_error() -> None:
    with pytest.raises(KeyError):
        Message("{name} is empty, {other} is not.", name="a.png")


@pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy, lambda said: pickle.loads(pickle.dumps(said))])
def test_copies_and_other_processes_keep_template_and_parts(copied: object) -> None:
    said = Message.counted("{count} of {name!r}", "{count} of {name!r}s", count=3, name="paper")
    other = copied(said)  # type: ignore[operator]
    assert (other, other.id, other.plural, other.parameters) == (said, said.id, said.plural, said.parameters)


def test_a_part_can_be_filled_in_otherwise() -> None:
    said = Message("{name} has {count} channels; save it as RGB.", name=Message("the picture"), count=5)
    assert said.with_parameters(name="x.tif") == "x.tif has 5 channels; save it as RGB."
    assert said == "the picture has 5 channels; save it as RGB."


def test_names_are_joined_by_templates() -> None:
    assert join_names(["a"]) == "a"
    assert join_names(["a", "b", "c"]) == "a and b and c"
    assert join_alternatives(["jpeg", "png"]) == "jpeg or png"
    assert part_names("{a!r} {b:.1f} {{c}} {a}") == {"a", "b"}


def test_errors_keep_their_message() -> None:
    error = UnknownEntry("paper", "a44", ["a4", "a5"])
    assert error.message == "There is no paper 'a44'. Did you mean a4, a5?"
    assert error.message.parameters["near"] == ["a4", "a5"]
    assert str(InvalidRequest(Message("{path} is missing.", path="spec"))) == "spec is missing."


def test_a_header_takes_ascii_alone() -> None:
    assert ascii_line("Côte d’Ivoire 35 × 45 mm\nx") == "Cote d'Ivoire 35 x 45 mm x"
