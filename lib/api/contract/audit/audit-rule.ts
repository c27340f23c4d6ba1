import type { AuditEvent } from "./audit-event";

/** What an operation that was carried out writes into the audit log. */
export interface AuditedChange {
  readonly event: AuditEvent;
  /** Members of the body that the entry names after the project: `run_id`, `settings.name`. A list of ids is counted. */
  readonly names?: readonly string[];
  /** Members of the answer that it names, each with the word behind a number: `{ num_deleted: "deleted" }`. */
  readonly answers?: Readonly<Record<string, string>>;
  /** What one user repeats on one target within ten minutes is one entry. */
  readonly isMerged?: true;
  /** Only users of the dashboard: what an API key stores names the key's user itself, row by row. */
  readonly isOfPages?: true;
}

/** A read that is written when it returns much: see `ReadTally`. */
interface AuditedRead {
  readonly large: AuditEvent;
}

/** An operation that writes nothing, with the reason. */
interface Unaudited {
  readonly nothing: string;
}

/** What a row of the operations table writes into the audit log, or why nothing. */
export type AuditRule = AuditedChange | AuditedRead | Unaudited;

/** What a row of the app's table writes: one of these events, or nothing for the stated reason. */
export type AppAuditRule = { readonly events: readonly [AuditEvent, ...AuditEvent[]] } | Unaudited;
