import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";

interface ReceivedMessage {
  readonly id: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** What it was answered with; null when the connection was closed without an answer. */
  readonly status: number | null;
}

/** A server that receives webhooks and answers as a test sets it. */
export class TestReceiver {
  readonly received: ReceivedMessage[] = [];
  /** Statuses of the next answers, null for none; 200 after them. */
  statuses: (number | null)[] = [];
  readonly #server: Server;

  private constructor(server: Server) {
    this.#server = server;
  }

  static async start(): Promise<TestReceiver> {
    const server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on("data", (chunk: Buffer) => chunks.push(chunk));
      request.on("end", () => {
        const headers = Object.fromEntries(
          Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
        );
        const status = receiver.statuses.length === 0 ? 200 : (receiver.statuses.shift() ?? null);
        const id = headers["webhook-id"] ?? "";
        receiver.received.push({ id, headers, body: Buffer.concat(chunks).toString("utf8"), status });
        if (status === null) request.socket.destroy();
        else response.writeHead(status).end("noted");
      });
    });
    const receiver = new TestReceiver(server);
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    return receiver;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/hook?token=in-the-address`;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
