/** A part of the tree, and the parts that it may import. The first part whose folder matches a file counts. */
interface Layer {
  readonly folder: string;
  readonly mayImport: readonly string[];
}

const CONTRACT = "lib/api/contract";
const SERVER_LAYERS = ["lib/api/server", "lib/auth", "lib/database", "lib/environment", "lib/sqlite"] as const;
const BROWSER_LAYERS = [
  "lib/api/client",
  "lib/export",
  "lib/format",
  "lib/import",
  "lib/json",
  "lib/sample",
  "lib/training",
  CONTRACT,
] as const;

const SERVICE_IMPORTS = [
  "service",
  "package.json",
  "lib/environment",
  "lib/json",
  "lib/sqlite",
  "lib/training/trainer-protocol",
  CONTRACT,
] as const;

/** Imports go one way: contract ← format ← components ← app, and contract ← service. */
const LAYERS: readonly Layer[] = [
  { folder: CONTRACT, mayImport: [CONTRACT] },
  { folder: "lib/format", mayImport: ["lib/format", CONTRACT] },
  { folder: "lib/export", mayImport: ["lib/export", CONTRACT] },
  { folder: "lib/import", mayImport: ["lib/import", CONTRACT] },
  { folder: "lib/json", mayImport: ["lib/json", CONTRACT] },
  { folder: "lib/training", mayImport: ["lib/training", CONTRACT] },
  { folder: "lib/sample", mayImport: ["lib/sample", CONTRACT] },
  { folder: "lib/api/client", mayImport: BROWSER_LAYERS },
  { folder: "lib/environment", mayImport: ["lib/environment"] },
  { folder: "lib/sqlite", mayImport: ["lib/sqlite"] },
  { folder: "lib/database", mayImport: ["lib/database", "lib/sqlite", CONTRACT] },
  { folder: "lib/auth", mayImport: ["lib/auth", "lib/database", "lib/environment", "lib/sqlite", CONTRACT] },
  { folder: "lib/api/server", mayImport: [...SERVER_LAYERS, CONTRACT] },
  { folder: "components", mayImport: ["components", ...BROWSER_LAYERS] },
  { folder: "app", mayImport: ["app", "components", ...BROWSER_LAYERS, ...SERVER_LAYERS] },
  // The built-in base model is fitted to the conversations of the sample project, and pages show the same advantages.
  {
    folder: "service/trainer",
    mayImport: [
      "service/trainer",
      "lib/training/trainer-protocol",
      "lib/sample",
      "lib/training/trajectories/advantage-rule",
    ],
  },
  { folder: "service", mayImport: ["service", "package.json", "lib/environment", "lib/json", "lib/sqlite", CONTRACT] },
];

/** Imports that break the rules and are known to: `importer -> imported`. It may only get shorter. */
const DEBT: readonly string[] = [];

const IMPORT = /(?:\bfrom\s*|\bimport\s*\(?\s*)"([^"]+)"/g;

function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(`${folder}/`);
}

function resolveImport(file: string, specifier: string): string | null {
  if (specifier.startsWith("@/")) return specifier.slice(2);
  if (!specifier.startsWith(".")) return null;
  const parts = file.split("/").slice(0, -1);
  for (const step of specifier.split("/")) {
    if (step === "..") parts.pop();
    else if (step !== ".") parts.push(step);
  }
  return parts.join("/");
}

function importsOf(file: string, source: string): string[] {
  return [...source.matchAll(IMPORT)]
    .flatMap(([, specifier = ""]) => resolveImport(file, specifier) ?? [])
    .filter((path) => !DEBT.includes(`${file} -> ${path}`));
}

/**
 * What a file imports against the rules, as sentences.
 *
 * @param file path from the project's root
 */
export function brokenImports(file: string, source: string): string[] {
  const layer = LAYERS.find(({ folder }) => isWithin(file, folder));
  if (!layer) return [];
  const runsInBrowser = /^\s*(["'])use client\1/.test(source);
  return importsOf(file, source).flatMap((path) => {
    if (!layer.mayImport.some((folder) => isWithin(path, folder))) {
      return [`${file} imports ${path}, which ${layer.folder} may not reach.`];
    }
    const isServerPart = SERVER_LAYERS.some((folder) => isWithin(path, folder));
    return runsInBrowser && isServerPart ? [`${file} runs in the browser and imports ${path}.`] : [];
  });
}

const PAGE = /^(app\/.*)\/page\.tsx$/;

/** The folders of pages. One in brackets is no page's own: it groups pages, and holds what they share of the server. */
export function pageFolders(files: readonly string[]): ReadonlySet<string> {
  const folders = files.flatMap((file) => PAGE.exec(file)?.[1] ?? []);
  return new Set(folders.filter((folder) => !folder.endsWith(")")));
}

function pageFolderOf(path: string, pages: ReadonlySet<string>): string | null {
  const folder = path.slice(0, Math.max(0, path.lastIndexOf("/")));
  if (folder === "") return null;
  return pages.has(folder) ? folder : pageFolderOf(folder, pages);
}

/**
 * What a file imports out of the folder of a page that is not its own, as sentences. The folder of a page holds what
 * that page alone draws, so it can be changed or deleted without a look at another one.
 *
 * @param file path from the project's root
 * @param pages see {@link pageFolders}
 */
export function importsBetweenPages(file: string, source: string, pages: ReadonlySet<string>): string[] {
  if (!isWithin(file, "app")) return [];
  const own = pageFolderOf(file, pages);
  return importsOf(file, source).flatMap((path) => {
    const page = pageFolderOf(path, pages);
    if (page === null || page === own) return [];
    return [`${file} imports ${path}, which belongs to another page: what two pages use is in components.`];
  });
}
