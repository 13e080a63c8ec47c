"""Certificates: checked where a connection is encrypted, read once, and not at all where none is shown."""

from __future__ import annotations

import ssl

from catchlight.client.certificates import trust


def test_an_encrypted_connection_checks_who_answers() -> None:
    known = trust("https://photos.example.org:443")
    assert known.verify_mode is ssl.CERT_REQUIRED
    assert known.check_hostname
    assert known.cert_store_stats()["x509_ca"] > 50


def test_certificates_are_read_once_and_only_where_one_is_shown() -> None:
    assert trust("https://photos.example.org:443") is trust("https://studio:8765")
    assert trust("http://127.0.0.1:8765").cert_store_stats()["x509_ca"] == 0
