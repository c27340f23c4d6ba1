import { connect, type Socket } from "node:net";

/** Connections that are being opened at a time: the queue of a listening socket is short. */
const AT_ONCE = 100;

/** What a client sends before it stops: nothing of a request, or a part of its head. */
const HEADS = ["", "GET /health HT", "GET /health HTTP/1.1\r\nhost: localhost\r\nx-one: 1\r\n"] as const;

/** A whole head and one byte of a hundred. */
const HALF_A_BODY = "POST /calls/query_stats HTTP/1.1\r\nhost: localhost\r\ncontent-length: 100\r\n\r\n{";

/** A connection whose request never ends. */
export interface HalfOpen {
  readonly socket: Socket;
  /** True when the head of its request is incomplete. */
  readonly isHead: boolean;
}

/** Opens this many connections whose requests never end, of each kind in turn. */
export async function openHalf(url: string, count: number): Promise<HalfOpen[]> {
  const { hostname, port } = new URL(url);
  const opened: HalfOpen[] = [];
  while (opened.length < count) {
    const some = Array.from({ length: Math.min(AT_ONCE, count - opened.length) }, (_, at): HalfOpen => {
      const bytes = [...HEADS, HALF_A_BODY][(opened.length + at) % (HEADS.length + 1)] ?? "";
      const socket = connect(Number(port), hostname, () => socket.write(bytes));
      // The other side closes it.
      socket.on("error", () => undefined).resume();
      return { socket, isHead: bytes !== HALF_A_BODY };
    });
    await Promise.all(some.map(({ socket }) => new Promise((resolve) => socket.once("connect", resolve))));
    opened.push(...some);
  }
  return opened;
}
