/** A file of the project: its path from the root, and its text. */
export interface SourceFile {
  readonly path: string;
  readonly text: string;
}

/** A file that imports another file of the project. */
export interface FileImport {
  readonly from: string;
  readonly to: string;
}

const CODE = /\.(?:ts|tsx|mjs|js)$/;
const TEST = /\.(?:test|spec|suite)\.tsx?$|(?:^|\/)testing\//;

/**
 * True for tests and for files in a folder `testing`. Tests import whatever they compare, so no rule about folders
 * counts them.
 */
export function isTest(path: string): boolean {
  return TEST.test(path);
}

/** True when the file is one of the folder's own sources: code that is not a test. */
export function isSource(path: string): boolean {
  return CODE.test(path) && !isTest(path);
}

/** The folder of a file; "." for the root. */
export function folderOf(path: string): string {
  const end = path.lastIndexOf("/");
  return end < 0 ? "." : path.slice(0, end);
}

/** True when a path is the folder or is inside it. A file also matches its name without the extension. */
export function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(`${folder}/`) || path.replace(CODE, "") === folder;
}

/** `import type` counts as well: to understand a file one has to read what it imports. A worker is named by its URL. */
const IMPORT = /(?:\bfrom\s*|\bimport\s*\(?\s*|\bnew URL\(\s*)"([^"\n]+)"/g;

/** The path of a specifier, whether or not such a file exists. Null for packages. */
function pathOfSpecifier(file: string, specifier: string): string | null {
  if (specifier.startsWith("@/")) return specifier.slice(2);
  if (!specifier.startsWith(".")) return null;
  const parts = file.split("/").slice(0, -1);
  for (const step of specifier.split("/")) {
    if (step === "..") parts.pop();
    else if (step !== ".") parts.push(step);
  }
  return parts.join("/");
}

const ENDINGS = ["", ".ts", ".tsx", ".mjs", ".js"] as const;

/**
 * Returns the project files that a file imports, with their extensions. Paths without a file are omitted: the compiler
 * reports them.
 *
 * @param files the paths of all files of the project
 */
export function importsOf({ path: from, text }: SourceFile, files: ReadonlySet<string>): FileImport[] {
  return [...text.matchAll(IMPORT)].flatMap(([, specifier = ""]) => {
    const path = pathOfSpecifier(from, specifier);
    if (path === null) return [];
    const ending = ENDINGS.find((each) => files.has(path + each));
    return ending === undefined ? [] : [{ from, to: path + ending }];
  });
}
