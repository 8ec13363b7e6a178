// Calls a function of a module with arrays, and gives back the arrays and the seconds of the processor that it took.
// Standard input: {module, name, arrays: [base64, ...], sizes: [bytes of an item], times}; the quickest of the times counts.
const chunks = [];
for await (const chunk of process.stdin) chunks.push(chunk);
const { module, name, arrays, sizes, times } = JSON.parse(Buffer.concat(chunks).toString());
const { instance } = await WebAssembly.instantiate(Buffer.from(module, 'base64'), {});
const { memory, __heap_base } = instance.exports;
const contents = arrays.map((each) => Buffer.from(each, 'base64'));
let end = __heap_base.value;
const places = contents.map((each) => {
  const begin = (end + 63) & ~63;
  end = begin + each.length;
  return begin;
});
memory.grow(Math.max(0, Math.ceil((end + 65536 - memory.buffer.byteLength) / 65536)));
const args = contents.flatMap((each, i) => [places[i], each.length / sizes[i]]);
let seconds = Infinity;
for (let time = 0; time < times; time += 1) {
  contents.forEach((each, i) => new Uint8Array(memory.buffer, places[i], each.length).set(each));
  const began = process.cpuUsage();
  instance.exports[name](...args);
  const { user, system } = process.cpuUsage(began);
  seconds = Math.min(seconds, (user + system) / 1e6);
}
const results = contents.map((each, i) => Buffer.from(memory.buffer, places[i], each.length).toString('base64'));
console.log(JSON.stringify({ results, seconds }));
