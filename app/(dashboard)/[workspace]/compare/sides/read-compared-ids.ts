import { type ComparedKind, MAX_COMPARED } from "@/lib/address/compare-href";
import type { SideSource } from "./prepare-side";

/** The comparison that a URL requests, and which of its ids were ignored. */
export interface Compared {
  readonly kind: ComparedKind;
  readonly sources: readonly SideSource[];
  /** Index of the base. */
  readonly base: number;
  /** Index of the side that is compared with the base in detail; the base itself while it is alone. */
  readonly column: number;
  /** Ids that appear more than once. */
  readonly repeated: readonly string[];
  /** The number of ids beyond the maximum. */
  readonly leftOut: number;
}

type Address = {
  readonly calls: readonly string[];
  readonly threads: readonly string[];
  readonly base: string | null;
  readonly with: string | null;
};

/** Reads a URL that users shorten, paste together and edit: each id once, and six at most. */
export function readCompared(address: Address): Compared {
  const kind = address.threads.length > 0 ? "threads" : "calls";
  const requestedIds = address[kind].map((id) => id.trim()).filter((id) => id !== "");
  const ids = [...new Set(requestedIds)];
  const shown = ids.slice(0, MAX_COMPARED);
  const base = Math.max(0, shown.indexOf(address.base ?? ""));
  const wanted = shown.indexOf(address.with ?? "");
  const other = base === 0 ? 1 : 0;
  return {
    kind,
    sources: shown.map((id) => ({ kind: kind === "threads" ? "thread" : "call", id })),
    base,
    column: wanted >= 0 && wanted !== base ? wanted : Math.min(other, Math.max(0, shown.length - 1)),
    repeated: ids.filter((id) => requestedIds.filter((other) => other === id).length > 1),
    leftOut: ids.length - shown.length,
  };
}

/** The comparison among the sides that exist: a missing one is neither the base nor compared with it. */
export function withoutMissingSides(compared: Compared, isMissing: readonly boolean[]): Compared {
  const present = compared.sources.flatMap((_, at) => (isMissing[at] ? [] : [at]));
  const base = present.includes(compared.base) ? compared.base : (present[0] ?? compared.base);
  const others = present.filter((at) => at !== base);
  const column = others.includes(compared.column) ? compared.column : (others[0] ?? base);
  return { ...compared, base, column };
}

/** Returns an order with one position moved by a step. */
export function movedBy(ids: readonly string[], index: number, by: 1 | -1): readonly string[] {
  const [one, other] = [ids[index], ids[index + by]];
  if (one === undefined || other === undefined) return ids;
  return ids.map((id, at) => (at === index ? other : at === index + by ? one : id));
}
