"""Content Credentials in the window: shown of what is opened, the identity made and chosen, exports signed."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from catchlight.credentials.identity import KEY, load_identity, make_identity
from catchlight.credentials.reading import CredentialsReport, ManifestAction, read_anchors, read_credentials
from catchlight.credentials.sign import sign
from catchlight.gui.credentials.dialog import CredentialsDialog
from catchlight.gui.credentials.notices import limit_of, with_source
from catchlight.gui.dialogs.export import ExportDialog
from catchlight.gui.dialogs.preferences import PreferencesDialog
from catchlight.gui.document.step import EditStep, LazyPixels, StepMemory
from catchlight.gui.widgets.labels import QLabel
from catchlight.gui.wording.problems import Problem
from catchlight.imaging.io import codec
from catchlight.imaging.picture import Picture
from catchlight.operations.id_photo.filesize import upload_limit
from catchlight.operations.id_photo.params import IdPhotoParams
from catchlight.paths import Home
from catchlight.store.settings.settings_file import SettingsFile

from tests.gui.conftest import SAMPLE, Stage, wait


def signed_file(stage: Stage, path: Path) -> Path:
    folder = stage.session.signing and stage.session.signing.folder
    assert folder is not None
    identity = make_identity(folder, "Studio Müller")
    picture = Picture(np.random.default_rng(0).integers(0, 256, (120, 160, 3), np.uint8))
    path.write_bytes(sign(codec.encode(picture, "image/jpeg"), "image/jpeg", picture, identity))
    return path


def opened(stage: Stage, file: Path) -> None:
    stage.session.open_paths([file])
    wait(lambda: stage.session.current is not None and stage.session.current.loaded)


def preferences_of(stage: Stage) -> PreferencesDialog:
    stage.do("settings")
    found = stage.window.findChildren(PreferencesDialog)[-1]
    wait(lambda: found.identity.identity.text())
    return found


def test_what_is_opened_shows_its_credentials_and_others_show_none(stage: Stage, tmp_path: Path) -> None:
    badge = stage.window.credentials
    opened(stage, signed_file(stage, tmp_path / "signed.jpg"))
    wait(lambda: badge.report is not None)
    assert badge.isVisible()
    assert badge.text() == ""
    assert badge.accessibleName() == "Content Credentials: Trusted"
    assert "unchanged since" in badge.toolTip()
    badge.click()
    dialog = stage.window.findChild(CredentialsDialog)
    assert dialog is not None
    texts = [one.text() for one in dialog.findChildren(QLabel)]
    assert {"Trusted", "Signed by", "Studio Müller", "Opened"} <= set(texts)
    dialog.close()
    opened(stage, SAMPLE)
    wait(lambda: not badge.isVisible())
    badge.open_dialog()
    assert badge.report is None


def test_tampering_is_told_at_once(stage: Stage, tmp_path: Path) -> None:
    said: list[Problem] = []
    stage.session.problem.connect(said.append)
    file = signed_file(stage, tmp_path / "forged.jpg")
    changed = bytearray(file.read_bytes())
    changed[len(changed) // 2 + 2000] ^= 1
    file.write_bytes(changed)
    opened(stage, file)
    wait(lambda: any(problem.title == "Changed after it was signed" for problem in said))
    assert "forged.jpg" in said[-1].text
    assert stage.window.credentials.text() == "Tampered with"


def test_without_the_extra_it_is_told_what_to_install(
    stage: Stage, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = signed_file(stage, tmp_path / "signed.jpg")
    monkeypatch.setitem(sys.modules, "c2pa", None)
    opened(stage, file)
    wait(lambda: stage.window.credentials.isVisible())
    assert "catchlight[credentials]" in stage.window.credentials.toolTip()
    dialog = preferences_of(stage)
    dialog.forms["credentials"].control("sign").toggle()  # type: ignore[attr-defined]
    wait(lambda: dialog.identity.notice.isVisible())
    assert "pip install 'catchlight[credentials]'" in dialog.identity.notice.text()
    assert dialog.forms["credentials"].values() == {"sign": False}
    assert not stage.session.memory.settings.credentials.sign


def test_an_identity_is_made_switched_on_and_signs_an_export(stage: Stage, tmp_path: Path, home: Home) -> None:
    dialog = preferences_of(stage)
    pane, form = dialog.identity, dialog.forms["credentials"]
    assert "no identity" in pane.identity.text()
    form.control("sign").toggle()  # type: ignore[attr-defined]
    wait(lambda: pane.notice.isVisible())
    assert form.values() == {"sign": False}
    stage.answers.typed = "Studio Müller"
    pane.make.click()
    wait(lambda: "Studio Müller" in pane.identity.text())
    assert not pane.notice.isVisible()
    first = (home.credentials / KEY).read_bytes()
    stage.answers.agreed = False
    pane.make.click()
    assert "Its key is deleted" in stage.answers.asked[-1]
    assert (home.credentials / KEY).read_bytes() == first
    form.control("sign").toggle()  # type: ignore[attr-defined]
    wait(lambda: SettingsFile(home.settings).load().settings.credentials.sign)
    dialog.close()
    opened(stage, SAMPLE)
    document = stage.session.current
    assert document is not None
    export = ExportDialog(stage.session, document, document.steps[0], stage.answers, stage.window.theme, stage.window)
    export.show()
    export._folder = tmp_path
    export.form.format.setCurrentIndex(export.form.format.findData("image/tiff"))
    wait(lambda: export._trouble.isVisible())
    assert "TIFF file takes no Content Credentials" in export._trouble.text()
    assert export.save_button.isEnabled()
    export.form.format.setCurrentIndex(export.form.format.findData("image/png"))
    wait(lambda: "with Content Credentials" in export._estimate_text.text())
    assert not export._trouble.isVisible()
    saved: list[Path] = []
    export.saved.connect(saved.append)
    export.save()
    wait(lambda: saved)
    report = read_credentials(saved[0].read_bytes(), read_anchors(home.credentials))
    assert (report.state, report.signer) == ("trusted", "Studio Müller")
    assert first.decode().splitlines()[1] not in home.settings.read_text()


def test_files_of_ones_own_and_a_trust_list_are_chosen(stage: Stage, tmp_path: Path, home: Home) -> None:
    make_identity(tmp_path, "Agency")
    dialog = preferences_of(stage)
    pane = dialog.identity
    stage.answers.chosen_file = tmp_path / "key.pem"
    pane.use.click()
    wait(lambda: pane.notice.isVisible())
    assert "no certificates in PEM" in pane.notice.text()
    files = iter([tmp_path / "key.pem", tmp_path / "chain.pem"])
    stage.answers.file = lambda *_: next(files)  # type: ignore[method-assign]
    pane.use.click()
    wait(lambda: "Agency" in pane.identity.text())
    chosen = stage.session.memory.settings.credentials
    assert (chosen.key, chosen.chain) == (str(tmp_path / "key.pem"), str(tmp_path / "chain.pem"))
    assert load_identity(Path(chosen.key), Path(chosen.chain)).name == "Agency"
    stage.answers.file = lambda *_: tmp_path / "roots.pem"  # type: ignore[method-assign]
    pane.trust.click()
    assert "roots.pem" in pane.trusted.text()
    assert stage.session.signing is not None
    assert stage.session.signing.anchors() == (tmp_path / "roots.pem").read_text()
    pane.trust.click()
    assert stage.session.memory.settings.credentials.trust_list == ""
    stage.answers.file = lambda *_: SAMPLE  # type: ignore[method-assign]
    pane.trust.click()
    assert pane.notice.isVisible()


def test_a_step_that_does_not_know_its_file_is_traced_to_the_documents(stage: Stage, tmp_path: Path) -> None:
    opened(stage, SAMPLE)
    document = stage.session.current
    assert document is not None
    picture = document.steps[0].picture
    assert with_source(picture, document) is picture
    lost = picture.with_(metadata=type(picture.metadata)())
    (source,) = with_source(lost, document).metadata.sources
    assert source.path == SAMPLE


def test_the_file_of_a_step_has_the_size_that_was_asked_for_or_that_its_document_takes(stage: Stage) -> None:
    opened(stage, SAMPLE)
    document = stage.session.current
    assert document is not None
    step = document.steps[0]
    assert limit_of(step, stage.session) is None
    asked = replace(step, params=IdPhotoParams(max_kilobytes=30), details={"document": "us_passport"})
    assert limit_of(asked, stage.session) == 30_000
    square = step.picture.with_(pixels=step.picture.pixels[:300, :300])
    row = next(row for row in stage.session.catalogue.documents if (upload_limit(square, row) or 0) == 50_000)
    taken = EditStep(
        LazyPixels.of(StepMemory(square, step.shown)), params=IdPhotoParams(), details={"document": row.id}
    )
    assert limit_of(taken, stage.session) == 50_000


def test_the_dialog_tells_everything_of_a_long_history(stage: Stage) -> None:
    actions = tuple(
        ManifestAction("c2pa.edited", "2026-03-01T12:00:00Z", "Other 2", "hair", "compositeCapture") for _ in range(30)
    )
    report = CredentialsReport(
        "untrusted", "A", "B", "Other 2", actions, (("Source", "parentOf", True),), "tampered", ("x.y",), "humanEdits"
    )
    dialog = CredentialsDialog("a.jpg", report, stage.window.theme, stage.window)
    texts = {one.text() for one in dialog.findChildren(QLabel)}
    assert {"A (B)", "a picture that had been changed after it was signed", "x.y", "edited by a person"} <= texts
    assert "Hair  ·  Other 2  ·  2026-03-01 12:00:00  ·  put together from several photographs" in texts
    dialog.close()
