// What must hold of the move tree of a study (web/src/lib/study/tree/tree.ts). Run by test_tree.py: node tree_cases.mjs WEB
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import test from "node:test";

const web = process.argv[2];
const typescript = createRequire(`${web}/package.json`)("typescript");
const source = await readFile(`${web}/src/lib/study/tree/tree.ts`, "utf-8");
const { outputText } = typescript.transpileModule(source, { compilerOptions: { module: "ESNext", target: "ES2022" } });
const { MoveTree } = await import(`data:text/javascript;base64,${Buffer.from(outputText).toString("base64")}`);

const game = () => MoveTree.line(["a", "b", "c", "d"], [0, 1, 0, 1]);
const texts = (nodes) => nodes.map((node) => node.move).join(" ");
/** A turn of three moves of the second player. */
const long = () => MoveTree.line(["a", "p", "q", "r", "b"], [0, 1, 1, 1, 0]);

test("a move that is there already is not added again", () => {
  const tree = game();
  assert.equal(tree.add(tree.root, "a", 0), tree.mainAt(1));
  assert.equal(tree.size, 4);
  const other = tree.add(tree.mainAt(1), "x", 1);
  assert.equal(tree.mainAt(1).children[1], other);
  assert.equal(texts(tree.path(other)), "a x");
  assert.equal(tree.size, 5);
});

test("the main line keeps to first children and stops at its end", () => {
  const tree = game();
  tree.add(tree.root, "x", 0);
  assert.equal(tree.mainAt(99).move, "d");
  assert.equal(tree.mainAt(0), tree.root);
  assert.equal(tree.follow(["a", "b", "z"]).move, "b");
  assert.equal(tree.end(tree.mainAt(1)).move, "d");
});

test("promoting brings the innermost variation up by one place", () => {
  const tree = game();
  const start = tree.mainAt(1);
  const x = tree.add(start, "x", 1);
  const y = tree.add(start, "y", 1);
  const further = tree.add(y, "z", 0);
  assert.equal(tree.promote(further), true);
  assert.equal(texts(start.children), "b y x");
  assert.equal(tree.promote(further), true);
  assert.equal(texts(start.children), "y b x");
  assert.equal(tree.promote(further), false);
  assert.equal(tree.branch(x), x);
  assert.equal(tree.branch(further), null);
});

test("removing takes all that follows, and nothing else", () => {
  const tree = game();
  const x = tree.add(tree.mainAt(1), "x", 1);
  tree.add(x, "y", 0);
  const gone = tree.mainAt(2);
  assert.equal(tree.remove(gone), tree.mainAt(1));
  assert.equal(tree.get(gone.id), undefined);
  assert.equal(tree.size, 3);
  assert.equal(texts(tree.path(tree.end(tree.root))), "a x y");
  assert.equal(tree.remove(tree.root), tree.root);
});

test("a turn of several moves is one step, its moves are on demand", () => {
  const tree = long();
  const ends = [];
  for (let at = tree.root, next = tree.next(at); next !== at; at = next, next = tree.next(at)) ends.push(next.move);
  assert.deepEqual(ends, ["a", "r", "b"]);
  const middle = tree.mainAt(3);
  assert.equal(tree.next(middle).move, "r");
  assert.equal(tree.previous(middle).move, "a");
  assert.equal(tree.previous(tree.mainAt(4)).move, "a");
  assert.equal(tree.previous(tree.mainAt(1)), tree.root);
  assert.equal(tree.previous(tree.root), tree.root);
});

test("a turn is cut where another move was tried", () => {
  const tree = long();
  tree.add(tree.mainAt(2), "z", 1);
  const turns = tree.turnsFrom(tree.mainAt(1));
  assert.deepEqual(turns.map((turn) => texts(turn.nodes)), ["a", "p", "q r", "b"]);
  assert.deepEqual(turns.map((turn) => turn.round), [1, 1, 1, 2]);
  assert.deepEqual(turns.map((turn) => turn.mover), [0, 1, 1, 0]);
});

test("up and down go through the variations of a turn", () => {
  const tree = game();
  const x = tree.add(tree.mainAt(1), "x", 1);
  const last = tree.add(x, "y", 1);
  assert.equal(tree.sibling(tree.mainAt(2), 1), last);
  assert.equal(tree.sibling(last, -1), tree.mainAt(2));
  assert.equal(tree.sibling(last, 1), last);
});

test("rounds are counted by the first player's return", () => {
  const tree = MoveTree.line(["a", "b", "c", "d", "e"], [1, 0, 0, 1, 0]);
  assert.deepEqual([1, 2, 3, 4, 5].map((ply) => tree.round(tree.mainAt(ply))), [1, 2, 2, 2, 3]);
});

test("as data and back it is the same tree", () => {
  const tree = game();
  const x = tree.add(tree.mainAt(1), "x", 1);
  tree.add(x, "y", 0);
  x.glyph = "?!";
  x.comment = "why not";
  tree.mainAt(2).clock = 12.5;
  const nodes = tree.nodes();
  assert.equal(texts(nodes), "a b c d x y");
  const back = MoveTree.of(nodes, "start");
  const plain = (all) => all.map(({ id, parent, ...rest }) => rest);
  assert.deepEqual(plain(back.nodes()), plain(nodes));
  assert.equal(back.root.comment, "start");
  assert.equal(back.annotated, true);
  assert.equal(game().annotated, false);
});

test("a node without its parent is left out", () => {
  const node = { glyph: "", comment: "", clock: null, mover: 0 };
  const tree = MoveTree.of([
    { id: 7, parent: null, move: "a", ...node },
    { id: 9, parent: 8, move: "b", ...node },
    { id: 10, parent: 9, move: "c", ...node },
  ]);
  assert.equal(texts(tree.nodes()), "a");
});
