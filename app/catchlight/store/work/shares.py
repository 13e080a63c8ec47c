"""Places in the line of work, so that every owner has an equal share of the workers while others wait.

Start-time fair queueing, with every item of the same weight: an owner's items get consecutive places, the first of them no
earlier than the place that is being served now. So the next item of an owner who comes later is served beside the next item of
one who has thousands waiting, and who alone wants the workers has all of them.

References: P. Goyal, H. M. Vin, H. Cheng, "Start-time Fair Queuing: A Scheduling Algorithm for Integrated Services Packet
Switching Networks", SIGCOMM 1996.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from sqlalchemy import Connection, delete, insert, select

from catchlight.store.work.schema import SHARES


def take_places(connection: Connection, kind: str, owners: Sequence[str], served: int | None) -> list[int]:
    """A place for one item of each of ``owners`` (which repeat), counted from 0; lower ones are served first.

    served: the place that is being served now, or that is next where nothing is at work; None: nothing waits or is at work.
    The caller holds a lock that keeps others from giving places.
    """
    counts = Counter(owners)
    if served is None:
        connection.execute(delete(SHARES).where(SHARES.c.kind == kind))
        served = 0
    mine = (SHARES.c.kind == kind) & SHARES.c.owner.in_(counts)
    last = {row.owner: row.place for row in connection.execute(select(SHARES).where(mine))}
    following = {owner: max(served, last.get(owner, -1) + 1) for owner in counts}
    places = []
    for owner in owners:
        places.append(following[owner])
        following[owner] += 1
    connection.execute(delete(SHARES).where(mine))
    rows = [{"kind": kind, "owner": owner, "place": place - 1} for owner, place in following.items()]
    connection.execute(insert(SHARES), rows)
    return places
