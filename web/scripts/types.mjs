// The front end's types, from the server's own description. `--check` only checks that the committed file is up to date.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import openapiTS, { astToString } from "openapi-typescript";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const FILE = here("../src/lib/openapi.d.ts");
const PYTHON = [process.env.KAKOMI_PYTHON, here("../../.venv/bin/python")].find((path) => path && existsSync(path)) ?? "python3";
const HEAD = "/* Made by `npm run types` from `python -m kakomi.server.http.openapi`. Change the server's models, not this file. */\n\n";

const description = execFileSync(PYTHON, ["-m", "kakomi.server.http.openapi"], { maxBuffer: 1 << 26, encoding: "utf-8" });
const made = HEAD + astToString(await openapiTS(JSON.parse(description), { defaultNonNullable: false }));
if (!process.argv.includes("--check")) {
  writeFileSync(FILE, made);
} else if (!existsSync(FILE) || readFileSync(FILE, "utf-8") !== made) {
  console.error("src/lib/openapi.d.ts is not what the server describes: run `npm run types` in web/ and commit it.");
  process.exit(1);
}
