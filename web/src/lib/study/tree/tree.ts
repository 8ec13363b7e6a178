/**
 * The moves of a study as a tree. A node is one move; its first child is the main line. A turn can be several moves by one
 * player: `turnsFrom` groups them, so that a page can show a turn as one unit.
 */

export type Glyph = "" | "!" | "?" | "!?" | "?!" | "!!" | "??";
export const GLYPHS: readonly (readonly [Glyph, string])[] = [
  ["", "no glyph"],
  ["!!", "brilliant move"],
  ["!", "good move"],
  ["!?", "interesting move"],
  ["?!", "dubious move"],
  ["?", "mistake"],
  ["??", "blunder"],
];
export type Mover = 0 | 1;

/** A move as stored in records. */
export interface RecordNode {
  id: number;
  parent: number | null;
  move: string;
  mover: Mover;
  glyph: Glyph;
  comment: string;
  clock: number | null;
}

export interface TreeNode {
  readonly id: number;
  /** Null only at the start of the game. */
  parent: TreeNode | null;
  children: TreeNode[];
  readonly move: string;
  readonly mover: Mover;
  glyph: Glyph;
  comment: string;
  clock: number | null;
}

/** Consecutive moves by one player without a branch between them. */
export interface Turn {
  nodes: TreeNode[];
  mover: Mover;
  /** As in move lists: it increases when the first player moves again after the second. */
  round: number;
}

export class MoveTree {
  readonly root: TreeNode = { id: 0, parent: null, children: [], move: "", mover: 0, glyph: "", comment: "", clock: null };
  #nodes = new Map<number, TreeNode>([[0, this.root]]);
  #last = 0;

  /** A tree from the nodes of a record; a node whose parent does not precede it is left out, with all its descendants. */
  static of(nodes: readonly RecordNode[], comment = ""): MoveTree {
    const tree = new MoveTree();
    tree.root.comment = comment;
    const places = new Map<number, TreeNode>();
    for (const each of nodes) {
      const parent = each.parent === null ? tree.root : places.get(each.parent);
      if (!parent) continue;
      const node = tree.add(parent, each.move, each.mover);
      node.glyph = each.glyph;
      node.comment = each.comment;
      node.clock = each.clock;
      places.set(each.id, node);
    }
    return tree;
  }

  /** One line of moves. */
  static line(moves: readonly string[], movers: readonly Mover[]): MoveTree {
    const tree = new MoveTree();
    moves.reduce((parent, move, i) => tree.add(parent, move, movers[i] ?? 0), tree.root);
    return tree;
  }

  get(id: number): TreeNode | undefined {
    return this.#nodes.get(id);
  }

  get size(): number {
    return this.#nodes.size - 1;
  }

  /** Whether there is anything besides one line of moves. */
  get annotated(): boolean {
    return [...this.#nodes.values()].some((node) => node.children.length > 1 || node.glyph || node.comment);
  }

  /** The node after a move: the existing one, else a new one, the last among its siblings. */
  add(parent: TreeNode, move: string, mover: Mover): TreeNode {
    const there = parent.children.find((child) => child.move === move);
    if (there) return there;
    const node: TreeNode = { id: (this.#last += 1), parent, children: [], move, mover, glyph: "", comment: "", clock: null };
    this.#nodes.set(node.id, node);
    parent.children.push(node);
    return node;
  }

  /** Removes a node with all its descendants; returns its parent. */
  remove(node: TreeNode): TreeNode {
    const parent = node.parent;
    if (!parent) return node;
    parent.children.splice(parent.children.indexOf(node), 1);
    const gone = [node];
    for (let each = gone.pop(); each; each = gone.pop()) {
      this.#nodes.delete(each.id);
      gone.push(...each.children);
    }
    return parent;
  }

  /** Moves the variation that a node is in up by one; false if it is the main line already. */
  promote(node: TreeNode): boolean {
    const start = this.branch(node);
    if (!start?.parent) return false;
    const among = start.parent.children;
    const place = among.indexOf(start);
    among.splice(place, 1);
    among.splice(place - 1, 0, start);
    return true;
  }

  /** The first node of the innermost variation that a node is in; null on the main line. */
  branch(node: TreeNode): TreeNode | null {
    for (let each: TreeNode | null = node; each?.parent; each = each.parent) if (each.parent.children[0] !== each) return each;
    return null;
  }

  /** The nodes from the start to a node, without the start. */
  path(node: TreeNode): TreeNode[] {
    const nodes: TreeNode[] = [];
    for (let each: TreeNode | null = node; each?.parent; each = each.parent) nodes.push(each);
    return nodes.reverse();
  }

  moves(node: TreeNode): string[] {
    return this.path(node).map((each) => each.move);
  }

  /** The end of the line that a node is in. */
  end(node: TreeNode): TreeNode {
    let each = node;
    while (each.children[0]) each = each.children[0];
    return each;
  }

  /** The node after this many moves of the main line, or its end. */
  mainAt(ply: number): TreeNode {
    let each = this.root;
    for (let i = 0; i < ply && each.children[0]; i++) each = each.children[0];
    return each;
  }

  /** The node that moves lead to, as far as they are in the tree. */
  follow(moves: readonly string[]): TreeNode {
    let each = this.root;
    for (const move of moves) {
      const next = each.children.find((child) => child.move === move);
      if (!next) break;
      each = next;
    }
    return each;
  }

  // --- turns ------------------------------------------------------------------------------------------------------------

  /** The turn that a node is in: its first and its last node. */
  turnOf(node: TreeNode): [first: TreeNode, last: TreeNode] {
    let [first, last] = [node, node];
    while (first.parent && continues(first.parent, first)) first = first.parent;
    while (last.children[0] && continues(last, last.children[0])) last = last.children[0];
    return [first, last];
  }

  /** One turn forward along the line; inside a turn, to its end. */
  next(node: TreeNode): TreeNode {
    const [, last] = node.parent ? this.turnOf(node) : [node, node];
    if (last !== node) return last;
    return node.children[0] ? this.turnOf(node.children[0])[1] : node;
  }

  /** One turn back, to the position in which the turn began. */
  previous(node: TreeNode): TreeNode {
    return node.parent ? (this.turnOf(node)[0].parent ?? node) : node;
  }

  /** The end of the next (or the previous) alternative to this turn. */
  sibling(node: TreeNode, step: 1 | -1): TreeNode {
    if (!node.parent) return node;
    const [first] = this.turnOf(node);
    const among = first.parent?.children ?? [];
    const other = among[among.indexOf(first) + step];
    return other ? this.turnOf(other)[1] : node;
  }

  /** The turns of the line that begins with a node. */
  turnsFrom(first: TreeNode): Turn[] {
    const turns: Turn[] = [];
    let round = this.round(first);
    for (let node: TreeNode | undefined = first; node; node = node.children[0]) {
      const turn = turns.at(-1);
      if (turn && node.parent && continues(node.parent, node)) {
        turn.nodes.push(node);
        continue;
      }
      if (turn && node.mover === 0 && turn.mover === 1) round += 1;
      turns.push({ nodes: [node], mover: node.mover, round });
    }
    return turns;
  }

  /** The number of the round that a move belongs to, from 1. */
  round(node: TreeNode): number {
    const path = this.path(node);
    return 1 + path.filter((each, i) => i > 0 && each.mover === 0 && path[i - 1]?.mover === 1).length;
  }

  // --- as data -----------------------------------------------------------------------------------------------------------

  /** All nodes, each after its parent and the main line before its variations. */
  nodes(): RecordNode[] {
    const nodes: RecordNode[] = [];
    const waiting: TreeNode[] = [...this.root.children].reverse();
    for (let node = waiting.pop(); node; node = waiting.pop()) {
      const { id, parent, move, mover, glyph, comment, clock } = node;
      nodes.push({ id, parent: parent && parent !== this.root ? parent.id : null, move, mover, glyph, comment, clock });
      waiting.push(...[...node.children].reverse());
    }
    return nodes;
  }
}

/** Whether a move continues the turn of the one before, with no alternatives to it. */
function continues(before: TreeNode, node: TreeNode): boolean {
  return before.parent !== null && before.mover === node.mover && before.children.length === 1;
}
