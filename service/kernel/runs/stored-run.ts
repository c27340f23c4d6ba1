import type { Selectable } from "kysely";
import type { RunState } from "@/lib/api/contract/evaluation-runs/run-members";
import type { Identity } from "@/service/kernel/access/identity";
import { ownerColumns, storedIdentity } from "@/service/kernel/access/stored-identity";
import type { RunColumns } from "@/service/kernel/state/state-schema";

/** The common part of evaluations and training runs. */
export interface StoredRun<Settings> {
  readonly id: string;
  readonly projectId: string;
  readonly name: string;
  readonly state: RunState;
  readonly reason: string | null;
  readonly createdAt: string;
  readonly startedAt: string | null;
  readonly endedAt: string | null;
  readonly identity: Identity;
  readonly settings: Settings;
  /** True when a user has asked to pause the run, and it has not paused yet. */
  readonly isPausing: boolean;
}

type NewRun = Pick<StoredRun<{ readonly name: string }>, "id" | "projectId" | "identity" | "settings">;

/** States of runs that continue when the service starts. */
export const UNFINISHED_STATES: readonly RunState[] = ["queued", "running", "stopping"];

/** Returns the columns of a run that has not started. */
export function newRunColumns({ id, projectId, identity, settings }: NewRun): Omit<Selectable<RunColumns>, "seq"> {
  return {
    id,
    project_id: projectId,
    name: settings.name,
    state: "queued",
    reason: null,
    created_at: new Date().toISOString(),
    ...ownerColumns(identity),
    started_at: null,
    ended_at: null,
    settings: JSON.stringify(settings),
    is_pausing: 0,
  };
}

/** Returns the columns that change with a state: a request to pause ends when the run comes to rest. */
export function stateColumns(state: RunState | undefined): { readonly is_pausing?: number } {
  return state === undefined || UNFINISHED_STATES.includes(state) ? {} : { is_pausing: 0 };
}

/** Returns the run of a row, with its settings as `parse` reads them. */
export function storedRun<Settings>(
  row: Selectable<RunColumns>,
  parse: (settings: unknown) => Settings,
): StoredRun<Settings> {
  return {
    id: row.id,
    projectId: row.project_id,
    name: row.name,
    // The column only contains states of this type.
    state: row.state as RunState,
    reason: row.reason,
    createdAt: row.created_at,
    startedAt: row.started_at,
    endedAt: row.ended_at,
    identity: storedIdentity(row),
    settings: parse(JSON.parse(row.settings)),
    isPausing: row.is_pausing === 1,
  };
}
