import type { z } from "zod";
import type { savedView } from "@/lib/api/contract/app/saved-views";
import { DEFAULT_SOURCE_CHOICE, type SourceChoice } from "@/lib/calls/source-choice";
import type { Workspace } from "@/lib/workspace/workspace";

export type SavedView = z.infer<typeof savedView>;

/** The owner of saved views: a page of a workspace. */
export interface ViewPage {
  readonly workspaceId: string;
  /** The page's part of the address: `traces`. */
  readonly page: string;
}

/** Items open next to a list are not part of the view. */
const TRANSIENT_PARAMS: ReadonlySet<string> = new Set(["peek", "tab"]);

/**
 * Returns the part of an address that a view keeps, without a question mark; `""` for the initial state of the page.
 */
export function viewQueryOf(search: string): string {
  const params = new URLSearchParams();
  for (const [name, value] of new URLSearchParams(search)) {
    if (!TRANSIENT_PARAMS.has(name)) params.append(name, value);
  }
  return params.toString();
}

/** Pages whose views may be older than the choice of a source: they then showed all. */
const PAGES_OF_SOURCES: ReadonlySet<string> = new Set(["traces", "threads"]);

function withSource(page: string, query: string, source: SourceChoice): string {
  const params = new URLSearchParams(query);
  if (query === "" || !PAGES_OF_SOURCES.has(page) || params.has("source")) return query;
  params.set("source", source);
  return params.toString();
}

/** Returns what a view of a page is stored with: it names the source that an address without one means. */
export const storedQuery = (page: string, query: string, { knowsSources }: Pick<Workspace, "knowsSources">): string =>
  withSource(page, query, knowsSources ? DEFAULT_SOURCE_CHOICE : "all");

/** Returns what a view of a page opens: all sources where it was stored before there was a choice. */
export const openedQuery = (page: string, stored: string): string => withSource(page, stored, "all");

/** Returns whether two addresses show the same, in any order of parameters. */
export function isSameView(left: string, right: string): boolean {
  const sorted = (search: string) => {
    const parameters = new URLSearchParams(viewQueryOf(search));
    parameters.sort();
    return parameters.toString();
  };
  return sorted(left) === sorted(right);
}

/** Returns the address of a page with one of its views. */
export function viewHref(pathname: string, query: string): string {
  return query === "" ? pathname : `${pathname}?${query}`;
}
