import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

/** How a door treats requests. */
type Manner = "open" | "shut" | "refusing";

/** A door in front of a remote service: notes its requests, and lets a test refuse them. */
export class RemoteDoor {
  /** Method and path of each request, without ids. */
  readonly seen: string[] = [];
  /** The credentials of the requests, without repetition. */
  readonly credentials = new Set<string>();
  manner: Manner = "open";
  /** Called before a request is passed on. */
  before: (path: string) => Promise<void> = async () => undefined;
  /** Called before the response to a request is passed back; false cuts the connection. */
  after: (path: string) => boolean = () => true;
  readonly #server: Server;

  private constructor(
    private readonly target: string,
    private readonly credentialOf: (path: string) => string | null,
  ) {
    this.#server = createServer((request, response) => {
      const path = request.url ?? "/";
      this.#pass(request, path)
        .then(async (answer) => {
          if (answer === null || !this.after(path)) return response.destroy();
          response.writeHead(answer.status, { "content-type": answer.headers.get("content-type") ?? "" });
          return response.end(await answer.text());
        })
        .catch(() => response.destroy());
    });
  }

  /** @param credentialOf replaces the credential of a request, for a service with others than the test gives to Heddle */
  static async open(target: string, credentialOf: (path: string) => string | null = () => null): Promise<RemoteDoor> {
    const door = new RemoteDoor(target, credentialOf);
    await new Promise<void>((resolve) => door.#server.listen(0, "127.0.0.1", resolve));
    return door;
  }

  get url(): string {
    // A listening TCP server has an address of this kind.
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #pass(request: IncomingMessage, path: string): Promise<Response | null> {
    const { method = "GET", headers } = request;
    const body = method === "GET" ? null : await text(request);
    this.seen.push(`${method} ${path.replace(/\?.*/, "").replace(/(models|training-jobs)\/[^/]+/, "$1/{id}")}`);
    this.credentials.add(headers.authorization ?? "");
    await this.before(path);
    if (this.manner === "shut") return null;
    const authorization = this.credentialOf(path) ?? headers.authorization ?? "";
    if (this.manner === "refusing")
      return Response.json({ reason: `not with ${headers.authorization}` }, { status: 401 });
    return await fetch(`${this.target}${path}`, { method, body, headers: { authorization } });
  }
}
