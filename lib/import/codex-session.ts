import { parseJson, plainNumber } from "@/lib/api/contract/scalars/json-text";
import { isJsonObject } from "@/lib/guard/json-object";
import { CodexHistory } from "./codex-history";
import {
  type Session,
  type SessionBlock,
  SessionBuilder,
  type SessionModelStep,
  type SessionUsage,
} from "./session-builder";
import type { FilePosition } from "./values/file-value";
import { LeftOutList } from "./values/left-out";

type Members = Readonly<Record<string, unknown>>;

const WRAPPERS: ReadonlySet<string> = new Set([
  "session_meta",
  "turn_context",
  "response_item",
  "event_msg",
  "compacted",
  "token_usage_record",
]);

/** Events that end a turn. */
const ENDS: ReadonlySet<unknown> = new Set(["task_complete", "turn_complete", "turn_aborted"]);

/** Items that have no place in a conversation. */
const BOOKKEEPING: ReadonlySet<string> = new Set(["ghost_snapshot", "compaction", "compaction_summary", "other"]);

const textOf = (value: unknown): string | null => (typeof value === "string" && value !== "" ? value : null);

/** Returns whether a value is a line of a session of Codex: `{timestamp, type, payload}`, or the first line of early versions. */
export function isCodexLine(value: unknown): boolean {
  if (!isJsonObject(value)) return false;
  if (typeof value.type === "string") return WRAPPERS.has(value.type) && isJsonObject(value.payload);
  return typeof value.id === "string" && typeof value.timestamp === "string" && "instructions" in value;
}

/** Text that Codex puts in front of the first message. */
const CONTEXT = /^\s*(?:<(?:environment_context|user_instructions|permissions|turn_aborted|INSTRUCTIONS)|# AGENTS\.md)/;

/** Reads the lines of a session file of Codex. */
export class CodexSessionReader {
  readonly #builder = new SessionBuilder();
  readonly #history = new CodexHistory();
  #id: string | null = null;
  #facts: Record<string, unknown> = {};
  #model: string | null = null;
  #lastMs = 0;
  #lineNumber = 0;
  /** The line that began the current answer: items have no ids of answers, and lines never move. */
  #answerKey: string | null = null;
  /** The last running total of the session, and the tokens of the last request. */
  #total: SessionUsage | null = null;
  #lastUsage: SessionUsage | null = null;
  readonly #responseIds = new Set<string>();
  #position: FilePosition = "";
  /** Understood lines that are not part of the conversation. */
  readonly leftOut = new LeftOutList();

  /** Adds a line. Returns why it was not understood, or null. */
  add(value: Members, filePosition: FilePosition): string | null {
    this.#lineNumber += 1;
    this.#position = filePosition;
    const atMs = this.#timeOf(value);
    const { type, payload } = value;
    if (type === "session_meta" || (type === undefined && "instructions" in value)) {
      return this.#addMeta(isJsonObject(payload) ? payload : value);
    }
    if ((type === undefined && "record_type" in value) || type === "compacted") {
      return this.#leaveOut(`Lines of type ${textOf(type) ?? "state"} are not part of the conversation.`);
    }
    if (type === "token_usage_record") return this.#addRecord(isJsonObject(payload) ? payload : value, atMs);
    if (type === "turn_context") {
      this.#model = (isJsonObject(payload) ? textOf(payload.model) : null) ?? this.#model;
      return null;
    }
    if (type === "event_msg")
      return isJsonObject(payload) ? this.#addEvent(payload, atMs) : "This event has no payload.";
    if (type === "response_item")
      return isJsonObject(payload) ? this.#addItem(payload, atMs) : "This item has no payload.";
    // Early versions wrote the items themselves.
    return this.#addItem(value, atMs);
  }

  sessions(nowMs: number): readonly { readonly session: Session; readonly builder: SessionBuilder }[] {
    if (this.#id === null) return [];
    const turns = this.#builder.turns(nowMs);
    const session = { source: "codex", id: this.#id, agentId: null, facts: this.#facts, turns } as const;
    return [{ session, builder: this.#builder }];
  }

  #timeOf({ timestamp }: Members): number {
    const atMs = Date.parse(typeof timestamp === "string" ? timestamp : "");
    this.#lastMs = Number.isNaN(atMs) ? this.#lastMs : atMs;
    return this.#lastMs;
  }

  #addMeta(meta: Members): string | null {
    const id = textOf(meta.id);
    if (id === null) return "The session has no id.";
    this.#history.addSession(textOf(meta.forked_from_id) ?? textOf(meta.forked_from) ?? id);
    if (this.#id !== null) {
      // A session that continues another one repeats its lines.
      return id === this.#id
        ? null
        : this.#leaveOut(`What follows may repeat session ${id}: each request counts once.`);
    }
    this.#id = id;
    const git = isJsonObject(meta.git) ? meta.git : {};
    const facts = { cwd: meta.cwd, version: meta.cli_version, git_branch: git.branch, originator: meta.originator };
    this.#facts = Object.fromEntries(Object.entries(facts).filter(([, fact]) => textOf(fact) !== null));
    return null;
  }

  #leaveOut(reason: string): null {
    this.leftOut.add(reason, this.#position);
    return null;
  }

  /** Events repeat what items say; only the tokens and the ends of turns are nowhere else. */
  #addEvent({ type, info }: Members, atMs: number): null {
    if (type === "token_count") {
      // Records have the same tokens, by request. Events about limits have none.
      if (this.#responseIds.size > 0 || !isJsonObject(info)) return null;
      return this.#addCount(usageOf(info.last_token_usage), usageOf(info.total_token_usage), atMs);
    }
    if (!ENDS.has(type)) return this.#leaveOut("Events repeat what items say.");
    this.#closeAnswer();
    this.#builder.endTurn();
    return null;
  }

  /** The tokens of one request, which newer versions write in place of events or beside them. */
  #addRecord({ response_id: responseId, usage: sent }: Members, atMs: number): string | null {
    const [id, usage] = [textOf(responseId), usageOf(sent)];
    if (id === null || usage === null) return "This record has no response_id or no usage.";
    if (this.#responseIds.has(id)) return null;
    const isFirst = this.#responseIds.size === 0;
    this.#responseIds.add(id);
    // The event before the first record had its tokens.
    if (isFirst && this.#unmeasured === null && isSameUsage(usage, this.#lastUsage)) return null;
    return this.#measure(usage, atMs, id);
  }

  /** The tokens of the last request, and a running total: events repeat both when nothing was added. */
  #addCount(last: SessionUsage | null, total: SessionUsage | null, atMs: number): null {
    const before = this.#total;
    if (isSameUsage(total, before)) return null;
    if (total !== null) this.#total = total;
    const grown = before === null ? null : differenceOf(total, before);
    const usage = last ?? grown ?? total;
    if (usage === null || (this.#unmeasured === null && total === null)) return null;
    if (last !== null && grown !== null && grown.promptTokens > last.promptTokens) {
      this.#leaveOut("The running total has tokens of requests that the file does not have.");
    }
    return this.#measure(usage, atMs, null);
  }

  get #unmeasured(): SessionModelStep | null {
    return this.#builder.openModel ?? this.#builder.modelWithoutUsage;
  }

  /** Gives a request its tokens; one whose answer is not in the file has an empty answer. */
  #measure(usage: SessionUsage, atMs: number, globalKey: string | null): null {
    const step = this.#unmeasured ?? this.#builder.addAnswer(`line ${this.#lineNumber}`, atMs, this.#model, []);
    step.globalKey ??= globalKey ?? this.#history.addRequest(usage);
    step.usage ??= usage;
    this.#lastUsage = usage;
    this.#closeAnswer();
    return null;
  }

  #closeAnswer(): void {
    this.#answerKey = null;
    this.#builder.closeModel();
  }

  #addItem(item: Members, atMs: number): string | null {
    const { type } = item;
    if (type === "message") return this.#addMessage(item, atMs);
    if (typeof type === "string" && !BOOKKEEPING.has(type)) this.#history.addItem(item);
    switch (type) {
      case "reasoning":
        return this.#addBlocks([{ type: "thinking", thinking: reasoningText(item) }], atMs);
      case "function_call":
      case "custom_tool_call":
      case "local_shell_call":
      case "web_search_call":
      case "tool_search_call":
        return this.#addToolCall(item, atMs);
      case "function_call_output":
      case "custom_tool_call_output":
      case "tool_search_output":
        return this.#addOutput(item, atMs);
      default:
        if (typeof type === "string" && BOOKKEEPING.has(type)) {
          return this.#leaveOut(`Items of type ${type} are not part of the conversation.`);
        }
        return typeof type === "string" ? `Items of type ${type} are not known.` : "The line has no type.";
    }
  }

  #addBlocks(blocks: readonly SessionBlock[], atMs: number): null {
    this.#answerKey ??= `line ${this.#lineNumber}`;
    this.#builder.addAnswer(this.#answerKey, atMs, this.#model, blocks);
    return null;
  }

  #addMessage({ role, content }: Members, atMs: number): string | null {
    const parts = Array.isArray(content) ? content.filter(isJsonObject) : [];
    const words = parts.map(({ text }) => textOf(text) ?? "").join("\n") || textOf(content) || "";
    const isContext = role !== "assistant" && (role !== "user" || CONTEXT.test(words));
    // A session that continues another one has a context of its own.
    if (!isContext) this.#history.addItem({ role, content });
    if (role === "assistant") return this.#addBlocks([{ type: "text", text: words }], atMs);
    this.#closeAnswer();
    if (isContext) this.#builder.addContext(words);
    else this.#builder.addUser(`line ${this.#lineNumber}`, atMs, parts.length > 0 ? parts : content);
    return null;
  }

  #addToolCall(item: Members, atMs: number): string | null {
    const id = textOf(item.call_id) ?? textOf(item.id) ?? `line ${this.#lineNumber}`;
    const name = textOf(item.name) ?? String(item.type).replace(/_call$/, "");
    const input = item.arguments ?? item.input ?? item.action ?? null;
    this.#addBlocks([{ type: "tool_use", id, name, input: parsedInput(input) }], atMs);
    // Codex searches the web itself: there is no line with the result.
    if (item.type === "web_search_call") {
      this.#builder.addResult(id, atMs, { value: textOf(item.status), isError: item.status === "failed", diff: null });
    }
    return null;
  }

  #addOutput(item: Members, atMs: number): string | null {
    this.#closeAnswer();
    const { value, isError } = outputOf(item.output ?? item.tools);
    const isKnown = this.#builder.addResult(textOf(item.call_id) ?? "", atMs, { value, isError, diff: null });
    return isKnown ? null : "This line has the output of a tool call that no line before it makes.";
  }
}

function reasoningText({ summary, content }: Members): string {
  const parts = [summary, content].flatMap((list) => (Array.isArray(list) ? list : [])).filter(isJsonObject);
  return parts.map(({ text }) => textOf(text) ?? "").join("\n\n");
}

/** Arguments are JSON text; those of custom tools are plain text. */
function parsedInput(input: unknown): unknown {
  if (typeof input !== "string") return input;
  try {
    const value = parseJson(input);
    return isJsonObject(value) ? value : { input };
  } catch {
    // Not JSON: the text is the input.
    return { input };
  }
}

/** Outputs of commands are JSON text with the exit code, or plain text that begins with it. */
function outputOf(output: unknown): { readonly value: unknown; readonly isError: boolean } {
  const parsed = typeof output === "string" && output.startsWith("{") ? parsedInput(output) : output;
  if (isJsonObject(parsed) && isJsonObject(parsed.metadata)) {
    const code = plainNumber(parsed.metadata.exit_code);
    return { value: parsed.output ?? null, isError: typeof code === "number" && code !== 0 };
  }
  const code =
    typeof output === "string" ? /^(?:Exit code|.*\nProcess exited with code): ?(\d+)/.exec(output)?.[1] : undefined;
  const isFailed = isJsonObject(output) && output.success === false;
  return { value: output ?? null, isError: isFailed || (code !== undefined && code !== "0") };
}

function usageOf(value: unknown): SessionUsage | null {
  if (!isJsonObject(value)) return null;
  const count = (name: string) => {
    const found = plainNumber(value[name]);
    return typeof found === "number" && Number.isFinite(found) && found >= 0 ? found : 0;
  };
  return {
    promptTokens: count("input_tokens"),
    completionTokens: count("output_tokens"),
    cacheReadTokens: count("cached_input_tokens"),
    cacheCreationTokens: 0,
    cacheHourTokens: 0,
  };
}

const COUNTS = ["promptTokens", "completionTokens", "cacheReadTokens"] as const;

function isSameUsage(left: SessionUsage | null, right: SessionUsage | null): boolean {
  return left !== null && right !== null && COUNTS.every((name) => left[name] === right[name]);
}

/** The tokens by which a running total grew; null when it began again. */
function differenceOf(total: SessionUsage | null, before: SessionUsage): SessionUsage | null {
  if (total === null || COUNTS.some((name) => total[name] < before[name])) return null;
  return {
    ...total,
    promptTokens: total.promptTokens - before.promptTokens,
    completionTokens: total.completionTokens - before.completionTokens,
    cacheReadTokens: total.cacheReadTokens - before.cacheReadTokens,
  };
}
