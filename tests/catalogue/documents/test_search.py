"""Documents are found by what people type."""

from __future__ import annotations

import pytest
from catchlight.catalogue.catalogue import Catalogue
from catchlight.catalogue.documents import search as searching
from catchlight.catalogue.documents.search import MOST_TYPED, _plain, search


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("uk", "uk_passport"),
        ("UK passport photo", "uk_passport"),
        ("Britain", "uk_passport"),
        ("england", "uk_passport"),
        ("united k", "uk_passport"),
        ("Untied Kingdom", "uk_passport"),
        ("英国", "uk_passport"),
        ("英国护照", "uk_passport"),
        ("usa", "us_passport"),
        ("us visa", "us_visa"),
        ("visa usa", "us_visa"),
        ("green card", "us_uscis"),
        ("美签", "us_visa"),
        ("美国签证照片", "us_visa"),
        ("deutschland", "de_passport"),
        ("gemany", "de_passport"),
        ("GER", "de_passport"),
        ("phillipines", "ph_passport"),
        ("中国签证", "cn_visa"),
        ("china visa", "cn_visa"),
        ("日本", "jp_passport"),
        ("日本的签证", "jp_visa"),
        ("한국", "kr_passport"),
        ("Россия", "ru_passport"),
        ("Türkiye", "tr_passport"),
        ("turkey", "tr_passport"),
        ("espana", "es_dni"),
        ("UAE", "ae_passport"),
        ("dubai", "ae_passport"),
        ("india", "in_passport"),
        ("schengen", "schengen_visa"),
        ("申根", "schengen_visa"),
        ("一寸", "cn_1inch"),
        ("2寸", "cn_2inch"),
        ("小二寸", "cn_2inch_small"),
        ("四六级", "cn_cet"),
        ("驾照", "cn_driving_licence"),
        ("身份证", "cn_id_card"),
        ("OCI", "in_oci"),
        ("Österreich", "at_passport"),
        ("Danmark", "dk_passport"),
        ("Ελλάδα", "gr_passport"),
        ("マイナンバー", "jp_mynumber"),
        ("الكويت", "kw_passport"),
        ("uk passport online", "uk_passport_online"),
        ("uscis", "us_uscis"),
        ("visa on arrival", "th_visa"),
        ("35 × 45", "icao_35x45"),
        ("35x45 mm", "icao_35x45"),
        ("630x810", "in_passport"),
        ("icao", "icao_35x45"),
    ],
)
def test_best_match(catalogue: Catalogue, text: str, first: str) -> None:
    found = search(catalogue.documents, text)
    assert found
    assert found[0].id == first


@pytest.mark.parametrize(
    ("text", "ids"),
    [
        ("korea", {"kr_passport", "kr_passport_online", "kr_visa", "kr_arc", "kr_keta"}),
        ("HK", {"hk_passport", "cn_hk_macau_permit"}),
        ("50x60", {"tr_passport"}),
    ],
)
def test_nothing_else_is_shown(catalogue: Catalogue, text: str, ids: set[str]) -> None:
    assert {document.id for document in search(catalogue.documents, text)} == ids


def test_word_lists_all_that_have_it(catalogue: Catalogue) -> None:
    english, chinese = search(catalogue.documents, "visa"), search(catalogue.documents, "签证")
    assert {d.id for d in english} == {d.id for d in chinese}
    assert {"us_visa", "schengen_visa", "cn_visa", "jp_visa", "th_visa", "ca_visa", "in_visa"} <= {
        d.id for d in english
    }


@pytest.mark.parametrize("text", ["", "   "])
def test_empty_text_lists_everything_in_order(catalogue: Catalogue, text: str) -> None:
    assert search(catalogue.documents, text) == list(catalogue.documents)


@pytest.mark.parametrize("text", ["xyzzy", "!!!", "图书馆", "qx"])
def test_nonsense_finds_nothing(catalogue: Catalogue, text: str) -> None:
    assert search(catalogue.documents, text) == []


def test_a_long_paste_is_cut_before_any_work(catalogue: Catalogue, monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[str] = []
    plain = searching._plain
    monkeypatch.setattr(searching, "_plain", lambda text: read.append(text) or plain(text))
    search(catalogue.documents, "中" * 1_000_000)
    assert max(map(len, read)) <= MOST_TYPED


def test_every_document_is_found_by_its_own_labels(catalogue: Catalogue) -> None:
    for document in catalogue.documents:
        for label in (document.label, document.label_zh):
            assert search(catalogue.documents, label)[0] == document


def test_typing_does_little_work(catalogue: Catalogue) -> None:
    """A key costs the reading of what was typed, not of the rows again."""
    search(catalogue.documents, "warm")
    for end in range(1, 13):
        read = _plain.cache_info().misses
        search(catalogue.documents, "Untied Kingd"[:end])
        assert _plain.cache_info().misses - read <= 1
