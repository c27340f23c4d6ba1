import type { Page, Request } from "@playwright/test";
import { findOperation } from "@/lib/api/contract/operations";

interface SentRequest {
  readonly operation: string;
  readonly areLines: boolean;
  readonly path: string;
  readonly method: string;
  readonly body: string | null;
}

/** Records the requests of a page to its service, so that they can be sent directly. */
export class AskedRequests {
  readonly #authorization: string;
  readonly #serviceUrl: string;
  #asked: SentRequest[] = [];

  constructor(page: Page, serviceUrl: string, key: string) {
    this.#serviceUrl = serviceUrl;
    this.#authorization = `Basic ${Buffer.from(`api:${key}`).toString("base64")}`;
    page.on("request", (request) => this.#hear(request));
  }

  forget(): void {
    this.#asked = [];
  }

  count(): number {
    return this.#asked.length;
  }

  /**
   * Sends all recorded requests to the service directly, at once as the page did.
   * @returns milliseconds until the first response to one operation was complete
   */
  async replay(operation: string): Promise<number> {
    const all = await this.#replayAll(this.#asked);
    return Math.min(...all.flatMap((each) => (each.operation === operation ? each.ms : [])));
  }

  /**
   * Sends the recorded requests of some operations to the service directly, all at once.
   * @returns milliseconds until all responses were complete, or those of lines had begun
   */
  async replayOf(operations: readonly string[]): Promise<number> {
    const all = await this.#replayAll(this.#asked.filter(({ operation }) => operations.includes(operation)));
    return Math.max(...all.map(({ beginMs, ms, areLines }) => (areLines ? beginMs : ms)));
  }

  async #replayAll(requests: readonly SentRequest[]) {
    const begun = performance.now();
    const taken = requests.map(async (sentRequest) => {
      const response = await fetch(`${this.#serviceUrl}${sentRequest.path}`, {
        method: sentRequest.method,
        headers: { authorization: this.#authorization, "content-type": "application/json" },
        ...(sentRequest.body === null ? {} : { body: sentRequest.body }),
      });
      let beginMs = Number.NaN;
      for await (const _ of response.body ?? []) {
        if (Number.isNaN(beginMs)) beginMs = performance.now() - begun;
      }
      const { operation, areLines } = sentRequest;
      return { operation, areLines, beginMs, ms: performance.now() - begun };
    });
    return await Promise.all(taken);
  }

  #hear(request: Request): void {
    const id = /\/api\/service\/[^/]+\/([^/?]+)/.exec(request.url())?.[1];
    const operation = id === undefined ? undefined : findOperation(id);
    if (operation?.result.kind === undefined || operation.effect !== "read") return;
    this.#asked.push({
      operation: operation.id,
      areLines: operation.result.kind === "jsonl",
      path: operation.path,
      method: operation.method,
      body: request.postData(),
    });
  }
}
