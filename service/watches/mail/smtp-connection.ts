import { connect as connectPlain, isIP, type Socket } from "node:net";
import { connect as connectTls } from "node:tls";

/** An answer of the server. */
export interface SmtpReply {
  readonly code: number;
  readonly text: string;
}

/** An answer that ends the sending. */
export class SmtpError extends Error {
  override readonly name = "SmtpError";
  /** Null when it is not an answer of the server. */
  readonly code: number | null;

  constructor(message: string, code: number | null = null) {
    super(message);
    this.code = code;
  }
}

export interface SmtpHost {
  readonly host: string;
  readonly port: number;
  /** TLS from the beginning, as on port 465. */
  readonly isTls: boolean;
  /** Certificates to trust instead of those of Node, in tests. */
  readonly ca?: string;
}

/** A server that is named by its address has no name for its certificate. */
const trust = (host: string, ca: string | undefined) => ({
  ...(isIP(host) ? { host } : { servername: host }),
  ...(ca === undefined ? {} : { ca }),
});

const MAX_REPLY = 65_536;

async function opened(socket: Socket, event: "connect" | "secureConnect"): Promise<Socket> {
  await new Promise<void>((resolve, reject) => {
    socket.once(event, resolve);
    socket.once("error", reject);
  });
  // Later failures end the reading.
  socket.on("error", () => undefined);
  return socket;
}

/** A connection to a mail server, one command at a time (RFC 5321). */
export class SmtpConnection {
  #socket: Socket;
  #chunks: AsyncIterator<Buffer>;
  #buffer = "";
  readonly #signal: AbortSignal;

  private constructor(socket: Socket, signal: AbortSignal) {
    this.#socket = socket;
    this.#signal = signal;
    this.#chunks = socket[Symbol.asyncIterator]();
    signal.addEventListener("abort", () => this.#socket.destroy(), { once: true });
  }

  /** Connects, and waits for the greeting. @param signal ends the connection */
  static async open({ host, port, isTls, ca }: SmtpHost, signal: AbortSignal): Promise<SmtpConnection> {
    signal.throwIfAborted();
    const socket = isTls ? connectTls({ host, port, ...trust(host, ca) }) : connectPlain({ host, port });
    const leave = () => socket.destroy(new SmtpError("The connection was given up."));
    signal.addEventListener("abort", leave, { once: true });
    await opened(socket, isTls ? "secureConnect" : "connect");
    signal.removeEventListener("abort", leave);
    const connection = new SmtpConnection(socket, signal);
    await connection.#expect("the greeting", 220);
    return connection;
  }

  /** Continues with TLS. What came before its beginning does not count: anybody may have sent it. */
  async secure({ host, ca }: Pick<SmtpHost, "host" | "ca">): Promise<void> {
    await this.command("STARTTLS", 220);
    if (this.#buffer !== "") throw new SmtpError("The mail server sent more than its answer to STARTTLS.");
    this.#socket.removeAllListeners();
    this.#socket = await opened(connectTls({ socket: this.#socket, ...trust(host, ca) }), "secureConnect");
    this.#chunks = this.#socket[Symbol.asyncIterator]();
  }

  /** Sends a command. @throws SmtpError for another answer @param shown what an error names instead of a secret */
  async command(line: string, code: number, shown = line): Promise<SmtpReply> {
    this.#socket.write(`${line}\r\n`);
    return await this.#expect(shown, code);
  }

  async #expect(command: string, code: number): Promise<SmtpReply> {
    const reply = await this.#reply();
    if (Math.floor(reply.code / 100) === Math.floor(code / 100)) return reply;
    throw new SmtpError(`${command}: ${reply.code} ${reply.text}`, reply.code);
  }

  async #reply(): Promise<SmtpReply> {
    const lines: string[] = [];
    for (;;) {
      const line = await this.#line();
      const match = /^(\d{3})([ -]?)(.*)$/.exec(line);
      if (!match) throw new SmtpError(`The mail server answered ${JSON.stringify(line.slice(0, 100))}.`);
      lines.push(match[3] ?? "");
      if (match[2] !== "-") return { code: Number(match[1]), text: lines.join("\n") };
    }
  }

  async #line(): Promise<string> {
    for (;;) {
      const end = this.#buffer.indexOf("\n");
      if (end !== -1) {
        const line = this.#buffer.slice(0, end).replace(/\r$/, "");
        this.#buffer = this.#buffer.slice(end + 1);
        return line;
      }
      if (this.#buffer.length > MAX_REPLY) throw new SmtpError("The mail server's answer is too long.");
      const { value, done } = await this.#chunks.next();
      this.#signal.throwIfAborted();
      if (done) throw new SmtpError("The mail server closed the connection.");
      this.#buffer += value.toString("utf8");
    }
  }

  /** Says goodbye without waiting for the answer. */
  close(): void {
    this.#socket.end("QUIT\r\n");
    this.#socket.destroySoon();
  }

  /** Ends the connection at once. */
  destroy(): void {
    this.#socket.destroy();
  }
}
