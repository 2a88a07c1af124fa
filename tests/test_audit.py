"""The audit of the lock, against a service of vulnerabilities that speaks OSV's protocol."""

import json
import os
import subprocess
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest

ROOT = Path(__file__).parents[1]
HOLES = {("django", "3.2"), ("holey", "1.0")}
HASH = f"--hash=sha256:{'0' * 64}"


class Osv(BaseHTTPRequestHandler):
    """Knows the holes of two releases."""

    def do_POST(self) -> None:
        query = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        known = (query["package"]["name"], query["version"]) in HOLES
        answer = {"vulns": [{"id": "PYSEC-1", "summary": "A hole.", "affected": []}]}
        body = json.dumps(answer if known else {}).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        """Leave the output of the tests alone."""


@pytest.fixture(scope="module")
def osv() -> Iterator[str]:
    with ThreadingHTTPServer(("127.0.0.1", 0), Osv) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


def audit(lock: Path, osv: str, **environment: str) -> subprocess.CompletedProcess[str]:
    service = {"AUDIT_SERVICES": "osv", "PIP_AUDIT_OSV_URL": osv, **environment}
    return subprocess.run(
        [ROOT / ".ci/audit", lock],
        env={**os.environ, **service},
        capture_output=True,
        text=True,
        check=False,
    )


def test_a_known_hole_in_the_lock_fails_the_audit(osv: str, tmp_path: Path) -> None:
    lock = tmp_path / "lock.txt"
    lock.write_text(f"sound==1.0 {HASH}\nholey==1.0 {HASH}\n")
    done = audit(lock, osv)
    assert done.returncode == 1
    assert "PYSEC-1" in done.stdout


def test_where_nobody_can_be_asked_the_audit_fails_if_it_is_required(tmp_path: Path) -> None:
    done = audit(tmp_path / "lock.txt", osv="http://127.0.0.1:9/", AUDIT="required")
    assert done.returncode == 1
    assert "NOT AUDITED" in done.stderr
