"""What Prometheus reads of a kiosk."""

from __future__ import annotations

import time
from pathlib import Path

import httpx
import pytest
from catchlight.core.errors import InvalidRequest
from catchlight.core.messages import Message
from catchlight.kiosk.fleet.metrics import MetricsCollector, MetricsServer
from catchlight.kiosk.staff.calls import StaffCalls
from catchlight.kiosk.supervision.counters import Counters
from catchlight.kiosk.supervision.health import Finding, HealthCheck, HealthMonitor
from prometheus_client.parser import text_string_to_metric_families


@pytest.fixture
def collector(tmp_path: Path) -> MetricsCollector:
    counters = Counters(tmp_path / "counters.json")
    counters.count("sessions", 3)
    counters.count("refused.eyes_open")
    empty = Finding("fault", Message("The paper is used up."), {"cyan": 40, "prints_left": 0})
    health = HealthMonitor([HealthCheck("printer", lambda: empty)])
    health.look()
    calls = StaffCalls()
    calls.raise_call("printer")
    return MetricsCollector("hall-2", counters, health, calls)


def test_counts_and_health_are_told_and_nothing_else_is_answered(collector: MetricsCollector) -> None:
    with MetricsServer("127.0.0.1", 0, collector) as server:
        answer = httpx.get(server.address, trust_env=False)
        elsewhere = httpx.get(server.address.replace("/metrics", "/config"), trust_env=False)
        posted = httpx.post(server.address, content=b"x", trust_env=False)
    assert (elsewhere.status_code, posted.status_code) == (404, 501)
    found = {
        (sample.name, *sorted(sample.labels.values())): sample.value
        for family in text_string_to_metric_families(answer.text)
        for sample in family.samples
    }
    assert found["catchlight_kiosk_events_total", "", "sessions"] == 3
    assert found["catchlight_kiosk_events_total", "eyes_open", "refused"] == 1
    assert found["catchlight_kiosk_health", "printer"] == 2
    assert found["catchlight_kiosk_measure", "cyan", "printer"] == 40
    assert found["catchlight_kiosk_health_looked_seconds", "printer"] == pytest.approx(time.time(), abs=60)
    assert found["catchlight_kiosk_open_calls_since_seconds", "printer"] == pytest.approx(time.time(), abs=60)
    assert "paper" not in answer.text


def test_a_port_that_is_taken_is_told(collector: MetricsCollector) -> None:
    with MetricsServer("127.0.0.1", 0, collector) as server:
        port = int(server.address.split(":")[2].split("/")[0])
        with pytest.raises(InvalidRequest, match=str(port)):
            MetricsServer("127.0.0.1", port, collector)
