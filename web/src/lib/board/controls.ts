/** Mouse, touch and wheel input on a board: clicks on places, dragging and pinching where the board can be moved. */

import type { XY } from "./scene";
import type { View } from "./view.svelte";

const SLACK = 7; // pixels a finger may move before it counts as a drag
const TARGET = 40; // the smallest size of a touch target, in pixels
const COMFORT = 48;

export interface Controls {
  view: View;
  /** Whether plain dragging and the wheel move the board. */
  roams(): boolean;
  /** The current size of a cell, in pixels. */
  cell(): number;
  /** The place nearest to a point of the picture, if any is near. */
  nearest(spot: XY): string | null;
  click(place: string): void;
  hover(place: string): void;
  say(words: string): void;
}

export function control(node: HTMLElement, board: Controls): () => void {
  const fingers = new Map<number, XY>();
  let began: XY = [0, 0];
  let dragged = false;
  let touched = false;

  const spotOf = (event: MouseEvent): XY => {
    const box = node.getBoundingClientRect();
    return [event.clientX - box.left, event.clientY - box.top];
  };
  const placeOf = (event: MouseEvent): string | null => {
    const hit = (event.target as Element).closest<SVGElement>("[data-place]");
    return hit?.dataset["place"] ?? board.nearest(board.view.point(...spotOf(event)));
  };
  const spread = (): [number, XY] => {
    const [a, b] = [...fingers.values()] as [XY, XY];
    return [Math.hypot(a[0] - b[0], a[1] - b[1]), [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2]];
  };

  function down(event: PointerEvent): void {
    touched = event.pointerType !== "mouse";
    if (event.button > 0) return;
    fingers.set(event.pointerId, spotOf(event));
    if (fingers.size === 1) {
      began = spotOf(event);
      dragged = false;
    }
  }

  function move(event: PointerEvent): void {
    const before = fingers.get(event.pointerId);
    const now = spotOf(event);
    if (!before) {
      if (event.pointerType === "mouse") board.hover(placeOf(event) ?? "");
      return;
    }
    if (fingers.size === 2) {
      const [wide, middle] = spread();
      fingers.set(event.pointerId, now);
      const [wider, centre] = spread();
      dragged = true;
      board.view.panBy(centre[0] - middle[0], centre[1] - middle[1]);
      if (wide > 0) board.view.zoomBy(wider / wide, centre);
      return;
    }
    if (!board.roams() && board.view.zoom === 1) return;
    if (!dragged && Math.hypot(now[0] - began[0], now[1] - began[1]) < SLACK) return;
    if (!dragged) node.setPointerCapture(event.pointerId);
    dragged = true;
    board.view.panBy(now[0] - before[0], now[1] - before[1]);
    fingers.set(event.pointerId, now);
  }

  function up(event: PointerEvent): void {
    fingers.delete(event.pointerId);
  }

  function leave(event: PointerEvent): void {
    board.hover("");
    if (event.pointerType === "mouse") fingers.delete(event.pointerId);
  }

  function click(event: MouseEvent): void {
    if (dragged) {
      dragged = false;
      return;
    }
    const place = placeOf(event);
    if (!place) return;
    if (touched && board.cell() < TARGET) {
      // too small for a finger: the first touch zooms in, the second chooses
      board.view.zoomBy(COMFORT / board.cell(), spotOf(event), true);
      board.say("Zoomed in. Tap again to choose.");
      return;
    }
    board.click(place);
  }

  function wheel(event: WheelEvent): void {
    if (!board.roams() && !event.ctrlKey) return;
    if (board.view.zoom === 1 && event.deltaY > 0) return; // everything is shown: the page may scroll
    event.preventDefault();
    const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 33 : 1;
    board.view.zoomBy(Math.exp(-event.deltaY * lines * 0.0022), spotOf(event));
  }

  const listen = new AbortController();
  const { signal } = listen;
  node.addEventListener("pointerdown", down, { signal });
  node.addEventListener("pointermove", move, { signal });
  node.addEventListener("pointerup", up, { signal });
  node.addEventListener("pointercancel", up, { signal });
  node.addEventListener("pointerleave", leave, { signal });
  node.addEventListener("click", click, { signal });
  node.addEventListener("wheel", wheel, { signal, passive: false });
  return () => listen.abort();
}
