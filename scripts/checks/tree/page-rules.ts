import { type FileImport, folderOf, isWithin } from "./source-tree";

const PAGE = /^(app\/.*)\/page\.tsx$/;

/**
 * Returns the folders of pages. A folder in parentheses does not belong to one page: it groups pages and contains the
 * server code that they share.
 */
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
 * Returns the imports from the folder of another page, as sentences. The folder of a page contains only what that page
 * draws, so it can be changed or deleted without checking other pages.
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
