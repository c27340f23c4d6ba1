/** A package of the lockfile. */
interface LockedPackage {
  readonly version?: string;
  readonly license?: string;
  readonly hasInstallScript?: boolean;
}

export type Lockfile = { readonly packages: Readonly<Record<string, LockedPackage>> };

const nameOf = (path: string) => path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);

/** Returns the first two cells of each row of the table below a heading. */
export function tableOf(document: string, heading: string): ReadonlyMap<string, string> {
  const from = document.indexOf(`## ${heading}\n`);
  if (from < 0) return new Map();
  const [section = ""] = document.slice(from + heading.length).split("\n## ");
  const rows = section.split("\n").filter((line) => line.startsWith("| "));
  // The heading of the table and the line below it.
  return new Map(rows.slice(2).map((line) => cellsOf(line)));
}

function cellsOf(line: string): [string, string] {
  const [, first = "", second = ""] = line.split("|").map((cell) => cell.trim());
  return [first, second];
}

/** Compares versions of three numbers; a version before its release counts as the release. */
function isOlder(version: string, lowest: string): boolean {
  const [own, other] = [version, lowest].map((text) => text.split(/[.-]/, 3).map(Number));
  for (let at = 0; at < 3; at += 1) {
    const difference = (own?.[at] ?? 0) - (other?.[at] ?? 0);
    if (difference !== 0) return difference < 0;
  }
  return false;
}

/** Returns the packages of a lockfile that the tables of docs/develop/dependencies.md do not allow, one sentence each. */
export function dependencyProblems({ packages }: Lockfile, document: string): string[] {
  const lowest = tableOf(document, "Lowest versions");
  const licenses = tableOf(document, "Licenses");
  const scripts = tableOf(document, "Install scripts");
  const installed = Object.entries(packages).filter(([path]) => path !== "");
  const names = new Set(installed.map(([path]) => nameOf(path)));
  return [
    ...installed.flatMap(([path, { version = "", license = "none", hasInstallScript = false }]) => {
      const name = nameOf(path);
      const floor = lowest.get(name);
      return [
        ...(floor !== undefined && isOlder(version, floor) ? [`${path} ${version} is below ${floor}.`] : []),
        ...(licenses.has(license) ? [] : [`${path} has the license ${license}, which is not listed.`]),
        ...(hasInstallScript && !scripts.has(name) ? [`${path} runs a script on installation.`] : []),
      ];
    }),
    ...[...lowest.keys()].filter((name) => !names.has(name)).map((name) => `${name} is listed and not installed.`),
  ];
}
