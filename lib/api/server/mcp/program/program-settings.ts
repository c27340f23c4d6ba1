import { readFileSync } from "node:fs";

/** A mistake in the command line or the environment; the message says how to fix it. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/** Where a program finds the dashboard, and the key that signs it in. */
export interface ProgramSettings {
  readonly mcpUrl: URL;
  readonly key: string;
}

const DEFAULT_URL = "http://localhost:7700";
const KEY_SHAPE = /^hda_[A-Za-z0-9_-]{43}$/;

type Variables = Readonly<Record<string, string | undefined>>;

function keyOf(variables: Variables, keyFile: string | undefined): string {
  if (keyFile === undefined) return variables.HEDDLE_AGENT_KEY?.trim() ?? "";
  try {
    return readFileSync(keyFile, "utf8").trim();
  } catch (error) {
    throw new UsageError(`The key file ${keyFile} cannot be read.`, { cause: error });
  }
}

/**
 * Reads the dashboard's address and the key from the environment, or from options. There is no option for the key
 * itself: other users of a machine see the arguments of its processes.
 *
 * @throws UsageError, which never contains a key
 */
export function readProgramSettings(
  variables: Variables,
  options: { readonly url?: string | undefined; readonly keyFile?: string | undefined } = {},
): ProgramSettings {
  const url = options.url ?? (variables.HEDDLE_URL || DEFAULT_URL);
  if (!/^https?:\/\//.test(url) || !URL.canParse(url)) {
    throw new UsageError(`${JSON.stringify(url)} is not an address; write http://localhost:7700.`);
  }
  const key = keyOf(variables, options.keyFile);
  if (key === "") {
    throw new UsageError("Set HEDDLE_AGENT_KEY to a key that you created in the dashboard under Settings → Agents.");
  }
  if (!KEY_SHAPE.test(key)) {
    throw new UsageError("The key is not one for agents: those begin with hda_ and have 47 characters.");
  }
  return { mcpUrl: new URL("/api/mcp", url), key };
}
