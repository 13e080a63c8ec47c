"""What somebody may have meant: known words near to one that is not known."""

from __future__ import annotations

from collections.abc import Iterable


def close_matches(word: str, known: Iterable[str], n: int = 3, cutoff: float = 0.6) -> list[str]:
    """At most ``n`` known words that are like ``word``, the nearest first; upper and lower case count as one.

    cutoff: of the similarity 0..1, the share of letters of both that stand in both in the same order (normalised indel
    similarity, which counts as ``difflib.SequenceMatcher.ratio`` does). What passes is ordered by the mean of two others: optimal
    string alignment, to which swapped letters are one slip, and Jaro-Winkler, to which the beginning of a word counts most.
    """
    from rapidfuzz import fuzz, process  # 25 ms that only a mistake costs
    from rapidfuzz.distance import OSA, JaroWinkler

    typed = word.casefold()
    like = process.extract(
        typed, list(known), scorer=fuzz.ratio, processor=str.casefold, score_cutoff=100 * cutoff, limit=None
    )

    def similarity(entry: str) -> float:
        meant = entry.casefold()
        return OSA.normalized_similarity(typed, meant) + JaroWinkler.normalized_similarity(typed, meant)

    return sorted((entry for entry, _ratio, _place in like), key=similarity, reverse=True)[:n]
