import type { CallsSelection } from "@/lib/calls/calls-query";
import { PAGE_SIZE } from "@/lib/calls/calls-request";
import type { SourceChoice } from "@/lib/calls/source-choice";
import { resolveTimeRange, type TimeRange } from "@/lib/filter/time-range";
import { ArrivingCalls } from "./arriving-calls";
import type { Grain } from "./listing";

/** The start of a list, which may be earlier than its drawing: its first request has then left already. */
export interface ListOpening {
  /** A relative range is measured from this moment. */
  readonly atMs: number;
  readonly arriving: ArrivingCalls;
}

/** A list as it was opened, or opened again with new calls. */
export interface OpenedList {
  readonly atMs: number;
  /** Increments each time. */
  readonly generation: number;
  /** Rows of the first page. */
  readonly firstLimit: number;
}

/** The parts of an opening that do not depend on its time. */
export const FIRST_LIST = { generation: 0, firstLimit: PAGE_SIZE } as const;

/** Opens a list now. */
export function openList(): ListOpening {
  return { atMs: Date.now(), arriving: new ArrivingCalls() };
}

interface ListQuery {
  readonly projectId: string;
  readonly query: string;
  readonly source: SourceChoice;
  readonly isPlain: boolean;
  readonly grain: Grain;
  readonly range: TimeRange;
}

/** Returns the calls of a list that was opened at `atMs`. */
export function listSelection({ grain, range, ...asked }: ListQuery, atMs: number): CallsSelection {
  return { ...asked, areRootsOnly: grain === "roots", ...resolveTimeRange(range, atMs) };
}
