"""Is it fit for its document? Measures a finished ID photo on its decoded file, with limits that have a source."""

from catchlight.operations.compliance.judge import judge, judge_file
from catchlight.operations.compliance.verdict import Check, Verdict

__all__ = ["Check", "Verdict", "judge", "judge_file"]
