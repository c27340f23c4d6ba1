import type { AddressInfo } from "node:net";
import { createServer, type Server, type Socket } from "node:net";
import { createSecureContext, TLSSocket } from "node:tls";

interface ReceivedMail {
  readonly to: readonly string[];
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  readonly isEncrypted: boolean;
}

interface Options {
  /** Offers STARTTLS with this key and certificate. */
  readonly tls?: { readonly key: string; readonly cert: string };
  /** Recipients that it refuses. */
  readonly refused?: readonly string[];
  /** 127.0.0.1 by default. */
  readonly host?: string;
  /** Answers to messages before it takes one. */
  readonly failures?: readonly string[];
}

/** A mail server of a test, which takes messages of RFC 5321 and remembers what was said to it. */
export class TestMailServer {
  readonly received: ReceivedMail[] = [];
  /** All commands in order. */
  readonly said: string[] = [];
  failures: string[];
  readonly #options: Options;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();

  private constructor(options: Options) {
    this.#options = options;
    this.failures = [...(options.failures ?? [])];
    this.#server = createServer((socket) => this.#greet(socket));
  }

  static async start(options: Options = {}): Promise<TestMailServer> {
    const server = new TestMailServer(options);
    await new Promise<void>((resolve) => server.#server.listen(0, options.host ?? "127.0.0.1", resolve));
    return server;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  #greet(socket: Socket): void {
    this.#sockets.add(socket);
    socket.on("error", () => undefined);
    socket.write("220 mail.test ready\r\n");
    this.#talk(socket, false);
  }

  #talk(socket: Socket, isEncrypted: boolean): void {
    let buffer = "";
    let to: string[] = [];
    let isData = false;
    const onData = (chunk: Buffer) => {
      buffer += chunk.toString("utf8");
      for (;;) {
        const end = buffer.indexOf(isData ? "\r\n.\r\n" : "\r\n");
        if (end === -1) return;
        const part = buffer.slice(0, end);
        buffer = buffer.slice(end + (isData ? 5 : 2));
        if (isData) {
          isData = false;
          const failure = this.failures.shift();
          if (failure === undefined) this.received.push({ to, isEncrypted, ...parsed(part) });
          socket.write(`${failure ?? "250 queued as 1"}\r\n`);
          continue;
        }
        this.said.push(part);
        const answer = this.#answer(part, isEncrypted);
        if (/^MAIL/i.test(part)) to = [];
        if (/^RCPT/i.test(part) && answer.startsWith("250")) to.push(/<(.*)>/.exec(part)?.[1] ?? "");
        isData = answer.startsWith("354");
        socket.write(`${answer}\r\n`);
        if (/^STARTTLS/i.test(part) && this.#options.tls) {
          socket.removeListener("data", onData);
          const secureContext = createSecureContext(this.#options.tls);
          const secure = new TLSSocket(socket, { isServer: true, secureContext });
          secure.on("error", () => undefined);
          this.#talk(secure, true);
          return;
        }
      }
    };
    socket.on("data", onData);
  }

  #answer(command: string, isEncrypted: boolean): string {
    const { tls, refused = [] } = this.#options;
    if (/^EHLO/i.test(command))
      return `250-mail.test\r\n${tls && !isEncrypted ? "250-STARTTLS\r\n" : ""}250 AUTH PLAIN LOGIN`;
    if (/^STARTTLS/i.test(command)) return "220 go on";
    if (/^AUTH/i.test(command)) return "235 signed in";
    if (/^RCPT/i.test(command) && refused.some((address) => command.includes(address))) return "550 no such user";
    if (/^DATA/i.test(command)) return "354 go on";
    return /^QUIT/i.test(command) ? "221 bye" : "250 ok";
  }

  async stop(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

function parsed(message: string): Pick<ReceivedMail, "headers" | "text"> {
  const end = message.indexOf("\r\n\r\n");
  const lines = message.slice(0, end).replaceAll("\r\n ", " ").split("\r\n");
  const headers = Object.fromEntries(
    lines.map((line) => {
      const colon = line.indexOf(":");
      return [line.slice(0, colon).toLowerCase(), decoded(line.slice(colon + 1).trim())];
    }),
  );
  return { headers, text: Buffer.from(message.slice(end + 4), "base64").toString("utf8") };
}

const decoded = (text: string): string =>
  text
    .replaceAll(/\?=\s+=\?utf-8\?B\?/g, "?==?utf-8?B?")
    .replaceAll(/=\?utf-8\?B\?(.*?)\?=/g, (_all, word: string) => Buffer.from(word, "base64").toString("utf8"));
