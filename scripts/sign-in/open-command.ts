import { parseArgs } from "node:util";
import { Client } from "@modelcontextprotocol/client";
import { z } from "zod";
import { httpTransport, transportFailure } from "@/lib/api/server/mcp/program/http-transport";
import { NotReachedError } from "@/lib/api/server/mcp/program/oauth-request";
import { dashboardOrigin, readProgramSettings } from "@/lib/api/server/mcp/program/program-settings";
import { UsageError } from "@/lib/api/server/mcp/program/usage-error";
import { OPEN_WORDS, pageOf } from "./open-pages";
import type { Surroundings } from "./surroundings";

export const OPEN_USAGE = `heddle open [[WHAT] ID] [--workspace NAME] [--print] [--url URL]

Opens the dashboard, a workspace, or the page of an id in the browser; prints the address where there is none.

  WHAT              ${OPEN_WORDS.join(", ")}; an id alone is that of a call, or of a run
  --workspace NAME  by its name, or entity/project; may be omitted when there is only one
  --print           only prints the address
  --url URL         the dashboard; defaults to HEDDLE_URL, the newest sign-in, or http://localhost:7700
`;

/** Ids of runs that the service did not start say so. */
const RUN_ID = /^(?:log|model):/;

interface Opened {
  readonly what: string;
  readonly id: string;
}

function readWords(words: readonly string[]): Opened | null {
  const [first, second, ...more] = words;
  if (more.length > 0) throw new UsageError(`Unexpected word ${JSON.stringify(more.at(-1))}.`);
  if (first === undefined) return null;
  if (second !== undefined) {
    if (!OPEN_WORDS.includes(first)) throw new UsageError(`${first} is not one of ${OPEN_WORDS.join(", ")}.`);
    return { what: first, id: second };
  }
  if (OPEN_WORDS.includes(first)) throw new UsageError(`The id of the ${first} is missing.`);
  return { what: RUN_ID.test(first) ? "run" : "call", id: first };
}

/** What is read of the answer of `list_workspaces`. */
const listed = z.object({ workspaces: z.array(z.object({ workspace: z.string(), project: z.string() })) });

type WorkspaceNames = z.infer<typeof listed>["workspaces"][number];

/** Returns the names of the workspaces that the user may read, as the dashboard lists them. */
async function listWorkspaces(surroundings: Surroundings, url: string | undefined): Promise<WorkspaceNames[]> {
  const settings = readProgramSettings(surroundings.variables, { url }, surroundings.fetch);
  await settings.key();
  const client = new Client({ name: "heddle", version: "1.0.0" });
  try {
    await client.connect(httpTransport(settings, surroundings.fetch));
    const { structuredContent } = await client.callTool({ name: "list_workspaces", arguments: {} });
    const { workspaces } = listed.parse(structuredContent);
    return workspaces;
  } catch (error) {
    throw new NotReachedError(transportFailure(error, settings.mcpUrl), { cause: error });
  } finally {
    await client.close();
  }
}

async function slugOf(name: string | undefined, url: string | undefined, surroundings: Surroundings): Promise<string> {
  if (name !== undefined && !name.includes("/")) return name;
  const all = await listWorkspaces(surroundings, url);
  const found = name === undefined ? all : all.filter(({ project }) => project === name);
  const [only, another] = found;
  if (only !== undefined && another === undefined) return only.workspace;
  const names = all.map(({ workspace }) => workspace).join(", ");
  throw new UsageError(`Name the workspace with --workspace. Available: ${names || "none"}.`);
}

/** `heddle open`: returns the exit code. @throws UsageError, NotReachedError */
export async function openCommand(args: string[], surroundings: Surroundings): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      url: { type: "string" },
      workspace: { type: "string" },
      print: { type: "boolean" },
      help: { type: "boolean", short: "h" },
    },
  });
  const { out, variables } = surroundings;
  if (values.help) {
    out.write(OPEN_USAGE);
    return 0;
  }
  const opened = readWords(positionals);
  const origin = dashboardOrigin(variables, values.url);
  let path = "/";
  if (opened !== null || values.workspace !== undefined) {
    const slug = encodeURIComponent(await slugOf(values.workspace, values.url, surroundings));
    const page = opened === null ? "overview" : pageOf(opened.what, opened.id);
    path = `/${slug}/${page}`;
  }
  const address = `${origin}${path}`;
  if (values.print !== true && (await surroundings.openPage(address))) return 0;
  out.write(`${address}\n`);
  return 0;
}
