"""Language models behind OpenAI's ``/v1/chat/completions``: llama.cpp, Ollama, LM Studio, LocalAI. On this computer alone."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from catchlight.core.messages import Message
from catchlight.core.progress import Progress
from catchlight.generators.address import EngineAddress, locate
from catchlight.generators.exchange import Exchange, connect, run_watched
from catchlight.imagine.errors import EngineFault, shorten_words

NAME = "Your language model"
_TIMEOUT = 120.0
"""Seconds without a sign of life: a small model on a processor reads the list of commands in half a minute."""
_MOST_TOKENS = 600


@dataclass(frozen=True)
class ChatModel:
    """address: of the server, with or without ``/v1``. model: as the server calls it; empty: the first that it lists."""

    address: str
    model: str = ""

    def answer(self, instructions: str, question: str, schema: dict[str, Any], progress: Progress) -> Any:
        """The model's answer as a JSON value; the schema goes along, and a server that knows none is read all the same.

        Raises InvalidRequest for an address that is none, EngineFault where nobody answers there, where the address is not on
        this computer (``engine_unsuited``), and where the answer is no JSON (``engine_refused``). Raises Cancelled.
        """
        found = locate(self.address)
        if found.place != "computer":
            raise EngineFault(
                Message("A language model must run on this computer: give an address like http://127.0.0.1:11434."),
                "engine_unsuited",
            )

        async def ask() -> Any:
            async with connect(NAME, found, _TIMEOUT, None) as exchange:
                return await self._asked(exchange, found, instructions, question, schema)

        return run_watched(ask, progress)

    async def _asked(
        self, exchange: Exchange, found: EngineAddress, instructions: str, question: str, schema: dict[str, Any]
    ) -> Any:
        start = "" if found.prefix.endswith("/v1") else "/v1"
        model = self.model or await self._first(exchange, start)
        answer = await exchange.json(
            "POST",
            f"{start}/chat/completions",
            json={
                "model": model,
                "messages": [{"role": "system", "content": instructions}, {"role": "user", "content": question}],
                "temperature": 0,
                "max_tokens": _MOST_TOKENS,
                "stream": False,
                "response_format": {
                    "type": "json_schema",
                    "json_schema": {"name": "wishes", "strict": True, "schema": schema},
                },
            },
        )
        try:
            text = answer["choices"][0]["message"]["content"]
            return json.loads(text[text.index("{") : text.rindex("}") + 1])
        except (KeyError, IndexError, TypeError, AttributeError, ValueError, RecursionError) as fault:
            raise EngineFault(
                Message("{engine} answers, but not in the form that was asked for. Try another model.", engine=NAME),
                "engine_refused",
            ) from fault

    async def _first(self, exchange: Exchange, start: str) -> str:
        listed = await exchange.json("GET", f"{start}/models")
        rows = listed.get("data") if isinstance(listed, dict) else None
        first = rows[0] if isinstance(rows, list) and rows else None
        if not isinstance(first, dict) or not first.get("id"):
            raise EngineFault(Message("{engine} has no model.", engine=NAME), "engine_unsuited")
        return shorten_words(str(first["id"]))
