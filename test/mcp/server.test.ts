import { Client as NewClient, StreamableHTTPClientTransport as NewTransport } from "@modelcontextprotocol/client";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { AgentLimits } from "@/lib/api/server/mcp/server/agent-limits";
import { handleMcp } from "@/lib/api/server/mcp/server/handle-mcp";
import { resourceMetadata } from "@/lib/api/server/mcp/server/resource-metadata";
import { debuggingSkill } from "@/lib/api/server/mcp/skill/debugging-skill";
import { skillText, skillUri } from "@/lib/api/server/mcp/skill/skill";
import { skills } from "@/lib/api/server/mcp/skill/skills";
import { LOCAL_TOKEN_CANARY, ORIGIN, TestDashboard } from "@/test/faults/relay-dashboard";
import { AgentClient, fetchFrom, MCP_URL } from "./agent-client";
import { createAgentKeyFor } from "./agent-key-for";

let app: TestDashboard;
let key: string;

beforeAll(async () => {
  app = await TestDashboard.open();
  ({ key } = await createAgentKeyFor(app, "member"));
});

afterAll(async () => {
  expect(app.logLines.join("")).not.toContain("hda_");
  expect(app.logLines.join("")).not.toContain(LOCAL_TOKEN_CANARY);
  await app.close();
});

const LIST = { jsonrpc: "2.0", id: 1, method: "tools/list" };

interface Sent {
  readonly headers?: Record<string, string>;
  readonly body?: unknown;
  readonly method?: string;
  readonly limits?: AgentLimits;
}

async function send({ headers = {}, body = LIST, method = "POST", limits }: Sent = {}): Promise<Response> {
  const request = new Request(MCP_URL, {
    method,
    headers: {
      host: "localhost:7700",
      authorization: `Bearer ${key}`,
      accept: "application/json, text/event-stream",
      "content-type": "application/json",
      ...headers,
    },
    ...(method === "POST" ? { body: typeof body === "string" ? body : JSON.stringify(body) } : {}),
  });
  return await handleMcp(app.dashboard, request, limits);
}

async function messageOf(response: Response): Promise<string> {
  return ((await response.json()) as { error: { message: string } }).error.message;
}

describe("the MCP server over HTTP", () => {
  it("answers the SDK's client without sessions, with tools, and each skill as a resource and a prompt", async () => {
    const agent = await AgentClient.open(app, key);
    const { tools } = await agent.client.listTools();
    expect(tools.length).toBeGreaterThanOrEqual(8);
    expect(tools.length).toBeLessThanOrEqual(20);
    for (const tool of tools) {
      expect(tool.inputSchema).toMatchObject({ type: "object" });
      expect(tool.outputSchema).toMatchObject({ type: "object" });
      expect(tool.description?.length).toBeGreaterThan(60);
    }
    const writing = tools.filter(({ annotations }) => annotations?.readOnlyHint !== true).map(({ name }) => name);
    expect(writing).toEqual(["run_completion", "start_evaluation", "start_training_run", "write"]);
    for (const skill of skills) {
      const text = skillText(skill);
      const resource = await agent.client.readResource({ uri: skillUri(skill) });
      expect(resource.contents[0]).toMatchObject({ text, mimeType: "text/markdown" });
      const prompt = await agent.client.getPrompt({ name: skill.prompt });
      expect(prompt.messages[0]?.content).toMatchObject({ type: "text", text });
    }
    expect(agent.client.getInstructions()).toContain("figures");
    expect(agent.client.getServerVersion()).toMatchObject({ name: "heddle" });
    await agent.close();
  });

  it("names its metadata to a client without a key, and says what a key needs", async () => {
    const response = await send({ headers: { authorization: "" } });
    expect(response.status).toBe(401);
    const metadata = `${ORIGIN}/.well-known/oauth-protected-resource/api/mcp`;
    expect(response.headers.get("www-authenticate")).toBe(`Bearer resource_metadata="${metadata}"`);
    expect(await messageOf(response)).toContain("Settings → Agents");
    expect(resourceMetadata(app.dashboard.environment, response.headers)).toMatchObject({
      resource: MCP_URL,
      bearer_methods_supported: ["header"],
    });
  });

  it.each([
    ["an unknown key", () => `Bearer hda_${"x".repeat(43)}`],
    ["a key of the service", () => `Bearer hk_${"x".repeat(37)}`],
    ["the dashboard's own token for the service", () => `Bearer ${LOCAL_TOKEN_CANARY}`],
    ["another scheme", () => `Basic ${btoa(`api:${key}`)}`],
  ])("refuses %s", async (_name, header) => {
    const response = await send({ headers: { authorization: header() } });
    expect(response.status).toBe(401);
    expect(response.headers.get("www-authenticate")).toContain('error="invalid_token"');
  });

  it("does not accept the cookie of a signed-in user", async () => {
    const cookie = await app.cookie("admin");
    expect((await send({ headers: { authorization: "", cookie, "sec-fetch-site": "same-origin" } })).status).toBe(401);
  });

  it("refuses a revoked key from its next request on", async () => {
    const made = await createAgentKeyFor(app, "member");
    const agent = await AgentClient.open(app, made.key);
    await agent.ok("list_workspaces");
    await app.app("agentKeys.revoke", { id: made.id }, "member");
    await expect(agent.call("list_workspaces")).rejects.toThrow(/revoked|401|Unauthorized/i);
    await agent.close();
  });

  it("refuses pages of other sites and foreign host names, but not programs on this machine", async () => {
    expect((await send({ headers: { origin: "https://evil.example" } })).status).toBe(403);
    expect((await send({ headers: { origin: "null" } })).status).toBe(403);
    expect((await send({ headers: { host: "evil.example:7700" } })).status).toBe(403);
    expect((await send({ headers: { host: "localhost.evil.example" } })).status).toBe(403);
    expect((await send({ headers: { host: "" } })).status).toBe(403);
    expect((await send({ headers: { origin: ORIGIN } })).status).toBe(200);
    expect((await send({ headers: { host: "127.0.0.1:7700" } })).status).toBe(200);
    expect((await send({ headers: { host: "[::1]:7700" } })).status).toBe(200);
  });

  it("knows its public name, and then no other origin", async () => {
    const named = await TestDashboard.open({ HEDDLE_URL: "https://heddle.example.org" });
    const ask = (headers: Record<string, string>) =>
      handleMcp(named.dashboard, new Request(MCP_URL, { method: "POST", headers, body: JSON.stringify(LIST) }));
    expect((await ask({ host: "heddle.example.org" })).status).toBe(401);
    expect((await ask({ host: "heddle.example.org", origin: "https://heddle.example.org" })).status).toBe(401);
    expect((await ask({ host: "heddle.example.org", origin: ORIGIN })).status).toBe(403);
    expect((await ask({ host: "heddle.example.com" })).status).toBe(403);
    await named.close();
  });

  it.each([
    ["GET", 405],
    ["DELETE", 405],
  ])("answers %s with %i, since it keeps no streams and no sessions", async (method, status) => {
    const response = await send({ method });
    expect([response.status, response.headers.get("allow")]).toEqual([status, "POST"]);
  });

  it.each([
    ["text that is not JSON", "{", 422],
    ["nesting that is too deep", `{"a":${"[".repeat(100)}${"]".repeat(100)}}`, 422],
    ["a batch", JSON.stringify([LIST, LIST]), 400],
    ["a list of nothing", "[]", 400],
    ["a text", '"x"', 400],
    ["an unknown message", '{"hello":1}', 400],
    ["more bytes than allowed", `{"a":"${"x".repeat(2_200_000)}"}`, 413],
  ])("refuses %s", async (_name, body, status) => {
    const response = await send({ body });
    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({ jsonrpc: "2.0", error: { message: expect.any(String) } });
  });

  it("refuses a form's content type, which a page could send without asking", async () => {
    expect((await send({ headers: { "content-type": "text/plain" } })).status).toBe(415);
  });

  it("limits the requests of a key, and says when to come back", async () => {
    const limits = new AgentLimits({ points: 2, duration: 60 });
    expect((await send({ limits })).status).toBe(200);
    expect((await send({ limits })).status).toBe(200);
    const third = await send({ limits });
    expect(third.status).toBe(429);
    expect(Number(third.headers.get("retry-after"))).toBeGreaterThan(0);
  });

  it("limits how many requests of a key run at a time, and forgets those that ended", async () => {
    const limits = new AgentLimits({ points: 1_000, duration: 60 });
    const release: (() => void)[] = [];
    const waiting = Array.from({ length: 8 }, () =>
      limits.run("a key", () => new Promise<void>((resolve) => release.push(resolve))),
    );
    await expect.poll(() => release.length).toBe(8);
    await expect(limits.run("a key", async () => {})).rejects.toThrow("at a time");
    await limits.run("another key", async () => {});
    for (const end of release) end();
    await Promise.all(waiting);
    await limits.run("a key", async () => {});
  });

  it("answers clients of older protocol versions", async () => {
    const initialize = (protocolVersion: string) =>
      send({
        body: {
          jsonrpc: "2.0",
          id: 1,
          method: "initialize",
          params: { protocolVersion, capabilities: {}, clientInfo: { name: "old", version: "1" } },
        },
      });
    for (const version of ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"]) {
      expect(await (await initialize(version)).json()).toMatchObject({ result: { protocolVersion: version } });
    }
  });

  describe("to a client of the revision 2026-07-28", () => {
    const open = async (keyOf = key) => {
      const sent: (string | null)[] = [];
      const fetchFromApp = fetchFrom(app);
      const client = new NewClient({ name: "new", version: "1" }, { versionNegotiation: { mode: "auto" } });
      const transport = new NewTransport(new URL(MCP_URL), {
        fetch: (input, init) => {
          sent.push(new Headers(init?.headers).get("mcp-protocol-version"));
          return fetchFromApp(input, init);
        },
        requestInit: { headers: { authorization: `Bearer ${keyOf}` } },
      });
      await client.connect(transport);
      return { client, sent };
    };

    it("has the same tools, prompt and skill, and answers each request by itself", async () => {
      const { client, sent } = await open();
      const agent = await AgentClient.open(app, key);
      const names = async (of: { listTools: () => Promise<{ tools: { name: string }[] }> }) =>
        (await of.listTools()).tools.map(({ name }) => name);
      expect(await names(client)).toEqual(await names(agent.client));
      const skill = await client.readResource({ uri: "heddle://skill/debugging" });
      expect(skill.contents[0]).toMatchObject({ text: skillText(debuggingSkill) });
      const prompt = await client.getPrompt({ name: "debug" });
      expect(prompt.messages[0]?.content).toMatchObject({ text: skillText(debuggingSkill) });
      const found = await client.callTool({ name: "list_workspaces", arguments: {} });
      const { text } = await agent.ok("list_workspaces");
      const withoutTime = (answer: string) => answer.replace(/Now: \S+/, "");
      const [, answered] = found.content;
      expect([found.isError ?? false, answered?.type === "text" && withoutTime(answered.text)]).toEqual([
        false,
        withoutTime(text),
      ]);
      expect(found._meta).toMatchObject({ "heddle/untrusted": true });
      expect(new Set(sent)).toEqual(new Set(["2026-07-28"]));
      await client.close();
      await agent.close();
    });

    it("refuses a wrong key and a wrong tool, and does not begin to stream changes", async () => {
      await expect(open(`hda_${"x".repeat(43)}`)).rejects.toThrow(/revoked|401|Unauthorized/i);
      const { client } = await open();
      await expect(client.callTool({ name: "no_such_tool", arguments: {} })).rejects.toThrow("no_such_tool");
      const wrong = await client.callTool({ name: "find_calls", arguments: { limit: "many" } });
      expect(wrong.isError).toBe(true);
      await expect(client.listen({ toolsListChanged: true })).rejects.toThrow(/limit/i);
      await client.close();
    });
  });

  it("reports wrong arguments as errors of the tool, which an agent can read, and a wrong tool as one of the protocol", async () => {
    const agent = await AgentClient.open(app, key);
    await expect(agent.call("no_such_tool")).rejects.toThrow("no_such_tool");
    for (const [name, input] of [
      ["find_calls", { limit: "many" }],
      ["find_calls", { unknown: 1 }],
      ["find_calls", { limit: 1_000_000 }],
      ["read_call", {}],
      ["read_call", { call_id: "x", path: Array.from({ length: 60 }, () => "a") }],
    ] as const) {
      const answer = await agent.call(name, input);
      expect([name, answer.isError, answer.text.length > 10]).toEqual([name, true, true]);
    }
    await agent.close();
  });

  it("names the settings to a client that gives no key", async () => {
    const client = new Client({ name: "keyless", version: "1" });
    const transport = new StreamableHTTPClientTransport(new URL(MCP_URL), { fetch: fetchFrom(app) });
    await expect(client.connect(transport as Parameters<Client["connect"]>[0])).rejects.toThrow(/Settings → Agents/);
  });
});
