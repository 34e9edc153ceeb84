"""What every test shares: how hard hypothesis tries, and where the browser is."""

import os
import shutil

import pytest
from hypothesis import HealthCheck, settings

# In CI the same examples each time, so that a red run can be repeated; at home new ones.
settings.register_profile(
    "ci", derandomize=True, deadline=None, print_blob=True, suppress_health_check=[HealthCheck.too_slow]
)
settings.register_profile("dev", deadline=None)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "ci" if os.environ.get("CI") else "dev"))

BROWSERS = ("chromium", "chromium-browser", "google-chrome")
NO_BROWSER = (
    "There is no Chromium here: install it (apt-get install chromium) or set NINEVEARS_CHROMIUM to its path."
)


@pytest.fixture(scope="session")
def chromium() -> str:
    """The path of a Chromium. Without one a test fails in CI and is skipped on a person's machine."""
    if named := os.environ.get("NINEVEARS_CHROMIUM"):
        if found := shutil.which(named):
            return found
        pytest.fail(f"NINEVEARS_CHROMIUM is {named!r}, which is no program that can be run.")
    for name in BROWSERS:
        if found := shutil.which(name):
            return found
    if os.environ.get("CI"):
        pytest.fail(NO_BROWSER)
    pytest.skip(NO_BROWSER)
