import type { Check } from "@/scripts/checks/check/check";
import { badConstantNames } from "@/scripts/checks/names/constant-names";
import { badFileNames } from "@/scripts/checks/names/file-names";
import { crowdedFolders } from "./crowded-folders";
import { brokenFloors, unnamedRooms } from "./floor-rules";
import { areas } from "./floors";
import { folderCircles } from "./folder-circles";
import { importsOfOtherPages, pageFolders } from "./page-rules";
import { importsFrom, readTree, type Tree } from "./read-tree";
import { isSource } from "./source-tree";

function treeCheck(name: string, problemsOf: (tree: Tree) => readonly string[]): Check {
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
