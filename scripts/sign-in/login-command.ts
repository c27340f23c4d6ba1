import { parseArgs } from "node:util";
import { dashboardOrigin } from "@/lib/api/server/mcp/program/program-settings";
import { changeSignIn, readSignIns, signInPath, withSignInLock } from "@/lib/api/server/mcp/program/sign-in-file";
import { type ShownCode, signInByCode } from "./device-sign-in";
import { identityText, readIdentity } from "./identity";
import type { Surroundings } from "./surroundings";

export const LOGIN_USAGE = `heddle login [--url URL] [--no-browser]

Signs this machine in to a dashboard: shows a short code, which you type or confirm on a page of the dashboard in any
browser. There you choose what this machine may read. The commands that read a dashboard use it from then on where no key
is set.

  --url URL     the dashboard; defaults to HEDDLE_URL, the newest sign-in, or http://localhost:7700
  --no-browser  only prints the address
`;

async function show({ userCode, page, pageWithCode }: ShownCode, hasBrowser: boolean, surroundings: Surroundings) {
  const { out, openPage } = surroundings;
  const isOpened = hasBrowser && (await openPage(pageWithCode));
  const opened = `Your browser shows ${page}. Compare the code there with this one:`;
  const address = pageWithCode === page ? "" : ` (or open ${pageWithCode})`;
  const printed = `Open ${page} in a browser${address}, and enter this code:`;
  out.write(`${isOpened ? opened : printed}\n\n    ${userCode}\n\nWaiting …\n`);
}

/** `heddle login`: returns the exit code. @throws UsageError, SignInFailedError, NotReachedError */
export async function loginCommand(args: string[], surroundings: Surroundings): Promise<number> {
  const { values } = parseArgs({
    args,
    options: {
      url: { type: "string" },
      "no-browser": { type: "boolean" },
      help: { type: "boolean", short: "h" },
    },
  });
  const { out, errors, variables } = surroundings;
  if (values.help) {
    out.write(LOGIN_USAGE);
    return 0;
  }
  const origin = dashboardOrigin(variables, values.url);
  const path = signInPath(variables);
  const known = readSignIns(path).dashboards[origin]?.clientId ?? null;
  const signIn = await signInByCode(origin, known, surroundings, (code) =>
    show(code, values["no-browser"] !== true, surroundings),
  );
  await withSignInLock(path, async () => changeSignIn(path, origin, signIn));
  out.write(
    `Signed in to ${origin}: ${identityText(await readIdentity(surroundings.fetch, origin, signIn.accessToken))}\n`,
  );
  if (variables.HEDDLE_AGENT_KEY) {
    errors.write("HEDDLE_AGENT_KEY is set: commands use that key, and not this sign-in.\n");
  }
  return 0;
}
