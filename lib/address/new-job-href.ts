import type { ReviewedRewards } from "@/lib/review/results";
import { readStored, writeStored } from "@/lib/storage/browser-storage";

/** The source of a new job. */
export type SourceKindOfNewJob = "threads" | "calls";

/** Longer lists of ids are left in the browser's session, under a name that is in the address. */
const MAX_ADDRESS_LENGTH = 4_000;

const SESSION_KEY_PREFIX = "heddle.picked.";

const sourceOf = (kind: SourceKindOfNewJob) => (kind === "threads" ? "threads" : "traces");

/**
 * Returns the address that builds trajectory groups from threads or calls. Ids that are too many for an address are
 * left in the session.
 */
export function newJobHref(slug: string, kind: SourceKindOfNewJob, ids: readonly string[]): string {
  const joined = joinIds(ids);
  const source = sourceOf(kind);
  if (joined.length <= MAX_ADDRESS_LENGTH) {
    return `/${slug}/training/new?${new URLSearchParams({ source, [kind]: joined })}`;
  }
  const name = `${kind}-${Date.now().toString(36)}`;
  writeStored(`${SESSION_KEY_PREFIX}${name}`, joined, "session");
  return `/${slug}/training/new?${new URLSearchParams({ source, picked: name })}`;
}

/** Returns the address that builds trajectory groups from the rows of a table, or from the named rows. */
export function newJobOfTable(
  slug: string,
  table: { readonly digest: string; readonly dataset: string | null; readonly rowDigests: readonly string[] },
): string {
  const { digest, dataset, rowDigests } = table;
  const search = new URLSearchParams({ source: "table", table: digest });
  if (dataset !== null) search.set("dataset", dataset);
  if (rowDigests.length > 0) search.set("rows", rowDigests.join(","));
  search.set("add", "true");
  return `/${slug}/training/new?${search}`;
}

const REVIEW = "review-";

/** Returns the address that builds trajectory groups from what reviewers judged, with their answers as rewards. */
export function newJobOfReview(slug: string, rewards: ReviewedRewards): string {
  const name = `${REVIEW}${Date.now().toString(36)}`;
  writeStored(`${SESSION_KEY_PREFIX}${name}`, JSON.stringify(rewards), "session");
  return `/${slug}/training/new?${new URLSearchParams({ source: "threads", picked: name })}`;
}

/** Returns the rewards that a review left; null for another kind of list, and when the session has ended. */
export function takeReviewedRewards(name: string): ReviewedRewards | null {
  const stored = name.startsWith(REVIEW) ? readStored(`${SESSION_KEY_PREFIX}${name}`, "session") : null;
  // Only written by this file.
  return stored === null ? null : (JSON.parse(stored) as ReviewedRewards);
}

/** Returns a list that another page left; empty when the session has ended. */
export function takePickedIds(name: string): string[] {
  return splitIds(readStored(`${SESSION_KEY_PREFIX}${name}`, "session") ?? "");
}

function joinIds(ids: readonly string[]): string {
  return ids.map((id) => id.replaceAll("%", "%25").replaceAll(",", "%2C")).join(",");
}

export function splitIds(joined: string): string[] {
  return joined.split(",").flatMap((id) => (id === "" ? [] : [id.replaceAll("%2C", ",").replaceAll("%25", "%")]));
}
