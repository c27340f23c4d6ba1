import type { Selectable } from "kysely";
import type { RunState } from "@/lib/api/contract/evaluation-runs/run-members";
import type { Identity } from "@/service/access/identity";
import { ownerColumns, storedIdentity } from "@/service/access/stored-identity";
import type { RunColumns } from "@/service/state/state-schema";

/** The part that evaluations and training runs have in common. */
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
}

type NewRun = Pick<StoredRun<{ readonly name: string }>, "id" | "projectId" | "identity" | "settings">;

/** States of runs that go on when the service starts. */
export const UNFINISHED_STATES: readonly RunState[] = ["queued", "running", "stopping"];

/** Returns the columns of a run that has not begun. */
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
  };
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
    // Only written as such a state.
    state: row.state as RunState,
    reason: row.reason,
    createdAt: row.created_at,
    startedAt: row.started_at,
    endedAt: row.ended_at,
    identity: storedIdentity(row),
    settings: parse(JSON.parse(row.settings)),
  };
}
