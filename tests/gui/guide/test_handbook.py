"""The handbook says the same in both languages, and something about every tab."""

from __future__ import annotations

from catchlight.gui.guide.handbook import sections
from catchlight.gui.tabs.registry import TABS


def test_both_languages_have_the_same_pages_with_as_many_limits() -> None:
    english, chinese = sections("en"), sections("zh")
    assert [page.key for page in english] == [page.key for page in chinese]
    assert [len(page.limits) for page in english] == [len(page.limits) for page in chinese]
    assert all(page.text and page.title for page in (*english, *chinese))
    assert len({page.key for page in english}) == len(english)


def test_every_tab_has_a_page_that_says_what_it_does_not_do() -> None:
    pages = {page.key: page for page in sections("en")}
    for kind in TABS:
        assert pages[kind.key].limits, kind.key
