import "server-only";
import { readFile } from "node:fs/promises";
import { join } from "node:path";

/** Returns the text of a guide as Markdown. The build puts the documents beside the dashboard's server. */
export async function readGuide({ path }: { readonly path: string }): Promise<string> {
  return await readFile(join(/* turbopackIgnore: true */ process.cwd(), "docs", path), "utf8");
}
