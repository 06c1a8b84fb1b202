"""What somebody feels who moves an option in the browser: from the press to the new edge and its chart."""

import random
import statistics
import tempfile
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

from bench.machine import describe_machine
from pitboss.exact.warm_kernels import load_kernels
from tests.web.browser.visits import FLAGS, find_chromium
from tests.web.house import House, build_house

EDGE_GOAL_MS, CHART_GOAL_MS = 100, 300
GAMES = ("blackjack", "down-under-pa", "down-under-vendor", "double-back-jack-pa", "over-under-pa")
TRIES = 6
SWEEP_MS = 120_000
"""For the edges of all values of all options."""
SETTLED, PRICED = "#chart div:not(.outdated) table", ".choice-chip small"
CHOICES = "all => all.filter(one => !one.checked && !one.disabled).map(one => one.dataset.key)"
PRESS = """
async (key) => {
  const facts = () => document.querySelector(".facts");
  const before = facts().dataset.rules;
  const frame = () => new Promise(requestAnimationFrame);
  const begin = performance.now();
  document.querySelector(`[data-key="${key}"]`).click();
  const until = async (shown) => {
    while (!shown()) {
      if (document.querySelector("#refused p")) return NaN;
      await frame();
    }
    return performance.now() - begin;
  };
  const edge = await until(() => facts().dataset.rules !== before && !/computing/.test(facts().textContent));
  const found = (selector) => document.querySelector(selector);
  const chart = await until(() => found("#chart table") && !found("#chart .outdated"));
  return [edge, chart];
}
"""


def main() -> None:
    print(describe_machine())
    load_kernels()
    with (
        tempfile.TemporaryDirectory() as folder,
        build_house(Path(folder)) as house,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=list(FLAGS))
        page = browser.new_page()
        enter(page, house)
        for game in GAMES:
            for how, ready in (("its edge stood beside it", PRICED), ("nothing known of it", SETTLED)):
                tell(game, how, measure(page, house, game, ready))
        browser.close()


def enter(page: Page, house: House) -> None:
    visitor = house.person()
    jar = visitor.http.cookies
    cookies = [{"name": name, "value": value, "url": house.url} for name, value in jar.items()]
    page.context.add_cookies(cookies)  # type: ignore[arg-type]


def measure(page: Page, house: House, game: str, ready: str) -> list[tuple[float, float]]:
    """Options pressed one after the other, each as soon as the page shows what is waited for."""
    chance, found = random.Random(f"{game} {ready}"), []
    page.goto(f"{house.url}/open/{game}")
    page.wait_for_selector(PRICED, timeout=SWEEP_MS)
    for _ in range(TRIES):
        page.wait_for_selector(ready, timeout=SWEEP_MS)
        keys = page.locator(".choice-chip input").evaluate_all(CHOICES)
        edge, chart = page.evaluate(PRESS, chance.choice(sorted(keys)))
        found.append((edge, chart))
    return found


def tell(game: str, how: str, found: list[tuple[float, float]]) -> None:
    edges, charts = (sorted(column) for column in zip(*found, strict=True))
    print(
        f"{game}, an option moved, {how}: edge {statistics.median(edges):.0f} ms (slowest {edges[-1]:.0f}, "
        f"goal {EDGE_GOAL_MS}), chart {statistics.median(charts):.0f} ms (slowest {charts[-1]:.0f}, "
        f"goal {CHART_GOAL_MS})"
    )


if __name__ == "__main__":
    main()
