import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { CallToolResultSchema } from "@modelcontextprotocol/sdk/types.js";
import type { AgentAccess } from "@/lib/api/contract/app/agent-keys";
import type { Role } from "@/lib/api/contract/operation/app-operation";
import { handleMcp } from "@/lib/api/server/mcp/server/handle-mcp";
import { ORIGIN, type TestDashboard } from "@/test/faults/relay-dashboard";
import { createAgentKeyFor } from "./agent-key-for";

export const MCP_URL = `${ORIGIN}/api/mcp`;

/** Sends requests of a client to the dashboard's handler, without a port. */
export function fetchFrom(app: TestDashboard): typeof fetch {
  return async (input, init) => {
    const url = input instanceof Request ? input.url : String(input);
    const headers = new Headers(init?.headers);
    headers.set("host", new URL(url).host);
    return await handleMcp(app.dashboard, new Request(url, { ...init, headers }));
  };
}

/** What a tool answered. */
export interface Answered {
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests read members of many shapes
  readonly data: any;
  readonly isError: boolean;
}

/** Returns an answer without its marks, which every answer has and none contains. */
function unfenced([head = "", text = "", end = ""]: readonly string[]): string {
  const [, rule, open] = /^(.*)\n(<data-\w{16}>)$/.exec(head) ?? [];
  if (rule === undefined || open === undefined || end !== open.replace("<", "</") || text.includes(end))
    throw new Error(`The answer is not marked as data: ${head}`);
  return text;
}

/** The SDK's real client, signed in with a key of a user with a role. */
export class AgentClient {
  readonly client = new Client({ name: "test-agent", version: "1.0.0" });
  /** Names of the tools that were called, in order. */
  readonly called: string[] = [];

  static async open(app: TestDashboard, key: string): Promise<AgentClient> {
    const agent = new AgentClient();
    const transport = new StreamableHTTPClientTransport(new URL(MCP_URL), {
      fetch: fetchFrom(app),
      requestInit: { headers: { authorization: `Bearer ${key}` } },
    });
    // The SDK's own types differ under exactOptionalPropertyTypes.
    await agent.client.connect(transport as Parameters<Client["connect"]>[0]);
    // Listing loads the output schemas: the client then checks every structured answer.
    await agent.client.listTools();
    return agent;
  }

  static async as(
    app: TestDashboard,
    role: Role,
    access: AgentAccess = "read",
    workspaceId: string | null = null,
  ): Promise<AgentClient> {
    const { key } = await createAgentKeyFor(app, role, { access, workspaceId });
    return await AgentClient.open(app, key);
  }

  async call(name: string, input: Record<string, unknown> = {}): Promise<Answered> {
    this.called.push(name);
    const result = CallToolResultSchema.parse(await this.client.callTool({ name, arguments: input }));
    const texts = result.content.map((part) => (part.type === "text" ? part.text : ""));
    const isError = result.isError === true;
    const text = isError ? texts.join("\n") : unfenced(texts);
    return { text, data: result.structuredContent, isError };
  }

  /** Returns the text of an answer that must not be an error. */
  async ok(name: string, input: Record<string, unknown> = {}): Promise<Answered> {
    const answer = await this.call(name, input);
    if (answer.isError) throw new Error(`${name} failed: ${answer.text}`);
    return answer;
  }

  close(): Promise<void> {
    return this.client.close();
  }
}
