import { isMembers, type Members, membersIn, textIn } from "@/lib/json/value/members";

/** A choice of OpenAI's, or the message of Anthropic, as far as its chunks have said it. */
interface StreamedMessage {
  readonly message: Record<string, unknown>;
  finishReason: unknown;
}

/** Chunks that a program logged one by one, as the one answer that they are; null for any other list. */
export function joinedChunks(items: readonly unknown[]): Members | null {
  const chunks = items.filter(isMembers);
  if (chunks.length === 0 || chunks.length < items.length) return null;
  if (chunks.every(isChatChunk)) return joinedChat(chunks);
  const whole = chunks.findLast(({ type }) => /^response\.(?:completed|incomplete|failed)$/.test(String(type)));
  if (whole !== undefined) return membersIn(whole, ["response"]);
  return chunks.some(({ type }) => type === "content_block_delta") ? joinedBlocks(chunks) : null;
}

const choicesOf = ({ choices }: Members): readonly Members[] =>
  Array.isArray(choices) ? choices.filter(isMembers) : [];

/** The last chunk may have the usage alone. */
const isChatChunk = (chunk: Members): boolean =>
  Array.isArray(chunk.choices) && choicesOf(chunk).every((choice) => isMembers(choice.delta));

/** Members of a delta whose texts are parts of one text. */
const PIECES = ["content", "reasoning_content", "reasoning", "refusal"] as const;

function joinedChat(chunks: readonly Members[]): Members | null {
  const byIndex = new Map<unknown, StreamedMessage>();
  for (const choice of chunks.flatMap(choicesOf)) {
    const index = choice.index ?? 0;
    const streamed = byIndex.get(index) ?? { message: { role: "assistant" }, finishReason: null };
    byIndex.set(index, streamed);
    streamed.finishReason = choice.finish_reason ?? streamed.finishReason;
    addDelta(streamed.message, membersIn(choice, ["delta"]) ?? {});
  }
  if (byIndex.size === 0) return null;
  const choices = [...byIndex.values()].map(({ message, finishReason }) => ({ message, finish_reason: finishReason }));
  return { choices };
}

function addDelta(message: Record<string, unknown>, delta: Members): void {
  for (const name of PIECES) {
    const piece = textIn(delta, [name]);
    if (piece !== null) message[name] = `${textIn(message, [name]) ?? ""}${piece}`;
  }
  if (!Array.isArray(delta.tool_calls)) return;
  const calls = Array.isArray(message.tool_calls) ? (message.tool_calls as unknown[]) : [];
  for (const [at, piece] of delta.tool_calls.filter(isMembers).entries()) {
    const place = typeof piece.index === "number" ? piece.index : at;
    const known = calls[place];
    const before: Members = isMembers(known) ? known : {};
    const [called, named] = [membersIn(before, ["function"]), membersIn(piece, ["function"]) ?? {}];
    const sent = `${textIn(called ?? {}, ["arguments"]) ?? ""}${textIn(named, ["arguments"]) ?? ""}`;
    const name = textIn(called ?? {}, ["name"]) ?? textIn(named, ["name"]);
    calls[place] = { ...before, id: before.id ?? piece.id, function: { name, arguments: sent } };
  }
  message.tool_calls = calls;
}

/** The member of a block that the pieces of each kind add to. */
const BLOCK_PIECES = { text_delta: "text", thinking_delta: "thinking", input_json_delta: "partial_json" } as const;

/** Anthropic's events: each block begins, grows and ends. */
function joinedBlocks(events: readonly Members[]): Members {
  const blocks = new Map<unknown, Record<string, unknown>>();
  let stopReason: unknown = null;
  for (const { type, index, content_block: block, delta } of events) {
    if (type === "content_block_start" && isMembers(block)) blocks.set(index, { ...block });
    if (!isMembers(delta)) continue;
    stopReason = delta.stop_reason ?? stopReason;
    const name = Object.entries(BLOCK_PIECES).find(([kind]) => kind === delta.type)?.[1];
    const piece = name === undefined ? null : textIn(delta, [name]);
    if (name === undefined || piece === null) continue;
    const grown = blocks.get(index) ?? { type: name };
    const member = name === "partial_json" ? "input" : name;
    grown[member] = `${textIn(grown, [member]) ?? ""}${piece}`;
    blocks.set(index, grown);
  }
  return { role: "assistant", content: [...blocks.values()], stop_reason: stopReason };
}
