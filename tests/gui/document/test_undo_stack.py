"""Undo and redo of what is not applied yet."""

from __future__ import annotations

from catchlight.gui.document.undo_stack import UndoStack


def recorded(*states: str, limit: int | None = None) -> UndoStack[str]:
    stack: UndoStack[str] = UndoStack(limit)
    for state in states:
        stack.record(state)
    return stack


def test_what_is_undone_can_be_redone_as_it_was_left() -> None:
    stack = recorded("a", "b")
    assert stack.previous == "b"
    assert stack.undo("c, moved since") == "b"
    assert stack.following == "c, moved since"
    assert stack.undo("b") == "a"
    assert not stack.can_undo
    assert stack.undo("a") is None
    assert stack.redo("a") == "b"
    assert stack.redo("b") == "c, moved since"
    assert not stack.can_redo
    assert stack.redo("c") is None
    assert stack.can_undo


def test_a_change_drops_what_was_taken_back() -> None:
    for change in (lambda stack: stack.record("d"), UndoStack.drop_redo):
        stack = recorded("a", "b")
        stack.undo("c")
        change(stack)
        assert not stack.can_redo
        assert stack.can_undo


def test_the_oldest_states_go_where_there_are_too_many() -> None:
    stack = recorded("a", "b", "c", limit=2)
    assert stack.undo("d") == "c"
    assert stack.undo("c") == "b"
    assert not stack.can_undo


def test_some_or_all_states_are_forgotten() -> None:
    stack = recorded("a1", "b1", "a2")
    stack.undo("b2")
    stack.forget(lambda state: state.startswith("b"))
    assert (stack.previous, stack.following) == ("a1", None)
    stack.clear()
    assert not stack.can_undo


def test_the_way_back_can_begin_at_a_state() -> None:
    stack = recorded("a", "b", "c", "b", "d")
    stack.begin_at(lambda state: state == "b")
    assert stack.undo("e") == "d"
    assert stack.undo("d") == "b"
    assert not stack.can_undo
    assert stack.redo("b") == "d"
    stack.begin_at(lambda state: state == "x")
    assert not stack.can_undo
    assert stack.can_redo
