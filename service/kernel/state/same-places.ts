import { randomUUID } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseError } from "@/lib/sqlite/open-sqlite";
import type { Lease, Leases } from "./leases";
import type { ServiceState } from "./open-state";

/** The locations of the traces and files that the state of a service refers to. */
interface Places {
  readonly traces: string;
  readonly blobs: string;
}

const PRESENCE = "service:";

/** Returns a name for a data folder, by which services recognize that they use the same one. */
const ID_FILE = "folder.id";

function idOf(dataFolder: string): string {
  const file = join(dataFolder, ID_FILE);
  try {
    writeFileSync(file, randomUUID(), { flag: "wx", mode: 0o600 });
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
  }
  return readFileSync(file, "utf8").trim();
}

interface PlaceVariables {
  readonly dataFolder: string;
  readonly CLICKHOUSE_URL?: string | undefined;
  readonly HEDDLE_BLOBS?: string | undefined;
}

/** Returns the locations of a service's traces and files, without passwords. */
export function placesOf({ dataFolder, CLICKHOUSE_URL, HEDDLE_BLOBS }: PlaceVariables): Places {
  const folder = `the data folder ${idOf(dataFolder)}`;
  const server = CLICKHOUSE_URL === undefined ? null : new URL(CLICKHOUSE_URL);
  return {
    traces: server ? `the ClickHouse server ${server.host}${server.pathname}` : folder,
    blobs: HEDDLE_BLOBS ?? folder,
  };
}

/**
 * Registers this service among those that share a state, until the lease is released. All must have the same traces and
 * files: otherwise a service would continue a run whose traces it cannot read, or train on bodies that it does not
 * have.
 *
 * @throws DatabaseError when another running service has different ones
 */
export async function joinServices(state: ServiceState, leases: Leases, places: Places): Promise<Lease> {
  const presence = await leases.take(`${PRESENCE}${randomUUID()}`);
  if (!presence) throw new Error("A new lease is held already.");
  try {
    await state.transaction().execute(async (transaction) => {
      for (const [name, value] of Object.entries(places)) {
        const known = await transaction
          .selectFrom("setting")
          .select("value")
          .where("name", "=", name)
          .executeTakeFirst();
        if (known?.value === value) continue;
        // A single service may use other locations: the operator is responsible for copying the data.
        if (known !== undefined && (await leases.hasOthers(PRESENCE))) {
          throw new DatabaseError(
            `Another service with the same DATABASE_URL has its ${name} in ${known.value}, and this one in ${value}. ` +
              "Set the same CLICKHOUSE_URL and HEDDLE_BLOBS for all of them, or HEDDLE_SERVICE_STATE=folder for a service with a state of its own.",
          );
        }
        await transaction
          .insertInto("setting")
          .values({ name, value })
          .onConflict((conflict) => conflict.column("name").doUpdateSet({ value }))
          .execute();
      }
    });
    return presence;
  } catch (error) {
    await presence.release();
    throw error;
  }
}
