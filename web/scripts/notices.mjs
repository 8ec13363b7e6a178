// THIRD_PARTY_NOTICES.txt: the licence of every package whose code or fonts are in the built pages.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const PACKAGE = /^(.*\/node_modules\/((?:@[^/]+\/)?[^/]+))\//;
const RULE = "-".repeat(100);

/**
 * The folder and name of the package a file belongs to, by the last node_modules in its path.
 * @param {string} file
 */
export function packageOf(file) {
  const found = PACKAGE.exec(file.replaceAll("\\", "/").replace(/^\0/, ""));
  return found === null ? undefined : { folder: found[1] ?? "", name: found[2] ?? "" };
}

/**
 * One package's notice. A package without a licence text stops the build: its code may not be redistributed.
 * @param {{ folder: string, name: string }} place
 */
export function noticeOf({ folder, name }) {
  const { version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const file = readdirSync(folder).find((each) => /^(licen[cs]e|copying)(\.|$)/i.test(each));
  if (file === undefined) throw new Error(`${name} has no licence file, so its notice cannot be written`);
  const text = readFileSync(join(folder, file), "utf8").replaceAll("\r\n", "\n").trim();
  return `${name} ${version} (${license})\n\n${text}\n`;
}

/**
 * The whole file, for the modules and assets that were bundled.
 * @param {Iterable<string>} files
 */
export function notices(files) {
  /** @type {Map<string, { folder: string, name: string }>} */
  const packages = new Map();
  for (const file of files) {
    const found = packageOf(file);
    if (found !== undefined) packages.set(found.name, found);
  }
  const places = [...packages.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
  const texts = places.map(noticeOf);
  return `Kakomi's pages contain parts of the following packages.\n\n${RULE}\n${texts.join(`\n${RULE}\n`)}`;
}

/**
 * The plugin for Vite. Fonts are identified by the files they were copied from.
 * @returns {import("vite").Plugin}
 */
export function thirdPartyNotices() {
  return {
    name: "third-party-notices",
    apply: "build",
    generateBundle(_, bundle) {
      const files = new Set();
      for (const item of Object.values(bundle)) {
        if (item.type === "chunk") for (const id of item.moduleIds) files.add(id.replace(/\?.*/, ""));
        else for (const id of item.originalFileNames ?? []) files.add(join(process.cwd(), id));
      }
      this.emitFile({ type: "asset", fileName: "THIRD_PARTY_NOTICES.txt", source: notices(files) });
    },
  };
}
