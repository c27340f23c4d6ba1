import type { EngineTime } from "@/service/traces/store/engine/timestamps";
import { hashesOf } from "@/service/traces/store/ids/stored-ids";
import type { TraceSource } from "@/service/traces/store/sources/trace-sources";
import type { KnownCall } from "./known-calls";
import type { Removal } from "./removal";

/** How many rows of a partition of open rows. */
export type GenerationCount = readonly [generation: number, rows: number];

/** The rows of a generation that were still open have moved: their numbers have grown by `by`. */
export interface MovedRows {
  readonly from: number;
  readonly to: number;
  readonly by: number;
  readonly rows: number;
}

/** What a commit changes of the open rows. */
export interface OpenRowsNote {
  readonly opened?: readonly GenerationCount[];
  readonly closed?: readonly GenerationCount[];
  readonly moved?: MovedRows | null;
  /** A generation whose rows are all closed, and that is removed later. */
  readonly retired?: number;
  /** A retired generation whose rows are removed. */
  readonly emptied?: number;
  /** A retired generation whose closings are removed too, and how many they were. */
  readonly forgotten?: GenerationCount;
  /** The number and the generation of the next open row. */
  readonly next?: number;
  readonly current?: number;
}

/** What a commit changes of what writers and readers know without asking the engine. Absent members change nothing. */
export interface CommitNote extends OpenRowsNote {
  /** The earliest start of its finished calls, by project. */
  readonly since?: ReadonlyMap<string, EngineTime>;
  /** Projects with new names of calls, with changed turns, with tops of traces without a root, and with deleted calls. */
  readonly named?: readonly string[];
  readonly turned?: readonly (readonly [projectId: string, changesKind: boolean])[];
  readonly topped?: readonly string[];
  readonly deleted?: readonly string[];
  /** Traces with running calls that are not production. */
  readonly sources?: readonly TraceSource[];
  /** Set when calls were added up in rollups. */
  readonly isRolledUp?: true;
  /** A removal of old calls that was decided, one whose calls are gone, and a project whose removed calls may return. */
  readonly removal?: Removal;
  readonly removed?: Pick<Removal, "number">;
  readonly mayReturn?: string;
  /** Abandoned commits without rows. */
  readonly purged?: readonly number[];
}

/** The same as the process knows it that writes the commit. */
export interface OwnNote extends CommitNote {
  /** The stored state of its calls. */
  readonly calls?: ReadonlyMap<string, KnownCall>;
  /** The ids of the calls and traces of which it stores something. */
  readonly ids?: readonly string[];
  readonly traces?: readonly string[];
}

/** The same as other processes read it. */
export interface ForeignNote extends CommitNote {
  /** Two hashes of each id, one after the other. */
  readonly ids: Uint32Array;
  readonly traces: Uint32Array;
}

interface NoteText extends Omit<CommitNote, "since"> {
  readonly since?: Readonly<Record<string, EngineTime>>;
  readonly ids?: string;
  readonly traces?: string;
}

/** Returns the text of a note for the log. */
export function encodeNote({ calls: _calls, since, ids = [], traces = [], ...note }: OwnNote): string {
  const text: NoteText = {
    ...note,
    ...(since === undefined || since.size === 0 ? {} : { since: Object.fromEntries(since) }),
    ...(ids.length === 0 ? {} : { ids: hashText(ids) }),
    ...(traces.length === 0 ? {} : { traces: hashText(traces) }),
  };
  return JSON.stringify(text);
}

/** @param text as {@link encodeNote} returned it in this version of the service or a later one */
export function decodeNote(text: string): ForeignNote {
  const { since, ids = "", traces = "", ...note } = JSON.parse(text) as NoteText;
  return {
    ...note,
    ...(since === undefined ? {} : { since: new Map(Object.entries(since)) }),
    ids: hashesIn(ids),
    traces: hashesIn(traces),
  };
}

function hashText(ids: readonly string[]): string {
  const bytes = Buffer.allocUnsafe(ids.length * 8);
  for (const [at, id] of ids.entries()) {
    const [first, second] = hashesOf(id);
    bytes.writeUInt32LE(first, at * 8);
    bytes.writeUInt32LE(second, at * 8 + 4);
  }
  return bytes.toString("base64");
}

function hashesIn(text: string): Uint32Array {
  const bytes = Buffer.from(text, "base64");
  return Uint32Array.from({ length: bytes.length / 4 }, (_, at) => bytes.readUInt32LE(at * 4));
}

/** Returns how many of some open rows are in each generation. */
export function countByGeneration(rows: readonly { readonly generation: number }[]): GenerationCount[] {
  const counts = new Map<number, number>();
  for (const { generation } of rows) counts.set(generation, (counts.get(generation) ?? 0) + 1);
  return [...counts];
}
