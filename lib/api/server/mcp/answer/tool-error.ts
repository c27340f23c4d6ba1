/** A request that a tool cannot answer. Its message is for the agent: what is wrong, and what to do instead. */
export class ToolError extends Error {
  override readonly name = "ToolError";
}
