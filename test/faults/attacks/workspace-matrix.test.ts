import { describe, expect, it } from "vitest";
import { tools } from "@/lib/api/server/mcp/server/tool-list";
import type { TestDashboard } from "@/test/faults/relay-dashboard";
import { startRelay } from "@/test/faults/relay-test-setup";
import type { Upstream } from "@/test/faults/relay-upstream";
import { AgentClient } from "@/test/mcp/agent-client";

let app: TestDashboard;
let upstream: Upstream;
let connection: string;

startRelay({}, (scene) => {
  ({ app, upstream, connection } = scene);
});

/** Valid arguments of each tool that reads a workspace. */
const argumentsOf: Readonly<Record<string, Record<string, unknown>>> = {
  figures: {},
  issues: {},
  find_calls: { last: "all" },
  read_trace: { trace_id: "0199a7c2-6b1e-7f4a-8c3d-5e2f1a0b9c8e" },
  read_call: { call_id: "0199a7c2-6b1e-7f4a-8c3d-5e2f1a0b9c8d" },
  compare: { calls: ["a", "b"] },
  threads: {},
  objects: {},
  prices: {},
  query_sql: { sql: "SELECT 1" },
  training: {},
  training_runs: {},
  evaluations: {},
  review_queues: {},
  watches: {},
  run_completion: { model: "m", messages: [{ role: "user", content: "Hello" }] },
  start_evaluation: { evaluation: "sums", max_cost_usd: 1 },
  start_training_run: { run: "sums", max_cost_usd: 1, max_minutes: 1 },
  write: { note: { call_ids: ["a"], text: "Hello" } },
};

async function workspaceOf(projectId: string): Promise<{ id: string; slug: string }> {
  const response = await app.app("workspaces.create", { connectionId: connection, projectId });
  return ((await response.json()) as { workspace: { id: string; slug: string } }).workspace;
}

const namesProject = (projectId: string) =>
  upstream.seen.some(({ body, path }) => body.includes(projectId) || decodeURIComponent(path).includes(projectId));

describe("a key that is limited to a workspace", () => {
  it("lets no tool read another one, by name, project or id", async () => {
    const own = await workspaceOf("limits/own");
    const other = await workspaceOf("limits/other");
    const limited = await AgentClient.as(app, "admin", "write", own.id);
    const free = await AgentClient.as(app, "admin", "write");
    const reading = tools.map(({ name }) => name).filter((name) => name !== "list_workspaces");
    expect(Object.keys(argumentsOf)).toEqual(reading);
    for (const name of reading) {
      const input = argumentsOf[name] ?? {};
      upstream.seen.length = 0;
      await free.call(name, { ...input, workspace: other.slug });
      // Otherwise the refusal below would prove nothing.
      expect([name, namesProject("limits/other")]).toEqual([name, true]);
      upstream.seen.length = 0;
      for (const workspace of [other.slug, "limits/other", other.id]) {
        const answer = await limited.call(name, { ...input, workspace });
        expect([name, answer.isError]).toEqual([name, true]);
        expect(answer.text).not.toContain("limits/other,");
      }
      expect([name, upstream.seen.length]).toEqual([name, 0]);
    }
    await Promise.all([limited.close(), free.close()]);
  });
});
