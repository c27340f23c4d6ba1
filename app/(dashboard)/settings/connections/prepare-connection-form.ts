import type { AppRequestOf } from "@/lib/api/contract/app/app-operations";
import type { Connection } from "@/lib/workspace/connection";

/** What stands in the form. A null secret is kept as it is stored; an empty one is not there. */
export interface ConnectionDraft {
  readonly name: string;
  readonly baseUrl: string;
  readonly dialect: "svc" | "wb";
  readonly username: string;
  readonly password: string | null;
  readonly token: string | null;
}

/** The form's start: what is stored, or nothing. Stored secrets are kept and never shown. */
export function connectionDraftOf(connection: Connection | null): ConnectionDraft {
  return {
    name: connection?.name ?? "",
    baseUrl: connection?.baseUrl ?? "",
    dialect: connection?.dialect ?? "svc",
    username: connection?.basic.username ?? "",
    password: connection?.basic.isPasswordSet ? null : "",
    token: connection?.bearer.isTokenSet ? null : "",
  };
}

/** Scheme, host and port; null for what is no address. */
function originOf(baseUrl: string): string | null {
  try {
    return new URL(baseUrl.trim()).origin;
  } catch {
    // Half-typed addresses are ordinary here.
    return null;
  }
}

/** A secret is only ever sent to the address that it was entered for: another address asks for it again. */
export function isOriginChanged(connection: Connection | null, draft: ConnectionDraft): boolean {
  return connection !== null && originOf(connection.baseUrl) !== originOf(draft.baseUrl);
}

/** Whether anything differs from what is stored. */
export function isChanged(connection: Connection | null, draft: ConnectionDraft): boolean {
  const stored = connectionDraftOf(connection);
  return (Object.keys(stored) as (keyof ConnectionDraft)[]).some((member) => stored[member] !== draft[member]);
}

/** The request that makes a new connection. */
export function createRequest(draft: ConnectionDraft): AppRequestOf<"connections.create"> {
  return {
    name: draft.name,
    baseUrl: draft.baseUrl,
    dialect: draft.dialect,
    basic: draft.username && draft.password ? { username: draft.username, password: draft.password } : null,
    bearer: draft.token ? { token: draft.token } : null,
  };
}

/** The request that changes one: a kept secret is left out, an emptied credential is taken away. */
export function updateRequest(id: string, draft: ConnectionDraft): AppRequestOf<"connections.update"> {
  const hasBasic = draft.username !== "" && draft.password !== "";
  return {
    id,
    name: draft.name,
    baseUrl: draft.baseUrl,
    dialect: draft.dialect,
    basic: hasBasic
      ? { username: draft.username, ...(draft.password === null ? {} : { password: draft.password }) }
      : null,
    bearer: draft.token === "" ? null : draft.token === null ? {} : { token: draft.token },
  };
}

/** A credential with only one half cannot be sent. */
export function draftProblem(draft: ConnectionDraft): string | null {
  if (draft.username !== "" && draft.password === "") return "A username needs a password.";
  if (draft.username === "" && draft.password !== "" && draft.password !== null) return "A password needs a username.";
  return null;
}
