import { fileURLToPath } from "node:url";

/** The folder of package.json, as a URL that ends in a slash. */
export const projectRoot = new URL("../../", import.meta.url);

/** The same folder as a path. */
export const projectFolder = fileURLToPath(projectRoot);

/** "20.18.1" as [20, 18, 1]. */
export function parseVersion(text) {
  return text.split(".").map((part) => Number.parseInt(part, 10));
}
