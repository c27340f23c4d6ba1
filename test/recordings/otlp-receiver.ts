import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { gunzipSync, inflateSync } from "node:zlib";

/** The body of an export as its client sent it, without compression. */
export interface ReceivedExport {
  readonly signal: "traces" | "logs";
  readonly type: "pb" | "json";
  readonly bytes: Buffer;
}

const DECOMPRESS: Readonly<Record<string, (bytes: Buffer) => Buffer>> = { gzip: gunzipSync, deflate: inflateSync };

/** What the SDK of Weave asks for before it sends anything, by the end of its path. */
const ANSWERS: Readonly<Record<string, object>> = {
  graphql: { data: { viewer: { username: "mia" }, project: { name: "weather" }, upsertModel: { model: {} } } },
  server_info: { min_required_weave_python_version: "0.0.1" },
};

/** Accepts exports of any client under any path that ends with `/v1/…`, and everything else with an empty object. */
export class OtlpReceiver {
  readonly received: ReceivedExport[] = [];
  readonly #server: Server;

  private constructor() {
    this.#server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on("data", (chunk: Buffer) => chunks.push(chunk));
      request.on("end", () => {
        const { "content-encoding": encoding = "", "content-type": media = "" } = request.headers;
        const bytes = DECOMPRESS[encoding]?.(Buffer.concat(chunks)) ?? Buffer.concat(chunks);
        const signal = /\/v1\/(traces|logs)$/.exec(request.url ?? "")?.[1] as ReceivedExport["signal"] | undefined;
        const type = media.includes("json") ? "json" : "pb";
        if (signal !== undefined && bytes.length > 0) this.received.push({ signal, type, bytes });
        // An empty message of protobuf has no bytes.
        response.writeHead(200, { "content-type": media || "application/json" });
        const answer = ANSWERS[request.url?.split("/").at(-1) ?? ""] ?? {};
        response.end(media.includes("protobuf") ? "" : JSON.stringify(answer));
      });
    });
  }

  static async start(): Promise<OtlpReceiver> {
    const receiver = new OtlpReceiver();
    await new Promise<void>((resolve) => receiver.#server.listen(0, "127.0.0.1", resolve));
    return receiver;
  }

  get url(): string {
    // A listening TCP server has an address of this kind.
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
