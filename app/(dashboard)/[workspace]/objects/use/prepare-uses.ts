import type { RequestOf } from "@/lib/api/contract/operations";
import { quoteValue } from "@/lib/filter/query-text";
import type { ObjectKey } from "@/lib/object/object-key";
import { objectRef } from "@/lib/object/object-ref";

type CallsBody = RequestOf<"calls.streamQuery">;
type CountBody = RequestOf<"calls.queryStats">;

/** One way in which calls use a version. */
export interface Use {
  readonly id: "called" | "read" | "given";
  readonly title: string;
  /** What it means when there is none. */
  readonly none: string;
  readonly count: CountBody;
  readonly list: CallsBody;
}

/** The newest calls that are listed; the count is of all. */
export const MAX_LISTED_CALLS = 50;

const columns = ["display_name", "parent_id", "ended_at", "exception", "summary"];

/** How calls may use a version: an op is called, an object is among what a call was given or gave back. */
export function usesOf(projectId: string, object: ObjectKey, digest: string): readonly Use[] {
  const ref = objectRef(projectId, object, digest);
  const use = (id: Use["id"], title: string, none: string, filter: CallsBody["filter"]): Use => ({
    id,
    title,
    none,
    count: { project_id: projectId, filter },
    list: {
      project_id: projectId,
      filter,
      sort_by: [{ field: "started_at", direction: "desc" }],
      limit: MAX_LISTED_CALLS,
      columns,
    },
  });
  if (object.kind === "op") {
    return [use("called", "Calls of this version", "No call ran this version.", { op_names: [ref] })];
  }
  return [
    use("read", "Calls that were given it", "No call was given the ref of this version.", { input_refs: [ref] }),
    use("given", "Calls that gave it back", "No call gave the ref of this version back.", { output_refs: [ref] }),
  ];
}

/** Where the calls of an op are listed, of all its versions and over all time. */
export function opCallsHref(slug: string, opName: string): string {
  return `/${slug}/traces?${new URLSearchParams({ grain: "all", t: "all", q: `op:${quoteValue(opName)}` })}`;
}
