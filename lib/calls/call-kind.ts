/** What a call is: each kind keeps its dye in every view. */
export type Kind = "agent" | "llm" | "tool" | "op" | "eval" | "user";

const kindNames: Record<Kind, string> = {
  agent: "agent",
  llm: "LLM",
  tool: "tool",
  op: "function",
  eval: "evaluation",
  user: "user",
};

/** The text name of a kind. */
export function kindName(kind: Kind): string {
  return kindNames[kind];
}
