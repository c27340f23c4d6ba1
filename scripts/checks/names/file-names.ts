const CODE = /\.(?:ts|tsx|mts|mjs|js|css)$/;

const KEBAB = "[a-z0-9]+(?:-[a-z0-9]+)*";

/** `x.ts`, `x.test.ts`; a configuration file has the name that its tool requires. */
const FILE = new RegExp(`^${KEBAB}(?:\\.(?:test|spec|suite|config|d))?\\.[a-z]+$`);

/** A folder, or a segment of a route as Next spells it: `[param]`, `[...rest]`, `(group)`, `_private`; `llms.txt` is an address. */
const FOLDER = new RegExp(
  `^(?:\\.?${KEBAB}|llms\\.txt|_${KEBAB}|\\(${KEBAB}\\)|\\[{1,2}(?:\\.{3})?[a-z][A-Za-z]*\\]{1,2})$`,
);

/** Names that describe the kind of content and not its subject. */
const KINDS: ReadonlySet<string> = new Set([
  "util",
  "utils",
  "helper",
  "helpers",
  "type",
  "types",
  "hooks",
  "constants",
  "common",
  "shared",
  "misc",
  "core",
  "index",
]);

function problemOfFile(path: string, name: string): string[] {
  const stem = name.slice(0, name.indexOf("."));
  if (!FILE.test(name)) return [`${path}: a file's name is kebab-case.`];
  return KINDS.has(stem) ? [`${path}: "${stem}" does not say what the file is about.`] : [];
}

function problemOfFolder(path: string, folder: string, depth: number): string[] {
  if (!FOLDER.test(folder)) return [`${path}: the folder's name ${folder} is not kebab-case.`];
  const isKind = KINDS.has(folder) || (folder === "lib" && depth > 0);
  return isKind ? [`${path}: the folder's name ${folder} does not say what it holds.`] : [];
}

/**
 * Returns the code files whose name, or a folder of whose path, does not follow this project's naming, as sentences.
 */
export function badFileNames(paths: readonly string[]): string[] {
  return paths
    .filter((path) => CODE.test(path))
    .flatMap((path) => {
      const folders = path.split("/");
      const name = folders.pop() ?? "";
      return [
        ...problemOfFile(path, name),
        ...folders.flatMap((folder, depth) => problemOfFolder(path, folder, depth)),
      ];
    });
}
