import { randomBytes } from "node:crypto";
import { type CallToolResult, McpServer } from "@modelcontextprotocol/server";
import { z } from "zod";
import { RequestFailure } from "@/lib/api/client/request-failure";
import { RequestFailedError } from "@/lib/api/server/answer/request-failed-error";
import { auditDenied } from "@/lib/api/server/dashboard/answer-request";
import { ToolError } from "@/lib/api/server/mcp/answer/tool-error";
import type { AgentReader } from "@/lib/api/server/mcp/service/agent-reader";
import { failureSentence } from "@/lib/api/server/mcp/service/failure-sentence";
import { SERVER_INSTRUCTIONS } from "@/lib/api/server/mcp/skill/debugging-skill";
import { skillText, skillUri } from "@/lib/api/server/mcp/skill/skill";
import { skills } from "@/lib/api/server/mcp/skill/skills";
import { isReadOnlyTool, type Tool } from "@/lib/api/server/mcp/tools/tool";
import { RoleError } from "@/lib/auth/session";
import { recordAudit } from "@/lib/database/audit";
import { dataFence } from "@/lib/fence/data-fence";
import { version } from "@/package.json";
import { tools } from "./tool-list";

/** Of the marks around an answer. */
const FOR_MODELS: { audience: ["assistant"] } = { audience: ["assistant"] };

/** Says the same of structured content to programs that read it in place of the text. */
const UNTRUSTED = { "heddle/untrusted": true };

/** More members than any honest request has: checking them costs time. */
const MAX_INPUT_ELEMENTS = 20_000;

const READ_ONLY = {
  key: "This key only reads. Its owner can create a key with write access under Settings → Agents.",
  token:
    "You were allowed to read only. The user can disconnect you under Settings → Agents, and allow more next time.",
} as const;

const INCOMPLETE = z.string().optional().describe("What the answer lacks because stored data is damaged.");

/** The sentence of a failure that an agent may read, or undefined for a defect of ours. */
function sentenceOf(error: unknown, { agent, signal }: AgentReader): string | undefined {
  if (signal.aborted) return "The request was stopped.";
  if (error instanceof ToolError) return error.message;
  if (error instanceof RoleError || isRoleFailure(error)) {
    return agent.isReadOnly
      ? READ_ONLY[agent.isToken ? "token" : "key"]
      : `This needs the role member; the user that you act for is a ${agent.ownerRole}.`;
  }
  if (error instanceof RequestFailure) return failureSentence(error.failure);
  if (error instanceof RequestFailedError) return error.facts.message;
  return undefined;
}

/** The relay's own refusal, in contrast to one of the service. */
function isRoleFailure(error: unknown): boolean {
  return error instanceof RequestFailure && error.failure.kind === "forbidden" && error.failure.reason === "role";
}

/** Records that an agent calls a tool, before it runs: a call that cannot be recorded does not happen. */
async function auditTool({ name }: Tool, input: object, reader: AgentReader, requestId: string): Promise<void> {
  const { dashboard, agent } = reader;
  const workspace = "workspace" in input && typeof input.workspace === "string" ? ` ${input.workspace}` : "";
  const target = `${name}${workspace} (${agent.session.id})`;
  const record = { event: "tool.called", actorId: agent.session.user.id, target, isAllowed: true, requestId } as const;
  await recordAudit(dashboard.database, record, dashboard.now());
}

/** Names, texts and payloads of traces stand in an answer as others wrote them. A program that shows it to a user leaves the marks out. */
function fencedContent(text: string): CallToolResult["content"] {
  const { rule, open, close } = dataFence(randomBytes(8).toString("hex"));
  return [
    { type: "text", text: `${rule}\n${open}`, annotations: FOR_MODELS },
    { type: "text", text },
    { type: "text", text: close, annotations: FOR_MODELS },
  ];
}

async function runTool(tool: Tool, input: object, reader: AgentReader, requestId: string): Promise<CallToolResult> {
  try {
    await auditTool(tool, input, reader, requestId);
    const { text, data } = await tool.run({ ...input }, reader);
    const missing = reader.missingText;
    if (missing === null) return { content: fencedContent(text), structuredContent: data, _meta: UNTRUSTED };
    const lines = `${text}

Incomplete: ${missing}`;
    return {
      content: fencedContent(lines),
      structuredContent: { ...data, incomplete: missing },
      _meta: UNTRUSTED,
    };
  } catch (error) {
    if (error instanceof RoleError)
      await auditDenied(reader.dashboard, error.session, { operation: tool.name, requestId });
    const known = sentenceOf(error, reader);
    if (known === undefined) reader.dashboard.log.error({ err: error, requestId, tool: tool.name }, "tool failed");
    const text = known ?? `The dashboard failed. Its log has the reason under the request ${requestId}.`;
    return { content: [{ type: "text", text }], isError: true };
  }
}

/** Returns a server for one request, with the tools, and each skill as a resource and as a prompt. */
export function createMcpServer(reader: AgentReader, requestId: string): McpServer {
  const server = new McpServer(
    { name: "heddle", title: "Heddle", version, websiteUrl: reader.pageUrl("/") },
    { instructions: SERVER_INSTRUCTIONS, maxToolInputElements: MAX_INPUT_ELEMENTS },
  );
  for (const tool of tools) {
    const isReadOnly = isReadOnlyTool(tool);
    const annotations = {
      title: tool.title,
      readOnlyHint: isReadOnly,
      destructiveHint: false,
      idempotentHint: isReadOnly,
      // Services and providers are outside of the dashboard.
      openWorldHint: !isReadOnly,
    };
    const { title, description, input: inputSchema, output } = tool;
    const outputSchema = output.extend({ incomplete: INCOMPLETE });
    server.registerTool(tool.name, { title, description, inputSchema, outputSchema, annotations }, (input) =>
      runTool(tool, input, reader, requestId),
    );
  }
  for (const skill of skills) {
    const { subject, prompt, title, description } = skill;
    const text = skillText(skill);
    server.registerResource(subject, skillUri(skill), { title, description, mimeType: "text/markdown" }, (uri) => ({
      contents: [{ uri: uri.href, mimeType: "text/markdown", text }],
    }));
    server.registerPrompt(prompt, { title, description }, () => ({
      messages: [{ role: "user", content: { type: "text", text } }],
    }));
  }
  return server;
}
