import type { AppRequestOf } from "@/lib/api/contract/app/app-operations";
import type { Connection } from "@/lib/workspace/connection";

/** The values of the form. A null secret keeps the stored one; an empty one removes it. */
export interface ConnectionDraft {
  readonly name: string;
  readonly baseUrl: string;
  readonly dialect: "svc" | "wb";
  readonly username: string;
  readonly password: string | null;
  readonly token: string | null;
}

/** Returns the initial form: the stored settings, or empty fields. Stored secrets are kept and never shown. */
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

/** Returns scheme, host and port, or null for an invalid URL. */
function originOf(baseUrl: string): string | null {
  try {
    return new URL(baseUrl.trim()).origin;
  } catch {
    // Incomplete URLs are normal while typing.
    return null;
  }
}

/** A secret is only sent to the address it was entered for: another address requires it again. */
export function isOriginChanged(connection: Connection | null, draft: ConnectionDraft): boolean {
  return connection !== null && originOf(connection.baseUrl) !== originOf(draft.baseUrl);
}

/** True when the form differs from the stored settings. */
export function isChanged(connection: Connection | null, draft: ConnectionDraft): boolean {
  const stored = connectionDraftOf(connection);
  return (Object.keys(stored) as (keyof ConnectionDraft)[]).some((member) => stored[member] !== draft[member]);
}

/** Returns the request that creates a connection. */
export function createRequest(draft: ConnectionDraft): AppRequestOf<"connections.create"> {
  return {
    name: draft.name,
    baseUrl: draft.baseUrl,
    dialect: draft.dialect,
    basic: draft.username && draft.password ? { username: draft.username, password: draft.password } : null,
    bearer: draft.token ? { token: draft.token } : null,
  };
}

/**
 * Returns the request that changes a connection: a kept secret is omitted, a cleared credential is removed.
 *
 * @param opened the settings that the form was opened with
 */
export function updateRequest(
  opened: Pick<Connection, "id" | "updatedAt">,
  draft: ConnectionDraft,
): AppRequestOf<"connections.update"> {
  const hasBasic = draft.username !== "" && draft.password !== "";
  return {
    id: opened.id,
    updatedAt: opened.updatedAt ?? "",
    name: draft.name,
    baseUrl: draft.baseUrl,
    dialect: draft.dialect,
    basic: hasBasic
      ? { username: draft.username, ...(draft.password === null ? {} : { password: draft.password }) }
      : null,
    bearer: draft.token === "" ? null : draft.token === null ? {} : { token: draft.token },
  };
}

/** An incomplete credential cannot be sent. */
export function draftProblem(draft: ConnectionDraft): string | null {
  if (draft.username !== "" && draft.password === "") return "A username needs a password.";
  if (draft.username === "" && draft.password !== "" && draft.password !== null) return "A password needs a username.";
  return null;
}
