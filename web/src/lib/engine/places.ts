/** Constants that the compiled searches and their callers share: see `arrays.py` of both searches, which has the same names. */

// kakomi/search/mcts/arrays.py
export const ONE = 1048576;
export const UNEXPANDED = -1;
export const UNKNOWN = 0;
export const USED = 0, STARTED = 1, LIMIT = 2, STOP = 3, FULL = 4;
export const SHARED_LENGTH = 8;

// kakomi/search/mcts/kernel.py, search.py, storage.py
export const LOOK_EVERY = 256;
export const DEEPEST_PATH = 4096;
export const SHORTEST_LINE = 2;

// kakomi/core/protocol.py
export const DRAW = 2;
export const NO_MOVE = -1n;

// kakomi/search/alphabeta/arrays.py
export const DECIDED = 1048576;
export const PLIES = 4096;
export const INFINITE = 2097152;
export const ALPHA = 0, BETA = 1, BEST = 3, BEST_MOVE = 4, BEST_COMPLETE = 5, ALL_COMPLETE = 6, DEPTH = 7, LINE = 15;
export const FRAME = 16;
export const CONTROL = { STOP: 0, NODES: 1, LIMIT: 2, DEEPEST: 3, LEVEL: 4 };
export const CONTROL_LENGTH = 5;
export const SETTINGS = { BY_MARGIN: 0, WIDTH: 1, EXTRA: 2, ROOT_COUNT: 4, AGE: 5, LEFT_OUT: 8, PRUNED_DEPTH: 10 };
export const SETTINGS_LENGTH = 15;
export const HISTORY_SIZE = 4096;

// kakomi/search/alphabeta/search.py, transpositions.py
export const DEEPEST = 100;
export const EXTRA = 6;
export const ASPIRATION_FROM = 4;
export const ASPIRATION = 200;
export const WIDENING = 4;
export const WIDEST = 4000;
export const LOGIT = 1000;
export const BUCKET = 8;
