import { once } from "node:events";
import { createServer } from "node:http";
import type { TestProject } from "vitest/node";
import type { PostgresAnswer } from "@/lib/postgres/testing/postgres-answer";
import { type PostgresServer, startPostgres } from "./postgres-server";

interface Door {
  readonly port: number;
  /** The number of projects that have not ended. */
  users: number;
  close(): Promise<void>;
}

/** Starts the server when the first test asks for it: most runs of a few files never do. */
async function openDoor(): Promise<Door> {
  let started: Promise<PostgresServer> | undefined;
  const http = createServer(async (_request, response) => {
    started ??= startPostgres();
    const answer: PostgresAnswer = await started.then(
      ({ url }) => ({ url }),
      (error: unknown) => ({ absence: error instanceof Error ? error.message : String(error) }),
    );
    response.end(JSON.stringify(answer));
  }).listen(0, "127.0.0.1");
  await once(http, "listening");
  const address = http.address();
  if (typeof address !== "object" || address === null) throw new Error("The door of PostgreSQL has no port.");
  return {
    port: address.port,
    users: 0,
    close: async () => {
      http.close();
      http.closeAllConnections();
      const server = await started?.catch(() => undefined);
      await server?.stop();
    },
  };
}

/** All projects of a run share one server. */
let door: Promise<Door> | undefined;

/** Vitest calls this once for each project, and the result when the project has ended. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  door ??= openDoor();
  const opened = await door;
  opened.users += 1;
  project.provide("postgresDoor", opened.port);
  return async () => {
    opened.users -= 1;
    if (opened.users > 0) return;
    door = undefined;
    await opened.close();
  };
}
