import { readFileSync } from "node:fs";
import { parseVersion, projectRoot } from "./project.mjs";

/**
 * Ends the process with a clear message when this Node is older than `engines.node` of package.json. Runs first, so it
 * uses nothing that an old Node lacks.
 */
export function requireNode(running = process.versions.node) {
  const { engines } = JSON.parse(readFileSync(new URL("package.json", projectRoot), "utf8"));
  const needed = engines.node.replace(">=", "");
  if (isOlder(parseVersion(running), parseVersion(needed))) {
    console.error(
      `Heddle needs Node ${needed} or newer; this is Node ${running}. Install a newer version from https://nodejs.org.`,
    );
    process.exit(1);
  }
}

function isOlder(left, right) {
  for (let part = 0; part < right.length; part += 1) {
    if (left[part] !== right[part]) return left[part] < right[part];
  }
  return false;
}
