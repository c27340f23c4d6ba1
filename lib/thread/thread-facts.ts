import type { CallFacet } from "@/lib/api/contract/calls/call-stats";

/** A name that calls of a thread state, and how many of them do. */
export interface NamedCalls {
  readonly name: string;
  readonly callCount: number;
}

/** The users and tools that the calls of a thread name, those with most calls first. */
export interface ThreadFacts {
  /** The end users that calls name. */
  readonly users: readonly NamedCalls[];
  /** The tools that were called, each once. */
  readonly tools: readonly NamedCalls[];
}

/** The fields of the service that hold them. */
export const FACT_FIELDS = ["end_user", "tool"] as const;

/** Returns the facts of the requested threads; null where the service does not list values by thread. */
export function factsByThread(
  ids: readonly string[],
  facets: readonly CallFacet[],
): ReadonlyMap<string, ThreadFacts> | null {
  const values = facets.flatMap((facet) => facet.values);
  if (facets.length < FACT_FIELDS.length || values.some(({ thread_id }) => thread_id === undefined)) return null;
  const [users, tools] = FACT_FIELDS.map((field) => namesByThread(facets.find((facet) => facet.field === field)));
  return new Map(ids.map((id) => [id, { users: users?.get(id) ?? [], tools: tools?.get(id) ?? [] }]));
}

function namesByThread(facet: CallFacet | undefined): ReadonlyMap<string, readonly NamedCalls[]> {
  const found = new Map<string, NamedCalls[]>();
  for (const { value, count, thread_id: id = "" } of facet?.values ?? []) {
    const names = found.get(id) ?? [];
    names.push({ name: value, callCount: count });
    found.set(id, names);
  }
  return found;
}
