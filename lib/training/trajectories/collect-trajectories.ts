import { isLosslessNumber } from "lossless-json";
import { stringifyJson } from "@/lib/api/contract/scalars/json-text";
import type { Members } from "@/lib/json/value/members";
import type { ParsedGroup } from "./read-value";
import { type TrajectoryFacts, trajectoryFacts } from "./trajectory-row";

/** A trajectory of a draft: its properties, and the location of its text. */
export interface TrajectoryRow extends TrajectoryFacts {
  /** Id of its group in the source; null where the source has no groups. */
  readonly sourceGroup: string | null;
  /** Contains its JSON without `reward`, which the draft keeps separately. */
  readonly blob: Blob;
  readonly start: number;
  readonly end: number;
}

/** A group as in its source. */
export interface SourceGroup {
  readonly id: string;
  readonly place: string;
  readonly members: Members;
}

export interface Collected {
  readonly rows: readonly TrajectoryRow[];
  readonly groups: readonly SourceGroup[];
}

type Pending = Omit<TrajectoryRow, "blob">;

const encoder = new TextEncoder();

/**
 * True if a value contains numbers with all their digits: few do, and the writer that supports them is ten times
 * slower.
 */
function hasExactNumbers(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  if (Array.isArray(value)) return value.some(hasExactNumbers);
  return isLosslessNumber(value) || Object.values(value).some(hasExactNumbers);
}

/** The value as the service parses it: exact numbers become plain numbers. */
function plainNumbersOf(value: Members): Members {
  return JSON.parse(stringifyJson(value));
}

/**
 * Turns trajectories into rows whose texts are stored together in blobs, which a browser keeps outside the page's
 * memory.
 */
export class TrajectoryCollector {
  readonly #source: string;
  #texts: Uint8Array<ArrayBuffer>[] = [];
  #pending: Pending[] = [];
  #groups: SourceGroup[] = [];
  #groupCount = 0;
  /** Bytes that wait for {@link flush}. */
  size = 0;

  /** @param source a prefix that makes the ids of its groups unique */
  constructor(source: string) {
    this.#source = source;
  }

  add({ place, isGroup, members, trajectories }: ParsedGroup): void {
    const id = isGroup ? `${this.#source}/${this.#groupCount}` : null;
    if (id !== null) {
      this.#groups.push({ id, place, members: plainNumbersOf(members) });
      this.#groupCount += 1;
    }
    for (const { place: at, value, leftOut, about } of trajectories) {
      const { reward: _reward, ...rest } = value;
      const isExact = hasExactNumbers(value);
      const bytes = encoder.encode(isExact ? stringifyJson(rest) : JSON.stringify(rest));
      const facts = trajectoryFacts(isExact ? plainNumbersOf(value) : value, { place: at, leftOut, about });
      this.#pending.push({ ...facts, sourceGroup: id, start: this.size, end: this.size + bytes.length });
      this.#texts.push(bytes);
      this.size += bytes.length;
    }
  }

  /** Returns what was added since the last call. */
  flush(): Collected {
    // One part: a slice of a blob walks over its parts, and there is a slice for each trajectory.
    const bytes = new Uint8Array(this.size);
    for (const [index, text] of this.#texts.entries()) bytes.set(text, this.#pending[index]?.start ?? 0);
    const blob = new Blob([bytes]);
    const collected = { rows: this.#pending.map((row) => ({ ...row, blob })), groups: this.#groups };
    this.#texts = [];
    this.#pending = [];
    this.#groups = [];
    this.size = 0;
    return collected;
  }
}

/** Returns a trajectory as it will be sent. */
export async function readTrajectory(row: TrajectoryRow): Promise<Members> {
  return JSON.parse(await row.blob.slice(row.start, row.end).text());
}
