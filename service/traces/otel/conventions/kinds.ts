/** The kinds that a call has in `attributes.kind`, with the words of conventions for each, in lower case. */
export const KIND_WORDS = {
  llm: ["llm", "chat_model", "generation", "chat", "completion"],
  embedding: ["embedding", "embeddings"],
  retrieval: ["retriever", "retrieval", "vector_store"],
  reranker: ["reranker", "rerank"],
  memory: ["memory"],
  agent: ["agent", "agent_run"],
  tool: ["tool", "tool_call", "function"],
  mcp: ["mcp", "mcp_tool_call"],
  workflow: ["workflow", "workflow_run"],
  chain: ["chain", "chat_client", "advisor", "default"],
  planning: ["plan", "planning"],
  guardrail: ["guardrail"],
  evaluation: ["evaluator", "evaluation"],
} as const satisfies Readonly<Record<string, readonly string[]>>;

/** Kinds by operation, for spans without a kind of their own. */
export const KIND_OPERATIONS = {
  llm: [
    ...["chat", "text_completion", "generate_content", "completion", "realtime_inference"],
    ...["chat.completions", "chat.streaming_completions", "text.completions", "responses", "messages"],
    ...["ai.generateText.doGenerate", "ai.streamText.doStream"],
    ...["ai.generateObject.doGenerate", "ai.streamObject.doStream"],
  ],
  embedding: ["embeddings", "embedding", "ai.embed.doEmbed", "ai.embedMany.doEmbed"],
  retrieval: ["retrieval"],
  reranker: ["rerank", "ai.rerank.doRerank"],
  memory: [
    ...["search_memory", "create_memory", "update_memory", "upsert_memory", "delete_memory"],
    ...["create_memory_store", "delete_memory_store"],
  ],
  agent: ["invoke_agent", "create_agent"],
  tool: ["execute_tool", "ai.toolCall"],
  workflow: ["invoke_workflow"],
  chain: ["chain", "agent_step", "execute_task", "execute_event_loop_cycle", "orchestrate_tools"],
  planning: ["plan"],
} as const satisfies Readonly<Record<string, readonly string[]>>;

/** Kinds by attributes that only such spans have, for spans that name neither kind nor operation. */
export const KIND_MARKS = {
  llm: [
    ...["haystack.agent.step.llm.input", "haystack.agent.step.llm.output"],
    ...["haystack.component.output.replies.0.meta.usage", "haystack.component.output.meta.0.usage"],
  ],
  // Only the runs of agents have all messages at once.
  agent: ["pydantic_ai.all_messages", "all_messages_events", "haystack.agent.max_steps"],
  workflow: ["weave.openai_agents.task.workflow_name"],
  chain: [
    ...["weave.openai_agents.turn.number", "haystack.agent.step"],
    ...["haystack.pipeline.input_data", "haystack.component.name"],
  ],
} as const satisfies Readonly<Record<string, readonly string[]>>;

const byWord = (table: Readonly<Record<string, readonly string[]>>): ReadonlyMap<string, string> =>
  new Map(Object.entries(table).flatMap(([kind, words]) => words.map((word) => [word.toLowerCase(), kind] as const)));

const KIND_OF_WORD = byWord(KIND_WORDS);
const KIND_OF_OPERATION = byWord(KIND_OPERATIONS);

/** Returns the kind that a convention's word means; the word itself when it is not in the table. */
export function kindOfWord(word: unknown): unknown {
  return typeof word === "string" ? (KIND_OF_WORD.get(word.toLowerCase()) ?? word) : word;
}

export function kindOfOperation(operation: unknown): string | undefined {
  return typeof operation === "string" ? KIND_OF_OPERATION.get(operation.toLowerCase()) : undefined;
}
