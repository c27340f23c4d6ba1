import { randomBytes } from "node:crypto";
import { Client } from "pg";
import { inject } from "vitest";
import type { PostgresAnswer } from "./postgres-answer";

/** A database of the PostgreSQL server of this run, empty at first. */
export interface TestDatabase {
  readonly url: string;
  /** Deletes the database, and ends the connections to it. */
  drop(): Promise<void>;
}

/** Starts the PostgreSQL server of this run, if none has started it yet. */
export async function askForServer(): Promise<PostgresAnswer> {
  // On a connection of its own: the server may close an idle one at the moment of the request.
  const response = await fetch(`http://127.0.0.1:${inject("postgresDoor")}/`, { headers: { connection: "close" } });
  return (await response.json()) as PostgresAnswer;
}

async function runOnServer(url: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/** @throws Error when no PostgreSQL runs */
export async function createTestDatabase(): Promise<TestDatabase> {
  const answer = await askForServer();
  if ("absence" in answer) throw new Error(answer.absence);
  const name = `test_${randomBytes(8).toString("hex")}`;
  await runOnServer(answer.url, `create database ${name}`);
  const url = new URL(answer.url);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => runOnServer(answer.url, `drop database ${name} with (force)`) };
}

/**
 * Returns a new database where the tests of this project run on PostgreSQL; undefined where they run on SQLite, or are
 * skipped because there is no server.
 */
export async function databaseOfProject(): Promise<TestDatabase | undefined> {
  if (inject("database") === "SQLite" || "absence" in (await askForServer())) return undefined;
  return await createTestDatabase();
}
