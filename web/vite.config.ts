import { readdir, readFile, writeFile } from "node:fs/promises";
import { fileURLToPath, URL } from "node:url";
import { gzipSync } from "node:zlib";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig, type Plugin } from "vite";
import { thirdPartyNotices } from "./scripts/notices.mjs";

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const OUT = here("../src/kakomi/server/web");
const SERVER = `http://127.0.0.1:${process.env["KAKOMI_PORT"] ?? 8421}`;

/** A gzip file beside every text file, made once here so that the server never compresses a page while people wait. */
function precompressed(): Plugin {
  let out = OUT;
  return {
    name: "precompressed",
    apply: "build",
    configResolved(config) {
      out = config.build.outDir;
    },
    async closeBundle() {
      for (const file of await readdir(out, { recursive: true })) {
        if (!/\.(html|js|css|svg|json|txt)$/.test(file)) continue;
        const plain = await readFile(`${out}/${file}`);
        await writeFile(`${out}/${file}.gz`, gzipSync(plain, { level: 9 }));
      }
    },
  };
}

export default defineConfig({
  plugins: [svelte(), thirdPartyNotices(), precompressed()],
  resolve: { alias: { $lib: here("./src/lib") } },
  build: {
    outDir: OUT,
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0, // a strict content policy has no data: addresses
    modulePreload: { polyfill: false },
    reportCompressedSize: true,
  },
  worker: { format: "es" }, // the engine's worker starts further ones
  server: {
    proxy: { "/api": { target: SERVER, ws: true }, "/engines": { target: SERVER }, "/reports": { target: SERVER } },
    headers: { "cross-origin-opener-policy": "same-origin", "cross-origin-embedder-policy": "require-corp" },
  },
});
