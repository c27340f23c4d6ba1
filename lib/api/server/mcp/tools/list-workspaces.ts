import { z } from "zod";
import { RequestFailure } from "@/lib/api/client/request-failure";
import { fitRows } from "@/lib/api/server/mcp/answer/bounded-text";
import { textTable } from "@/lib/api/server/mcp/answer/text-table";
import type { AgentReader } from "@/lib/api/server/mcp/service/agent-reader";
import { failureSentence } from "@/lib/api/server/mcp/service/failure-sentence";
import { readForPage } from "@/lib/api/server/relay/app-relay";
import { highestRole } from "@/lib/auth/workspace-roles";
import type { Workspace } from "@/lib/database/workspaces";
import { formatCount } from "@/lib/format/count";
import { cutOutput, footText } from "./shared-input";
import { defineTool } from "./tool";
import { unlessUnsupported } from "./unsupported";

/** Counting asks each service: beyond this many workspaces the list is given without counts. */
const MAX_COUNTED = 12;

const workspaceRow = z.object({
  workspace: z.string(),
  project: z.string().describe("entity/project, as clients log to it."),
  service: z.string().describe("Name of the connection."),
  calls: z.number().nullable().describe("All calls of the project; null when they were not counted."),
  newest_call_at: z.string().nullable(),
  missing_operations: z
    .array(z.string())
    .describe("Operations that the service did not have in its last test; tools that need them say so."),
  problem: z.string().nullable().describe("Why the project could not be read."),
});

type WorkspaceRow = z.infer<typeof workspaceRow>;

interface ProjectFacts {
  readonly calls: number | null;
  readonly newest_call_at: string | null;
  readonly problem: string | null;
}

const NOT_COUNTED: ProjectFacts = { calls: null, newest_call_at: null, problem: null };

/** One service that fails must not hide the others. */
async function factsOf(reader: AgentReader, { connectionId, projectId }: Workspace): Promise<ProjectFacts> {
  const service = reader.service(connectionId);
  try {
    const { count } = await service.call("calls.queryStats", { body: { project_id: projectId } });
    const newest = {
      project_id: projectId,
      sort_by: [{ field: "started_at", direction: "desc" as const }],
      columns: ["started_at"],
      limit: 1,
    };
    const read = await unlessUnsupported(service.rows("calls.streamQuery", { body: newest }, 1));
    return { calls: count, newest_call_at: read?.rows[0]?.started_at ?? null, problem: null };
  } catch (error) {
    if (!(error instanceof RequestFailure)) throw error;
    return { ...NOT_COUNTED, problem: failureSentence(error.failure) };
  }
}

function textOf(rows: readonly WorkspaceRow[]): string {
  const columns = [
    { name: "workspace" },
    { name: "project" },
    { name: "calls", isNumber: true },
    { name: "newest call" },
    { name: "service" },
  ];
  const table = textTable(
    columns,
    rows.map((row) => [
      row.workspace,
      row.project,
      row.calls === null ? "?" : formatCount(row.calls),
      row.newest_call_at ?? "none",
      row.service,
    ]),
  );
  const notes = rows.flatMap(({ workspace, problem, missing_operations: missing }) => [
    ...(problem === null ? [] : [`${workspace}: ${problem}`]),
    ...(missing.length === 0 ? [] : [`${workspace}: the service does not have ${missing.join(", ")}.`]),
  ]);
  return [table, ...notes].join("\n");
}

export const listWorkspacesTool = defineTool({
  name: "list_workspaces",
  title: "List workspaces",
  description:
    "Lists the workspaces that this key may read, with the number of calls, the time of the newest one, and what their services cannot do. Start here when the workspace is not known.",
  input: z.strictObject({}),
  output: z.object({
    workspaces: z.array(workspaceRow),
    key: z.object({
      access: z
        .enum(["read", "write"])
        .describe("What this key allows; write needs an owner who is at least a member."),
      owner: z.string(),
    }),
    now: z.string().describe("The time of the server, to which relative ranges refer."),
    cut: cutOutput,
  }),
  operations: ["calls.queryStats", "calls.streamQuery"],
  run: async (_input, reader) => {
    const { agent, dashboard } = reader;
    const [all, { connections }] = await Promise.all([
      reader.workspaces(),
      readForPage(dashboard, agent.session, "connections.list"),
    ]);
    const byId = new Map(connections.map((connection) => [connection.id, connection]));
    const listed = await Promise.all(
      all.map(async (workspace, index): Promise<WorkspaceRow> => {
        const connection = byId.get(workspace.connectionId);
        const tested = connection?.lastTest?.operations ?? [];
        return {
          workspace: workspace.slug,
          project: workspace.projectId,
          service: connection?.name ?? workspace.connectionId,
          missing_operations: tested.flatMap(({ operation, support }) => (support === "missing" ? [operation] : [])),
          ...(index < MAX_COUNTED ? await factsOf(reader, workspace) : NOT_COUNTED),
        };
      }),
    );
    const { rows, omittedCount } = fitRows(listed);
    const cut = [
      ...(omittedCount > 0 ? [`${omittedCount} workspaces. Every tool also accepts entity/project as workspace.`] : []),
      ...(all.length > MAX_COUNTED ? [`Calls are counted for the first ${MAX_COUNTED} workspaces only.`] : []),
    ];
    const access = highestRole(agent.session.user) === "viewer" ? ("read" as const) : ("write" as const);
    const now = new Date(reader.nowMs).toISOString();
    const data = { workspaces: [...rows], key: { access, owner: agent.session.user.name }, now, cut };
    const head = `Key of ${agent.session.user.name}, access: ${access}. Now: ${now}.`;
    const body = rows.length === 0 ? "No workspaces yet. A member creates one in the dashboard." : textOf(rows);
    return { text: `${head}\n\n${body}${footText(cut, null)}`, data };
  },
});
