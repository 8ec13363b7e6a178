/** Further threads: workers that run one compiled function each, on the memory they share. */
import type { WasmModule } from "./module";
import type { Share } from "./types";

export class Helpers {
  private readonly workers: { worker: Worker; stack: number }[];

  constructor(private readonly module: WasmModule, threads: number) {
    this.workers = Array.from({ length: threads }, () => ({
      worker: new Worker(new URL("./helper.ts", import.meta.url), { type: "module" }),
      stack: module.stack(),
    }));
  }

  /** Run the function with each of the arguments, in parallel; resolves when all are done. */
  async run(name: string, shares: (number | bigint)[][]): Promise<void> {
    const { source, memory } = this.module;
    await Promise.all(
      this.workers.map(({ worker, stack }, i) => {
        const share: Share = { module: source, memory, stack, name, args: shares[i]! };
        return new Promise<void>((resolve, reject) => {
          worker.onmessage = () => resolve();
          worker.onerror = (event) => reject(new Error(event.message));
          worker.postMessage(share);
        });
      }),
    );
  }
}
