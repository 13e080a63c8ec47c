"""Expressions from the terminal: a key, movements by name."""

from __future__ import annotations

from pathlib import Path

import pytest
import typer
from catchlight.cli.commands.expression import amounts
from catchlight.imaging.io import codec

from tests.cli.conftest import Run
from tests.doubles import EchoEditor


def test_a_key_changes_a_file(catchlight: Run, photo: Path) -> None:
    out = photo.with_name("neutral.png")
    ran = catchlight("expression", photo, out, "--key", "neutral")
    assert ran.code == 0, ran.err
    facts = codec.decode(out.read_bytes()).record.steps[-1].facts
    assert (facts["expression"], facts["strength"]) == ("neutral", 1.0)


def test_movements_and_options_reach_the_operation(catchlight: Run, photo: Path) -> None:
    editor = EchoEditor()
    ran = catchlight(
        "expression", photo, photo.with_name("o.png"), "--key", "soft_smile", "--intensity", "0.5",
        "--set", "browInnerUp=0.4", "--set", "mouthSmileLeft=-0.2", "--asymmetry", "0.3", editor=editor,
    )  # fmt: skip
    assert ran.code == 0, ran.err
    assert editor.requests[0].params.model_dump(exclude_defaults=True) == {
        "expression_key": "soft_smile", "intensity": 0.5, "asymmetry": 0.3, "output_format": "png",
        "coefficients": {"browInnerUp": 0.4, "mouthSmileLeft": -0.2},
    }  # fmt: skip


def test_an_unknown_key_fails_with_those_that_are_known(catchlight: Run, photo: Path) -> None:
    ran = catchlight("expression", photo, photo.with_name("o.png"), "--key", "smirk")
    assert ran.code == 1
    assert "soft_smile" in ran.err
    assert not photo.with_name("o.png").exists()


def test_without_a_key_the_choices_are_named(catchlight: Run, photo: Path) -> None:
    ran = catchlight("expression", photo, photo.with_name("o.png"))
    assert ran.code == 2
    assert "--key" in ran.err
    assert "soft_smile" in ran.err
    assert not photo.with_name("o.png").exists()


def test_an_unknown_movement_is_wrong_usage(catchlight: Run, photo: Path) -> None:
    ran = catchlight("expression", photo, photo.with_name("o.png"), "--set", "earWiggle=1")
    assert ran.code == 2
    with pytest.raises(typer.BadParameter):
        amounts(["browInnerUp"])


def test_a_fault_names_its_option_as_it_is_called_here(catchlight: Run, photo: Path) -> None:
    told = catchlight("expression", photo, photo.with_name("o.png"), "--key", "smile", "--set", "foo=1").err
    assert "--set: 'foo' is no movement" in " ".join(told.split())
    told = catchlight("hair", photo, photo.with_name("o.png"), "--strength", "5").err
    assert "--strength: " in told
    assert "--color-strength" not in told
