/** A compiled module and the arrays in its memory. */

const PAGE = 65536;
export const MOST_PAGES = 16384; // `MOST_PAGES` in kakomi/core/compiler/wasm.py
const FIRST_PAGES = 64; // of a shared memory; more than any module's own data
const STACK = 65536; // bytes of each thread's stack

type View = BigInt64Array | BigUint64Array | Int32Array | Int16Array | Int8Array | Float32Array | Float64Array;
type Kind<V extends View> = { new (buffer: ArrayBufferLike, at: number, length: number): V; readonly BYTES_PER_ELEMENT: number };

/** An array: its address is fixed, its view is renewed whenever the memory has grown. */
export class Slots<V extends View> {
  #view: V;
  readonly size: number;

  constructor(
    private readonly memory: WebAssembly.Memory,
    private readonly kind: Kind<V>,
    readonly at: number,
    readonly lengths: readonly number[],
  ) {
    this.size = lengths.reduce((product, each) => product * each, 1);
    this.#view = new kind(memory.buffer, at, this.size);
  }

  get view(): V {
    if (this.#view.buffer !== this.memory.buffer) this.#view = new this.kind(this.memory.buffer, this.at, this.size);
    return this.#view;
  }
}

export type Ints = Slots<BigInt64Array>;
type Argument = Slots<View> | bigint;
type Exported = (...args: (number | bigint)[]) => bigint | undefined;

/** An instance of a module, with a bump allocator. */
export class WasmModule {
  #free: number;

  private constructor(
    readonly source: WebAssembly.Module,
    private readonly exports: WebAssembly.Exports,
    readonly memory: WebAssembly.Memory,
  ) {
    this.#free = (exports["__heap_base"] as WebAssembly.Global).value as number;
  }

  /** With a memory that threads can share, or with a private one. */
  static async open(source: WebAssembly.Module, shared: boolean): Promise<WasmModule> {
    const memory = shared ? new WebAssembly.Memory({ initial: FIRST_PAGES, maximum: MOST_PAGES, shared: true }) : null;
    const { exports } = await WebAssembly.instantiate(source, memory ? { env: { memory } } : {});
    return new WasmModule(source, exports, memory ?? (exports["memory"] as WebAssembly.Memory));
  }

  /** Run a function; arrays are passed as address and lengths. */
  call(name: string, ...args: Argument[]): number {
    return Number((this.exports[name] as Exported)(...flat(args)) ?? 0);
  }

  callExact(name: string, ...args: Argument[]): bigint {
    return (this.exports[name] as Exported)(...flat(args))!;
  }

  array<V extends View>(kind: Kind<V>, ...lengths: number[]): Slots<V> {
    const bytes = lengths.reduce((product, each) => product * each, kind.BYTES_PER_ELEMENT);
    return new Slots(this.memory, kind, this.#take(bytes), lengths);
  }

  ints(...lengths: number[]): Ints {
    return this.array(BigInt64Array, ...lengths);
  }

  /** The end of a new stack, which grows downwards. */
  stack(): number {
    return this.#take(STACK) + STACK;
  }

  /** The current allocation mark: `release` frees everything allocated after it at once. */
  get mark(): number {
    return this.#free;
  }

  release(mark: number): void {
    this.#free = mark;
  }

  #take(bytes: number): number {
    const at = Math.ceil(this.#free / 16) * 16;
    const missing = at + bytes - this.memory.buffer.byteLength;
    if (missing > 0) this.memory.grow(Math.ceil(missing / PAGE));
    this.#free = at + bytes;
    return at;
  }
}

export function flat(args: readonly Argument[]): (number | bigint)[] {
  return args.flatMap<number | bigint>((each) => (typeof each === "bigint" ? [each] : [each.at, ...each.lengths]));
}

/** Halve the size until there is room. */
export function fitted<T>(module: WasmModule, most: number, least: number, make: (size: number) => T): T {
  const mark = module.mark;
  for (let size = most; ; size = Math.floor(size / 2)) {
    try {
      return make(size);
    } catch (error) {
      if (!(error instanceof RangeError) || size / 2 < least) throw error;
      module.release(mark);
    }
  }
}
