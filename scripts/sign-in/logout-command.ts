import { parseArgs } from "node:util";
import { sendForm } from "@/lib/api/server/mcp/program/oauth-request";
import { dashboardOrigin } from "@/lib/api/server/mcp/program/program-settings";
import {
  changeSignIn,
  readSignIns,
  type StoredSignIn,
  signInPath,
  withSignInLock,
} from "@/lib/api/server/mcp/program/sign-in-file";
import { errorMessage } from "@/lib/guard/error-message";
import type { Surroundings } from "./surroundings";

export const LOGOUT_USAGE = `heddle logout [--url URL | --all]

Signs this machine out of a dashboard: revokes what heddle login stored, and deletes it.

  --url URL  the dashboard; defaults to HEDDLE_URL, or the newest sign-in
  --all      signs out of all dashboards
`;

/** Revokes a sign-in. @returns what kept it from being revoked; null when it is */
async function revoke(origin: string, { clientId, refreshToken }: StoredSignIn, fetchFrom: typeof fetch) {
  try {
    const form = { client_id: clientId, token: refreshToken };
    const { status, error, message } = await sendForm(fetchFrom, new URL("/oauth/revoke", origin), form);
    // A client that the dashboard has forgotten has no sign-in either.
    return status === 200 || error === "invalid_client" ? null : message;
  } catch (error) {
    return errorMessage(error);
  }
}

/** `heddle logout`: returns the exit code, 1 when a sign-in was only removed here. @throws UsageError */
export async function logoutCommand(args: string[], surroundings: Surroundings): Promise<number> {
  const { values } = parseArgs({
    args,
    options: { url: { type: "string" }, all: { type: "boolean" }, help: { type: "boolean", short: "h" } },
  });
  const { out, errors, variables } = surroundings;
  if (values.help) {
    out.write(LOGOUT_USAGE);
    return 0;
  }
  const path = signInPath(variables);
  return await withSignInLock(path, async () => {
    const { dashboards } = readSignIns(path);
    const origins = values.all ? Object.keys(dashboards) : [dashboardOrigin(variables, values.url)];
    let code = 0;
    for (const origin of origins) {
      const signIn = dashboards[origin];
      if (signIn === undefined) {
        out.write(`Not signed in to ${origin}.\n`);
        continue;
      }
      const problem = await revoke(origin, signIn, surroundings.fetch);
      changeSignIn(path, origin, null);
      if (problem === null) out.write(`Signed out of ${origin}.\n`);
      else {
        errors.write(
          `${problem}\nThe sign-in was removed here. Disconnect it in the dashboard, under Settings → Agents.\n`,
        );
        code = 1;
      }
    }
    if (origins.length === 0) out.write("Not signed in anywhere.\n");
    return code;
  });
}
