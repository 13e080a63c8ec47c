"""A panel of judges: edits shuffled among untouched photographs, marks read back, and the history of what they said.

A judge sees numbered cells at 100 % and is told only that some are edited. The key lies in a folder of its own.

    python -m tests.benchmarks.panel make FOLDER --portraits DIR [--groups dye backgrounds …] [--each 2] [--seed 0]
    python -m tests.benchmarks.panel read FOLDER MARKS.csv --judge NAME [--note TEXT]
    python -m tests.benchmarks.panel history
"""
