import type { EngineTime } from "@/service/traces/store/engine/timestamps";
import { type CallRow, callColumns } from "./call-parts";
import type { NewCall } from "./new-calls";

const PROJECT_AT = callColumns.findIndex(({ name }) => name === "project_id");
const START_AT = callColumns.findIndex(({ name }) => name === "started_at");

/** The finished calls of one commit: for each project, the earliest start. */
export interface CommittedCalls {
  readonly commit: number;
  readonly since: ReadonlyMap<string, EngineTime>;
}

/** More commits than this are combined, which only makes what is read of them longer. */
const MAX_COMMITS = 1000;

/**
 * When the calls of the newest commits started, known without asking the engine, so that a reader of rollups finds what
 * they do not contain yet.
 */
export class RecentCalls {
  #commits: CommittedCalls[] = [];

  /** Called before a commit is published, in order. A commit that failed may be noted: some of it may be stored. */
  note(commit: number, rows: readonly CallRow[], newCalls: readonly NewCall[] = []): void {
    this.add({ commit, since: startsOf(rows, newCalls) });
  }

  add(commit: CommittedCalls): void {
    if (commit.since.size === 0) return;
    const last = this.#commits.at(-1);
    if (last === undefined || this.#commits.length < MAX_COMMITS) this.#commits.push(commit);
    else this.#commits[MAX_COMMITS - 1] = combined(last, commit);
  }

  /** Returns the earliest start among a project's finished calls of commits after this one; null when there are none. */
  startsAfter(commit: number, projectId: string): EngineTime | null {
    return this.#later(commit).since.get(projectId) ?? null;
  }

  /** The same for all projects; null when there is no such call. */
  earliestAfter(commit: number): EngineTime | null {
    return [...this.#later(commit).since.values()].sort()[0] ?? null;
  }

  /** Forgets the calls of commits up to this one. */
  forget(commit: number): void {
    this.#commits = this.#commits.filter((noted) => noted.commit > commit);
  }

  #later(commit: number): CommittedCalls {
    const none: CommittedCalls = { commit, since: new Map() };
    return this.#commits.filter((noted) => noted.commit > commit).reduce(combined, none);
  }
}

/** Returns the earliest start of finished calls, by project. */
export function startsOf(rows: readonly CallRow[], newCalls: readonly NewCall[]): ReadonlyMap<string, EngineTime> {
  const since = new Map<string, EngineTime>();
  for (const row of rows) addStart(since, String(row[PROJECT_AT]), String(row[START_AT]));
  for (const { projectId, startedAt } of newCalls) addStart(since, projectId, startedAt);
  return since;
}

function combined(left: CommittedCalls, right: CommittedCalls): CommittedCalls {
  const since = new Map(left.since);
  for (const [projectId, startedAt] of right.since) addStart(since, projectId, startedAt);
  return { commit: Math.max(left.commit, right.commit), since };
}

function addStart(since: Map<string, EngineTime>, projectId: string, startedAt: EngineTime): void {
  const earliest = since.get(projectId);
  if (earliest === undefined || startedAt < earliest) since.set(projectId, startedAt);
}
