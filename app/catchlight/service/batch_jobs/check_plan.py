"""What a server does not do for its clients' batches, told when one is asked for and not at each of its files."""

from __future__ import annotations

from catchlight.catalogue.catalogue import Catalogue
from catchlight.core.errors import UnknownEntry
from catchlight.imaging.picture import Picture
from catchlight.service.batch_jobs.wire import SentPlan
from catchlight.service.data_url import read_data_url
from catchlight.service.editor import EngineSource
from catchlight.service.presets.preset import PresetStep, check
from catchlight.service.wire import Decoder, SentPicture


def check_plan(plan: SentPlan, catalogue: Catalogue, engine: EngineSource, decoder: Decoder) -> None:
    """Whether this server can do all steps. engine: gives what paints, or raises why there is none.

    Raises InvalidRequest, UnknownEntry for a document or a paper of the client's own, ImaginingOff, what ``engine`` raises, and
    what ``decoder`` raises of pictures that join the source.
    """
    check(plan.preset, plan.preset.name)
    for step in plan.preset.steps:
        params = step.drawn_params()
        if getattr(params, "imagine", False):
            engine()
        spec, paper = getattr(params, "spec", None), getattr(params, "paper", None)
        if isinstance(spec, str) and catalogue.documents.get(spec) is None:
            raise UnknownEntry("spec", spec, catalogue.documents.ids)
        if isinstance(paper, str) and catalogue.papers.get(paper) is None:
            raise UnknownEntry("paper", paper, catalogue.papers.ids)
        joining_pictures(step, decoder)


def joining_pictures(step: PresetStep, decoder: Decoder) -> list[Picture]:
    """The pictures that join the source of a step, within the limits of what is sent. Raises what reading and decoding raise."""
    limit = decoder.limits.max_bytes
    sent = (SentPicture(read_data_url(url, "steps.pictures", limit), "steps.pictures") for url in step.pictures)
    return [decoder.decode(picture) for picture in sent]
