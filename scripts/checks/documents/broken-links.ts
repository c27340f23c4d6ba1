import { existsSync } from "node:fs";
import { posix } from "node:path";
import { headingId } from "./heading-id";

/** A link to a file of the project or to one of its headings: not to another host, not to a page of the product. */
const LINK = /\]\((?![a-z]+:|\/)([^)#\s]*)(?:#([^)\s]+))?\)/g;

const CODE = /```[\s\S]*?```|`[^`\n]*`/g;

const HEADING = /^#{1,6} (.+)$/gm;

/** Returns the links of documents that lead to no file or to no heading, one sentence each. @param documents texts by path */
export function brokenLinks(documents: ReadonlyMap<string, string>): string[] {
  const headings = new Map<string, ReadonlySet<string>>();
  const headingsOf = (path: string) => {
    const found = headings.get(path) ?? headingsIn(documents.get(path) ?? "");
    headings.set(path, found);
    return found;
  };
  return [...documents].flatMap(([document, text]) =>
    linksIn(document, text).flatMap(({ path, heading }) => {
      if (!documents.has(path) && !existsSync(path)) return [`${document} links to ${path}, which does not exist.`];
      if (heading === undefined || !documents.has(path) || headingsOf(path).has(heading)) return [];
      return [`${document} links to ${path}#${heading}, a heading that does not exist.`];
    }),
  );
}

function linksIn(document: string, text: string): { readonly path: string; readonly heading: string | undefined }[] {
  return [...text.replace(CODE, "").matchAll(LINK)].map(([, path = "", heading]) => ({
    path: path === "" ? document : posix.join(posix.dirname(document), path),
    heading,
  }));
}

function headingsIn(text: string): ReadonlySet<string> {
  return new Set([...text.matchAll(HEADING)].map(([, heading = ""]) => headingId(heading)));
}
