"""`value`: attrs.frozen, but cheap to build.

A frozen attrs class sets its fields through ``object.__setattr__``, which is most of what a transition costs. `value` gives the class another
``__init__``: the new object spends the time of its construction as an instance of an unfrozen twin of the same layout, where plain assignment
works, and is handed out frozen. Everything else - equality, hash, repr, pickling, copying, generics, `attrs.evolve`, errors on assignment and
deletion - is what attrs made. An object of eight fields costs about half as much; `railrules bench` shows what a game gains by it.
"""

import types
from typing import TYPE_CHECKING, Any, Generic, TypeVar

import attrs

__all__ = ["value"]

C = TypeVar("C", bound=type)

_FACTORY: Any = attrs.Factory  # a class, whatever its stub says
_set_class = object.__dict__["__class__"].__set__


def _build(cls: C) -> C:
    """The decorator as it runs."""
    namespace = vars(cls)
    own_construction = any(name in namespace for name in ("__init__", "__attrs_pre_init__", "__attrs_post_init__"))
    built = attrs.frozen(weakref_slot=False)(cls)  # with a weakref slot CPython finds the layouts of two classes different
    fields = attrs.fields(built)
    plain = all(
        field.init and not field.kw_only and field.converter is None and field.validator is None and not isinstance(field.default, _FACTORY)
        for field in fields
    )
    if fields and plain and not own_construction and set(built.__bases__) <= {object, Generic}:
        _replace_init(built, fields)
    _finish(built)
    return built


def _replace_init(cls: Any, fields: Any) -> None:
    defaults = {field.name: field.default for field in fields if field.default is not attrs.NOTHING}
    twin = types.new_class(
        f"{cls.__name__}UnderConstruction",
        getattr(cls, "__orig_bases__", cls.__bases__),
        exec_body=lambda namespace: namespace.update(__slots__=cls.__slots__),
    )
    # Parameters are named as attrs names them, without leading underscores, so that they never hide the names with one.
    parameters = [f"{field.alias}=_defaults[{field.name!r}]" if field.name in defaults else field.alias for field in fields]
    lines = [
        f"def __init__(self, {', '.join(parameters)}):",
        "    _set_class(self, _twin)",
        *(f"    self.{field.name} = {field.alias}" for field in fields),
        "    self.__class__ = _cls",
    ]
    namespace: dict[str, Any] = {"_set_class": _set_class, "_twin": twin, "_cls": cls, "_defaults": defaults}
    exec("\n".join(lines), namespace)  # noqa: S102 - source made of field names alone, as attrs itself does it
    init = namespace["__init__"]
    init.__qualname__ = f"{cls.__qualname__}.__init__"
    init.__annotations__ = dict(cls.__init__.__annotations__)
    cls.__init__ = init


def _finish(cls: Any) -> None:
    cls.__init_subclass__ = classmethod(_refuse_subclass)


def _refuse_subclass(cls: type, /, **_: Any) -> None:
    raise TypeError(f"{cls.__mro__[1].__name__} is a final value class and cannot be subclassed")


if TYPE_CHECKING:
    from attrs import frozen as value  # what type checkers know of attrs holds for it too
else:
    value = _build
    value.__doc__ = """Make a frozen, slotted attrs class that is cheap to build; use it as ``attrs.frozen`` without arguments."""
