/** The installation that Heddle runs from: a checkout with npm's scripts, or a package with its `heddle` program. */
export type Installation = "checkout" | "package";

/** The programs of a package are built; in a checkout commands run from their sources. */
export function installationOf(programUrl: string): Installation {
  return programUrl.endsWith(".mjs") ? "package" : "checkout";
}

/** Returns a command as a user types it, to which options are added: "npm run key --" or "npx heddle key". */
export function commandText(name: string, installation: Installation = installationOf(import.meta.url)): string {
  if (name === "start") return installation === "package" ? "npx heddle" : "npm start";
  return installation === "package" ? `npx heddle ${name}` : `npm run ${name} --`;
}
