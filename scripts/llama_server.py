"""Runs llama.cpp's server for as long as a script asks it for completions."""

import contextlib
import json
import socket
import subprocess
import tempfile
import time
import urllib.request

HEALTHY_WITHIN = 60  # seconds for loading the model
ANSWER_WITHIN = 300  # seconds for one completion


@contextlib.contextmanager
def running(server, model, *flags, patience=HEALTHY_WITHIN):
    """Starts the server with one sequence of 2048 tokens and yields complete(body),
    which posts a body to /completion and returns the answer. Raises RuntimeError
    with the server's last words when it ends or is not healthy in time."""
    port = free_port()
    with tempfile.TemporaryFile() as log:
        process = subprocess.Popen([server, "-m", model, "--host", "127.0.0.1", "--port", str(port), "-np", "1", "-c", "2048", *flags],
                                   stdin=subprocess.DEVNULL, stdout=log, stderr=log)
        try:
            base = f"http://127.0.0.1:{port}"
            wait(process, base + "/health", patience, log)

            def complete(body):
                request = urllib.request.Request(base + "/completion", json.dumps(body).encode(), {"Content-Type": "application/json"})
                with urllib.request.urlopen(request, timeout=ANSWER_WITHIN) as answer:
                    return json.load(answer)

            yield complete
        finally:
            process.kill()
            process.wait()


def free_port():
    """A port of this machine that nothing listens on: one that another server
    held would answer in place of ours."""
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


def wait(process, url, patience, log):
    """Returns once the server answers 200; while it loads it refuses or answers 503."""
    end = time.monotonic() + patience
    while time.monotonic() < end:
        if process.poll() is not None:
            raise RuntimeError(f"llama.cpp's server ended with status {process.returncode}: {last_words(log)}")
        try:
            urllib.request.urlopen(url, timeout=2).close()
            return
        except OSError:
            time.sleep(0.5)
    raise RuntimeError(f"llama.cpp's server was not healthy within {patience} s: {last_words(log)}")


def last_words(log):
    log.seek(max(0, log.seek(0, 2) - 500))
    return log.read().decode(errors="replace").strip() or "it said nothing"
