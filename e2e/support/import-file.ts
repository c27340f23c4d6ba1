import { PassThrough } from "node:stream";
import { text } from "node:stream/consumers";
import { importCommand } from "@/scripts/commands/import-command";
import { API_KEY } from "./run-heddle";

/** Imports a file of conversations as `npm run import` does; rejects with its output on failure. */
export async function importFile(serviceUrl: string, project: string, file: string): Promise<void> {
  const printed = new PassThrough();
  const output = text(printed);
  const code = await importCommand([file, "--project", project], {
    serviceUrl,
    key: API_KEY,
    out: printed,
    errors: printed,
    signal: new AbortController().signal,
  });
  printed.end();
  if (code !== 0) throw new Error(`The import ended with code ${code}:\n${await output}`);
}
