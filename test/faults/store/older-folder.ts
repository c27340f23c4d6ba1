import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { type Kysely, sql } from "kysely";
import { Secret } from "@/lib/auth/secret";
import { deriveKey, loadSecretKey } from "@/lib/auth/secret-key";
import { Vault } from "@/lib/auth/vault";
import { appMigrations } from "@/lib/database/app-migrations";
import { openDatabase } from "@/lib/postgres/open-database";
import type { Migrations } from "@/lib/sqlite/open-sqlite";
import { apiKeyDigest, generateApiKey } from "@/service/kernel/access/api-key";
import { openSeal } from "@/service/kernel/state/seal";
import { stateMigrations } from "@/service/kernel/state/state-migrations";
import { trainingMigrations } from "@/service/training/state/training-state";

/** A version of Heddle, by the last change to each of its databases. */
export interface OlderVersion {
  readonly app: string;
  readonly state: string;
  readonly training: string;
}

type Row = Readonly<Record<string, string | number | null | Uint8Array>>;

type Rows = Readonly<Record<string, readonly Row[]>>;

/** The databases of a data folder, by the name of their schema in PostgreSQL. */
const DATABASES = {
  app: { file: "app.db", schema: "heddle_app", migrations: appMigrations },
  state: { file: "service.db", schema: "heddle_service", migrations: stateMigrations },
  training: { file: join("training", "training.db"), schema: "heddle_training", migrations: trainingMigrations },
} as const;

type DatabaseName = keyof typeof DATABASES;

const NAMES = ["app", "state", "training"] as const satisfies readonly DatabaseName[];

/** What an older version stored in a data folder, and in PostgreSQL where there is an address. */
export interface OlderFolder {
  readonly rows: Readonly<Record<DatabaseName, Rows>>;
  readonly key: string;
  readonly connectionToken: string;
  readonly providerKey: string;
  readonly sessionId: string;
}

const AT = "2026-11-20T12:00:00.000Z";
const CONNECTION_ORIGIN = "https://traces.example.org";
const PROVIDER_URL = "https://models.example.org/v1";

function upTo(last: string, migrations: Migrations): Migrations {
  if (!(last in migrations)) throw new Error(`There is no migration ${last}.`);
  return Object.fromEntries(Object.entries(migrations).filter(([name]) => name <= last));
}

function openOlder(name: DatabaseName, last: string, dataFolder: string, url?: string): Promise<Kysely<unknown>> {
  const { file, schema, migrations } = DATABASES[name];
  return openDatabase({ file: join(dataFolder, file), schema, url }, upTo(last, migrations));
}

/** Opens a database of a folder with all of its migrations. */
function openNewest(name: DatabaseName, dataFolder: string, url?: string): Promise<Kysely<unknown>> {
  const { file, schema, migrations } = DATABASES[name];
  return openDatabase({ file: join(dataFolder, file), schema, url }, migrations);
}

/** Creates a data folder by the migrations of an older version, with rows in the tables that it had. */
export async function createOlderFolder(dataFolder: string, version: OlderVersion, url?: string): Promise<OlderFolder> {
  mkdirSync(join(dataFolder, "training"), { recursive: true, mode: 0o700 });
  const now = new Date().toISOString();
  const secrets = { connectionToken: "CANARY-connection", providerKey: "CANARY-provider", sessionId: "s1" };
  const vault = new Vault(deriveKey(loadSecretKey({ HEDDLE_SECRET_KEY: undefined, dataFolder }), "credentials"));
  const place = { connectionId: "c1", kind: "bearer", origin: CONNECTION_ORIGIN } as const;
  const seal = openSeal(dataFolder);
  const provider = JSON.stringify({ apiKey: secrets.providerKey, extraHeaders: {} });
  const { id: keyId, key } = generateApiKey();
  const hasViews = version.app >= "002-people-and-views";
  const hasRuns = version.state >= "011-logged-run";
  const rows: Record<DatabaseName, Rows> = {
    app: {
      user: [
        { id: "u1", name: "Ines", email: "ines@example.org", role: "admin", password_hash: "hash", created_at: AT },
      ],
      session: [{ id: secrets.sessionId, user_id: "u1", created_at: now, last_seen_at: now }],
      connection: [
        {
          ...{ id: "c1", name: "remote", base_url: CONNECTION_ORIGIN, dialect: "svc", created_at: AT, updated_at: AT },
          bearer_token: vault.seal(new Secret(secrets.connectionToken), place),
        },
      ],
      workspace: [{ id: "w1", slug: "air", connection_id: "c1", project_id: "demo/air", created_at: AT }],
      audit: [{ at: AT, event: "account.created", actor_id: "u1", target: "ines@example.org", is_allowed: 1 }],
      ...(hasViews && {
        saved_view: [
          {
            ...{
              id: "v1",
              workspace_id: "w1",
              page: "traces",
              name: "errors",
              query: "q=status:error",
              owner_id: "u1",
            },
            ...{ is_shared: 1, created_at: AT, updated_at: AT },
          },
        ],
        identity: [{ issuer: "https://accounts.example.org", subject: "ines", user_id: "u1", created_at: AT }],
      }),
    },
    state: {
      api_key: [{ id: keyId, name: "sdk", user_id: "u1", digest: apiKeyDigest(key), created_at: AT }],
      model_provider: [
        {
          ...{ name: "own", title: "Own", base_url: PROVIDER_URL, updated_at: AT },
          sealed: seal.close(provider, ["model-provider", "own", new URL(PROVIDER_URL).origin]),
        },
      ],
      retention: [{ project_id: "demo/air", max_age_days: 30, max_bytes: null, updated_at: AT }],
      ...(hasRuns && {
        annotation_queue: [
          {
            ...{
              id: "q1",
              project_id: "demo/air",
              name: "review",
              description: "",
              scorer_refs: "[]",
              assignees: "[]",
            },
            ...{ created_at: AT, created_by: "u1", updated_at: AT },
          },
        ],
        logged_run: [
          {
            ...{ id: "r1", project_id: "demo/air", name: "logged", state: "completed", created_at: AT, user_id: "u1" },
            updated_at: AT,
          },
        ],
        logged_iteration: [
          { run_id: "r1", iteration: 1, metrics: '{"reward":0.5}', started_at: AT, updated_at: AT },
          { run_id: "r1", iteration: 2, metrics: '{"reward":0.75}', started_at: AT, updated_at: AT },
        ],
      }),
    },
    training: {
      model: [
        {
          ...{ id: "m1", entity: "demo", project: "air", name: "agent", base_model: "heddle/bytes-airline-1" },
          ...{ created_at: AT, created_by: "u1" },
        },
      ],
      job: [
        {
          ...{ id: "j1", model_id: "m1", batch_id: "b1", status: "completed", created_at: AT, created_by: "u1" },
          ...{ started_at: AT, ended_at: AT, gradient_step_count: 4 },
        },
      ],
      event: [{ id: "e1", job_id: "j1", type: "training_ended", data: "{}", created_at: AT }],
    },
  };
  for (const name of NAMES) {
    const database = await openOlder(name, version[name], dataFolder, url);
    for (const [table, all] of Object.entries(rows[name])) for (const row of all) await insert(database, table, row);
    await database.destroy();
  }
  return { rows, key, ...secrets };
}

async function insert(database: Kysely<unknown>, table: string, row: Row): Promise<void> {
  const columns = sql.join(Object.keys(row).map((name) => sql.ref(name)));
  const values = sql.join(Object.values(row));
  await sql`insert into ${sql.table(table)} (${columns}) values (${values})`.execute(database);
}

/** The columns of all tables of each database of a folder, as SQLite lists them. */
export async function columnsOf(dataFolder: string): Promise<unknown> {
  const all: Record<string, unknown> = {};
  for (const name of NAMES) {
    const database = await openNewest(name, dataFolder);
    const { rows } = await sql`
      select t.name as "table", c.name, c.type, c."notnull", c.pk from sqlite_master t, pragma_table_info(t.name) c
      where t.type = 'table' order by 1, 2`.execute(database);
    all[name] = rows;
    await database.destroy();
  }
  return all;
}

/** Returns what tables have of rows now, without columns that did not exist then, and without bytes. */
export async function storedNow(name: DatabaseName, rows: Rows, dataFolder: string, url?: string): Promise<Rows> {
  const database = await openNewest(name, dataFolder, url);
  const found: Record<string, Row[]> = {};
  for (const [table, before] of Object.entries(rows)) {
    const { rows: now } = await sql<Row>`select * from ${sql.table(table)}`.execute(database);
    found[table] = now.map((row) => pick(row, Object.keys(before[0] ?? {})));
  }
  await database.destroy();
  return found;
}

/** The rows of an older version as they are compared. */
export const comparable = (rows: Rows): Rows =>
  Object.fromEntries(
    Object.entries(rows).map(([table, all]) => [table, all.map((row) => pick(row, Object.keys(row)))]),
  );

const pick = (row: Row, names: readonly string[]): Row =>
  Object.fromEntries(names.flatMap((name) => (name === "digest" ? [] : [[name, row[name] ?? null]])));
