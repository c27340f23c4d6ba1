import { parseArgs } from "node:util";
import { readProgramSettings } from "@/lib/api/server/mcp/program/program-settings";
import { identityText, readIdentity } from "./identity";
import type { Surroundings } from "./surroundings";

export const WHOAMI_USAGE = `heddle whoami [--url URL] [--key-file FILE] [--json]

Prints the dashboard that the commands read, and who they act as there: with HEDDLE_AGENT_KEY, or as heddle login stored.
`;

/** `heddle whoami`: returns the exit code. @throws UsageError, SignInFailedError, NotReachedError */
export async function whoamiCommand(args: string[], surroundings: Surroundings): Promise<number> {
  const { values } = parseArgs({
    args,
    options: {
      url: { type: "string" },
      "key-file": { type: "string" },
      json: { type: "boolean" },
      help: { type: "boolean", short: "h" },
    },
  });
  const { out, variables, fetch: fetchFrom } = surroundings;
  if (values.help) {
    out.write(WHOAMI_USAGE);
    return 0;
  }
  const settings = readProgramSettings(variables, { url: values.url, keyFile: values["key-file"] }, fetchFrom);
  const { origin } = settings.mcpUrl;
  const identity = await readIdentity(fetchFrom, origin, await settings.key());
  out.write(
    values.json ? `${JSON.stringify({ url: origin, ...identity })}\n` : `${origin}: ${identityText(identity)}\n`,
  );
  return 0;
}
