/** A message of a conversation as text. */
interface Turn {
  readonly role: string;
  readonly content: string;
}

type Read = (text: string) => Turn[] | null;

/** Text that a tokenizer sets before a conversation and behind it. */
const BEGINNINGS = ["<s>", "<bos>", "<|begin_of_text|>", "<|startoftext|>"] as const;
const ENDS = [
  ...["<|im_end|>", "<|eot_id|>", "<|eom_id|>", "<|end_of_text|>", "<|endoftext|>"],
  ...["<end_of_turn>", "<eos>", "</s>"],
] as const;

/** Returns a text without the marks at its end. A text without them stays as it is. */
function withoutEnd(text: string): string {
  let rest = text;
  for (;;) {
    const trimmed = rest.trimEnd();
    const mark = ENDS.find((one) => trimmed.endsWith(one));
    if (mark === undefined) return rest;
    rest = trimmed.slice(0, -mark.length);
  }
}

function withoutBeginning(text: string): string {
  const trimmed = text.trimStart();
  const mark = BEGINNINGS.find((one) => trimmed.startsWith(one));
  return mark === undefined ? text : withoutBeginning(trimmed.slice(mark.length));
}

const ROLES: Readonly<Record<string, string>> = { model: "assistant", ipython: "tool", developer: "system" };

const turnOf = (role: string, content: string): Turn => ({ role: ROLES[role] ?? role, content: content.trim() });

/** Templates that mark the beginning of each turn with its role. */
const byBeginning =
  (beginning: RegExp): Read =>
  (text) => {
    const marks = [...text.matchAll(beginning)];
    if (marks.length === 0 || text.slice(0, marks[0]?.index).trim() !== "") return null;
    return marks.map((mark, at) => {
      const content = text.slice(mark.index + mark[0].length, marks[at + 1]?.index);
      return turnOf(mark[1] ?? "", withoutEnd(content));
    });
  };

/** ChatML, of Qwen and others. */
const chatMl = byBeginning(/<\|im_start\|>([a-z_]+)(?:\n|$)/g);
const llama3 = byBeginning(/<\|start_header_id\|>([a-z_]+)<\|end_header_id\|>/g);
const gemma = byBeginning(/<start_of_turn>([a-z_]+)(?:\n|$)/g);

const SYSTEM = ["<<SYS>>", "<</SYS>>"] as const;

/** The message of the user, with that of the system that Llama 2 has inside it. */
function instructions(text: string): Turn[] {
  const inside = text.trimStart();
  const end = inside.indexOf(SYSTEM[1]);
  if (!inside.startsWith(SYSTEM[0]) || end < 0) return [turnOf("user", text)];
  return [turnOf("system", inside.slice(SYSTEM[0].length, end)), turnOf("user", inside.slice(end + SYSTEM[1].length))];
}

/** The marks of Mistral and Llama 2: each part of a text between them has the mark before it. */
const MISTRAL = /(\[\/?(?:INST|SYSTEM_PROMPT)\])/;

const mistral: Read = (text) => {
  const [first = "", ...parts] = text.split(MISTRAL);
  if (parts.length === 0 || first.trim() !== "") return null;
  const turns: Turn[] = [];
  let before = "[/INST]";
  for (let at = 0; at < parts.length; at += 2) {
    const [mark = "", content = ""] = [parts[at], parts[at + 1]];
    // A mark that does not follow the one before is text about marks.
    if (mark.startsWith("[/") ? before !== mark.replace("/", "") : !before.startsWith("[/")) return null;
    if (mark === "[INST]") turns.push(...instructions(content));
    else if (mark === "[SYSTEM_PROMPT]") turns.push(turnOf("system", content));
    else if (withoutEnd(content).trim() !== "") turns.push(turnOf("assistant", withoutEnd(content)));
    before = mark;
  }
  return before.startsWith("[/") ? turns : null;
};

const PLAIN_ROLE = /^(system|user|assistant|tool)\n/gm;

/**
 * ChatML without its marks, as verl decodes prompts: each role is a line of its own, and the last one waits for the answer.
 * Only a text in which the roles follow each other as in a conversation is one.
 */
const plainChatMl: Read = (text) => {
  const marks = [...text.matchAll(PLAIN_ROLE)];
  const roles = marks.map(([, role = ""]) => role);
  const begins = marks[0]?.index === 0 && (roles[0] === "user" || (roles[0] === "system" && roles[1] === "user"));
  const follows = roles.every((role, at) => role !== roles[at - 1] && (role !== "system" || at === 0));
  if (!begins || !follows || roles.at(-1) !== "assistant") return null;
  return marks.map((mark, at) => turnOf(mark[1] ?? "", text.slice(mark.index + mark[0].length, marks[at + 1]?.index)));
};

/** Returns the turns of a text that a chat template wrote; null for any other text. */
export function templateTurns(text: string): readonly Turn[] | null {
  const conversation = withoutBeginning(text);
  for (const read of [chatMl, llama3, gemma, mistral, plainChatMl]) {
    const turns = read(conversation);
    // The last turn waits for the answer, or holds its beginning.
    if (turns !== null) return turns.filter(({ content }, at) => content !== "" || at < turns.length - 1);
  }
  return null;
}

/**
 * Returns an answer without the marks of a chat template: alone as it is, with further turns each below its role. An answer
 * without marks is returned unchanged.
 */
export function withoutTemplate(answer: string): string {
  const own = withoutEnd(answer);
  const [first, ...parts] = own.split(/(?=<\|im_start\|>|<\|start_header_id\|>|<start_of_turn>)/);
  if (parts.length === 0) return own;
  const later = templateTurns(parts.join(""));
  if (later === null) return own;
  const turns = [turnOf("assistant", withoutEnd(first ?? "")), ...later].filter(({ content }) => content !== "");
  return turns.map(({ role, content }) => `${role}:\n${content}`).join("\n\n");
}
