import { formatShortId } from "@/lib/format/identifier";
import type { PageEntry } from "./page-list";
import { textOfSegment } from "./path-segment";

/** A step of the path to the current page. */
export interface Crumb {
  readonly label: string;
  /** Null for the last one, and when there is nothing to go to. */
  readonly href: string | null;
  /** An id or a name from the user, not text of the product. */
  readonly isName: boolean;
}

/** The item that a page has open, by its segment of the address. */
export interface Opened {
  readonly segment: string;
  /** Null while it is loading. */
  readonly name: string | null;
}

/** Returns the page, its open item, and the part of that item: each but the last links back to itself. */
export function trail(page: PageEntry, pathname: string, slug: string | null, opened: Opened | null): readonly Crumb[] {
  const href = page.href(slug);
  const part = page.partAt(pathname);
  const crumbs: Crumb[] = [{ label: page.label, href, isName: false }];
  if (opened !== null) {
    crumbs.push({
      label: opened.name ?? formatShortId(textOfSegment(opened.segment)),
      href: href === null ? null : `${href}/${opened.segment}`,
      isName: true,
    });
  }
  if (part !== null) crumbs.push({ label: part, href: null, isName: false });
  return crumbs.map((crumb, index) => (index === crumbs.length - 1 ? { ...crumb, href: null } : crumb));
}
