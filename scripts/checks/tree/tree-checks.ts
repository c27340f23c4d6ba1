import type { Check } from "@/scripts/checks/check/check";
import { badConstantNames } from "@/scripts/checks/names/constant-names";
import { badFileNames } from "@/scripts/checks/names/file-names";
import { crowdedFolders } from "./crowded-folders";
import { brokenFloors, unnamedRooms } from "./floor-rules";
import { areas } from "./floors";
import { fileCircles, folderCircles, roomCircles } from "./import-circles";
import { importsOfOtherPages, pageFolders } from "./page-rules";
import { importsFrom, readTree, type Tree } from "./read-tree";
import { type FileImport, isSource } from "./source-tree";

function treeCheck(name: string, problemsOf: (tree: Tree) => readonly string[]): Check {
  return { name, run: async () => problemsOf(readTree()) };
}

/** A check of the imports between sources. */
function circleCheck(name: string, circlesIn: (imports: readonly FileImport[]) => readonly string[]): Check {
  return treeCheck(name, (tree) => {
    const imports = tree.paths.filter(isSource).flatMap((path) => importsFrom(tree, path));
    return circlesIn(imports.filter(({ to }) => isSource(to)));
  });
}

/** The checks of the tree's folders and names. */
export const treeChecks: readonly Check[] = [
  circleCheck("no import cycles between files", fileCircles),
  circleCheck("no import cycles between folders", folderCircles),
  circleCheck("no import cycles between rooms", roomCircles),
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
