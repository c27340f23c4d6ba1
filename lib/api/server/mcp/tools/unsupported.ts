import { RequestFailure } from "@/lib/api/client/request-failure";
import type { OperationId } from "@/lib/api/contract/operations";
import { ToolError } from "@/lib/api/server/mcp/answer/tool-error";

/** True for the failure of an operation that the service does not have. */
function isUnsupported(error: unknown): boolean {
  return error instanceof RequestFailure && error.failure.kind === "unsupported";
}

/**
 * Runs a request that needs an extension. When the service lacks it, says so, and what works instead.
 *
 * @throws ToolError in place of the failure `unsupported`
 */
export async function needing<Result>(
  operation: OperationId,
  instead: string,
  request: Promise<Result>,
): Promise<Result> {
  try {
    return await request;
  } catch (error) {
    if (!isUnsupported(error)) throw error;
    throw new ToolError(`The service of this workspace does not have the operation ${operation}. ${instead}`);
  }
}

/** Returns null in place of a result when the service does not have the operation. */
export async function unlessUnsupported<Result>(request: Promise<Result>): Promise<Result | null> {
  try {
    return await request;
  } catch (error) {
    if (isUnsupported(error)) return null;
    throw error;
  }
}
