"""The list of settings in docs/operation.md, made from the table of settings; run to write it anew."""

from itertools import groupby
from pathlib import Path

from pitboss.web.settings_table import SETTINGS, allowed_text, toml_value

PAGE = Path(__file__).with_name("operation.md")
BEGIN, END = "<!-- settings: made by python -m docs.settings_list -->", "<!-- end of settings -->"


def listed() -> str:
    lines = []
    for group, settings in groupby(SETTINGS.values(), lambda one: one.group):
        lines += ["", f"**[{group}]**" if group else "**At the top of the file**", ""]
        lines += ["| setting | default | allowed | what for |", "|---|---|---|---|"]
        for one in settings:
            shorter = f" (also `{one.allowed.option}`)" if one.allowed.option else ""
            default = f"`{toml_value(one.default)}`" if one.default is not None else "none"
            lines.append(f"| `{one.field}` | {default} | {allowed_text(one)} | {one.allowed.help}{shorter} |")
    return "\n".join(lines)


def with_list(page: str) -> str:
    before, _, rest = page.partition(BEGIN)
    return f"{before}{BEGIN}\n{listed()}\n\n{END}{rest.partition(END)[2]}"


if __name__ == "__main__":
    PAGE.write_text(with_list(PAGE.read_text()))
