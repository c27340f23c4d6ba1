#!/usr/bin/env node
import { parseArgs } from "node:util";
import { StdioServerTransport } from "@modelcontextprotocol/server/stdio";
import { errorMessage } from "@/lib/guard/error-message";
import { httpTransport, transportFailure } from "./http-transport";
import { readProgramSettings } from "./program-settings";
import { bridge, type RemoteTransport } from "./stdio-bridge";

const USAGE = `heddle-mcp: the MCP server of a Heddle dashboard over stdio, for agents that start a program.

  HEDDLE_AGENT_KEY   a key for agents, from Settings → Agents (or --key-file FILE); without one, what heddle login stored
  HEDDLE_URL         address of the dashboard (or --url), http://localhost:7700 by default
`;

const USAGE_EXIT_CODE = 2;

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      url: { type: "string" },
      "key-file": { type: "string" },
      help: { type: "boolean", short: "h" },
    },
  });
  if (values.help) {
    process.stdout.write(USAGE);
    return;
  }
  const settings = readProgramSettings(process.env, { url: values.url, keyFile: values["key-file"] });
  const local = new StdioServerTransport();
  // The SDK's transport ends with its input only when it is told so.
  process.stdin.once("end", () => void local.close());
  // The SDK's own types differ under exactOptionalPropertyTypes.
  const remote = httpTransport(settings) as RemoteTransport;
  await bridge(local, remote, (error) => transportFailure(error, settings.mcpUrl));
}

try {
  await main();
} catch (error) {
  console.error(`${errorMessage(error)}\n\n${USAGE}`);
  process.exitCode = USAGE_EXIT_CODE;
}
