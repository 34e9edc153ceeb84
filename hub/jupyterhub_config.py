"""A hub for one class on one machine: docs/class_of_30.md tells how to start it, and what it is not.

A lab and not a school: all pupils are one user of this machine, so whoever knows how reads and changes the
files of all others. Nothing is marked here that counts.
"""

import os
import shutil
import sys
from pathlib import Path

import ninevears_kernel
from ninevears_kernel.cli import notebook_folder

c = get_config()  # noqa: F821

PUPILS = int(os.environ.get("NINEVEARS_PUPILS", "30"))
HOMES = Path(os.environ.get("NINEVEARS_HOMES", "pupils")).resolve()
PORT = int(os.environ.get("NINEVEARS_PORT", "8000"))

# ---- who comes in: any name with the password of the class; the teacher with another one
c.JupyterHub.authenticator_class = "shared-password"
c.SharedPasswordAuthenticator.user_password = os.environ["NINEVEARS_CLASS_PASSWORD"]
c.SharedPasswordAuthenticator.admin_password = os.environ["NINEVEARS_TEACHER_PASSWORD"]
c.Authenticator.admin_users = {"teacher"}
c.Authenticator.allow_all = True
c.Authenticator.username_pattern = r"[a-z][a-z0-9-]{0,29}"  # the name of a folder

# ---- where: one process for each pupil, in a home of their own
c.JupyterHub.spawner_class = "simple"
c.SimpleLocalProcessSpawner.home_dir_template = str(HOMES / "{username}")
c.Spawner.notebook_dir = "~/nine-years"
c.Spawner.default_url = "/lab/tree/index.ipynb"
c.Spawner.cmd = [sys.executable, "-m", "jupyterhub.singleuser"]
c.Spawner.http_timeout = c.Spawner.start_timeout = 180  # thirty at once on a small machine
if hasattr(os, "geteuid") and os.geteuid() == 0:
    c.Spawner.args = ["--allow-root"]


def give_notebooks(spawner):
    """A pupil who comes for the first time gets a copy of the notebooks, which is theirs."""
    home = HOMES / spawner.user.name
    source = notebook_folder(HOMES / ".notebooks")
    if not (home / "nine-years" / "index.ipynb").exists():
        home.mkdir(parents=True, exist_ok=True)
        shutil.copytree(source, home / "nine-years", dirs_exist_ok=True)


c.Spawner.pre_spawn_hook = give_notebooks

# ---- nbgrader, and no question about news of Jupyter over the first page
HERE = Path(__file__).resolve().parent
SETTINGS = [HERE, Path(ninevears_kernel.__file__).parent / "page" / "lab"]
c.Spawner.environment = {
    "JUPYTER_CONFIG_PATH": os.pathsep.join(map(str, SETTINGS)),
    "NINEVEARS_HOMES": str(HOMES),
}
(HOMES / ".exchange").mkdir(parents=True, exist_ok=True)
(HOMES / ".exchange").chmod(0o777)  # nbgrader wants it so
(HOMES / "teacher" / "nine-years" / "course" / "source").mkdir(parents=True, exist_ok=True)

# ---- what it may take: a lesson that nobody has open gives its memory back after ten minutes
c.JupyterHub.active_server_limit = PUPILS + 1
c.JupyterHub.concurrent_spawn_limit = PUPILS + 1  # a class comes all at once; who is refused sees an error
c.Spawner.args = [
    *(c.Spawner.args if "args" in c.Spawner else []),
    "--MappingKernelManager.cull_idle_timeout=600",
    "--MappingKernelManager.cull_interval=60",
    "--LabApp.news_url=None",
    "--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate",
    "--LabApp.extension_manager=readonly",
]

# ---- the hub itself
c.JupyterHub.bind_url = f"http://:{PORT}"
c.JupyterHub.hub_ip = "127.0.0.1"
c.JupyterHub.cookie_secret_file = str(HOMES / ".hub" / "cookie_secret")
c.JupyterHub.db_url = f"sqlite:///{HOMES / '.hub' / 'jupyterhub.sqlite'}"
c.ConfigurableHTTPProxy.pid_file = str(HOMES / ".hub" / "proxy.pid")
(HOMES / ".hub").mkdir(parents=True, exist_ok=True, mode=0o700)
