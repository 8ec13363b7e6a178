"""The style of a report, light and dark; the page loads nothing."""

from kakomi.core.svg.drawing import SANS, SERIF

LIGHT = {
    "paper": "#f7f4ec",
    "sheet": "#fefcf7",
    "ink": "#23201b",
    "quiet": "#524c42",
    "line": "#dbd4c5",
    "accent": "#1b5145",
    "bar": "#7fa095",
    "middle": "#84200f",
}
DARK = {
    "paper": "#1e1a16",
    "sheet": "#28231d",
    "ink": "#eee5d4",
    "quiet": "#c0b49e",
    "line": "#41392f",
    "accent": "#9fd6c4",
    "bar": "#5f8d80",
    "middle": "#f4ab99",
}


def _tokens(values: dict[str, str]) -> str:
    return ";".join(f"--{name}:{value}" for name, value in values.items())


TOKENS = (
    f":root{{color-scheme:light dark;{_tokens(LIGHT)}}}@media (prefers-color-scheme:dark){{:root{{{_tokens(DARK)}}}}}"
)
BOARD = (
    f".board{{font-family:{SANS};fill:var(--quiet)}}.board .heat{{fill:var(--accent);stroke:var(--line)}}"
    ".board .cold{fill:var(--middle)}.board .grid{stroke:var(--line)}"
)
PICTURE = f"{TOKENS}{BOARD}.board{{background:var(--paper)}}"  # for a board in a separate file
STYLE = (
    TOKENS
    + BOARD
    + f"""
*{{box-sizing:border-box}}
body{{margin:0;background:var(--paper);color:var(--ink);font:17px/1.55 {SANS}}}
main{{max-width:1120px;margin:0 auto;padding:48px clamp(16px,3.2vw,40px) 72px}}
h1,h2,h3{{font-family:{SERIF};font-weight:500;line-height:1.2;text-wrap:balance}}
h1{{font-size:2.49rem;margin:0 0 8px}}
h2{{font-size:2.07rem;margin:72px 0 4px;padding-top:24px;border-top:1px solid var(--line)}}
h3{{font-size:1.44rem;margin:48px 0 12px}}
p{{max-width:66ch;margin:0 0 12px}}
.quiet,figcaption,.chart .quiet{{color:var(--quiet)}}
.summary{{font-family:{SERIF};font-size:1.2rem;line-height:1.5}}
.pair{{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,460px),1fr));gap:32px;align-items:start}}
.pair>*{{min-width:0}}
.pair>:only-child{{max-width:680px}}
figure{{margin:0}}
small{{font-size:.83rem}}
figure h3,article h3{{font-size:1.2rem;margin:24px 0 8px}}
.many{{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,280px),1fr));gap:24px}}
.many figcaption{{margin:0}}
a{{color:var(--accent)}}
figcaption{{font-size:.9rem;margin-top:8px;max-width:60ch}}
.wide{{overflow-x:auto}}
table{{border-collapse:collapse;font-size:.93rem;width:100%}}
th,td{{text-align:left;padding:7px 16px 7px 0;border-bottom:1px solid var(--line);vertical-align:top}}
th{{font-weight:600;color:var(--quiet)}}
.close th,.close td{{padding-right:8px}}
.close thead th{{min-width:84px}}
.close td small{{font-size:.78rem}}
td{{font-variant-numeric:tabular-nums}}
td small,th small{{display:block;font-weight:400;color:var(--quiet);font-size:.83rem}}
thead th{{min-width:118px}}
th[scope=row],thead th:first-child{{position:sticky;left:0;background:var(--paper)}}
th[scope=row]{{font-weight:400;color:var(--ink);min-width:170px}}
.chart{{width:100%;height:auto;display:block;font:15px {SANS};fill:var(--quiet)}}
.chart .name,.chart .value{{fill:var(--ink)}}
.rule{{stroke:var(--line);fill:none}}
.middle{{stroke:var(--middle);stroke-dasharray:3 4;fill:none}}
.bar{{fill:var(--bar)}}
.span{{stroke:var(--bar);stroke-width:5;stroke-linecap:round;fill:none}}
.line{{stroke:var(--accent);stroke-width:1.5;fill:none;stroke-opacity:.6}}
.dot{{fill:var(--accent)}}
.board{{width:100%;max-width:460px;height:auto;display:block}}
.film svg{{max-width:100%;height:auto}}
.still{{display:none}}
.steps{{display:flex;flex-wrap:wrap;gap:4px;margin-bottom:12px}}
.steps input{{position:absolute;opacity:0}}
.steps label{{min-width:40px;min-height:40px;display:grid;place-items:center;padding:0 6px;border:1px solid var(--line);
border-radius:4px;cursor:pointer;font-size:.9rem}}
.steps input:checked+label{{background:var(--accent);color:var(--paper);border-color:var(--accent)}}
.steps input:focus-visible+label{{outline:2px solid var(--accent);outline-offset:2px}}
details{{margin-top:24px}}
summary{{cursor:pointer}}
pre{{overflow-x:auto;background:var(--sheet);border:1px solid var(--line);border-radius:4px;padding:16px;
font-size:.83rem;line-height:1.45}}
"""
)
