"""Tries the hub of jupyterhub_config.py as a class does, and tells what it costs; the hub must run already.

    python hub/try_it.py 6             six pupils at once: each gets a server and runs the lesson on the map
    python hub/try_it.py --nbgrader    a teacher and two pupils: release, fetch, submit, collect, autograde

It needs nothing but what the hub's own environment has, and the passwords in its two variables.
"""

import asyncio
import json
import os
import re
import subprocess
import sys
import time
import uuid
from pathlib import Path
from statistics import median

import httpx
import psutil
from tornado.httpclient import HTTPRequest
from tornado.websocket import websocket_connect

PORT = os.environ.get("NINEVEARS_PORT", "8000")
ADDRESS = f"http://127.0.0.1:{PORT}"
HOMES = Path(os.environ.get("NINEVEARS_HOMES", "pupils")).resolve()
LESSON = "lessons/01_the_map.ipynb"
PATIENCE = 600.0


class Person:
    """Somebody at a browser: logs in, has a server of their own, and runs notebooks on it."""

    def __init__(self, name: str) -> None:
        self.name, self.first = name, 0.0
        self.client = httpx.AsyncClient(base_url=ADDRESS, follow_redirects=True, timeout=PATIENCE)

    async def come_in(self) -> None:
        """Logs in, and waits for the server."""
        secret = "NINEVEARS_TEACHER_PASSWORD" if self.name == "teacher" else "NINEVEARS_CLASS_PASSWORD"
        form = (await self.client.get("/hub/login")).text
        token = re.search(r'name="_xsrf" value="([^"]+)"', form)[1]
        given = {"username": self.name, "password": os.environ[secret], "_xsrf": token}
        (await self.client.post("/hub/login", data=given)).raise_for_status()
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            told = await self.client.get(f"/user/{self.name}/api/status")
            if told.status_code == 200 and "started" in told.text:
                return
            # the page of the hub's own starts the server, and that of the server takes the name over
            await self.client.get(f"/user/{self.name}/lab" if told.status_code == 403 else "/hub/spawn")
            await asyncio.sleep(1)
        raise TimeoutError(self.name)

    def _cookies(self) -> dict[str, str]:
        mine = f"/user/{self.name}/"
        return {one.name: one.value for one in self.client.cookies.jar if mine.startswith(one.path)}

    async def ask(self, method: str, path: str, **more: object) -> httpx.Response:
        """Asks the own server for something."""
        headers = {"X-XSRFToken": self._cookies().get("_xsrf", "")}
        answer = await self.client.request(method, f"/user/{self.name}/{path}", headers=headers, **more)
        assert answer.status_code < 400, (self.name, path, answer.status_code, answer.text[:500])
        return answer

    async def run(self, path: str) -> None:
        """Runs a notebook cell by cell, as its page does; notes when the first map came."""
        begin = {"path": path, "type": "notebook", "name": "", "kernel": {"name": "python3"}}
        kernel = (await self.ask("POST", "api/sessions", json=begin)).json()["kernel"]["id"]
        notebook = (await self.ask("GET", f"api/contents/{path}")).json()["content"]
        cookies = "; ".join(f"{name}={value}" for name, value in self._cookies().items())
        address = f"{ADDRESS.replace('http', 'ws')}/user/{self.name}/api/kernels/{kernel}/channels"
        asked = HTTPRequest(address, headers={"Cookie": cookies, "Origin": ADDRESS}, request_timeout=PATIENCE)
        self.socket = await websocket_connect(asked, max_message_size=2**28)
        for cell in notebook["cells"]:
            if cell["cell_type"] == "code":
                await self._run_cell(cell["source"])

    async def _run_cell(self, code: str) -> None:
        id = uuid.uuid4().hex
        head = {"msg_id": id, "msg_type": "execute_request", "session": id, "username": "", "date": ""}
        content = {"code": code, "silent": False, "store_history": False, "user_expressions": {}}
        content |= {"allow_stdin": False, "stop_on_error": True}
        message = {
            "header": head | {"version": "5.3"},
            "parent_header": {},
            "metadata": {},
            "content": content,
        }
        await self.socket.write_message(json.dumps(message | {"channel": "shell"}))
        while (told := await asyncio.wait_for(self.socket.read_message(), PATIENCE)) is not None:
            if not self.first and (b"Leaflet" if isinstance(told, bytes) else "Leaflet") in told:
                self.first = time.monotonic()
            if isinstance(told, bytes):
                continue
            said = json.loads(told)
            assert said["msg_type"] != "error", said["content"]
            is_idle = said["msg_type"] == "status" and said["content"]["execution_state"] == "idle"
            if is_idle and said["parent_header"].get("msg_id") == id:
                return


def memory(word: str) -> list[float]:
    """The memory of the processes with a word in their command, in MB; what they share is shared out."""
    found = []
    for process in psutil.process_iter():
        try:
            if word in " ".join(process.cmdline()) and sys.prefix in " ".join(process.cmdline()):
                found.append(process.memory_full_info().pss / 2**20)
        except psutil.Error:
            continue
    return found


async def a_class(count: int) -> None:
    """So many pupils at once."""
    free, begin = psutil.virtual_memory().available, time.monotonic()

    async def pupil(number: int) -> tuple[float, float, float]:
        person = Person(f"pupil-{number}")
        await person.come_in()
        in_lab = time.monotonic()
        await person.run(LESSON)
        return in_lab - begin, person.first - begin, time.monotonic() - begin

    times = await asyncio.gather(*(pupil(number + 1) for number in range(count)))
    for name, found in zip(
        ("in the lab", "first map", "whole lesson"), zip(*times, strict=True), strict=True
    ):
        print(f"{name:13} median {median(found):.0f} s, last {max(found):.0f} s")
    for name, word in (("server", "jupyterhub.singleuser"), ("kernel", "ipykernel_launcher")):
        found = memory(word)
        print(f"{name:13} {len(found)} of them, {sum(found) / max(1, len(found)):.0f} MB each")
    taken = (free - psutil.virtual_memory().available) / 2**20
    print(f"a pupil       {taken / count:.0f} MB of this machine's memory")


async def a_course() -> None:
    """A teacher releases an assignment; two pupils fetch and answer it and hand it in; it is marked."""
    name = f"siege-{int(time.time())}"
    course = HOMES / "teacher" / "nine-years" / "course"
    chosen = ["--chapter", "siege", "--count", "2", "--seed", "5", "--course", str(course)]
    subprocess.run([sys.executable, "-m", "ninevears_kernel", "assignment", name, *chosen], check=True)
    teacher, anna, ben = (Person(one) for one in ("teacher", "anna", "ben"))
    await asyncio.gather(*(one.come_in() for one in (teacher, anna, ben)))
    marks = f"formgrader/api/assignment/{name}"
    for step in ("assign", "release"):
        print(step, (await teacher.ask("POST", f"{marks}/{step}")).json()["success"])
    of = {"course_id": "nine-years", "assignment_id": name}
    for pupil, answers in ((anna, _answers(True)), (ben, _answers(False))):
        fetched = (await pupil.ask("POST", "assignments/fetch", data=of)).json()
        (file,) = (HOMES / pupil.name).rglob(f"{name}/{name}.ipynb")
        text = file.read_text(encoding="utf-8")
        for number, answer in enumerate(answers, 1):
            text = text.replace(f'answer_{number} = \\"\\"', f'answer_{number} = \\"{answer}\\"')
        file.write_text(text, encoding="utf-8")
        handed = (await pupil.ask("POST", "assignments/submit", data=of)).json()
        print(pupil.name, "fetch", fetched["success"], "submit", handed["success"])
    print("collect", (await teacher.ask("POST", f"{marks}/collect")).json()["success"])
    for pupil in (anna, ben):
        graded = (
            await teacher.ask("POST", f"formgrader/api/submission/{name}/{pupil.name}/autograde")
        ).json()
        assert graded["success"], graded
    told = (await teacher.ask("GET", f"formgrader/api/submissions/{name}")).json()
    scores = {one["student"]: (one["score"], one["max_score"]) for one in told}
    print("marks", scores)
    assert scores["anna"][0] == scores["anna"][1] > scores["ben"][0], scores


def _answers(right: bool) -> list[str]:
    from ninevears_kernel.teaching.marking import reveal
    from ninevears_kernel.teaching.task_set import make_task_set

    found = [reveal(task).answer for task in make_task_set(2, seed=5, chapter="siege")]
    return [str(one) if right else "997" for one in found]


if __name__ == "__main__":
    asyncio.run(a_course() if sys.argv[1:] == ["--nbgrader"] else a_class(int((sys.argv[1:] or ["6"])[0])))
