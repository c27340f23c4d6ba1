import { plainNumber } from "@/lib/api/contract/scalars/json-text";
import type { ImportItem } from "@/lib/import/values/import-item";
import { isMembers } from "@/lib/json/value/members";
import { kindOf } from "./import-mapping";

/** A field of records that may name a thread, a user or tags. */
export interface FoundField {
  /** `attributes.langfuse.metadata.channel`. */
  readonly path: string;
  /** Of the calls that were looked at, those that have it. */
  readonly count: number;
  /** The value of the first one. */
  readonly example: string;
}

/** What the records of one kind become. */
export interface KindCounts {
  readonly calls: number;
  readonly promptVersions: number;
  readonly rows: number;
  readonly feedback: number;
  /** By the name of the score, as far as names are kept. */
  readonly scores: ReadonlyMap<string, number>;
}

/** Calls whose fields are looked at. */
const CALLS_READ = 2_000;
const MAX_FIELDS = 60;
const MAX_DEPTH = 5;
const MAX_NAMES = 200;
const EXAMPLE_LENGTH = 40;

/** Members that the readers fill themselves, and what they were made of. */
const OWN = new Set(["import", "kind", "model", "user_id", "tags", "cost_as_sent_usd", "time_to_first_chunk_s"]);

interface OpenCounts {
  calls: number;
  promptVersions: number;
  rows: number;
  feedback: number;
  readonly scores: Map<string, number>;
}

const noneOfKind = (): OpenCounts => ({ calls: 0, promptVersions: 0, rows: 0, feedback: 0, scores: new Map() });

/** Collects what a mapping can choose from, item by item. */
export class MappingChoices {
  readonly #fields = new Map<string, FoundField>();
  readonly #kinds = new Map<string, OpenCounts>();
  #callsRead = 0;

  add({ source, parts, feedback, counts }: ImportItem): void {
    if (source === undefined) return;
    const kind = kindOf(source);
    const open = this.#kinds.get(kind) ?? noneOfKind();
    this.#kinds.set(kind, open);
    open.calls += counts.calls;
    open.promptVersions += counts.promptVersions ?? 0;
    open.rows += counts.rows ?? 0;
    open.feedback += feedback.length;
    for (const { feedback_type: name } of feedback) {
      const before = open.scores.get(name);
      if (before !== undefined || open.scores.size < MAX_NAMES) open.scores.set(name, (before ?? 0) + 1);
    }
    for (const part of parts) {
      if (part.mode !== "start" || this.#callsRead >= CALLS_READ) continue;
      this.#callsRead += 1;
      this.#look(part.req.start.attributes, "attributes", 1);
    }
  }

  #look(members: Readonly<Record<string, unknown>>, path: string, depth: number): void {
    for (const [name, value] of Object.entries(members)) {
      // A dot would be read as a step of the path.
      if (name === "" || name.includes(".") || (depth === 1 && OWN.has(name))) continue;
      const own = `${path}.${name}`;
      if (isMembers(value) && depth < MAX_DEPTH) this.#look(value, own, depth + 1);
      else this.#note(own, Array.isArray(value) ? value[0] : value);
    }
  }

  #note(path: string, found: unknown): void {
    const value = plainNumber(found);
    if (typeof value !== "string" && typeof value !== "number") return;
    const before = this.#fields.get(path);
    if (before === undefined && this.#fields.size >= MAX_FIELDS) return;
    const example = before?.example ?? String(value).slice(0, EXAMPLE_LENGTH);
    this.#fields.set(path, { path, count: (before?.count ?? 0) + 1, example });
  }

  /** The most frequent first. */
  get fields(): readonly FoundField[] {
    return [...this.#fields.values()].sort((left, right) => right.count - left.count);
  }

  get kinds(): ReadonlyMap<string, KindCounts> {
    return new Map([...this.#kinds].map(([kind, counts]) => [kind, { ...counts, scores: new Map(counts.scores) }]));
  }
}
