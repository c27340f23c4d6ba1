import { vi } from "vitest";
import type { ServiceFailure } from "@/lib/api/contract/errors/service-error";

/** A request that a page sent. */
export interface SentRequest {
  readonly operation: string;
  // biome-ignore lint/suspicious/noExplicitAny: a test knows the shape of what its page sends
  readonly body: any;
  readonly search: URLSearchParams;
  readonly signal: AbortSignal | null;
}

/** Responses by operation. */
export type Answers = Readonly<Record<string, (request: SentRequest) => Response | Promise<Response>>>;

export const json = (value: unknown): Response => new Response(JSON.stringify(value));

/** A stream of rows that ends properly. */
export const lines = (rows: readonly unknown[]): Response =>
  new Response(rows.map((row) => `${JSON.stringify(row)}\n`).join(""));

export const failed = (kind: ServiceFailure["kind"]): Response =>
  new Response(JSON.stringify({ error: { kind, message: `It is ${kind}.`, requestId: "r", operation: "x" } }), {
    status: 502,
  });

/** Responds to the requests of a page, and returns them as they arrive. The service lacks all other operations. */
export function answerRequests(answers: Answers): SentRequest[] {
  const sent: SentRequest[] = [];
  vi.stubGlobal("fetch", async (address: string, init: RequestInit = {}) => {
    const url = new URL(address, "http://localhost");
    const request: SentRequest = {
      operation: decodeURIComponent(url.pathname.split("/").at(-1) ?? ""),
      body: typeof init.body === "string" ? JSON.parse(init.body) : (init.body ?? null),
      search: url.searchParams,
      signal: init.signal ?? null,
    };
    sent.push(request);
    return await (answers[request.operation]?.(request) ?? failed("unsupported"));
  });
  return sent;
}
