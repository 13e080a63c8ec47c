"""A named request is one worker's at a time, has one result, and is forgotten after a day: on both databases."""

from __future__ import annotations

import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from catchlight.core.errors import InvalidRequest
from catchlight.store.database.opening import open_database
from catchlight.store.idempotency.request_keys import (
    KEPT_SECONDS,
    SCHEMA,
    NamedRequest,
    RequestAtWork,
    RequestClaim,
    RequestDone,
    RequestKeys,
)
from catchlight.store.jobs.lease_rule import LeaseLost
from sqlalchemy import text

ASKED = NamedRequest("anna", "key-1", "digest")
Open = Callable[..., RequestKeys]


@pytest.fixture
def open_keys(database_url: str, folder: Path) -> Iterator[Open]:
    """Opens the keys as a process does."""
    opened: list[RequestKeys] = []

    def started(lease: float = 10.0) -> RequestKeys:
        keys = RequestKeys(lambda: open_database(database_url, folder / "requests.sqlite3", SCHEMA), lease)
        opened.append(keys)
        return keys

    yield started
    for keys in opened:
        keys.close()


def claim(keys: RequestKeys, request: NamedRequest = ASKED) -> RequestClaim:
    taken = keys.claim(request)
    assert isinstance(taken, RequestClaim)
    return taken


def test_nothing_is_opened_before_the_first_key(open_keys: Open, folder: Path) -> None:
    open_keys().close()
    assert not folder.exists()


def test_a_request_is_one_workers_and_its_outcome_everybodys(open_keys: Open) -> None:
    one, other = open_keys(), open_keys()
    assert one.look(ASKED) is None
    taken = claim(one)
    for ask in (other.look, other.claim):
        with pytest.raises(RequestAtWork):
            ask(ASKED)
    one.complete(taken)
    assert other.look(ASKED) == other.claim(ASKED) == RequestDone(taken.generation)


def test_names_are_their_owners_and_stand_for_one_request(open_keys: Open) -> None:
    keys = open_keys()
    taken = claim(keys)
    assert claim(keys, NamedRequest("bert", "key-1", "another")).generation != taken.generation
    with pytest.raises(InvalidRequest, match="under this Idempotency-Key with another wish"):
        keys.claim(NamedRequest("anna", "key-1", "another"))


def test_what_came_to_nothing_is_taken_up_again_at_once_under_the_same_id(open_keys: Open) -> None:
    keys = open_keys()
    taken = claim(keys)
    keys.release(taken)
    assert claim(keys).generation == taken.generation


def test_whose_lease_is_over_has_lost_the_request_and_changes_nothing(open_keys: Open) -> None:
    slow, other = open_keys(lease=-1.0), open_keys()
    late = claim(slow)
    taken = claim(other)
    assert taken.generation == late.generation
    with pytest.raises(LeaseLost):
        slow.renew(late)
    slow.release(late)
    slow.complete(late)
    with pytest.raises(RequestAtWork):
        other.look(ASKED)
    other.renew(taken)


def test_a_result_that_is_gone_frees_its_name(open_keys: Open) -> None:
    keys = open_keys()
    taken = claim(keys)
    keys.complete(taken)
    keys.forget(ASKED, "gen_another")
    assert keys.look(ASKED) == RequestDone(taken.generation)
    keys.forget(ASKED, taken.generation)
    assert claim(keys).generation != taken.generation


def test_a_name_is_forgotten_after_a_day(open_keys: Open) -> None:
    keys = open_keys()
    keys.complete(claim(keys))
    with keys._database().write() as connection:
        connection.execute(text(f"UPDATE idempotency_keys SET created = created - {KEPT_SECONDS + 1}"))
    assert keys.look(ASKED) is None
    claim(keys, NamedRequest("", "key-2", "digest"))
    with keys._database().read() as connection:
        assert connection.execute(text("SELECT count(*) FROM idempotency_keys")).scalar_one() == 1


def test_of_many_who_ask_at_once_one_is_given_it(open_keys: Open) -> None:
    both, taken, waits = (open_keys(), open_keys()), list[RequestClaim](), list[str]()
    together = threading.Barrier(8)

    def ask(keys: RequestKeys) -> None:
        together.wait()
        try:
            taken.append(claim(keys))
        except RequestAtWork:
            waits.append("at work")

    threads = [threading.Thread(target=ask, args=(both[number % 2],)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert (len(taken), len(waits)) == (1, 7)


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere the lease alone tells")
def test_on_one_computer_a_process_that_died_is_not_waited_for(tmp_path: Path) -> None:
    program = """
import os, sys
from pathlib import Path
from catchlight.store.database.sqlite import SqliteDatabase
from catchlight.store.jobs.lease_rule import LeaseLost
from catchlight.store.idempotency.request_keys import SCHEMA, NamedRequest, RequestKeys
keys = RequestKeys(lambda: SqliteDatabase(Path(sys.argv[1]), SCHEMA), 3600.0)
print(keys.claim(NamedRequest("anna", "key-1", "digest")).generation, flush=True)
os._exit(9)
"""
    file = tmp_path / "requests.sqlite3"
    ended = subprocess.run([sys.executable, "-c", program, str(file)], capture_output=True, text=True, timeout=60)
    keys = RequestKeys(lambda: open_database("", file, SCHEMA))
    assert claim(keys).generation == ended.stdout.strip()
    keys.close()
