"""What the steps of a preset need beside the parameters of their operation: places and pictures, declared once for validation and
for the JSON schema.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import ConfigDict, Field, TypeAdapter, ValidationError, create_model
from pydantic.alias_generators import to_camel
from pydantic_core import CoreSchema

from catchlight.core.conditions.collection_conditions import Has, Lacks, Length
from catchlight.core.conditions.combined_conditions import AllOf, AnyOf
from catchlight.core.conditions.condition import Condition
from catchlight.core.conditions.field_conditions import Is, IsNot
from catchlight.core.conditions.nested_conditions import Within
from catchlight.core.conditions.ruled_model import Rule, RuledModel
from catchlight.core.messages import Message
from catchlight.operations.hair.params import REFERENCE as HAIR_REFERENCE
from catchlight.operations.headshot.choices import OWN_PICTURE
from catchlight.operations.headshot.choices import REFERENCE as CLOTHING_REFERENCE
from catchlight.operations.operation import Operation, Params
from catchlight.operations.registry import STEPS
from catchlight.service.data_url import FORMAT
from catchlight.service.presets.relative_places import PLACED, Size

_PIXELS = Message("it has places in pixels, but placedIn (width and height) is missing.")
_NO_PICTURES = Message("it takes no pictures; leave pictures out.")
_ONE_PICTURE = Message("it takes one picture; leave the others out.")


class StepParts(RuledModel):
    """What a step has beside its operation. placed_in: size of the picture, in pixels, that places among the parameters are meant
    in.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", alias_generator=to_camel, populate_by_name=True)

    placed_in: Size | None = Field(
        None, title="Placed in", description="Size of the picture that places among the parameters are meant in."
    )
    pictures: tuple[Annotated[str, Field(json_schema_extra={"format": FORMAT})], ...] = Field(
        (), title="Pictures", description="Data URLs of what joins the source: a background, hair or clothes."
    )


def step_rules(operation: Operation[Any]) -> tuple[Rule, ...]:
    """The rules for a step of an operation, about ``placed_in``, ``pictures`` and ``parameters``, a model of its Params."""
    rules = [*_PICTURES.get(operation.id, (Rule(Length("pictures", 0, 0), _NO_PICTURES),))]
    if operation.id in PLACED:
        rules.append(_placed(operation.params, PLACED[operation.id]))
    return tuple(rules)


def steps_schema() -> CoreSchema:
    """Of any step that this program knows, told apart by its operation, for ``__get_pydantic_json_schema__``."""
    one: Any = None
    for operation in STEPS.values():
        one = _step_model(operation) if one is None else one | _step_model(operation)
    return TypeAdapter(Annotated[one, Field(discriminator="operation")]).core_schema


def _step_model(operation: Operation[Any]) -> type[RuledModel]:
    """A step of one operation; its parameters may be missing where the operation needs none."""
    parameters: Any
    try:
        operation.params()
    except ValidationError:
        parameters = Field(title="Parameters")
    else:
        parameters = Field(default_factory=operation.params, title="Parameters")
    only: Any = Literal[operation.id]
    made: Any = create_model(
        "".join(word.capitalize() for word in operation.id.split("_")) + "Step",
        __base__=StepParts,
        __doc__=f"{operation.title}, a step of a batch.",
        operation=(only, Field(title="Operation")),
        parameters=(operation.params, parameters),
    )
    made.RULES = step_rules(operation)
    model: type[RuledModel] = made
    return model


def _placed(params: type[Params], places: tuple[str, ...]) -> Rule:
    fields = params.model_fields
    has_size: Condition = IsNot("placed_in", None)
    if any(fields[name].is_required() for name in places):
        return Rule(has_size, _PIXELS)
    unplaced = AllOf(*(Is(name, fields[name].default) for name in places))
    return Rule(AnyOf(has_size, Within("parameters", unplaced)), _PIXELS)


_WITH_BACKGROUND, _WITHOUT_BACKGROUND = (
    Within("parameters", condition("background_styles", OWN_PICTURE)) for condition in (Has, Lacks)
)
_WITH_CLOTHES, _WITHOUT_CLOTHES = (
    Within("parameters", condition("clothing_styles", CLOTHING_REFERENCE)) for condition in (Has, Lacks)
)
_PICTURES: dict[str, tuple[Rule, ...]] = {
    "headshot": (
        Rule(
            AnyOf(
                _WITHOUT_CLOTHES, AllOf(_WITHOUT_BACKGROUND, Length("pictures", 1, None)), Length("pictures", 2, None)
            ),
            Message(
                "reference needs the picture of the clothes in pictures, as a data URL, after that of the background."
            ),
        ),
        Rule(
            AnyOf(_WITHOUT_BACKGROUND, Length("pictures", 1, None)),
            Message("own_picture needs its picture in pictures, as a data URL."),
        ),
        Rule(AnyOf(_WITH_BACKGROUND, _WITH_CLOTHES, Length("pictures", 0, 0)), _NO_PICTURES),
        Rule(AnyOf(AllOf(_WITH_BACKGROUND, _WITH_CLOTHES), Length("pictures", 0, 1)), _ONE_PICTURE),
        Rule(Length("pictures", 0, 2), Message("it takes two pictures; leave the others out.")),
    ),
    "hair": (
        Rule(
            AnyOf(
                Length("pictures", 1, None),
                Within("parameters", AllOf(Lacks("hair_styles", HAIR_REFERENCE), IsNot("hair_color", HAIR_REFERENCE))),
            ),
            Message("the hair of a photo needs that photo in pictures, as a data URL."),
        ),
        Rule(Length("pictures", 0, 1), _ONE_PICTURE),
    ),
    "layout": (
        Rule(
            Within("parameters", Length("mixed", 0, 0)),
            Message("a sheet of several pictures cannot be a step of a preset; leave mixed out."),
        ),
        Rule(Length("pictures", 0, 0), _NO_PICTURES),
    ),
}
"""About pictures, by operation; any other takes none."""
