/**
 * What boards are made of, as the server's catalogue describes it: colours, glyphs, marks and textures.
 *
 * Each game's drawings are put into a hidden SVG of the page once and every board refers to them there; its colours are
 * custom properties of a class, so they follow the colour scheme. Nothing here knows a game.
 */

import { catalogue } from "$lib/catalogue";
import type { Drawing, DrawnLook, MaterialInfo, Piece, Stock } from "$lib/types";
import { seedOf } from "./paths";

const SVG = "http://www.w3.org/2000/svg";
const RETRY = 3000; // milliseconds until a catalogue that failed to load is requested again

export type Look = Record<string, string | number>;
type Form = Pick<Piece | Stock, "glyph" | "owner" | "state">;

export class Material {
  /** The class in which the material's colours are defined. */
  readonly style: string;
  readonly #defs: SVGDefsElement;
  readonly #tiles = new Map<string, string>();

  constructor(
    private readonly game: string,
    readonly info: MaterialInfo,
    readonly drawing: Drawing,
  ) {
    this.style = `material-${game}`;
    const sheet = new CSSStyleSheet();
    const properties = Object.entries(info.tokens).map(([name, [light, dark]]) => `${name}: light-dark(${light}, ${dark});`);
    sheet.replaceSync(`.${CSS.escape(this.style)} { ${properties.join(" ")} }`);
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
    const shelf = document.createElementNS(SVG, "svg");
    shelf.setAttribute("class", `kk-shelf ${this.style}`);
    shelf.setAttribute("aria-hidden", "true");
    shelf.setAttribute("width", "0");
    shelf.setAttribute("height", "0");
    this.#defs = shelf.appendChild(document.createElementNS(SVG, "defs"));
    this.#defs.innerHTML = info.defs;
    document.body.append(shelf);
  }

  /** The paint of an owner, unless the state names a colour. */
  paint(owner: string, state = ""): string {
    const { owners } = this.info;
    return owners[state] ?? owners[owner] ?? owners["neutral"] ?? "";
  }

  /** The colour of an owner's pieces. */
  face(owner: string, state = ""): string {
    return `var(--k-${this.paint(owner, state).replaceAll(" ", "-")}-face)`;
  }

  /** The reference to a piece's drawing. Pen marks have several; `seed`, any text, chooses one. */
  symbol({ glyph, owner, state }: Form, seed: string): string {
    const { symbols } = this.info;
    const found = symbols[`${glyph} ${owner} ${state}`.trimEnd()] ?? symbols[`${glyph} ${owner}`] ?? [];
    return `#${found[seedOf(seed) % found.length] ?? ""}`;
  }

  /** The reference to a mark's drawing. */
  mark(form: string): string {
    return `#${this.info.marks[form] ?? ""}`;
  }

  fill(name: string): string {
    return `url(#${this.info.fills[name] ?? ""})`;
  }

  /** The reference to the drawing of a tile with this outline, which is created on first use. */
  tile(owner: string, outline: string): string {
    const key = `${owner} ${outline}`;
    let id = this.#tiles.get(key);
    if (id === undefined) {
      id = `k-${this.game}-cut-tile-${this.#tiles.size}`;
      this.#tiles.set(key, id);
      const markup = (this.info.tiles[owner] ?? "").replaceAll("NAME", id).replaceAll("OUTLINE", outline);
      this.#defs.insertAdjacentHTML("beforeend", markup);
    }
    return `#${id}`;
  }

  /** The attributes of a shape that the board draws itself; `pixel` is one pixel in hundredths of a cell. */
  look(name: string, pixel = 1): Look {
    const found = this.drawing.looks[name];
    return found ? attributesOf(found, pixel) : {};
  }

  get border(): readonly DrawnLook[] {
    return this.drawing.borders[this.info.border] ?? [];
  }
}

export function attributesOf({ attributes, width }: DrawnLook, pixel: number): Look {
  if (!width) return attributes;
  const [cell, pixels, least, most] = width;
  if (!cell && pixels) return { ...attributes, "stroke-width": pixels, "vector-effect": "non-scaling-stroke" };
  const wide = Math.max(cell + pixels * pixel, least * pixel);
  return { ...attributes, "stroke-width": most === null ? wide : Math.min(wide, most * pixel) };
}

class Materials {
  #known = $state.raw<ReadonlyMap<string, Material>>(new Map());
  #asked = false;

  /** The material of a game; null until the catalogue has loaded. */
  of(game: string): Material | null {
    if (!this.#asked) void this.#load();
    return this.#known.get(game) ?? null;
  }

  async #load(): Promise<void> {
    this.#asked = true;
    try {
      const { games, drawing } = await catalogue();
      this.#known = new Map(games.map(({ name, material }) => [name, new Material(name, material, drawing)]));
    } catch {
      setTimeout(() => void this.#load(), RETRY);
    }
  }
}

export const materials = new Materials();
