import type { Dialect } from "@/lib/api/contract/operation/dialect";
import type { AppDatabase } from "./app-database";
import type { ConnectionTable } from "./app-schema";

/** A stored connection without its secrets, for pages and logs. */
export interface StoredConnection {
  readonly id: string;
  readonly name: string;
  readonly baseUrl: string;
  readonly dialect: Dialect;
  readonly basicUsername: string | null;
  readonly isPasswordSet: boolean;
  readonly isTokenSet: boolean;
  readonly lastTest: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** The encrypted records of one connection; only the relay and the connection editor read them. */
export interface SealedCredentials {
  readonly basicUsername: string | null;
  readonly basicPassword: string | null;
  readonly bearerToken: string | null;
}

export interface ConnectionState extends SealedCredentials {
  readonly id: string;
  readonly name: string;
  readonly baseUrl: string;
  readonly dialect: Dialect;
}

const PUBLIC_COLUMNS = [
  "id",
  "name",
  "base_url",
  "dialect",
  "basic_username",
  "last_test",
  "created_at",
  "updated_at",
] as const;

type PublicRow = Pick<ConnectionTable, (typeof PUBLIC_COLUMNS)[number]> & {
  has_password: unknown;
  has_token: unknown;
};

function fromRow(row: PublicRow): StoredConnection {
  return {
    id: row.id,
    name: row.name,
    baseUrl: row.base_url,
    dialect: row.dialect,
    basicUsername: row.basic_username,
    isPasswordSet: row.has_password === 1,
    isTokenSet: row.has_token === 1,
    lastTest: row.last_test,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

/** Returns whether a secret is set without reading it. */
function publicRows(database: AppDatabase) {
  return database
    .selectFrom("connection")
    .select(PUBLIC_COLUMNS)
    .select((eb) => [
      eb("basic_password", "is not", null).as("has_password"),
      eb("bearer_token", "is not", null).as("has_token"),
    ]);
}

export async function listConnections(database: AppDatabase): Promise<StoredConnection[]> {
  return (await publicRows(database).orderBy("name").execute()).map(fromRow);
}

export async function findConnection(database: AppDatabase, id: string): Promise<StoredConnection | undefined> {
  const row = await publicRows(database).where("id", "=", id).executeTakeFirst();
  return row && fromRow(row);
}

export async function readSealedCredentials(database: AppDatabase, id: string): Promise<SealedCredentials | undefined> {
  const row = await database
    .selectFrom("connection")
    .select(["basic_username", "basic_password", "bearer_token"])
    .where("id", "=", id)
    .executeTakeFirst();
  return row && { basicUsername: row.basic_username, basicPassword: row.basic_password, bearerToken: row.bearer_token };
}

/** The encrypted records of all connections, with the addresses that they are bound to. */
export async function listSealedCredentials(
  database: AppDatabase,
): Promise<(SealedCredentials & { readonly id: string; readonly baseUrl: string })[]> {
  const rows = await database
    .selectFrom("connection")
    .select(["id", "base_url", "basic_username", "basic_password", "bearer_token"])
    .execute();
  return rows.map((row) => ({
    id: row.id,
    baseUrl: row.base_url,
    basicUsername: row.basic_username,
    basicPassword: row.basic_password,
    bearerToken: row.bearer_token,
  }));
}

/** Stores the same secrets, encrypted with another key. */
export async function storeSealedCredentials(
  database: AppDatabase,
  id: string,
  { basicPassword, bearerToken }: Pick<SealedCredentials, "basicPassword" | "bearerToken">,
): Promise<void> {
  const sealed = { basic_password: basicPassword, bearer_token: bearerToken };
  await database.updateTable("connection").set(sealed).where("id", "=", id).execute();
}

function columns(state: ConnectionState) {
  return {
    name: state.name,
    base_url: state.baseUrl,
    dialect: state.dialect,
    basic_username: state.basicUsername,
    basic_password: state.basicPassword,
    bearer_token: state.bearerToken,
  };
}

/** @throws a unique violation when the name is taken. */
export async function insertConnection(database: AppDatabase, state: ConnectionState, now: Date): Promise<void> {
  const at = now.toISOString();
  await database
    .insertInto("connection")
    .values({ id: state.id, ...columns(state), last_test: null, created_at: at, updated_at: at })
    .execute();
}

/**
 * Stores the whole new state and clears the last test result, which belonged to the old one. Returns false, and stores
 * nothing, when the connection was not last changed at `before`.
 */
export async function replaceConnection(
  database: AppDatabase,
  state: ConnectionState,
  before: string,
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await database
    .updateTable("connection")
    .set({ ...columns(state), last_test: null, updated_at: now.toISOString() })
    .where("id", "=", state.id)
    .where("updated_at", "=", before)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function storeConnectionTest(database: AppDatabase, id: string, test: string): Promise<void> {
  await database.updateTable("connection").set({ last_test: test }).where("id", "=", id).execute();
}

/**
 * Deletes a connection and its workspaces and returns the number of workspaces; undefined when there is no such
 * connection. Call it in a transaction.
 */
export async function deleteConnection(database: AppDatabase, id: string): Promise<number | undefined> {
  const deleted = await database.deleteFrom("connection").where("id", "=", id).executeTakeFirst();
  if (deleted.numDeletedRows === 0n) return undefined;
  const workspaces = await database.deleteFrom("workspace").where("connection_id", "=", id).executeTakeFirst();
  return Number(workspaces.numDeletedRows);
}
