import { join } from "node:path";
import { type Kysely, sql } from "kysely";
import { type Migrations, openSqlite } from "@/lib/sqlite/open-sqlite";

/** The service's own small records, in a SQLite file next to the traces: data that must change in transactions. */
export interface StateSchema {
  api_key: {
    /** Part of the key itself and shown in lists; reveals nothing of the secret part. */
    id: string;
    name: string;
    /** The `svc_user_id` of everything that this key stores. */
    user_id: string;
    /** SHA-256 of the whole key. A key has 172 random bits, so that a fast hash is enough. */
    digest: Uint8Array;
    /** JSON array of project ids, or null for all. */
    projects: string | null;
    created_at: string;
    last_used_at: string | null;
    revoked_at: string | null;
  };
  model_provider: {
    /** The prefix before the slash in `provider/model`. */
    name: string;
    title: string;
    base_url: string;
    /** JSON of its key and extra headers, encrypted for its name and the origin of its address. */
    sealed: string;
    api_version: string | null;
    updated_at: string;
  };
  retention: {
    project_id: string;
    /** Null for no limit; a project without limits has no row. */
    max_age_days: number | null;
    max_bytes: number | null;
    updated_at: string;
  };
}

export type ServiceState = Kysely<StateSchema>;

const migrations: Migrations = {
  "001-api-key": {
    up: async (database) => {
      await sql`
        create table api_key (
          id text primary key,
          name text not null,
          user_id text not null,
          digest blob not null,
          projects text,
          created_at text not null,
          last_used_at text,
          revoked_at text
        ) strict, without rowid`.execute(database);
    },
  },
  "002-model-provider": {
    up: async (database) => {
      await sql`
        create table model_provider (
          name text primary key,
          title text not null,
          base_url text not null,
          sealed text not null,
          api_version text,
          updated_at text not null
        ) strict, without rowid`.execute(database);
    },
  },
  "003-retention": {
    up: async (database) => {
      await sql`
        create table retention (
          project_id text primary key,
          max_age_days integer,
          max_bytes integer,
          updated_at text not null
        ) strict, without rowid`.execute(database);
    },
  },
};

/** Returns the path of the state of a data folder. */
export function stateFile(dataFolder: string): string {
  return join(dataFolder, "service.db");
}

/**
 * Opens the state of a data folder, and creates it at the first start. Commands may open it while the service runs.
 *
 * @throws DatabaseUnusable naming the file.
 */
export async function openState(dataFolder: string): Promise<ServiceState> {
  return await openSqlite<StateSchema>(stateFile(dataFolder), migrations);
}
