"""A server whose administrator has switched Content Credentials on signs what it answers and keeps."""

from __future__ import annotations

import base64
from pathlib import Path

from catchlight.catalogue.catalogue import Catalogue
from catchlight.credentials.identity import make_identity
from catchlight.credentials.reading import read_credentials
from catchlight.imaging.io import codec
from catchlight.imaging.picture import Picture
from catchlight.operations.registry import OPERATIONS
from catchlight.portrait.portrait import Portraits
from catchlight.service.editor import LocalEditor
from catchlight.service.signing import Signing, SigningEditor
from catchlight.store.settings.picture_settings import CredentialSettings

from tests.server.conftest import Start


def test_answers_and_stored_results_are_signed_over_what_was_sent(
    start: Start, portraits: Portraits, catalogue: Catalogue, sample: Picture, tmp_path: Path
) -> None:
    make_identity(tmp_path, "Server")
    signing = Signing(tmp_path, lambda: CredentialSettings(sign=True))
    served = start(SigningEditor(LocalEditor(portraits, catalogue), signing), signing=signing)

    def edited(file: bytes, media_type: str, wish: str) -> tuple[bytes, str]:
        url = f"data:{media_type};base64," + base64.b64encode(file).decode()
        answer = served.post(OPERATIONS["adjust"].path, imageDataUrl=url, adjustmentPrompt=wish)
        assert answer.status_code == 200, answer.text
        return base64.b64decode(answer.json()["image"].partition(",")[2]), answer.json()["generationId"]

    first, generation = edited(codec.encode(sample, "image/jpeg"), "image/jpeg", "warmer")
    report = read_credentials(first, signing.anchors())
    assert (report.state, report.signer, report.ingredients) == ("trusted", "Server", (("Source", "parentOf", False),))
    assert served.generations.data(generation) == first
    second, _ = edited(first, "image/jpeg", "a bit cooler")
    again = read_credentials(second, signing.anchors())
    assert (again.state, again.ingredients) == ("trusted", (("Source", "parentOf", True),))
    assert [action.name for action in again.actions] == ["c2pa.opened", "c2pa.color_adjustments"]


def test_a_server_without_an_identity_says_so_and_edits_nothing(
    start: Start, portraits: Portraits, catalogue: Catalogue, sample_bytes: bytes, tmp_path: Path
) -> None:
    signing = Signing(tmp_path, lambda: CredentialSettings(sign=True))
    served = start(SigningEditor(LocalEditor(portraits, catalogue), signing), signing=signing)
    url = "data:image/png;base64," + base64.b64encode(sample_bytes).decode()
    answer = served.post(OPERATIONS["adjust"].path, imageDataUrl=url, adjustmentPrompt="warmer")
    assert answer.status_code == 503
    assert answer.json()["error"] == "credentials_identity"
    assert served.stored() == 0
