/** Where things go, in hundredths of a cell: the circle inside the smallest cell is 100 across. */

import type { Label, Line, Place, Scene, XY } from "./scene";
import type { Material } from "./drawing/materials.svelte";
import { circle, pair, polygon, shrunk } from "./drawing/paths";

export interface Box {
  x: number;
  y: number;
  w: number;
  h: number;
}

interface Frame {
  pixel: number;
  font: number;
  side: number;
  over: number;
  labels: readonly Label[];
}

const NARROW = 520; // pixels: below this the frame shrinks in favour of the board
const TOUCH = 40; // pixels a finger needs

/** The radius of a circle that fits into every cell, and around every point without touching another point's. */
function innerRadius(places: readonly Place[]): number {
  let found = Infinity;
  const points: XY[] = [];
  for (const place of places) {
    const [x, y] = place.centre;
    if (!place.outline.length) {
      for (const [px, py] of points) found = Math.min(found, Math.hypot(px - x, py - y) / 2);
      points.push(place.centre);
    }
    place.outline.forEach(([ax, ay], i) => {
      const [bx, by] = place.outline[(i + 1) % place.outline.length] as XY;
      const side = Math.hypot(bx - ax, by - ay);
      if (side) found = Math.min(found, Math.abs((bx - ax) * (ay - y) - (ax - x) * (by - ay)) / side);
    });
  }
  return Number.isFinite(found) && found > 1e-6 ? found : 0.5;
}

/** Converts a scene's lengths to the picture's. Rebuilt when the board's shape, size or orientation changes. */
export class Layout {
  readonly unit: number;
  readonly places = new Map<string, Place>();
  readonly board: Box; // the board itself
  readonly whole: Box; // with its frame and labels
  readonly pixel: number; // one pixel when the whole board is shown
  readonly font: number;
  readonly labels: { text: string; spot: XY }[];
  readonly gap: number;
  private readonly turn: XY | null;

  constructor(
    scene: Scene,
    private readonly material: Material,
    width: number,
    height: number,
    flipped: boolean,
    coordinates: boolean,
  ) {
    const fit = innerRadius(scene.places);
    const { frame, gap } = material.info;
    const [x, y, w, h] = scene.box;
    this.unit = 50 / fit;
    this.gap = gap;
    this.turn = flipped ? [2 * x + w, 2 * y + h] : null;
    for (const place of scene.places) this.places.set(place.id, place);
    this.board = this.extent(scene, fit);
    const points = scene.places.some((place) => !place.outline.length);
    const narrow = Math.min(1, Math.max(0.6, width / NARROW));
    const shown = coordinates ? scene.labels : [];
    let made = this.frame(shown, frame * narrow, width, height, points);
    if (made.pixel > 100 / TOUCH && narrow < 1) {
      const bare = this.frame([], frame * 0.2, width, height, points);
      if (bare.pixel <= 100 / TOUCH) made = bare; // without its letters the board's cells are large enough for a finger
    }
    const { x: left, y: top, w: wide, h: high } = this.board;
    const { side, over } = made;
    this.pixel = made.pixel;
    this.font = made.font;
    this.whole = { x: left - side, y: top - over, w: wide + 2 * side, h: high + 2 * over };
    this.labels = made.labels.map((label) => ({ text: label.text, spot: this.labelSpot(label, made.font) }));
  }

  /** The margin a board needs: at least `margin`, and room for its labels. */
  private frame(labels: readonly Label[], margin: number, width: number, height: number, points: boolean): Frame {
    const { x: left, y: top, w: wide, h: high } = this.board;
    const among = points && labels.some((label) => this.within(this.at(label.at)));
    let [pixel, font, side, over] = [1, 25, 0, 0];
    for (let i = 0; i < 5; i++) {
      // the letters' size depends on the pixel, and the pixel on the margin the letters need: this converges at once
      side = over = margin;
      for (const label of labels) {
        const [x, y] = this.labelSpot(label, font);
        const half = label.text.length * font * 0.3 + 0.45 * font;
        side = Math.max(side, left - x + half, x + half - left - wide);
        over = Math.max(over, top - y + 0.9 * font, y + 0.9 * font - top - high);
      }
      if (Math.abs(side - over) < 30) side = over = Math.max(side, over); // nearly equal margins look like a mistake
      const least = 100 * this.material.drawing.fewest_cells;
      side = Math.max(side, (least - wide) / 2);
      over = Math.max(over, (least - high) / 2);
      pixel = Math.max((wide + 2 * side) / width, height ? (high + 2 * over) / height : 0);
      font = (among ? 0.9 : 1) * Math.min(Math.max(24, 11 * pixel), 14 * pixel);
    }
    return { pixel, font, side, over, labels };
  }

  /** Convert a point of the scene to the picture. */
  at([x, y]: XY): XY {
    return this.turn ? [(this.turn[0] - x) * this.unit, (this.turn[1] - y) * this.unit] : [x * this.unit, y * this.unit];
  }

  spot(id: string): XY {
    const place = this.places.get(id);
    return place ? this.at(place.centre) : [0, 0];
  }

  /** The path of a place: its outline, or a circle around a point. */
  area(place: Place, inset = 0): string {
    const centre = this.at(place.centre);
    if (!place.outline.length) return circle(centre, this.material.drawing.point - inset);
    return polygon(shrunk(place.outline.map((point) => this.at(point)), centre, inset)); // prettier-ignore
  }

  areas(places: readonly Place[], inset = 0): string {
    return places.map((place) => this.area(place, inset)).join("");
  }

  /** The corners of a place, relative to its centre. */
  corners(place: Place): XY[] {
    const [x, y] = this.at(place.centre);
    return place.outline.map((point) => {
      const [px, py] = this.at(point);
      return [px - x, py - y];
    });
  }

  line(line: Line): string {
    const spots = line.points.map((point) => this.at(point));
    if (!line.arc) return `M${spots.map((spot) => pair(spot)).join("L")}`;
    const r = (line.arc * this.unit).toFixed(2);
    const arcs = spots.slice(1).map((spot) => `A${r} ${r} 0 0 ${line.sweep ? 1 : 0} ${pair(spot)}`);
    return `M${pair(spots[0] ?? [0, 0])}${arcs.join("")}`;
  }

  private within([x, y]: XY): boolean {
    const { x: left, y: top, w, h } = this.board;
    return x > left && x < left + w && y > top && y < top + h;
  }

  /** The scene's box, with room for stones on points at its edge. */
  private extent(scene: Scene, fit: number): Box {
    const [x, y, w, h] = scene.box;
    const points = scene.places.filter((place) => !place.outline.length).map((place) => place.centre);
    const xs = points.flatMap(([px]) => [px - fit, px + fit]);
    const ys = points.flatMap(([, py]) => [py - fit, py + fit]);
    const [left, right] = [Math.min(x, ...xs), Math.max(x + w, ...xs)];
    const [top, bottom] = [Math.min(y, ...ys), Math.max(y + h, ...ys)];
    const [a, b] = [this.at([left, top]), this.at([right, bottom])];
    const size = { w: (right - left) * this.unit, h: (bottom - top) * this.unit };
    return { x: Math.min(a[0], b[0]), y: Math.min(a[1], b[1]), ...size };
  }

  /** A label's position: where the scene has it, but far enough out that letters beside small cells do not touch them. */
  private labelSpot(label: Label, font: number): XY {
    let [x, y] = this.at(label.at);
    const { x: left, y: top, w, h } = this.board;
    const { label_aside: beside, label_clear: over } = this.material.drawing;
    const aside = label.text.length * font * beside[0] + beside[1];
    const clear = font * over[0] + over[1];
    if (x < left) x = Math.min(x, left - aside);
    else if (x > left + w) x = Math.max(x, left + w + aside);
    if (y < top) y = Math.min(y, top - clear);
    else if (y > top + h) y = Math.max(y, top + h + clear);
    return [x, y];
  }
}
