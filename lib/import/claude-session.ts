import { plainNumber } from "@/lib/api/contract/scalars/json-text";
import { isJsonObject } from "@/lib/guard/json-object";
import { mergeBlocks } from "./merge-blocks";
import { SessionBranches } from "./session-branches";
import { type Session, type SessionBlock, SessionBuilder, type SessionUsage } from "./session-builder";
import type { FilePosition } from "./values/file-value";
import { LeftOutList } from "./values/left-out";

type Members = Readonly<Record<string, unknown>>;

/** Lines about the program itself, which are not part of a conversation. */
const BOOKKEEPING: ReadonlySet<string> = new Set([
  ...["agent-name", "agent-color", "ai-title", "attachment", "bridge-session", "custom-title", "file-history-snapshot"],
  ...["last-prompt", "mode", "permission-mode", "pr-link", "progress", "queue-operation", "summary", "system", "tag"],
  ...["turn_end", "worktree-state", "content-replacement", "file-history-delta", "marble-origami-commit"],
]);

const CONVERSATION: ReadonlySet<string> = new Set(["user", "assistant"]);

/** Returns whether a value is a line of a Claude Code session. */
export function isClaudeLine(value: unknown): boolean {
  if (!isJsonObject(value) || typeof value.type !== "string") return false;
  if (typeof value.sessionId === "string") return true;
  return BOOKKEEPING.has(value.type) && ["leafUuid", "messageId", "snapshot"].some((name) => name in value);
}

interface Stream {
  readonly builder: SessionBuilder;
  readonly agentId: string | null;
  readonly branches: SessionBranches;
}

const timeOf = ({ timestamp }: Members): number => Date.parse(typeof timestamp === "string" ? timestamp : "");
const textOf = (value: unknown): string | null => (typeof value === "string" && value !== "" ? value : null);

function count(usage: Members, name: string): number {
  const value = plainNumber(usage[name]);
  return typeof value === "number" && Number.isFinite(value) && value >= 0 ? value : 0;
}

function usageOf(value: unknown): SessionUsage | null {
  if (!isJsonObject(value)) return null;
  const [read, created] = [count(value, "cache_read_input_tokens"), count(value, "cache_creation_input_tokens")];
  return {
    promptTokens: count(value, "input_tokens") + read + created,
    completionTokens: count(value, "output_tokens"),
    cacheReadTokens: read,
    cacheCreationTokens: created,
    cacheHourTokens: isJsonObject(value.cache_creation) ? count(value.cache_creation, "ephemeral_1h_input_tokens") : 0,
  };
}

/** Reads the lines of a session file of Claude Code. */
export class ClaudeSessionReader {
  readonly #streams = new Map<string, Stream>();
  /** The first line of the branch that a line of a subagent belongs to; versions before agent ids need it. */
  readonly #roots = new Map<string, string>();
  readonly #userLines = new Set<string>();
  #id: string | null = null;
  #facts: Record<string, unknown> = {};
  /** Understood lines that are not part of the conversation. */
  readonly leftOut = new LeftOutList();

  /** Adds a line. Returns why it was not understood, or null. */
  add(value: Members, filePosition: FilePosition): string | null {
    const type = textOf(value.type);
    if (type === null) return "The line has no type.";
    if (!CONVERSATION.has(type)) {
      if (!BOOKKEEPING.has(type)) return `Lines of type ${type} are not known.`;
      // Messages may follow lines of the program.
      for (const { branches } of this.#streams.values()) branches.add(value);
      this.leftOut.add(`Lines of type ${type} are not part of the conversation.`, filePosition);
      return null;
    }
    const { message } = value;
    if (!isJsonObject(message)) return `This ${type} line has no message.`;
    const atMs = timeOf(value);
    if (Number.isNaN(atMs)) return `This ${type} line has no time.`;
    this.#id ??= textOf(value.sessionId);
    this.#addFacts(value);
    const stream = this.#streamOf(value);
    stream.branches.add(value);
    if (type === "assistant") return this.#addAnswer(stream.builder, value, message, atMs);
    const key = textOf(value.uuid);
    if (key !== null && this.#userLines.has(key)) {
      this.leftOut.add("The line is repeated.", filePosition);
      return null;
    }
    if (key !== null) this.#userLines.add(key);
    return this.#addUser(stream, value, message, atMs);
  }

  /**
   * Returns the session and those of its subagents.
   *
   * @param subagents the subagents by the tool call that started them, where other files say them
   */
  sessions(
    nowMs: number,
    subagents: ReadonlyMap<string, string> = new Map(),
  ): readonly { readonly session: Session; readonly builder: SessionBuilder }[] {
    const id = this.#id;
    if (id === null) return [];
    for (const { builder } of this.#streams.values()) {
      for (const [toolId, agentId] of subagents) builder.setAgent(toolId, agentId);
      for (const { agentId, builder: own } of this.#streams.values()) {
        if (agentId !== null) builder.setAgentByPrompt(own.firstPrompt, agentId);
      }
    }
    return [...this.#streams.values()].map(({ builder, agentId }) => ({
      builder,
      session: { source: "claude-code", id, agentId, facts: this.#facts, turns: builder.turns(nowMs) },
    }));
  }

  #addFacts({ cwd, gitBranch, version }: Members): void {
    for (const [name, value] of Object.entries({ cwd, git_branch: gitBranch, version })) {
      // The first of each: calls that are stored already keep it.
      if (textOf(value) !== null && !(name in this.#facts)) this.#facts[name] = value;
    }
  }

  #streamOf({ isSidechain, agentId, uuid, parentUuid }: Members): Stream {
    const own = textOf(uuid);
    const parentRoot = this.#roots.get(textOf(parentUuid) ?? "");
    const root = parentRoot ?? own ?? "";
    if (own !== null && isSidechain === true) this.#roots.set(own, root);
    const key = isSidechain === true ? (textOf(agentId) ?? root) : "";
    const known = this.#streams.get(key);
    if (known) return known;
    const agent = key === "" ? null : key;
    const stream = { builder: new SessionBuilder(), agentId: agent, branches: new SessionBranches() };
    this.#streams.set(key, stream);
    return stream;
  }

  #addAnswer(builder: SessionBuilder, line: Members, message: Members, atMs: number): string | null {
    const id = textOf(message.id) ?? textOf(line.uuid);
    if (id === null) return "This assistant line has neither a message id nor a uuid.";
    const requestId = textOf(line.requestId);
    const model = message.model === "<synthetic>" ? null : textOf(message.model);
    const key = requestId === null ? id : `${id} ${requestId}`;
    const step = builder.addAnswer(key, atMs, model, blocksOf(message.content), mergeBlocks);
    // Ids of providers other than Anthropic may repeat; a copy of a line keeps its time.
    step.globalKey ??= requestId === null && textOf(message.id) !== null ? `${id} ${atMs}` : key;
    const usage = usageOf(message.usage);
    // Each line of a request repeats its usage; the last one is complete.
    if (usage !== null && model !== null && usage.completionTokens >= (step.usage?.completionTokens ?? 0)) {
      step.usage = usage;
    }
    step.stopReason = textOf(message.stop_reason) ?? step.stopReason;
    if (line.isApiErrorMessage === true) step.failure = wordsOf(step.blocks) || "The request failed.";
    if (step.stopReason === "end_turn") builder.endTurnOf(step);
    return null;
  }

  #addUser({ builder, branches }: Stream, line: Members, message: Members, atMs: number): string | null {
    const { content } = message;
    const key = textOf(line.uuid);
    if (key === null) return "This user line has no uuid.";
    const blocks = Array.isArray(content) ? blocksOf(content) : [];
    const results = blocks.filter(({ type }) => type === "tool_result");
    const rest = Array.isArray(content) ? blocks.filter(({ type }) => type !== "tool_result") : content;
    const [only, ...others] = results;
    const ownResult = others.length === 0 ? line.toolUseResult : null;
    const unknown = results.filter(({ tool_use_id: id, content: value, is_error: isError }) => {
      const result = { value: value ?? null, isError: isError === true, diff: patchText(ownResult) };
      return !builder.addResult(textOf(id) ?? "", atMs, result);
    });
    const agentId = isJsonObject(ownResult) ? textOf(ownResult.agentId) : null;
    if (only && agentId !== null) builder.setAgent(textOf(only.tool_use_id) ?? "", agentId);
    if (results.length > 0) {
      if (Array.isArray(rest) && rest.length > 0) builder.addContext(rest);
      return unknown.length === 0 ? null : "This line has the result of a tool that no line before it uses.";
    }
    if (content === undefined || content === null) return "This user line has no content.";
    const isProgram = line.isMeta === true || line.isCompactSummary === true || isCommandOutput(content);
    if (isProgram) builder.addContext(rest);
    else builder.addUser(key, atMs, rest, branches.rewoundBy(line));
    return null;
  }
}

/** Returns the blocks of a message; words alone are one block. */
function blocksOf(content: unknown): SessionBlock[] {
  const parts: readonly unknown[] = Array.isArray(content) ? content : [content];
  return parts.flatMap((part): SessionBlock[] =>
    isJsonObject(part) ? [part] : textOf(part) === null ? [] : [{ type: "text", text: part }],
  );
}

const wordsOf = (blocks: readonly SessionBlock[]) => blocks.flatMap(({ text }) => textOf(text) ?? []).join("\n");

/** What local commands print is shown to the user and not asked. */
function isCommandOutput(content: unknown): boolean {
  return typeof content === "string" && /^<local-command-(?:stdout|stderr|caveat)>/.test(content);
}

/** Returns an edit as unified diff, from what the tool reports; null for other tools. */
function patchText(result: unknown): string | null {
  if (!isJsonObject(result) || !Array.isArray(result.structuredPatch)) return null;
  const hunks = result.structuredPatch.filter(isJsonObject).flatMap((hunk) => {
    const { oldStart, oldLines, newStart, newLines, lines } = hunk;
    if (!Array.isArray(lines)) return [];
    return [`@@ -${oldStart},${oldLines} +${newStart},${newLines} @@`, ...lines.map(String)];
  });
  if (hunks.length === 0) return null;
  const path = textOf(result.filePath) ?? "file";
  return [`--- ${path}`, `+++ ${path}`, ...hunks].join("\n");
}
