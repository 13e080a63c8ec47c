"""A refused sentence comes back in known words from a language model behind real HTTP, or is refused with what to do."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from catchlight.core.errors import CatchlightError, UnusablePicture
from catchlight.core.progress import Cancelled, Progress
from catchlight.generators.chat import ChatModel
from catchlight.operations import sentences
from catchlight.service.rewording import Rewording, reword

from tests.generators.stub_engine import StubEngine, serving
from tests.generators.test_address import names

LANDING_LIGHT = "the landing light on my bald head has got to go, plonker"


@pytest.fixture
def stub() -> Iterator[StubEngine]:
    with serving(StubEngine()) as made:
        yield made


def wish(command: str, **more: str) -> dict[str, str]:
    return {"command": command, "place": "", "side": "", "colour": "", "amount": "usual"} | more


def answered(stub: StubEngine, *wishes: dict[str, str], left_out: str = "", sentence: str = LANDING_LIGHT) -> Rewording:
    stub.spoken = json.dumps({"wishes": wishes, "left_out": left_out})
    return reword(sentence, "edit", ChatModel(stub.address), Progress(), "forehead")


def test_the_answer_is_put_into_words_that_are_understood(stub: StubEngine) -> None:
    found = answered(stub, wish("reduce_shine", place="forehead"), left_out="the insult")
    assert found == Rewording("reduce the shine on the forehead", "the insult")
    (intent,) = sentences.interpreter("edit").understand(found.sentence).intents
    assert (intent.verb, intent.regions[0].name) == ("reduce_shine", "forehead")
    asked = stub.asked[-1].json
    assert asked["model"] == "flux-fill"  # the first that the server lists
    assert LANDING_LIGHT in asked["messages"][1]["content"]
    assert "forehead" in asked["messages"][1]["content"]
    schema = asked["response_format"]["json_schema"]["schema"]
    assert "reduce_shine" in schema["properties"]["wishes"]["items"]["properties"]["command"]["enum"]


def test_a_chinese_sentence_comes_back_in_chinese(stub: StubEngine) -> None:
    found = answered(stub, wish("whiten", place="teeth"), sentence="牙跟玉米粒似的瞅着闹心")
    assert found.sentence == "美白牙齿"


@pytest.mark.parametrize(
    "spoken",
    [
        '{"wishes": [], "left_out": "all of it"}',
        '{"wishes": [{"command": "rm -rf"}]}',
        '{"wishes": [{"command": "recolour", "place": "jacket", "colour": "no colour at all"}]}',
        '{"wishes": "whiten"}',
    ],
)
def test_an_answer_that_says_nothing_is_refused(stub: StubEngine, spoken: str) -> None:
    stub.spoken = spoken
    with pytest.raises(UnusablePicture) as refused:
        reword(LANDING_LIGHT, "edit", ChatModel(stub.address), Progress())
    assert refused.value.code == "prompt_not_understood"


def test_words_around_the_answer_are_no_fault(stub: StubEngine) -> None:
    stub.spoken = 'Sure!\n```json\n{"wishes": [{"command": "temperature-"}]}\n```'
    assert reword("less like a tavern", "adjust", ChatModel(stub.address), Progress()).sentence == "cooler"


@pytest.mark.parametrize(
    ("address", "code"),
    [
        ("", "invalid_request"),
        ("http://box.example:11434", "engine_unsuited"),
        ("http://127.0.0.1:9", "engine_unreachable"),
    ],
)
def test_a_model_elsewhere_is_never_asked(address: str, code: str, monkeypatch: pytest.MonkeyPatch) -> None:
    names(monkeypatch, {"box.example": ["192.168.0.7"]})
    with pytest.raises(CatchlightError) as refused:
        reword(LANDING_LIGHT, "edit", ChatModel(address), Progress())
    assert refused.value.code == code


@pytest.mark.parametrize("trouble", ["html", "redirect", "cut", "deep json", "refuses"])
def test_a_server_that_misbehaves_is_told(stub: StubEngine, trouble: str) -> None:
    stub.trouble, stub.at = trouble, "/v1/chat"
    with pytest.raises(CatchlightError) as refused:
        reword(LANDING_LIGHT, "edit", ChatModel(stub.address), Progress())
    assert refused.value.code in ("engine_refused", "engine_unreachable")


def test_an_answer_without_json_is_told(stub: StubEngine) -> None:
    stub.spoken = "I would whiten the teeth."
    with pytest.raises(CatchlightError) as refused:
        reword(LANDING_LIGHT, "edit", ChatModel(stub.address), Progress())
    assert refused.value.code == "engine_refused"


def test_waiting_ends_with_a_cancel(stub: StubEngine) -> None:
    stub.trouble, stub.at = "slow", "/v1/chat"
    progress = Progress()

    class CancelsWhenAsked(ChatModel):
        def answer(self, *given: Any) -> Any:
            progress.cancel()
            return super().answer(*given)

    with pytest.raises(Cancelled):
        reword(LANDING_LIGHT, "edit", CancelsWhenAsked(stub.address), progress)
