import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { sourceChecks } from "./project-checks";

/** Runs the checks that read the sources in this process, and writes the problems of each to the file that is named. */
const [file = ""] = process.argv.slice(2);
const results = [];
for (const check of sourceChecks) results.push({ name: check.name, problems: await check.run() });
mkdirSync(dirname(file), { recursive: true });
writeFileSync(file, JSON.stringify(results));
