import { type APIRequestContext, request } from "@playwright/test";
import type { Role } from "@/lib/api/contract/operation/app-operation";
import { callApp } from "./open-workspace";
import type { Heddle } from "./run-heddle";
import type { StoredUser } from "./stored-data";

interface Account {
  readonly email: string;
  readonly password: string;
}

/** Signs a user in with a password, as the page does, and returns the session. */
export async function signInOverHttp(context: APIRequestContext, { url }: Pick<Heddle, "url">, account: Account) {
  const { csrfToken } = await (await context.get(`${url}/api/auth/csrf`)).json();
  const form = { csrfToken, json: "true", ...account };
  const answer = await context.post(`${url}/api/auth/callback/credentials`, { form, headers: { origin: url } });
  if (!answer.ok()) throw new Error(`The sign-in of ${account.email} answered ${answer.status()}.`);
  return await context.storageState();
}

let joinedCount = 0;

/** Creates an account with an invitation of the admin and signs it in, without a browser: the pages have their own tests. */
export async function joinOverHttp(
  admin: APIRequestContext,
  heddle: Pick<Heddle, "url">,
  role: Role,
): Promise<StoredUser> {
  joinedCount += 1;
  const { url } = heddle;
  const link = (await callApp({ request: admin }, url, "invitations.create", { role })) as { url: string };
  const token = new URLSearchParams(new URL(link.url).hash.slice(1)).get("token");
  const account = { email: `${role}-${process.pid}-${joinedCount}@example.org`, password: "another long password" };
  const context = await request.newContext();
  await callApp({ request: context }, url, "setup.complete", { token, name: `A ${role}`, ...account });
  const state = await signInOverHttp(context, heddle, account);
  await context.dispose();
  return { email: account.email, state };
}
