import { allCallsHref } from "@/lib/address/traces-href";
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
  /** The text when no call matches. */
  readonly none: string;
  readonly count: CountBody;
  readonly list: CallsBody;
}

/** The maximum number of listed calls, newest first; the count includes all. */
export const MAX_LISTED_CALLS = 50;

const columns = ["display_name", "parent_id", "ended_at", "exception", "summary"];

/** How calls can use a version: an op is called, an object is in the inputs or the output of a call. */
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
    return [use("called", "Calls of this version", "No calls ran this version.", { op_names: [ref] })];
  }
  return [
    use("read", "Calls with this input", "No calls received a ref of this version.", { input_refs: [ref] }),
    use("given", "Calls with this output", "No calls returned a ref of this version.", { output_refs: [ref] }),
  ];
}

/** Returns the address of the list of calls of an op, across all its versions and all time. */
export function opCallsHref(slug: string, opName: string): string {
  return allCallsHref(slug, `op:${quoteValue(opName)}`);
}
