import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { type Manner, manners } from "./manners";
import { invalid, Refusal } from "./refusal";
import { Stored } from "./stored";
import {
  complete,
  countCalls,
  Lines,
  queryObjects,
  queryPrices,
  queryTable,
  queryThreads,
  readObject,
  storeStarts,
} from "./trace-answers";
import { createJob, listCheckpoints, listEvents, logTrajectories } from "./training-answers";

export const BARE_USER = "tracer";
export const BARE_PASSWORD = "the password of the bare service";
export const BARE_TOKEN = "the token of the bare service";

interface ReceivedRequest {
  readonly body: unknown;
  readonly query: URLSearchParams;
  /** The placeholder for the id in a path. */
  readonly id: string;
}

type Handle = (sentRequest: ReceivedRequest) => unknown;

/**
 * A service with exactly the thirteen operations of the interface, written from the interface alone: it uses none of
 * the product's contract or service, rejects unknown members, and answers every other path in the manner of a framework.
 */
export class BareService {
  readonly stored = new Stored();
  /** The answer to a message; a test may set another one. */
  answerTo = (text: string): string => [...text].reverse().join("");
  /** Method and path of every request, in order. */
  readonly seen: string[] = [];
  readonly #server: Server;

  private constructor(private readonly manner: Manner) {
    this.#server = createServer((request, response) => {
      this.#answer(request, response).catch(() => response.destroy());
    });
  }

  static async start(manner: Manner = manners.FastAPI): Promise<BareService> {
    const service = new BareService(manner);
    await new Promise<void>((resolve) => service.#server.listen(0, "127.0.0.1", resolve));
    return service;
  }

  get url(): string {
    // A listening TCP server has an address of this kind.
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? "/", "http://bare");
    this.seen.push(`${request.method} ${url.pathname}`);
    const asked = { method: request.method ?? "", path: url.pathname };
    const text = await readText(request);
    const { routes, id } = this.#routesAt(url.pathname);
    const handle = routes[asked.method];
    if (!handle) {
      if (asked.method === "OPTIONS" && this.manner.options && Object.keys(routes).length > 0) {
        this.manner.options(response, Object.keys(routes));
      } else this.manner.unknown(response, asked);
      return;
    }
    try {
      checkCredential(url.pathname, request.headers.authorization);
      const body = text === "" ? undefined : readJson(text);
      send(response, 200, await handle({ body, query: url.searchParams, id }));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      if (error.status === 404 && this.manner.isSameForMissingThings) this.manner.unknown(response, asked);
      else send(response, error.status, error.body);
    }
  }

  /** Returns the handlers of a path by method; none for a path that the interface does not define. */
  #routesAt(path: string): { routes: Readonly<Record<string, Handle>>; id: string } {
    const { stored } = this;
    const all: Readonly<Record<string, Handle>> = {
      "POST /call/upsert_batch": ({ body }) => storeStarts(stored, body),
      "POST /calls/query_stats": ({ body }) => countCalls(stored, body),
      "POST /objs/query": ({ body }) => queryObjects(stored, body),
      "POST /obj/read": ({ body }) => readObject(stored, body),
      "POST /table/query": ({ body }) => ({ rows: queryTable(stored, body) }),
      "POST /table/query_stream": ({ body }) => new Lines(queryTable(stored, body)),
      "POST /threads/stream_query": ({ body }) => queryThreads(stored, body),
      "POST /cost/query": ({ body }) => queryPrices(stored, body),
      "POST /completions/create": ({ body }) => complete(body, this.answerTo),
      "POST /v1/preview/training-jobs": ({ body }) => createJob(stored, body),
      "POST /v1/preview/models/{id}/log": ({ body }) => logTrajectories(body),
      "GET /v1/preview/models/{id}/checkpoints": ({ id, query }) => listCheckpoints(stored, id, query),
      "GET /v1/preview/training-jobs/{id}/events": ({ id, query }) => listEvents(stored, id, query),
    };
    const place = /^(\/v1\/preview\/(?:models|training-jobs)\/)([^/]+)(\/[a-z]+)$/.exec(path);
    const template = place ? `${place[1]}{id}${place[3]}` : path;
    const here = Object.entries(all).flatMap(([route, handle]) => {
      const [method = "", own] = route.split(" ");
      return own === template ? [[method, handle] as const] : [];
    });
    return { routes: Object.fromEntries(here), id: decodeURIComponent(place?.[2] ?? "") };
  }
}

async function readText(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString("utf8");
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw invalid(["body"], "JSON decode error", "json_invalid");
  }
}

function checkCredential(path: string, header: string | undefined): void {
  const basic = `Basic ${Buffer.from(`${BARE_USER}:${BARE_PASSWORD}`).toString("base64")}`;
  const wanted = path.startsWith("/v1/preview/") ? `Bearer ${BARE_TOKEN}` : basic;
  if (header !== wanted) throw new Refusal(401, { detail: "Not authenticated" });
}

function send(response: ServerResponse, status: number, body: unknown): void {
  if (body instanceof Lines) {
    response.writeHead(status, { "content-type": "application/jsonl" });
    response.end(body.rows.map((row) => `${JSON.stringify(row)}\n`).join(""));
    return;
  }
  response.writeHead(status, { "content-type": "application/json" });
  response.end(JSON.stringify(body));
}
