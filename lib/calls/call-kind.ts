/** Kinds and their names. Each kind keeps its color in every view. */
const KIND_NAMES = {
  agent: "agent",
  llm: "LLM",
  tool: "tool",
  op: "function",
  eval: "evaluation",
  user: "user",
  retrieval: "retrieval",
  memory: "memory",
  embedding: "embedding",
  reranker: "reranker",
  planning: "planning",
  guardrail: "guardrail",
  mcp: "MCP",
  workflow: "workflow",
  chain: "chain",
} as const;

export type Kind = keyof typeof KIND_NAMES;

/** Returns the display name of a kind. */
export function kindName(kind: Kind): string {
  return KIND_NAMES[kind];
}

/** Returns the display names of all kinds. */
export function kindLabels(): readonly string[] {
  return Object.values(KIND_NAMES);
}

/** Returns the kind with this name, or null. */
export function kindNamed(name: string): Kind | null {
  const wanted = name.toLowerCase();
  const found = Object.entries(KIND_NAMES).find(([kind, label]) => kind === wanted || label.toLowerCase() === wanted);
  return (found?.[0] as Kind | undefined) ?? null;
}

/** The words of clients and conventions for each kind, and the operations of that kind, in lower case. */
const WORDS: Readonly<Record<Kind, readonly string[]>> = {
  agent: ["agent", "invoke_agent", "create_agent"],
  llm: ["llm", "generation", "chat_model", "chat", "text_completion", "generate_content"],
  tool: ["tool", "execute_tool"],
  op: ["function"],
  eval: ["evaluation", "eval", "evaluator", "scorer"],
  user: ["user"],
  retrieval: ["retrieval", "retriever"],
  memory: [
    "memory",
    "search_memory",
    "create_memory",
    "update_memory",
    "upsert_memory",
    "delete_memory",
    "create_memory_store",
    "delete_memory_store",
  ],
  embedding: ["embedding", "embeddings"],
  reranker: ["reranker", "reranking", "rerank"],
  planning: ["planning", "planner", "plan"],
  guardrail: ["guardrail"],
  mcp: ["mcp"],
  workflow: ["workflow", "invoke_workflow"],
  chain: ["chain"],
};

const KIND_OF_WORD: ReadonlyMap<string, Kind> = new Map(
  Object.entries(WORDS).flatMap(([kind, words]) => words.map((word) => [word, kind as Kind] as const)),
);

/** Returns the kind that a client names in its own words, or null. */
export function kindOfWord(word: unknown): Kind | null {
  return typeof word === "string" ? (KIND_OF_WORD.get(word.toLowerCase()) ?? null) : null;
}

/** Returns the words that clients use for a kind, in small letters. */
export function wordsOfKind(kind: Kind): readonly string[] {
  return WORDS[kind];
}

/** Names that clients of model providers give to their calls, and that the evaluation classes use. The first match counts. */
export const KIND_PATTERNS: readonly (readonly [RegExp, Kind])[] = [
  [/(?:^|[._])(?:embeddings?[._]create|embed_(?:documents|query))(?:[._]|$)/i, "embedding"],
  [
    /(?:^|[._])(?:chat\.completions|completions?_create|messages\.create|responses\.create|generate_content|litellm)/i,
    "llm",
  ],
  [/^heddle\.(?:playground|arena)$/, "llm"],
  [/^(?:openai|anthropic|mistralai?|cohere|groq|google\.genai)\./i, "llm"],
  [/^evaluation\b|(?:^|[._])eval(?:uation|uate)?(?:[._]|$)|predict_and_score|predictandscore/i, "eval"],
  [/(?:^|[._])(?:tools?|function_call)(?:[._]|$)|_tool$/i, "tool"],
  [/agent/i, "agent"],
];
