import { type FileImport, folderOf, isWithin } from "./source-tree";

const PAGE = /^(app\/.*)\/page\.tsx$/;

/** The folders of pages. One in brackets is no page's own: it groups pages, and holds what they share of the server. */
export function pageFolders(paths: readonly string[]): ReadonlySet<string> {
  const folders = paths.flatMap((path) => PAGE.exec(path)?.[1] ?? []);
  return new Set(folders.filter((folder) => !folder.endsWith(")")));
}

function pageFolderOf(path: string, pages: ReadonlySet<string>): string | null {
  const folder = folderOf(path);
  if (folder === ".") return null;
  return pages.has(folder) ? folder : pageFolderOf(folder, pages);
}

/**
 * Imports out of the folder of a page that is not the importer's own, as sentences. The folder of a page holds what
 * that page alone draws, so it can be changed or deleted without a look at another one.
 *
 * @param pages see {@link pageFolders}
 */
export function importsOfOtherPages(imports: readonly FileImport[], pages: ReadonlySet<string>): string[] {
  return imports.flatMap(({ from, to }) => {
    if (!isWithin(from, "app")) return [];
    const page = pageFolderOf(to, pages);
    if (page === null || page === pageFolderOf(from, pages)) return [];
    return [`${from} imports ${to}, which belongs to another page: what two pages use is in components.`];
  });
}
