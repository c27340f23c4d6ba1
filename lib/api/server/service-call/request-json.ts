import type { z } from "zod";
import type { Operation } from "@/lib/api/contract/operation/operation";
import { type OperationId, operations } from "@/lib/api/contract/operations";
import { parseJson, stringifyJson } from "@/lib/api/contract/scalars/json-text";
import { RequestFailedError } from "@/lib/api/server/answer/request-failed-error";
import type { Dashboard } from "@/lib/api/server/dashboard/dashboard";
import { readCredential, type ServiceTarget } from "@/lib/api/server/upstream/service-target";
import { upstreamUrl } from "@/lib/api/server/upstream/upstream-url";
import { requireData } from "./answer-failure";
import { callService, type ServiceCall } from "./service-call";

/** The dashboard's own requests have small responses. */
const MAX_RESPONSE_BYTES = 16 * 1024 * 1024;

export interface JsonRequest {
  /** A row without parameters. */
  readonly operation: OperationId;
  /** For rows with a JSON body. */
  readonly body?: unknown;
  readonly target: ServiceTarget;
  readonly userId: string;
}

/** Returns the text of a response that is known to be small. @throws RequestFailedError `unreadable` when it is not. */
export async function readText(operation: Operation, body: AsyncIterable<Uint8Array> | null): Promise<string> {
  const chunks: Uint8Array[] = [];
  let received = 0;
  for await (const chunk of body ?? []) {
    received += chunk.byteLength;
    if (received > MAX_RESPONSE_BYTES) throw unreadable(operation, "it is too large");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

function unreadable(operation: Operation, why: string): RequestFailedError {
  const message = `The service's response to ${operation.id} cannot be read: ${why}.`;
  return new RequestFailedError({ httpStatus: 502, kind: "unreadable", message });
}

function parseResponse<Schema extends z.ZodType>(operation: Operation, text: string, schema: Schema): z.output<Schema> {
  let value: unknown;
  try {
    value = parseJson(text);
  } catch (error) {
    throw unreadable(operation, error instanceof SyntaxError ? "it is not JSON" : "it cannot be parsed");
  }
  const parsed = schema.safeParse(value);
  if (!parsed.success)
    throw unreadable(operation, `${parsed.error.issues[0]?.path.join(".") || "it"} has an unexpected shape`);
  return parsed.data;
}

/**
 * Sends a request of the dashboard itself to a service and parses the response by its schema.
 *
 * @throws RequestFailedError with the kind that the relay would give.
 */
export async function requestJson<Schema extends z.ZodType>(
  dashboard: Dashboard,
  question: JsonRequest,
  schema: Schema,
  request: { readonly requestId: string; readonly signal: AbortSignal },
): Promise<z.output<Schema>> {
  const operation: Operation = operations[question.operation];
  const { target, userId } = question;
  const call: ServiceCall = {
    operation,
    target,
    url: upstreamUrl(target.baseUrl, operation, {}, new URLSearchParams()),
    credential: await readCredential(dashboard, target, operation.auth, userId),
    body:
      question.body === undefined
        ? { contentType: null, content: null }
        : { contentType: "application/json", content: stringifyJson(question.body) },
    limits: dashboard.limitsOf(operation),
    signal: request.signal,
  };
  const response = await callService(dashboard, call, request.requestId);
  await requireData(dashboard, call, response, request.requestId);
  return parseResponse(operation, await readText(operation, response.body), schema);
}
