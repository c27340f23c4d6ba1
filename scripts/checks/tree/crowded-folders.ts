import { folderOf, isSource } from "./source-tree";

/** A longer list of names is hard to read; its subjects should have folders of their own. */
export const MAX_SOURCES = 40;

/**
 * Returns the folders that contain too many sources of their own, as sentences. Tests and subfolders are not counted.
 */
export function crowdedFolders(paths: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const path of paths.filter(isSource)) counts.set(folderOf(path), (counts.get(folderOf(path)) ?? 0) + 1);
  return [...counts].flatMap(([folder, count]) =>
    count > MAX_SOURCES
      ? [`${folder} holds ${count} source files, more than ${MAX_SOURCES}: divide it by subject.`]
      : [],
  );
}
