import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export interface SeenRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
}

export type Reply = (response: ServerResponse, request: SeenRequest, raw: IncomingMessage) => void | Promise<void>;

async function readAll(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/** A service that responds as a test defines and records its requests. */
export class Upstream {
  readonly seen: SeenRequest[] = [];
  readonly closed: Promise<void>[] = [];
  reply: Reply = (response) => {
    response.setHeader("content-type", "application/json");
    response.end("{}");
  };
  /** Responds before the request's body has arrived. */
  isEager = false;

  private constructor(private readonly server: Server) {}

  static async start(): Promise<Upstream> {
    const server = createServer();
    const upstream = new Upstream(server);
    server.on("request", (request, response) => {
      upstream.closed.push(new Promise((resolve) => response.on("close", resolve)));
      upstream.answer(request, response).catch(() => response.destroy());
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    return upstream;
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = this.isEager ? Buffer.alloc(0) : await readAll(request);
    const seen = { method: request.method ?? "", path: request.url ?? "", headers: request.headers, body };
    this.seen.push(seen);
    await this.reply(response, seen, request);
  }

  get port(): number {
    // A listening TCP server has an address of this kind.
    return (this.server.address() as AddressInfo).port;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  get last(): SeenRequest {
    const last = this.seen.at(-1);
    if (!last) throw new Error("The upstream was not asked.");
    return last;
  }

  json(status: number, body: unknown, headers: Record<string, string> = {}): void {
    this.reply = (response) => {
      response.writeHead(status, { "content-type": "application/json", ...headers });
      response.end(typeof body === "string" ? body : JSON.stringify(body));
    };
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}
