/** A file of the project: its path from the root, and its text. */
export interface SourceFile {
  readonly path: string;
  readonly text: string;
}

/** One file that names another one of the project. */
export interface FileImport {
  readonly from: string;
  readonly to: string;
}

const CODE = /\.(?:ts|tsx|mjs|js)$/;
const TEST = /\.(?:test|spec|suite)\.tsx?$|(?:^|\/)testing\//;

/**
 * Tests reach wherever they compare something, so no rule about folders counts them, nor what stands in a folder
 * `testing` for several of them.
 */
export function isTest(path: string): boolean {
  return TEST.test(path);
}

/** Whether a folder holds the file as one of its own sources: code that is not a test. */
export function isSource(path: string): boolean {
  return CODE.test(path) && !isTest(path);
}

/** The folder of a file; "." for the root. */
export function folderOf(path: string): string {
  const end = path.lastIndexOf("/");
  return end < 0 ? "." : path.slice(0, end);
}

/** Whether a path is the folder itself or lies in it. A file counts under its name without the ending too. */
export function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(`${folder}/`) || path.replace(CODE, "") === folder;
}

/** `import type` counts as well: whoever reads a file has to read what it names. A worker is named by its URL. */
const IMPORT = /(?:\bfrom\s*|\bimport\s*\(?\s*|\bnew URL\(\s*)"([^"\n]+)"/g;

/** The path that a specifier means, without regard to whether there is such a file. Null for packages. */
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
 * What a file imports of the project, with the endings of the imported files. A path that no file has is left out: the
 * compiler complains about it.
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
