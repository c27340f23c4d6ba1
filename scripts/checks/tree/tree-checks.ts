import { readFileSync } from "node:fs";
import type { Check } from "@/scripts/checks/check/check";
import { sourceFiles } from "@/scripts/checks/check/source-files";
import { badConstantNames } from "@/scripts/checks/names/constant-names";
import { badFileNames } from "@/scripts/checks/names/file-names";
import { crowdedFolders } from "./crowded-folders";
import { brokenFloors, unnamedRooms } from "./floor-rules";
import { areas } from "./floors";
import { folderCircles } from "./folder-circles";
import { importsOfOtherPages, pageFolders } from "./page-rules";
import { type FileImport, importsOf, isSource, type SourceFile } from "./source-tree";

/** The sources of the project, read once for all checks. */
interface Tree {
  readonly paths: readonly string[];
  readonly files: readonly SourceFile[];
  readonly imports: ReadonlyMap<string, readonly FileImport[]>;
}

let tree: Tree | undefined;

function readTree(): Tree {
  tree ??= readFiles();
  return tree;
}

function readFiles(): Tree {
  const paths = sourceFiles();
  const known = new Set(paths);
  const code = paths.filter((path) => /\.(?:ts|tsx|mjs|js)$/.test(path));
  const files = code.map((path) => ({ path, text: readFileSync(path, "utf8") }));
  return { paths, files, imports: new Map(files.map((file) => [file.path, importsOf(file, known)])) };
}

/** The imports of one file. */
function importsFrom({ imports }: Tree, path: string): readonly FileImport[] {
  return imports.get(path) ?? [];
}

function treeCheck(name: string, problemsOf: (read: Tree) => readonly string[]): Check {
  return { name, run: async () => problemsOf(readTree()) };
}

/** The checks of the tree's folders and names. */
export const treeChecks: readonly Check[] = [
  treeCheck("no import cycles between folders", (tree) => {
    const sources = tree.paths.filter(isSource).flatMap((path) => importsFrom(tree, path));
    return folderCircles(sources.filter(({ to }) => isSource(to)));
  }),
  treeCheck("imports go down", (tree) => [
    ...unnamedRooms(tree.paths.filter(isSource), areas),
    ...tree.files.flatMap((file) => brokenFloors(file, importsFrom(tree, file.path), areas)),
  ]),
  treeCheck("no page imports from another page", (tree) => {
    const pages = pageFolders(tree.paths);
    return tree.files.flatMap(({ path }) => importsOfOtherPages(importsFrom(tree, path), pages));
  }),
  treeCheck("no crowded folder", ({ paths }) => crowdedFolders(paths)),
  treeCheck("names of files and folders", ({ paths }) => badFileNames(paths)),
  treeCheck("names of constants", ({ files }) =>
    files.filter(({ path }) => isSource(path)).flatMap(({ path, text }) => badConstantNames(path, text)),
  ),
];
