# SPDX-License-Identifier: GPL-2.0
"""The style sheet of report.html: two colour schemes, one column on a phone, nothing loaded from anywhere."""

# Blue, vermilion, green, purple, orange, sky: told apart with the common colour deficiencies.
_LIGHT = ("#0067a5", "#c8490b", "#00805e", "#a0508c", "#a87400", "#2f8fc4")
_DARK = ("#6db5ea", "#f28a5c", "#4ec9a5", "#dc9ccb", "#e2b750", "#9ad0f0")
# Window, frames, bytes, duration (a limit ended the aggregate: cool), empty (nothing was left: warm); what was missing:
# descriptors, AQL, window, pacing (cool), TSQ (warm), nothing (grey).
_PARTS_LIGHT = ("#2c6e8f", "#5b97b3", "#8dbacd", "#bcd7e2", "#d98b4a", "#b9b4a8")
_PARTS_DARK = ("#8cc4df", "#639fbc", "#457b96", "#315b70", "#d48a50", "#6b675e")


def _variables(colours, parts):
    return " ".join([*(f"--s{number}: {colour};" for number, colour in enumerate(colours)),
                     *(f"--p{number}: {colour};" for number, colour in enumerate(parts))])


def _series_rules():
    rules = []
    for number in range(len(_LIGHT)):
        rules.append(f"polyline.s{number} {{ stroke: var(--s{number}); }} circle.s{number} {{ fill: var(--s{number}); "
                     f"stroke: var(--s{number}); }} .whisker.s{number} {{ stroke: var(--s{number}); }} "
                     f".key .s{number} {{ border-color: var(--s{number}); }}")
    for number in range(len(_PARTS_LIGHT)):
        rules.append(f"rect.p{number} {{ fill: var(--p{number}); }} "
                     f".key .p{number} {{ background: var(--p{number}); }}")
    return "\n".join(rules)


SHEET = f"""
:root {{ color-scheme: light dark; --ground: #ffffff; --ink: #1d2125; --quiet: #5b646d; --line: #d9dee3;
  --panel: #f6f8f9; {_variables(_LIGHT, _PARTS_LIGHT)} }}
@media (prefers-color-scheme: dark) {{ :root {{ --ground: #15181b; --ink: #e4e7ea; --quiet: #9ba5ae; --line: #353c43;
  --panel: #1c2125; {_variables(_DARK, _PARTS_DARK)} }} }}
* {{ box-sizing: border-box; }}
body {{ margin: 0 auto; max-width: 1180px; padding: 20px 16px 48px; background: var(--ground); color: var(--ink);
  font: 15px/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }}
h1 {{ font-size: 22px; line-height: 1.25; margin: 4px 0 8px; }}
h2 {{ font-size: 17px; margin: 32px 0 10px; }}
p {{ max-width: 76ch; margin: 6px 0; }}
.quiet, figcaption {{ color: var(--quiet); font-size: 13px; }}
.charts {{ display: grid; margin-top: 16px; gap: 16px;
  grid-template-columns: repeat(auto-fit, minmax(min(100%, 340px), 1fr)); }}
.pair {{ grid-template-columns: repeat(auto-fit, minmax(min(100%, 380px), 1fr)); }}
figure {{ margin: 0; padding: 12px; background: var(--panel); border: 1px solid var(--line); border-radius: 4px;
  min-width: 0; }}
figure h3 {{ font-size: 14px; margin: 0 0 6px; }}
svg {{ display: block; width: 100%; height: auto; max-width: 560px; }}
svg text {{ fill: var(--quiet); font: 11px system-ui, sans-serif; }}
svg .axis {{ font-size: 12px; }} svg .note {{ font-size: 10px; }}
.grid {{ stroke: var(--line); stroke-width: 1; }}
polyline {{ fill: none; stroke-width: 2; }}
polyline.thin {{ stroke-width: 1.3; }}
summary {{ cursor: pointer; color: var(--quiet); font-size: 13px; }}
.whisker {{ stroke-width: 5; stroke-opacity: 0.35; }}
polyline.published {{ stroke-dasharray: 5 4; }} svg circle.published {{ fill: var(--panel); stroke-width: 1.5; }}
.strip {{ fill: var(--line); fill-opacity: 0.4; }} .heat {{ fill: var(--s0); }}
.key {{ display: flex; flex-wrap: wrap; gap: 2px 14px; margin-top: 6px; color: var(--quiet); font-size: 13px; }}
.key i {{ display: inline-block; width: 20px; border-top: 3px solid; margin-right: 5px; vertical-align: middle; }}
.key i.published {{ border-top-style: dashed; }}
.key i.part {{ width: 12px; height: 12px; border: 0; }}
.wide {{ overflow-x: auto; border: 1px solid var(--line); border-radius: 4px; }}
table {{ border-collapse: collapse; width: 100%; font-size: 13px; font-variant-numeric: tabular-nums; }}
th, td {{ padding: 4px 9px; text-align: right; white-space: nowrap; border-bottom: 1px solid var(--line); }}
th {{ color: var(--quiet); font-weight: 600; }}
th.left, td.left {{ text-align: left; }}
tr:last-child td {{ border-bottom: 0; }}
dl {{ display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: 2px 16px; font-size: 13px; }}
dt {{ color: var(--quiet); }} dd {{ margin: 0; }}
{_series_rules()}
"""
