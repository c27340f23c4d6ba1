/** The kind of a call: each kind keeps its color in every view. */
export type Kind = "agent" | "llm" | "tool" | "op" | "eval" | "user";

const kindNames: Record<Kind, string> = {
  agent: "agent",
  llm: "LLM",
  tool: "tool",
  op: "function",
  eval: "evaluation",
  user: "user",
};

/** Returns the display name of a kind. */
export function kindName(kind: Kind): string {
  return kindNames[kind];
}
