/** One more thread of a search. It receives no messages while it works: a word in the shared memory ends the search. */
import type { Share } from "./types";

let instance: WebAssembly.Instance | null = null;

onmessage = async (message: MessageEvent<Share>) => {
  const { module, memory, stack, name, args } = message.data;
  instance ??= await WebAssembly.instantiate(module, { env: { memory } });
  (instance.exports["__stack_pointer"] as WebAssembly.Global).value = stack;
  (instance.exports[name] as (...args: (number | bigint)[]) => void)(...args);
  postMessage(null);
};
