/** Which part of the picture is shown: everything, or a closer view that can be moved. */

import type { Box } from "./layout";
import type { XY } from "./scene";
import { still } from "./motion";

const LARGEST = 110; // pixels per cell in the closest view
const GLIDE = 200; // milliseconds

const easeOut = (part: number): number => 1 - (1 - part) ** 3;

export class View {
  /** What is shown, in the picture's units. */
  box = $state.raw<Box>({ x: 0, y: 0, w: 1, h: 1 });
  zoom = $state(1);
  /** Whether the cells are so small that plain dragging and the wheel move the board. */
  roams = $state(false);
  private whole: Box = { x: 0, y: 0, w: 1, h: 1 };
  private board: Box = { x: 0, y: 0, w: 1, h: 1 };
  private width = 1;
  private height = 1;
  private frame = 0;
  private set = false;

  /** Update for a change of the picture or of the window it is seen through. */
  fit(whole: Box, board: Box, width: number, height: number): void {
    const before = this.whole;
    const sized = width !== this.width || height !== this.height;
    this.board = board;
    this.width = Math.max(1, width);
    this.height = Math.max(1, height);
    const scale = Math.max(whole.w / this.width, whole.h / this.height);
    const [w, h] = [this.width * scale, this.height * scale];
    this.whole = { x: whole.x - (w - whole.w) / 2, y: whole.y - (h - whole.h) / 2, w, h };
    const grown = before.w !== w || before.h !== h || before.x !== this.whole.x || before.y !== this.whole.y;
    if (!this.set || sized) {
      const { x, y, w: wide, h: high } = this.box;
      const [cx, cy] = this.set && this.zoom > 1 ? [x + wide / 2, y + high / 2] : [0, 0];
      this.set = true;
      this.show({ x: cx - w / this.zoom / 2, y: cy - h / this.zoom / 2, w: w / this.zoom, h: h / this.zoom });
    } else if (grown && this.zoom === 1) this.glide(this.whole);
    else if (grown) this.zoom = w / this.box.w;
  }

  /** Current pixels per hundredth of a cell. */
  get scale(): number {
    return this.width / this.box.w;
  }

  /** Convert a point of the window to the picture. */
  point(x: number, y: number): XY {
    return [this.box.x + x / this.scale, this.box.y + y / this.scale];
  }

  /** Zoom in by a factor, keeping the point of the picture under `at` in place. */
  zoomBy(factor: number, at: XY = [this.width / 2, this.height / 2], smoothly = false): void {
    const zoom = Math.max(1, Math.min(this.zoom * factor, (LARGEST * this.whole.w) / (100 * this.width)));
    const [px, py] = this.point(...at);
    const [w, h] = [this.whole.w / zoom, this.whole.h / zoom];
    const x = px - (at[0] / this.width) * w;
    const y = py - (at[1] / this.height) * h;
    this.zoom = zoom;
    this.show({ x, y, w, h }, smoothly);
  }

  /** Move by pixels of the window. */
  panBy(dx: number, dy: number): void {
    const { x, y, w, h } = this.box;
    this.show({ x: x - dx / this.scale, y: y - dy / this.scale, w, h });
  }

  reset(): void {
    this.zoom = 1;
    this.show(this.whole, true);
  }

  /** Move, if necessary, so that a point of the picture is well inside. */
  reveal([x, y]: XY): void {
    const { w, h } = this.box;
    const keep = Math.min(120, w / 4, h / 4);
    const into = (at: number, from: number, size: number) =>
      at < from + keep ? at - keep : at > from + size - keep ? at + keep - size : from;
    const box = { x: into(x, this.box.x, w), y: into(y, this.box.y, h), w, h };
    if (box.x !== this.box.x || box.y !== this.box.y) this.show(box, true);
  }

  /** Move so that a point of the picture is in the middle, as far as the board reaches. */
  centre([x, y]: XY, smoothly = false): void {
    const { w, h } = this.box;
    this.show({ x: x - w / 2, y: y - h / 2, w, h }, smoothly);
  }

  /** Move to a point that is out of view; do nothing if it is visible. */
  follow([x, y]: XY): void {
    const { x: left, y: top, w, h } = this.box;
    if (this.zoom > 1 && (x < left || y < top || x > left + w || y > top + h)) this.centre([x, y], true);
  }

  stop(): void {
    cancelAnimationFrame(this.frame);
  }

  private show(box: Box, smoothly = false): void {
    const kept = this.kept(box);
    if (smoothly) this.glide(kept);
    else {
      this.stop();
      this.box = kept;
    }
  }

  /** Limit a box so that the middle of the window stays over the board. */
  private kept(box: Box): Box {
    if (this.zoom === 1) return this.whole;
    const inside = (at: number, size: number, from: number, length: number) =>
      Math.min(from + length, Math.max(from, at + size / 2)) - size / 2;
    const { board } = this;
    return { ...box, x: inside(box.x, box.w, board.x, board.w), y: inside(box.y, box.h, board.y, board.h) };
  }

  private glide(to: Box): void {
    this.stop();
    if (still()) {
      this.box = to;
      return;
    }
    const from = this.box;
    const began = performance.now();
    const step = (now: number) => {
      const part = easeOut(Math.min(1, Math.max(0, now - began) / GLIDE));
      const between = (a: number, b: number) => a + (b - a) * part;
      this.box = {
        x: between(from.x, to.x),
        y: between(from.y, to.y),
        w: between(from.w, to.w),
        h: between(from.h, to.h),
      };
      if (part < 1) this.frame = requestAnimationFrame(step);
    };
    this.frame = requestAnimationFrame(step);
  }
}
