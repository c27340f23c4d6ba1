import { formatShortId } from "@/lib/format/identifier";
import type { PageEntry } from "./page-list";

/** A step of the way to where a person is. */
export interface Crumb {
  readonly label: string;
  /** Null for the last one, and where there is nothing to go to. */
  readonly href: string | null;
  /** An id or a name that a person gave, and no words of the product. */
  readonly isName: boolean;
}

/** The one thing that a page has open, by its segment of the address. */
export interface Opened {
  readonly segment: string;
  /** Null while it is not known. */
  readonly name: string | null;
}

/** The page, what of it is open, and the part of that: each but the last leads back to itself. */
export function trail(page: PageEntry, pathname: string, slug: string | null, opened: Opened | null): readonly Crumb[] {
  const href = page.href(slug);
  const part = page.partAt(pathname);
  const crumbs: Crumb[] = [{ label: page.label, href, isName: false }];
  if (opened !== null) {
    crumbs.push({
      label: opened.name ?? formatShortId(decodeURIComponent(opened.segment)),
      href: href === null ? null : `${href}/${opened.segment}`,
      isName: true,
    });
  }
  if (part !== null) crumbs.push({ label: part, href: null, isName: false });
  return crumbs.map((crumb, index) => (index === crumbs.length - 1 ? { ...crumb, href: null } : crumb));
}
