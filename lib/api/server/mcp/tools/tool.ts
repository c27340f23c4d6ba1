import type { z } from "zod";
import { type OperationId, operations } from "@/lib/api/contract/operations";
import type { AgentReader } from "@/lib/api/server/mcp/service/agent-reader";

/** A tool's answer: the same facts as text for reading and as data for programs. */
export interface ToolAnswer<Output> {
  readonly text: string;
  readonly data: Output;
}

/** One tool: the row from which the server's list, the checks and the command line are built. */
export interface Tool<Input extends z.ZodObject = z.ZodObject, Output extends z.ZodObject = z.ZodObject> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: Input;
  readonly output: Output;
  /** The operations that it may call; their effect in the operations table decides whether it only reads. */
  readonly operations: readonly OperationId[];
  // A method, so that tools with different inputs fit into one list.
  run(input: z.output<Input>, reader: AgentReader): Promise<ToolAnswer<z.input<Output>>>;
}

/** Returns a tool with its own types while checking its members. */
export function defineTool<const Input extends z.ZodObject, const Output extends z.ZodObject>(
  tool: Tool<Input, Output>,
): Tool<Input, Output> {
  return tool;
}

/** Whether no operation of a tool changes anything. */
export function isReadOnlyTool({ operations: ids }: Pick<Tool, "operations">): boolean {
  return ids.every((id) => operations[id].effect === "read");
}
