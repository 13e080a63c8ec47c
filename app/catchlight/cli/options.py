"""Command-line options out of the fields of an operation's Params: one declaration, here read as options."""

from __future__ import annotations

import inspect
import re
import types
from collections.abc import Callable, Collection, Mapping
from enum import Enum
from typing import Annotated, Any, Literal, TypeVar, Union, get_args, get_origin

import typer
from pydantic import BaseModel, ValidationError
from pydantic.fields import FieldInfo

from catchlight.operations.operation import Params

P = TypeVar("P", bound=Params)


def with_options(
    command: Callable[..., None],
    params: type[Params],
    names: Mapping[str, str] | None = None,
    without: Collection[str] = (),
    defaults: Mapping[str, str] | None = None,
) -> Callable[..., None]:
    """``command`` with one option for each field of ``params``; what was given comes to it as ``values``.

    names: options that are called other than their fields (``{"hair_color": "--color"}``), in faults too. without: fields that
    the command takes in its own way. defaults: what holds on the command line alone where an option is not given.

    Options that are not given are absent from ``values``: the defaults stay where they are declared.
    """
    own = [entry for entry in inspect.signature(command, eval_str=True).parameters.values() if entry.name != "values"]
    taken = {name: field for name, field in params.model_fields.items() if name not in without}
    usual = defaults or {}
    fields = [_parameter(name, field, (names or {}).get(name), usual.get(name)) for name, field in taken.items()]

    def invoked(**given: Any) -> None:
        chosen = {name: given.pop(name) for name in taken}
        values = {**usual, **{name: _plain(value) for name, value in chosen.items() if value not in (None, [], ())}}
        try:
            command(**given, values=values)
        except typer.BadParameter as fault:
            fault.message = _by_their_names(fault.message, names or {})
            raise

    parameters = [entry.replace(kind=inspect.Parameter.KEYWORD_ONLY) for entry in (*own, *fields)]
    invoked.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    invoked.__annotations__ = {entry.name: entry.annotation for entry in parameters}
    invoked.__doc__ = command.__doc__
    return invoked


def valid(params: type[P], values: Mapping[str, Any]) -> P:
    """Parameters from what was given; a fault is told as one of the option's usage."""
    given = dict(values)
    for name, entries in values.items():
        item = _item(params.model_fields[name].annotation)
        if item is not None:
            given[name] = tuple(
                entry if isinstance(entry, BaseModel) else _read_item(item, name, entry) for entry in entries
            )
        elif get_origin(params.model_fields[name].annotation) is tuple:
            given[name] = tuple(entries)
    try:
        return params(**given)
    except ValidationError as fault:
        first = fault.errors(include_url=False)[0]
        said = first["msg"].removeprefix("Value error, ")
        if first["loc"]:
            said = f"{_flag(str(first['loc'][0]), params)}: {said[:1].lower()}{said[1:]}"
        # Our own messages name fields as they are on the wire.
        for field in params.model_fields.values():
            if field.alias and not field.alias.islower():
                said = said.replace(field.alias, _flag(field.alias, params))
        raise typer.BadParameter(f"{said}.") from fault


def numbers_of(option: str, text: str, count: int) -> list[float]:
    """Numbers out of ``3,4.5``. Raises BadParameter."""
    try:
        found = [float(part) for part in text.split(",")]
    except ValueError:
        found = []
    if len(found) != count:
        raise typer.BadParameter(f"{option} {text!r}: give {count} numbers, separated by commas.")
    return found


def _parameter(name: str, field: FieldInfo, flag: str | None = None, default: str | None = None) -> inspect.Parameter:
    flag = flag or "--" + name.replace("_", "-")
    kind = _bare(field.annotation)
    annotation: Any = kind
    if get_origin(field.annotation) is tuple:
        annotation = list[str]
    elif get_origin(kind) is Literal:
        annotation = _choice(name, kind)
    declaration = f"{flag}/--no-{flag[2:]}" if kind is bool else flag
    option = typer.Option(declaration, help=_help(field, default), show_default=False, metavar=_metavar(field, kind))
    return inspect.Parameter(
        name, inspect.Parameter.KEYWORD_ONLY, default=None, annotation=Annotated[annotation | None, option]
    )


def _help(field: FieldInfo, default: str | None = None) -> str:
    """Title, description, range and default of a field. default: that of the command line, where it differs."""
    text = field.title or ""
    if field.description:
        text = f"{text}: {field.description[:1].lower()}{field.description[1:]}" if text else field.description
    text += _range_text(field)
    if field.is_required():
        return f"{text} [required]"
    if field.default is not None and get_origin(field.annotation) is not tuple:
        usual = default or str(field.default)
        said = {"True": "yes", "False": "no"}.get(usual, usual)
        text += f" [default: {said}]"
    item = _item(field.annotation)
    if item is not None:
        text += f" Each as {','.join(f'{name}=...' for name in item.model_fields)}; may be given several times."
    return text


def _range_text(field: FieldInfo) -> str:
    """`` [0..1]`` where a field has limits, else nothing."""
    rules = [(name, getattr(rule, name, None)) for rule in field.metadata for name in ("ge", "gt", "le", "lt")]
    ends = {name: end for name, end in rules if end is not None}
    if not ends:
        return ""
    return f" [{ends.get('ge', ends.get('gt', ''))}..{ends.get('le', ends.get('lt', ''))}]"


def _metavar(field: FieldInfo, kind: Any) -> str | None:
    extra = field.json_schema_extra
    if kind is not bool and isinstance(extra, dict) and "unit" in extra:
        return str(extra["unit"])
    return "ITEM" if _item(field.annotation) is not None else None


def _flag(name: str, params: type[Params]) -> str:
    found = next((key for key, field in params.model_fields.items() if name in (key, field.alias)), name)
    return "--" + found.replace("_", "-")


def _by_their_names(said: str, names: Mapping[str, str]) -> str:
    """A fault of usage with its options as they are called here."""
    for field, flag in names.items():
        said = re.sub(rf"--{field.replace('_', '-')}(?![\w-])", flag, said)
    return said


def _bare(annotation: Any) -> Any:
    """The type of an optional field."""
    if get_origin(annotation) in (Union, types.UnionType):
        return next(part for part in get_args(annotation) if part is not type(None))
    return annotation


def _item(annotation: Any) -> type[BaseModel] | None:
    """The model of a field that is a tuple of models (the further pictures of a mixed sheet)."""
    if get_origin(annotation) is not tuple:
        return None
    inner = get_args(annotation)[0]
    return inner if isinstance(inner, type) and issubclass(inner, BaseModel) else None


def _read_item(item: type[BaseModel], name: str, text: str) -> BaseModel:
    """``spec=uk_passport,copies=2`` as its model; whole numbers are told from words by their look."""
    pairs = [part.partition("=") for part in text.split(",") if part.strip()]
    values = {key.strip(): int(value) if value.strip().isdecimal() else value.strip() for key, _, value in pairs}
    try:
        return item.model_validate(values)
    except ValidationError as fault:
        first = fault.errors(include_url=False)[0]
        where = ".".join(str(part) for part in first["loc"])
        raise typer.BadParameter(f"--{name.replace('_', '-')} {text!r}: {where}: {first['msg']}.") from fault


def _choice(name: str, kind: Any) -> Any:
    """An enumeration of a Literal's words, which is what the command line reads choices from."""
    return Enum(f"{name}_choice", {str(value): str(value) for value in get_args(kind)}, type=str)


def _plain(value: Any) -> Any:
    return value.value if isinstance(value, Enum) else value
