"""A press on a link that saves a file is never lost, though the link is told anew while it is pressed."""

import pytest
from playwright.sync_api import Page

from ninevears_kernel.widgets.parts.front import front

pytestmark = pytest.mark.browser
CARRIER = """
const heard = [];
const model = { value: "", get: (name) => model[name], on: (_, act) => heard.push(act), off: () => {} };
window.tell = (value) => { model.value = value; heard.forEach((act) => act()); };
render({ model, el: document.getElementById("here") });
"""


def told(text: str, *more: str) -> str:
    links = [f"<a download='a.{name}' href='data:text/plain,{text}'>{name}</a>" for name in ("html", *more)]
    return f"<span class='exports'>Save: {' '.join(links)}</span>"


def carry(page: Page, value: str) -> None:
    page.set_content("<div id='here'></div>")
    code = front("links.js").replace("export default { render };", CARRIER)
    page.add_script_tag(content=f"(() => {{ {code} }})()")
    page.evaluate("tell", value)


def test_a_link_that_is_told_anew_while_it_is_pressed_saves_what_it_says_now(page: Page) -> None:
    for more in ((), ("md",), ("md", "pdf")):
        carry(page, told("old", "md"))
        box = page.get_by_role("link", name="html", exact=True).bounding_box()
        assert box is not None
        page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        page.mouse.down()
        page.evaluate("tell", told("new", *more))
        with page.expect_download(timeout=5000) as download:
            page.mouse.up()
        assert download.value.path().read_text(encoding="utf-8") == "new"
        assert page.locator("a").all_text_contents() == ["html", *more]
    page.evaluate("tell", "<a download='b.csv' href='data:text/plain,csv'>csv</a>")
    assert page.locator("a").all_text_contents() == ["csv"]
    page.evaluate("tell", "")
    assert page.locator("#here").inner_html() == ""
