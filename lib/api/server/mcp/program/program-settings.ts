import { readFileSync } from "node:fs";
import { freshToken, notSignedIn } from "./fresh-token";
import { readSignIns, signInPath } from "./sign-in-file";
import { UsageError, type Variables } from "./usage-error";

/** Where a program finds the dashboard, and what signs it in. */
export interface ProgramSettings {
  readonly mcpUrl: URL;
  /** Returns the key, or a token that is valid now. @throws UsageError when the user has to sign in again */
  readonly key: () => Promise<string>;
}

/** What replaces the environment. */
interface AddressOptions {
  readonly url?: string | undefined;
  readonly keyFile?: string | undefined;
}

const DEFAULT_URL = "http://localhost:7700";
const KEY_SHAPE = /^hda_[A-Za-z0-9_-]{43}$/;

/** Returns the key of an option or of the environment. @throws UsageError, which never contains a key */
function givenKey(variables: Variables, keyFile?: string): string {
  let key = variables.HEDDLE_AGENT_KEY?.trim() ?? "";
  if (keyFile !== undefined) {
    try {
      key = readFileSync(keyFile, "utf8").trim();
    } catch (error) {
      throw new UsageError(`The key file ${keyFile} cannot be read.`, { cause: error });
    }
  }
  if (!KEY_SHAPE.test(key)) {
    throw new UsageError("The key is not one for agents: those begin with hda_ and have 47 characters.");
  }
  return key;
}

/**
 * Returns the origin of the dashboard: that of the option, of the environment, of the newest sign-in, or of this machine.
 *
 * @throws UsageError
 */
export function dashboardOrigin(variables: Variables, url?: string): string {
  const given = url ?? (variables.HEDDLE_URL || readSignIns(signInPath(variables)).current || DEFAULT_URL);
  if (!/^https?:\/\//.test(given) || !URL.canParse(given)) {
    throw new UsageError(`${JSON.stringify(given)} is not an address; write ${DEFAULT_URL}.`);
  }
  return new URL(given).origin;
}

/**
 * Reads the dashboard's address and the key from options or the environment; without a key, uses what `heddle login`
 * stored. There is no option for the key itself: other users of a machine see the arguments of its processes.
 *
 * @throws UsageError, which never contains a key
 */
export function readProgramSettings(
  variables: Variables,
  options: AddressOptions = {},
  fetchFrom: typeof fetch = fetch,
): ProgramSettings {
  const isKeyGiven = options.keyFile !== undefined || Boolean(variables.HEDDLE_AGENT_KEY?.trim());
  if (isKeyGiven) {
    // A key belongs to the dashboard of this machine unless the user says otherwise, whatever was signed in to.
    const origin = dashboardOrigin({ HEDDLE_URL: variables.HEDDLE_URL || DEFAULT_URL }, options.url);
    const key = givenKey(variables, options.keyFile);
    return { mcpUrl: new URL("/api/mcp", origin), key: async () => key };
  }
  const origin = dashboardOrigin(variables, options.url);
  const path = signInPath(variables);
  if (readSignIns(path).dashboards[origin] === undefined) throw notSignedIn(origin);
  const source = { path, origin, fetch: fetchFrom, nowMs: Date.now };
  return { mcpUrl: new URL("/api/mcp", origin), key: () => freshToken(source) };
}
