/** A message of a conversation as text. */
interface Turn {
  readonly role: string;
  readonly content: string;
}

type Read = (text: string) => Turn[] | null;

/** Text that a tokenizer sets before a conversation and behind it. */
const BEGINNING = /^(?:\s*(?:<s>|<bos>|<\|begin_of_text\|>|<\|startoftext\|>))+/;
const END =
  /(?:\s*(?:<\|im_end\|>|<\|eot_id\|>|<\|eom_id\|>|<\|end_of_text\|>|<\|endoftext\|>|<end_of_turn>|<eos>|<\/s>))+\s*$/;

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
      return turnOf(mark[1] ?? "", content.replace(END, ""));
    });
  };

/** ChatML, of Qwen and others. */
const chatMl = byBeginning(/<\|im_start\|>([a-z_]+)(?:\n|$)/g);
const llama3 = byBeginning(/<\|start_header_id\|>([a-z_]+)<\|end_header_id\|>/g);
const gemma = byBeginning(/<start_of_turn>([a-z_]+)(?:\n|$)/g);

const SYSTEM_IN_USER = /^\s*<<SYS>>\s*([\s\S]*?)\s*<<\/SYS>>\s*/;
const MISTRAL = /\[(INST|SYSTEM_PROMPT)\]([\s\S]*?)\[\/\1\]/g;

/** Mistral's marks, and those of Llama 2, which has the system message inside the first one of the user. */
const mistral: Read = (text) => {
  const marks = [...text.matchAll(MISTRAL)];
  if (marks.length === 0 || text.slice(0, marks[0]?.index).trim() !== "") return null;
  return marks.flatMap((mark, at) => {
    const inside = mark[2] ?? "";
    const [system, instructions] = mark[1] === "INST" ? (SYSTEM_IN_USER.exec(inside) ?? []) : [];
    const own =
      mark[1] === "SYSTEM_PROMPT"
        ? [turnOf("system", inside)]
        : [
            ...(instructions === undefined ? [] : [turnOf("system", instructions)]),
            turnOf("user", inside.slice(system?.length ?? 0)),
          ];
    const answer = text.slice(mark.index + mark[0].length, marks[at + 1]?.index).replace(END, "");
    return answer.trim() === "" ? own : [...own, turnOf("assistant", answer)];
  });
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
  const conversation = text.replace(BEGINNING, "");
  for (const read of [chatMl, llama3, gemma, mistral, plainChatMl]) {
    const turns = read(conversation);
    // The last turn waits for the answer, or holds its beginning.
    if (turns !== null) return turns.filter(({ content }, at) => content !== "" || at < turns.length - 1);
  }
  return null;
}

const FIRST_ROLE = /<\|im_start\|>assistant\n|<\|start_header_id\|>assistant<\|end_header_id\|>|<start_of_turn>model\n/;

/**
 * Returns an answer without the marks of a chat template: alone as it is, with further turns each below its role. An answer
 * without marks is returned unchanged.
 */
export function withoutTemplate(answer: string): string {
  const own = answer.replace(END, "");
  const [first, ...parts] = own.split(/(?=<\|im_start\|>|<\|start_header_id\|>|<start_of_turn>)/);
  if (parts.length === 0) return own;
  const later = templateTurns(parts.join(""));
  if (later === null) return own;
  const turns = [turnOf("assistant", (first ?? "").replace(FIRST_ROLE, "").replace(END, "")), ...later].filter(
    ({ content }) => content !== "",
  );
  return turns.map(({ role, content }) => `${role}:\n${content}`).join("\n\n");
}
