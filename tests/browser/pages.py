"""Pages of a browser, opened in one context wherever a test asks for nothing of its own."""

from typing import Any

from playwright.sync_api import Browser, BrowserContext, Page

SHARED: dict[str, Any] = {"viewport": {"width": 1280, "height": 800}, "locale": "en-US"}
# What a page can be given after it was opened; any other option needs a context of its own.
OF_A_PAGE = {"viewport", "color_scheme", "reduced_motion"}
# The sites of the tests: the servers, whatever their ports, and the player without a server.
SITES = ("http://127.0.0.1/", "http://lab.test/")
MOST = 50  # pages of one process, which holds some 20 MB of each that was closed
FORGET = "() => { try { localStorage.clear(); } catch { /* not a site */ } }"


class Pages:
    """Opens pages and closes them.

    Pages of one site and one context share a renderer's process, with Streamlit's scripts
    compiled in it: opening a page takes 2.0 s of processor time, alone it takes 3.3.
    """

    def __init__(self, browser: Browser, patience: float) -> None:
        self.browser = browser
        self.patience = patience
        self._begin()

    def open(self, **options: Any) -> Page:
        """An empty page, with playwright's options of a context."""
        if options.keys() - OF_A_PAGE:
            return self._context({**SHARED, **options}).new_page()
        self.opened += 1
        page = self.shared.new_page()
        viewport = options.pop("viewport", None)
        if viewport:
            page.set_viewport_size(viewport)
        if options:
            page.emulate_media(**options)
        return page

    def close(self, page: Page) -> None:
        """Close ``page``, and forget what it kept in the browser."""
        if page.context is not self.shared:
            page.context.close()
            return
        if not page.is_closed():
            page.evaluate(FORGET)
            page.close()
        self.shared.clear_cookies()
        if self.opened >= MOST and len(self.shared.pages) == len(SITES):
            self.shared.close()
            self._begin()

    def _begin(self) -> None:
        """A context with a process of each site."""
        self.opened = 0
        self.shared = self._context(SHARED)
        for site in SITES:
            self._keep_process_of(site)

    def _context(self, options: dict[str, Any]) -> BrowserContext:
        context = self.browser.new_context(**options)
        context.set_default_timeout(self.patience)
        return context

    def _keep_process_of(self, site: str) -> None:
        """A process ends with its last page, so one page of each site stays open."""
        page = self.shared.new_page()
        page.route("**", lambda route: route.fulfill(body="", content_type="text/html"))
        page.goto(site)
