# SPDX-License-Identifier: GPL-2.0
"""report.html and compare.html in headless Chromium, where it is installed: phone and desktop, dark and light."""

import json
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from html import escape
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "scripts"))

from experiment import metrics, results
from report import compare, page
from report.sheet import Sheet

BROWSER = shutil.which("chromium")
LIMIT_S = 120
WIDTHS = (390, 1280)
LONG_KEY = "net.ipv4.tcp_tsq_limit_output_interval"
# Shows each page at each width, in a frame of its own, and writes down what it measured.
PROBE = """<!DOCTYPE html><title>probe</title><body>{frames}<pre id="found"></pre><script>
addEventListener("load", () => {{
  const seen = [...document.querySelectorAll("iframe")].map((frame) => {{
    const page = frame.contentDocument, root = page.documentElement;
    const wide = [...page.querySelectorAll("body *")].filter((element) => !element.closest(".wide") &&
      element.getBoundingClientRect().right > frame.clientWidth + 0.5).map((element) => element.outerHTML.slice(0, 80));
    return {{name: frame.title, frame: frame.clientWidth, content: root.scrollWidth, wide: wide,
      ground: getComputedStyle(page.body).backgroundColor, ink: getComputedStyle(page.body).color}};
  }});
  document.getElementById("found").textContent = JSON.stringify(seen);
}});
</script>"""


def document():
    """What strains a page most: long names, many x values, several seeds and flows, published values."""
    cells, published = [], []
    for cc in ("cubic", "a_congestion_control_of_long_name"[:15]):
        for shift in range(12):
            for seed in (1, 2):
                flow = {"flow": "192.0.2.10:40000", "t_ms": list(range(0, 5000, 10)), "cwnd_segs": [10 + seed] * 500,
                        "pacing_kbps": [None] * 250 + [1_000_000] * 250, "srtt_us": [1500] * 500,
                        "held_bytes": list(range(500))}
                figures = {**dict.fromkeys(metrics.METRICS), "goodput_mbps": 12345.6 + shift, "retransmits": 1234567,
                           "rtt_ms": {"p50": 1.0, "p95": 1234.56, "p99": 9.0}, "ampdu_mean": 12.0,
                           "ampdu_hist": {"1": 4, "256": 8}, "tsq_starved_ratio": 0.25, "airtime_busy_ratio": 0.5,
                           "close_reason": {"window": 1, "empty": 3}, "starved": {"tsq": 2, "pacing": 1}}
                env = {"kernel": "6.1.192", "vehicle": "uml", "seed": seed, "source_commit": "c0ffee" * 7,
                       "versions": {"iperf3": "3.12"}}
                series = {"sockets": [flow, flow], "probe": None, "stations": []}
                cells.append(results.cell_result({"cc": cc, LONG_KEY: shift, "seed": seed}, figures, env, series))
                published.append({"goodput_mbps": 1000.0 + shift})
    return {"schema": 1, "experiment": "x", "title": "A title with averyveryverylongwordthathasnoplacetobreakatallinit",
            "description": "One.\n\n" + "x" * 200, "cells": cells,
            "axes": {"cc": ["cubic", "a_congestion_co"], LONG_KEY: list(range(12)), "seed": [1, 2]},
            "published": {"table": "t.csv", "source": "a list", "note": "n", "metrics": ["goodput_mbps"],
                          "cells": published}}


@unittest.skipUnless(BROWSER, "chromium is not installed")
class Browser(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        sheet = Sheet(document())
        pages = {"report": page.results(sheet), "compare": compare.html([sheet, sheet], ["before", "after" * 9])}
        frames = [f'<iframe title="{name} {width}" style="width:{width}px; height:800px; border:0" '
                  f'srcdoc="{escape(text)}"></iframe>' for name, text in pages.items() for width in WIDTHS]
        cls.probe = PROBE.format(frames="".join(frames))

    def look(self, scheme):
        """What the pages look like in a colour scheme, and what the browser's console got."""
        with tempfile.TemporaryDirectory() as folder:
            probe = Path(folder) / "probe.html"
            probe.write_text(self.probe)
            done = subprocess.run(
                [BROWSER, "--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars",
                 "--enable-logging=stderr", f"--user-data-dir={folder}/profile",
                 f"--blink-settings=preferredColorScheme={scheme}", "--window-size=1400,900", "--dump-dom",
                 probe.as_uri()],
                stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=LIMIT_S, check=True)
        found = re.search(r'<pre id="found">(.*?)</pre>', done.stdout, re.DOTALL)
        self.assertTrue(found, done.stderr)
        console = [line for line in done.stderr.splitlines() if "CONSOLE" in line]
        return json.loads(found[1].replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")), console

    def test_fits_and_follows_the_colour_scheme(self):
        grounds = []
        for scheme in (0, 1):
            frames, console = self.look(scheme)
            self.assertEqual(console, [])
            self.assertEqual(len(frames), 4)
            for frame in frames:
                with self.subTest(frame["name"]):
                    self.assertEqual(frame["wide"], [])
                    self.assertLessEqual(frame["content"], frame["frame"])
            grounds.append({(frame["ground"], frame["ink"]) for frame in frames})
        self.assertEqual([len(seen) for seen in grounds], [1, 1])
        self.assertFalse(grounds[0] & grounds[1])


if __name__ == "__main__":
    unittest.main()
