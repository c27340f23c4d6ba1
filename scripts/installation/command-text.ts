/** Where Heddle runs from: a checkout with npm's scripts, or an installed package with its `heddle` program. */
export type Installation = "checkout" | "package";

/** The programs of a package are built; in a checkout commands run from their sources. */
export function installationOf(programUrl: string): Installation {
  return programUrl.endsWith(".mjs") ? "package" : "checkout";
}

/** How a user types a command, to which its options are added: "npm run key --" or "npx heddle key". */
export function commandText(name: string, installation: Installation = installationOf(import.meta.url)): string {
  if (name === "start") return installation === "package" ? "npx heddle" : "npm start";
  return installation === "package" ? `npx heddle ${name}` : `npm run ${name} --`;
}
