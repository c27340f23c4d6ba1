import { z } from "zod";
import { readJson } from "@/lib/api/server/mcp/program/oauth-request";
import { SignInFailedError } from "./device-sign-in";

/** Who a key or a token acts as, and how far. */
const identity = z.object({
  name: z.string(),
  email: z.string(),
  role: z.string(),
  scope: z.string(),
  /** The only workspace; null for all. */
  workspace: z.string().nullable(),
});

type Identity = z.infer<typeof identity>;

/** Asks the dashboard whom a key or a token belongs to. @throws SignInFailedError, NotReachedError */
export async function readIdentity(fetchFrom: typeof fetch, origin: string, key: string): Promise<Identity> {
  const { status, body, message } = await readJson(fetchFrom, new URL("/oauth/userinfo", origin), key);
  if (status !== 200) throw new SignInFailedError(message);
  return identity.parse(body);
}

/** Returns whom a key or a token belongs to and how far it reaches, in a line. */
export function identityText({ name, email, role, scope, workspace }: Identity): string {
  const access = scope.split(" ").includes("write") ? "reads and runs models" : "reads only";
  return `${name} (${email}), ${role}; ${access}, ${workspace === null ? "all workspaces" : `workspace ${workspace}`}`;
}
