import { connect, type Socket } from "node:net";

/** Connections that are being opened at a time: the queue of a listening socket is short. */
const AT_ONCE = 100;

/** What a client sends before it stops: nothing of a request, or a part of its head. */
const HEADS = ["", "GET /health HT", "GET /health HTTP/1.1\r\nhost: localhost\r\nx-one: 1\r\n"] as const;

/** A whole head and one byte of a hundred. */
const HALF_A_BODY = "POST /calls/query_stats HTTP/1.1\r\nhost: localhost\r\ncontent-length: 100\r\n\r\n{";

/** A whole request, after which the client keeps its connection and sends nothing. */
const WHOLE = "GET /health HTTP/1.1\r\nhost: localhost\r\n\r\n";

/** What a slow client sends of a head that does not end, one byte at a time. */
const SLOW_HEAD = `GET /health HTTP/1.1\r\nhost: localhost\r\nx-slow: ${"x".repeat(1_000)}`;
const SLOW_BYTE_MS = 1_000;

const KINDS = [...HEADS, HALF_A_BODY, WHOLE, "slow"] as const;

/** A connection whose request never ends, or that is idle after one. */
export interface HalfOpen {
  readonly socket: Socket;
  /** True when the head of its request is incomplete. */
  readonly isHead: boolean;
}

/** Opens this many connections, of each kind in turn. */
export async function openHalf(url: string, count: number): Promise<HalfOpen[]> {
  const { hostname, port } = new URL(url);
  const opened: HalfOpen[] = [];
  while (opened.length < count) {
    const some = Array.from({ length: Math.min(AT_ONCE, count - opened.length) }, (_, at): HalfOpen => {
      const kind = KINDS[(opened.length + at) % KINDS.length] ?? "";
      const socket = connect(Number(port), hostname, () => (kind === "slow" ? sendSlowly(socket) : socket.write(kind)));
      // The other side closes it.
      socket.on("error", () => undefined).resume();
      return { socket, isHead: kind !== HALF_A_BODY && kind !== WHOLE };
    });
    await Promise.all(some.map(({ socket }) => new Promise((resolve) => socket.once("connect", resolve))));
    opened.push(...some);
  }
  return opened;
}

/** Sends a head byte by byte, until the other side closes the connection. */
function sendSlowly(socket: Socket): void {
  let sent = 0;
  const timer = setInterval(() => {
    socket.write(SLOW_HEAD[sent % SLOW_HEAD.length] ?? "x");
    sent += 1;
  }, SLOW_BYTE_MS);
  socket.once("close", () => clearInterval(timer));
}
