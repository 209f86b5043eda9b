"""Makes SVG with colours for light and for dark pages. In a file, the reader's system chooses the colours. On the site,
the page chooses them (site.css)."""

from dataclasses import dataclass, field
from html import escape

#: The classes are `t` for text, `m` for muted text, `b` for a box, `s` for a strong box and `w` for its text. `l` is for a
#: line, `h` for an arrowhead, `o` for a bar of libmoya, and `p` for a bar of another library.
STYLE = """<style>
.t{fill:#1f2328}.m{fill:#59636e}.b{fill:#f6f8fa;stroke:#d1d9e0}.s{fill:#3f51b5;stroke:#3f51b5}.w{fill:#fff}
.l{stroke:#818b98;fill:none}.h{fill:#818b98}.o{fill:#3f51b5}.p{fill:#c4cbd4}
@media (prefers-color-scheme: dark){
.t{fill:#f0f6fc}.m{fill:#9198a1}.b{fill:#151b23;stroke:#3d444d}.s{fill:#3f51b5;stroke:#3f51b5}
.l{stroke:#9198a1}.h{fill:#9198a1}.o{fill:#7f8fe8}.p{fill:#4b535d}}
</style>"""


@dataclass
class Drawing:
    width: int
    height: int
    title: str
    parts: "list[str]" = field(default_factory=list)

    def svg(self) -> str:
        head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {self.width} {self.height}" width="{self.width}" height="{self.height}"'
        head += ' role="img" font-family="system-ui, sans-serif" font-size="14">'
        return "\n".join([head, f"<title>{escape(self.title)}</title>", STYLE, *self.parts, "</svg>"]) + "\n"

    def text(self, x: float, y: float, text: str, kind: str = "t", anchor: str = "start", size: int = 14, weight: int = 400) -> None:
        self.parts.append(
            f'<text class="{kind}" x="{x:g}" y="{y:g}" text-anchor="{anchor}" font-size="{size}" font-weight="{weight}">{escape(text)}</text>'
        )

    def bar(self, x: float, y: float, width: float, height: float, kind: str) -> None:
        self.parts.append(f'<rect class="{kind}" x="{x:g}" y="{y:g}" width="{width:.1f}" height="{height:g}" rx="2"/>')

    def box(self, x: float, y: float, width: float, height: float, name: str, *lines: str, strong: bool = False) -> None:
        """Draws a box with a name and lines of smaller text. All text is centred."""
        self.parts.append(f'<rect class="{"s" if strong else "b"}" x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" rx="6"/>')
        middle, top = x + width / 2, y + (height - 17 * len(lines)) / 2 + 5
        self.text(middle, top, name, "w" if strong else "t", "middle", weight=600)
        for number, line in enumerate(lines, 1):
            self.text(middle, top + 17 * number, line, "w" if strong else "m", "middle", 12)

    def arrow(self, *points: "tuple[float, float]") -> None:
        """Draws a line through the points, with an arrowhead at the end."""
        (x0, y0), (x, y) = points[-2], points[-1]
        across, down = (x > x0) - (x < x0), (y > y0) - (y < y0)
        path = " ".join(f"{px:g},{py:g}" for px, py in [*points[:-1], (x - 7 * across, y - 7 * down)])
        self.parts.append(f'<polyline class="l" points="{path}" stroke-width="1.5"/>')
        side = (4 * down, 4 * across)
        corners = [(x, y), (x - 8 * across + side[0], y - 8 * down + side[1]), (x - 8 * across - side[0], y - 8 * down - side[1])]
        self.parts.append(f'<polygon class="h" points="{" ".join(f"{px:g},{py:g}" for px, py in corners)}"/>')

    def line(self, x0: float, y0: float, x1: float, y1: float) -> None:
        self.parts.append(f'<line class="l" x1="{x0:g}" y1="{y0:g}" x2="{x1:g}" y2="{y1:g}" stroke-width="1" stroke-dasharray="3 4"/>')
