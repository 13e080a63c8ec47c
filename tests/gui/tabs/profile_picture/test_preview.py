"""A preview as the job makes it, its sources, and what is said before anything runs."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from catchlight.gui.tabs.profile_picture.tab import ProfilePictureTab
from catchlight.imaging.io import codec
from PySide6.QtWidgets import QPushButton

from tests.gui.app.test_looks import unnamed
from tests.gui.conftest import Stage, wait
from tests.gui.tabs.profile_picture.doing import background, choose_sizes, make, shown


def test_the_preview_is_what_the_job_delivers(tab: ProfilePictureTab) -> None:
    background(tab, "studio_navy")
    scene = tab.scene()
    assert scene is not None
    assert scene.after.width == scene.after.height
    assert scene.before_to_after is not None
    choose_sizes(tab, 256)
    entry = make(tab)
    wait(lambda: not entry.active)
    (file,) = entry.files
    made = codec.decode(Path(file.location).read_bytes(), codec.DecodeLimits(min_side=1))
    assert (made.width, made.height) == (256, 256)
    import cv2

    seen = cv2.resize(scene.after.pixels, (256, 256), interpolation=cv2.INTER_AREA)
    assert np.abs(seen.astype(float) - made.pixels[..., :3]).mean() < 3


def test_a_circle_is_seen_as_a_circle(tab: ProfilePictureTab) -> None:
    square = tab.scene()
    tab.form.shape.button("circle").click()
    wait(lambda: tab._rendering is not None and tab._rendering.look.circle)
    scene = tab.scene()
    assert scene is not None
    assert square is not None
    assert scene.after.has_alpha
    side = scene.after.pixels.shape[0]
    assert scene.after.pixels[0, 0, 3] == 0
    assert scene.after.pixels[side // 2, side // 2, 3] == 255
    assert tab.params().shape == "circle"


def test_cards_show_this_person_before_each_background(tab: ProfilePictureTab) -> None:
    cards = tab.form.backgrounds.cards
    wait(lambda: all(cards[key].image is not None for key in ("keep", "white", "black")))
    black, white = cards["black"].image, cards["white"].image
    assert black is not None
    assert white is not None
    assert white.pixelColor(4, 4).lightness() - black.pixelColor(4, 4).lightness() > 150
    assert black.pixelColor(black.width() // 2, black.height() // 2).lightness() > 60


def test_any_stored_picture_can_be_the_source(tab: ProfilePictureTab, stage: Stage) -> None:
    stage.do("id_photo")
    wait(lambda: stage.id_photo.overlay() is not None)
    stage.make_id_photo()
    document = stage.session.current
    assert document is not None
    made = document.steps[-1]
    document.jump(0)
    stage.do("profile_picture")
    wait(lambda: made.generation in tab.sources.cards.cards)
    tab.sources.cards.cards[made.generation or ""].click()
    wait(lambda: tab.source is not None and tab.source.generation == made.generation)
    assert tab.source is not None
    assert (tab.source.picture.width, tab.source.picture.height) == (made.picture.width, made.picture.height)
    shown(stage)
    choose_sizes(tab, 64)
    entry = make(tab)
    wait(lambda: not entry.active)
    assert entry.seen is not None
    assert entry.seen.generation_id == made.generation
    stored = [one.id for one in stage.store.page(20).generations]
    assert stored == [made.generation], "what is stored already is not stored again"
    tab.sources.cards.cards["current"].click()
    assert tab.source is not None
    assert tab.source.generation is None


def test_no_size_and_no_face_are_said_before_anything_runs(
    tab: ProfilePictureTab, stage: Stage, tmp_path: Path
) -> None:
    choose_sizes(tab)
    assert not tab.make_button.isEnabled()
    assert "size" in tab._notice.text()
    choose_sizes(tab, 64)
    assert tab.make_button.isEnabled()
    from PIL import Image

    file = tmp_path / "grey.png"
    Image.new("RGB", (300, 300), (120, 120, 120)).save(file)
    stage.session.open_paths([file])
    wait(lambda: tab._refusal is not None)
    assert "face" in tab._notice.text()
    assert not tab.make_button.isEnabled()


def test_choices_and_the_job_survive_another_theme_and_language(tab: ProfilePictureTab, stage: Stage) -> None:
    background(tab, "garden")
    choose_sizes(tab, 512, 64)
    entry = make(tab)
    wait(lambda: not entry.active)
    stage.window.dialogs.choose_looks("light", "zh", 1.0)
    again = shown(stage)
    assert again is not tab
    assert again.params() == tab.params()
    assert again.job.entry is entry
    assert again.job.steps.rows["matting"].image is not None
    assert all(button.text() for button in again.findChildren(QPushButton) if button.isVisible())
    assert unnamed(again) == []
