import type { AppRequestOf } from "@/lib/api/contract/app/app-operations";

/** The fields of the short form. */
export interface RemoteDraft {
  readonly baseUrl: string;
  readonly username: string;
  readonly password: string;
}

/** A connection needs a name, and its host is a familiar one. */
function nameOf(baseUrl: string): string {
  try {
    return new URL(baseUrl.trim()).host.slice(0, 80);
  } catch {
    // The server refuses an invalid address and names the field; it needs a name to get that far.
    return baseUrl.trim().slice(0, 80);
  }
}

/** The request that creates a connection from the short form. One key is both password and bearer token. */
export function remoteRequest({ baseUrl, username, password }: RemoteDraft): AppRequestOf<"connections.create"> {
  return {
    name: nameOf(baseUrl),
    baseUrl,
    dialect: "svc",
    basic: username !== "" && password !== "" ? { username, password } : null,
    bearer: password === "" ? null : { token: password },
  };
}
