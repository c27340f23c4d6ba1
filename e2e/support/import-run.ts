import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { PassThrough } from "node:stream";
import { text } from "node:stream/consumers";
import { importRunCommand } from "@/scripts/commands/import-run-command";
import { API_KEY } from "./run-heddle";

/**
 * Imports the files of a training run as `npm run import-run` does; rejects with its output on failure.
 *
 * @param files of the run's folder, by path
 */
export async function importRun(
  serviceUrl: string,
  project: string,
  run: string,
  files: Readonly<Record<string, string>>,
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "heddle-e2e-files-"));
  const printed = new PassThrough();
  const output = text(printed);
  try {
    for (const [path, content] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), content);
    }
    const code = await importRunCommand([folder, "--project", project, "--run", run], {
      serviceUrl,
      key: API_KEY,
      out: printed,
      errors: printed,
      signal: new AbortController().signal,
    });
    printed.end();
    if (code !== 0) throw new Error(`The import ended with code ${code}:\n${await output}`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
