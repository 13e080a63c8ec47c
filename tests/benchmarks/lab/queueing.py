"""Waiting times on paper: several equal servers before one queue, by the approximation of Allen and Cunneen.

References
    A. O. Allen, "Probability, Statistics, and Queueing Theory with Computer Science Applications", 2nd ed., Academic Press
    1990, section 5.4. L. Kleinrock, "Queueing Systems", volume 1, Wiley 1975, section 3.5 (Erlang's C formula).
"""

from __future__ import annotations

import math
from collections.abc import Sequence


def waiting_probability(servers: int, load: float) -> float:
    """Erlang's C: how likely an arrival finds all servers busy. load: offered work in servers (Erlang), below ``servers``."""
    blocked = 1.0
    for count in range(1, servers + 1):
        blocked = load * blocked / (count + load * blocked)
    used = load / servers
    return blocked / (1 - used * (1 - blocked))


def mean_wait(rate: float, seconds: Sequence[float], servers: int) -> float:
    """Mean seconds that an arrival waits; infinite where the servers cannot keep up.

    rate: arrivals a second, at random moments. seconds: measured service times.
    """
    mean = math.fsum(seconds) / len(seconds)
    variance = math.fsum((one - mean) ** 2 for one in seconds) / len(seconds)
    load = rate * mean
    if load >= servers:
        return math.inf
    spread = (1 + variance / mean**2) / 2
    return spread * waiting_probability(servers, load) * mean / (servers - load)
