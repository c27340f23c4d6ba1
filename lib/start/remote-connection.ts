import type { AppRequestOf } from "@/lib/api/contract/app/app-operations";

/** What stands in the short form. */
export interface RemoteDraft {
  readonly baseUrl: string;
  readonly username: string;
  readonly password: string;
}

/** A connection needs a name; its host is one that people know it by. */
function nameOf(baseUrl: string): string {
  try {
    return new URL(baseUrl.trim()).host.slice(0, 80);
  } catch {
    // What is no address is refused with its place by the server; a name is needed to get there.
    return baseUrl.trim().slice(0, 80);
  }
}

/** The request that makes a connection of the short form. One key serves as password and as bearer token. */
export function remoteRequest({ baseUrl, username, password }: RemoteDraft): AppRequestOf<"connections.create"> {
  return {
    name: nameOf(baseUrl),
    baseUrl,
    dialect: "svc",
    basic: username !== "" && password !== "" ? { username, password } : null,
    bearer: password === "" ? null : { token: password },
  };
}
