// The engine of the pages in node: reads jobs as JSON from standard input, writes their results as JSON.
// usage: node engine.mjs WEB FOLDER NETS  (the front end with its packages, and the folders of engines and of weights)
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const [web, folder, nets] = process.argv.slice(2);
const { rolldown } = await import(pathToFileURL(createRequire(join(web, "package.json")).resolve("rolldown")).href);

async function sources(...names) {
  const made = mkdtempSync(join(tmpdir(), "engine-"));
  const loaded = [];
  for (const name of names) {
    const bundle = await rolldown({ input: join(web, "src", "lib", "engine", name), logLevel: "silent" });
    const { output } = await bundle.generate({ format: "esm" });
    const file = join(made, `${name}.mjs`);
    writeFileSync(file, output[0].code);
    loaded.push(await import(pathToFileURL(file).href));
  }
  rmSync(made, { recursive: true });
  return loaded;
}

const [{ Thinker }, { WasmModule }] = await sources("thinker.ts", "module.ts");
const compiled = new Map();
const source = {
  describe: async (name) => descriptions.get(name),
  module: async (_, name) => {
    if (!compiled.has(name)) compiled.set(name, await WebAssembly.compile(readFileSync(join(folder, name))));
    return compiled.get(name);
  },
  weights: async (_, name) => new Uint8Array(readFileSync(join(nets, name))).buffer,
};
const descriptions = new Map();

const opened = async ({ name, about }) => {
  return { about, module: await WasmModule.open(await source.module(name, about.modules.one), false) };
};

function filled(module, numbers, ...lengths) {
  const array = module.ints(...(lengths.length ? lengths : [numbers.length]));
  array.view.set(numbers.map(BigInt));
  return array;
}

/** Seconds of the processor: other programs on the machine do not count. */
const spent = (since = { user: 0, system: 0 }) => {
  const { user, system } = process.cpuUsage(since);
  return (user + system) / 1e6;
};

const JOBS = {
  /** The tally of playouts, and the seconds they took. */
  async playouts({ state, games, seed, ...engine }) {
    const { about, module } = await opened(engine);
    const [root, tally] = [filled(module, state), module.ints(16)];
    const room = [module.ints(state.length), module.ints(about.width), module.array(BigUint64Array, 1), tally];
    module.call("playouts", root, BigInt(seed), 0n, BigInt(Math.ceil(games / 20)), ...room); // until it is quick
    tally.view.fill(0n);
    const began = process.cpuUsage();
    module.call("playouts", root, BigInt(seed), 0n, BigInt(games), ...room);
    return { tally: [...tally.view].map(String), cpu: spent(began) };
  },
  async perft({ state, depth, ...engine }) {
    const { about, module } = await opened(engine);
    const stack = filled(module, state, depth, state.length);
    const counts = [module.ints(depth), module.ints(depth)];
    return module.call("perft", stack, module.ints(depth, about.width), ...counts, BigInt(depth));
  },
  /** One game by the functions of the rules: always the move of a number that the moves before it make. */
  async game({ state, plies, ...engine }) {
    const { about, module } = await opened(engine);
    const [position, out] = [filled(module, state), module.ints(about.width)];
    const moves = [];
    for (let count; moves.length < plies && (count = module.call("legal_moves", position, out)) > 0; ) {
      const code = out.view[(moves.length * 7 + 3) % count];
      moves.push([String(code), module.call("to_move", position), count]);
      module.call("play", position, code);
    }
    const over = module.call("legal_moves", position, out) === 0;
    const end = over ? [module.call("winner", position), module.call("ending", position)] : [];
    const scores = [0n, 1n].map((player) => module.call("score", position, player));
    return { moves, end, scores, state: [...position.view].map(String) };
  },
  /** A search by the very code of the pages, after one of `warm` nodes. */
  async think({ name, about, state, ply, limit, warm }) {
    descriptions.set(name, about);
    const thinker = new Thinker(source, async () => undefined);
    const think = (within) => thinker.think({ url: name, state, ply, limit: within, threads: 1 }, () => false, () => undefined);
    if (warm) await think({ ...limit, nodes: warm });
    const began = process.cpuUsage();
    return { ...(await think(limit)), cpu: spent(began) };
  },
};

const results = [];
for (const { job, ...given } of JSON.parse(readFileSync(0, "utf8"))) results.push(await JOBS[job](given));
process.stdout.write(JSON.stringify(results));
