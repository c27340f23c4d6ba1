import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { databaseOfProject } from "@/lib/postgres/testing/test-postgres";
import { openState, type ServiceState } from "@/service/kernel/state/open-state";

/** The state of a service in a test, on the kind of database that the project tests. */
export interface TemporaryState {
  readonly state: ServiceState;
  readonly folder: string;
  /** DATABASE_URL of a service with this state; undefined for files in the folder. */
  readonly url: string | undefined;
  /** Opens the same state again, as another process would. */
  openAgain(): Promise<ServiceState>;
  /** Deletes the state. Any that were opened again must be closed before. */
  remove(): Promise<void>;
}

export async function openTemporaryState(): Promise<TemporaryState> {
  const folder = mkdtempSync(join(tmpdir(), "heddle-state-"));
  const postgres = await databaseOfProject();
  const url = postgres?.url;
  const state = await openState(folder, url);
  return {
    state,
    folder,
    url,
    openAgain: () => openState(folder, url),
    async remove() {
      await state.destroy();
      await postgres?.drop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
