"""What is said once at the start: what settings and store had to mend, and which plug-ins are left out."""

from __future__ import annotations

from collections.abc import Sequence

from catchlight.core.plugins import PluginFault
from catchlight.core.progress import Progress
from catchlight.gui.app.session import Session
from catchlight.gui.document.restore_steps import GenerationHistory
from catchlight.gui.wording.i18n import tr
from catchlight.gui.wording.problems import Problem
from catchlight.operations.registry import PLUGINS


def tell_notices(session: Session, store: GenerationHistory) -> None:
    """Read the store's notices and the plug-ins on a worker, and say what they tell with the settings' own."""
    settings = session.memory.notice

    def look(progress: Progress) -> tuple[Sequence[str], Sequence[PluginFault]]:
        return store.notices, PLUGINS.faults

    def tell(found: tuple[Sequence[str], Sequence[PluginFault]]) -> None:
        notices, faults = found
        lines = [*([settings] if settings else []), *notices]
        if lines:
            title = tr("Tidied up after an interrupted run") if notices else tr("Settings were reset")
            session.problem.emit(Problem(title, "\n".join(lines), good=True))
        if faults:
            session.problem.emit(Problem(tr("A plug-in is left out"), "\n".join(map(_fault_text, faults))))

    job = session.jobs.submit(tr("History"), look, lane="files", visible=False)
    job.finished.connect(tell)
    job.failed.connect(session.report)


def _fault_text(fault: PluginFault) -> str:
    plugin = fault.plugin
    return tr(
        "{plugin} of {package} {version}: {reason}.",
        plugin=plugin.name,
        package=plugin.package,
        version=plugin.version,
        reason=fault.reason,
    )
