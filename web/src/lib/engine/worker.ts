/** The worker in which the page's engine runs. */
import { Thinker, type Source } from "./thinker";
import type { Description, FromWorker, ToWorker } from "./types";

const NOT_FETCHED = "The engine could not be loaded from the server. Try again in a moment.";

async function fetched(address: string): Promise<Response> {
  const answer = await fetch(address).catch(() => null);
  if (!answer?.ok) throw new Error(NOT_FETCHED);
  return answer;
}

const beside = (url: string, name: string): Promise<Response> => fetched(new URL(name, new URL(url, location.href)).href);

const source: Source = {
  describe: async (url) => (await (await fetched(url)).json()) as Description,
  module: async (url, name) => WebAssembly.compileStreaming(await beside(url, name)),
  weights: async (url, name) => (await beside(url, name)).arrayBuffer(),
};

/** Lets messages through. A timer would wait some milliseconds. */
const gate = new MessageChannel();
const pause = () =>
  new Promise<void>((resolve) => {
    gate.port1.onmessage = () => resolve();
    gate.port2.postMessage(null);
  });

const thinker = new Thinker(source, pause);
const tell = (message: FromWorker) => postMessage(message);
let last = Promise.resolve();
let newest = 0; // the latest request
let ended = 0; // the last request that the page has ended

onmessage = ({ data }: MessageEvent<ToWorker>) => {
  ended = newest;
  if (data.kind === "stop") return;
  const { id, task } = data;
  newest = id;
  last = last.then(async () => {
    try {
      const report = await thinker.think(task, () => ended >= id, (report) => tell({ kind: "report", id, report }));
      tell({ kind: "report", id, report });
    } catch (error) {
      tell({ kind: "trouble", id, message: error instanceof Error ? error.message : String(error) });
    }
  });
};
