import { randomUUID } from "node:crypto";
import type { z } from "zod";
import { CHANGED_MEANWHILE, type connection, connectionTest } from "@/lib/api/contract/app/connections";
import { RequestFailedError } from "@/lib/api/server/answer/request-failed-error";
import type { Dashboard } from "@/lib/api/server/dashboard/dashboard";
import { LOCAL_CONNECTION_ID, localTarget } from "@/lib/api/server/upstream/service-target";
import { BaseUrlError, baseUrlText, parseBaseUrl } from "@/lib/api/server/upstream/upstream-url";
import { Secret } from "@/lib/auth/secret";
import { visibleWorkspaces } from "@/lib/auth/workspace-roles";
import {
  type ConnectionState,
  deleteConnection as deleteStored,
  findConnection,
  insertConnection,
  listConnections as listStored,
  readSealedCredentials,
  replaceConnection,
  type SealedCredentials,
  type StoredConnection,
} from "@/lib/database/connections";
import { readSetting } from "@/lib/database/settings";
import { listWorkspaces } from "@/lib/database/workspaces";
import { AddressNotAllowedError } from "@/lib/outgoing/address-policy";
import { isUniqueViolation } from "@/lib/sqlite/open-sqlite";
import { type AppCall, type AppHandler, audited, inputFailed, signedIn } from "./app-call";

type Connection = z.infer<typeof connection>;

/** A stored test that no longer matches the contract is ignored: the next test replaces it. */
export function readTest(text: string | null | undefined): Connection["lastTest"] {
  if (!text) return null;
  return connectionTest.safeParse(JSON.parse(text)).data ?? null;
}

function toConnection(stored: StoredConnection, workspaceCount: number): Connection {
  const { id, name, baseUrl, dialect, createdAt, updatedAt } = stored;
  return {
    id,
    name,
    baseUrl,
    dialect,
    workspaceCount,
    createdAt,
    updatedAt,
    isBuiltIn: false,
    basic: { username: stored.basicUsername, isPasswordSet: stored.isPasswordSet },
    bearer: { isTokenSet: stored.isTokenSet },
    lastTest: readTest(stored.lastTest),
  };
}

async function toLocalConnection({ environment, database }: Dashboard, workspaceCount: number): Promise<Connection> {
  const { name, dialect } = localTarget(environment);
  const baseUrl = environment.publicServiceUrl;
  return {
    id: LOCAL_CONNECTION_ID,
    name,
    baseUrl,
    dialect,
    workspaceCount,
    isBuiltIn: true,
    basic: { username: null, isPasswordSet: false },
    bearer: { isTokenSet: environment.HEDDLE_LOCAL_TOKEN !== undefined },
    createdAt: null,
    updatedAt: null,
    lastTest: readTest(await readSetting(database, "local-test")),
  };
}

/** Counts the workspaces that exist for the user. */
async function workspaceCounter(call: AppCall): Promise<(connectionId: string) => number> {
  const workspaces = visibleWorkspaces(signedIn(call).user, await listWorkspaces(call.dashboard.database));
  return (id) => workspaces.filter((workspace) => workspace.connectionId === id).length;
}

async function toStoredResult(call: AppCall, id: string): Promise<{ connection: Connection }> {
  const stored = await findConnection(call.dashboard.database, id);
  if (!stored) throw noSuchConnection();
  return { connection: toConnection(stored, (await workspaceCounter(call))(id)) };
}

function noSuchConnection(): RequestFailedError {
  const message = "Connection not found.";
  return new RequestFailedError({ httpStatus: 404, kind: "not-found", message, reason: "connection" });
}

/** The time of a change, which also says which change it was: later than the one before it, whatever the clock shows. */
function after(before: string, now: Date): Date {
  return new Date(Math.max(now.getTime(), Date.parse(before) + 1));
}

function changedMeanwhile(): RequestFailedError {
  const message = "This connection was changed since you opened it. Nothing was saved.";
  return new RequestFailedError({ httpStatus: 409, kind: "validation", message, reason: CHANGED_MEANWHILE });
}

function rejectBuiltInConnection(id: string): void {
  if (id !== LOCAL_CONNECTION_ID) return;
  const message = "The connection to the embedded service is created automatically and cannot be changed.";
  throw new RequestFailedError({ httpStatus: 403, kind: "forbidden", message, reason: "built-in" });
}

/** Returns the address as it will be stored; it is rejected here for the same reasons as when it is called. */
function readBaseUrl({ policy }: Dashboard, text: string): URL {
  try {
    const url = parseBaseUrl(text);
    policy.checkUrl(url);
    return url;
  } catch (error) {
    if (error instanceof BaseUrlError || error instanceof AddressNotAllowedError) {
      throw inputFailed(["baseUrl"], error.message, "url");
    }
    throw error;
  }
}

const RE_ENTER_CREDENTIAL = "The base URL changed: enter the credentials again";

type EnteredBasic = { username: string; password?: string | undefined } | null | undefined;
type EnteredBearer = { token?: string | undefined } | null | undefined;

/**
 * Seals entered secrets and keeps those that may be kept: a secret is never used for an address that it was not entered
 * for.
 */
class CredentialEdit {
  constructor(
    private readonly dashboard: Dashboard,
    private readonly id: string,
    private readonly origin: string,
    private readonly stored: SealedCredentials | null,
    private readonly hasMoved: boolean,
  ) {}

  #seal(text: string, kind: "basic" | "bearer"): string {
    return this.dashboard.vault.seal(new Secret(text), { connectionId: this.id, kind, origin: this.origin });
  }

  #storeValue(record: string | null | undefined, path: readonly string[]): string {
    if (!record) throw inputFailed(path, "Field required", "missing");
    if (this.hasMoved) throw inputFailed(path, RE_ENTER_CREDENTIAL, "must_reenter");
    return record;
  }

  basic(entered: EnteredBasic): Pick<SealedCredentials, "basicUsername" | "basicPassword"> {
    if (!entered) return { basicUsername: null, basicPassword: null };
    const basicPassword =
      entered.password === undefined
        ? this.#storeValue(this.stored?.basicPassword, ["basic", "password"])
        : this.#seal(entered.password, "basic");
    return { basicUsername: entered.username, basicPassword };
  }

  bearer(entered: EnteredBearer): Pick<SealedCredentials, "bearerToken"> {
    if (!entered) return { bearerToken: null };
    const { token } = entered;
    const bearerToken =
      token === undefined
        ? this.#storeValue(this.stored?.bearerToken, ["bearer", "token"])
        : this.#seal(token, "bearer");
    return { bearerToken };
  }
}

function nameTaken(error: unknown): never {
  if (isUniqueViolation(error)) throw inputFailed(["name"], "Another connection already has this name", "taken");
  throw error;
}

export const handleListConnections: AppHandler<"connections.list"> = async (_input, call) => {
  const { dashboard } = call;
  const count = await workspaceCounter(call);
  const stored = await listStored(dashboard.database);
  const local = await toLocalConnection(dashboard, count(LOCAL_CONNECTION_ID));
  return { connections: [local, ...stored.map((item) => toConnection(item, count(item.id)))] };
};

export const handleCreateConnection: AppHandler<"connections.create"> = async (input, call) => {
  const { dashboard } = call;
  const url = readBaseUrl(dashboard, input.baseUrl);
  const id = randomUUID();
  const edit = new CredentialEdit(dashboard, id, url.origin, null, false);
  const state: ConnectionState = {
    id,
    name: input.name,
    baseUrl: baseUrlText(url),
    dialect: input.dialect,
    ...edit.basic(input.basic),
    ...edit.bearer(input.bearer),
  };
  await audited(call, "connection.created", id, (database, now) => insertConnection(database, state, now)).catch(
    nameTaken,
  );
  return await toStoredResult(call, id);
};

export const handleUpdateConnection: AppHandler<"connections.update"> = async (input, call) => {
  const { dashboard } = call;
  rejectBuiltInConnection(input.id);
  const url = readBaseUrl(dashboard, input.baseUrl);
  // Kept secrets belong to the stored address, so that both are read and replaced together.
  await audited(call, "connection.updated", input.id, async (database, now) => {
    const before = await findConnection(database, input.id);
    const storedCredentials = await readSealedCredentials(database, input.id);
    if (!before || !storedCredentials) throw noSuchConnection();
    if (before.updatedAt !== input.updatedAt) throw changedMeanwhile();
    const hasMoved = url.origin !== new URL(before.baseUrl).origin;
    const edit = new CredentialEdit(dashboard, input.id, url.origin, storedCredentials, hasMoved);
    const state: ConnectionState = {
      id: input.id,
      name: input.name,
      baseUrl: baseUrlText(url),
      dialect: input.dialect,
      ...edit.basic(input.basic),
      ...edit.bearer(input.bearer),
    };
    // Another dashboard on the same database may have changed it since it was read.
    const isReplaced = await replaceConnection(database, state, before.updatedAt, after(before.updatedAt, now));
    if (!isReplaced) throw changedMeanwhile();
  }).catch(nameTaken);
  return await toStoredResult(call, input.id);
};

export const handleDeleteConnection: AppHandler<"connections.delete"> = async ({ id }, call) => {
  rejectBuiltInConnection(id);
  const removedWorkspaceCount = await audited(call, "connection.deleted", id, async (database) => {
    const count = await deleteStored(database, id);
    if (count === undefined) throw noSuchConnection();
    return count;
  });
  return { removedWorkspaceCount };
};
