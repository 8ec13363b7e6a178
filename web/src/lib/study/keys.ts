/** The keys of the study board. */
import type { MoveTree, TreeNode } from "./tree/tree";

export const KEYS: [keys: string[], words: string][] = [
  [["Tab"], "move to the board, and on from it"],
  [["←", "→", "↑", "↓"], "on the board: move the cursor"],
  [["Enter", "Space"], "choose this place"],
  [["Esc"], "cancel the selection"],
  [["+", "−", "0"], "on the board: zoom in, zoom out, whole board"],
  [["←", "→"], "off the board: previous turn, next turn"],
  [["Shift ←", "Shift →"], "one move at a time within a turn"],
  [["↑", "↓"], "off the board: previous, next variation"],
  [["Home", "End"], "first position, end of the line"],
  [["e"], "switch the engine on or off"],
  [["f"], "flip the board"],
  [["?"], "show this list"],
];

/** Where a key leads in the tree; null if the key is not one of these. */
export function stepOf(tree: MoveTree, at: TreeNode, { key, shiftKey }: { key: string; shiftKey: boolean }): TreeNode | null {
  switch (key) {
    case "ArrowLeft":
      return shiftKey ? (at.parent ?? at) : tree.previous(at);
    case "ArrowRight":
      return shiftKey ? (at.children[0] ?? at) : tree.next(at);
    case "ArrowUp":
      return tree.sibling(at, -1);
    case "ArrowDown":
      return tree.sibling(at, 1);
    case "Home":
      return tree.root;
    case "End":
      return tree.end(at);
    default:
      return null;
  }
}
