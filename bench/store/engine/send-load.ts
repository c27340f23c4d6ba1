import { setTimeout as pause } from "node:timers/promises";
import { Pool } from "undici";
import { quantile } from "@/bench/report/quantile";

/** Where requests go, with the headers of all of them. */
export interface Target {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Makes the bodies of one client one after the other; undefined when there are no more. */
type NextBody = (client: number) => Buffer | undefined;

export interface Load {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly clients: number;
  readonly next: NextBody;
}

/** The acknowledgements that the clients of a load received. */
export interface Sent {
  readonly seconds: number;
  readonly requests: number;
  readonly bytes: number;
  /** From sending a request until its acknowledgement, including waits that the service asked for. */
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Requests that the service asked to send later (429). */
  readonly delayed: number;
}

const DEFAULT_WAIT_S = 1;

/**
 * Sends the bodies of all clients, each client one request at a time, and each of its requests to the next target.
 * @throws when a request is refused
 */
export async function sendLoad(targets: readonly Target[], { path, headers, clients, next }: Load): Promise<Sent> {
  const pools = targets.map(({ url }) => new Pool(url, { connections: clients, headersTimeout: 0, bodyTimeout: 0 }));
  const taken: number[] = [];
  let [bytes, delayed] = [0, 0];
  const post = async (body: Buffer, at: number): Promise<void> => {
    const [pool, target] = [pools[at % pools.length], targets[at % targets.length]];
    if (pool === undefined || target === undefined) throw new Error("A load needs a target.");
    for (;;) {
      const response = await pool.request({ path, method: "POST", headers: { ...target.headers, ...headers }, body });
      const text = await response.body.text();
      if (response.statusCode === 200) return;
      if (response.statusCode !== 429) throw new Error(`${path} answered ${response.statusCode}: ${text}`);
      delayed += 1;
      await pause(Number(response.headers["retry-after"] ?? DEFAULT_WAIT_S) * 1000);
    }
  };
  const client = async (number: number) => {
    let at = number;
    for (let body = next(number); body !== undefined; body = next(number)) {
      const sentMs = performance.now();
      await post(body, at);
      at += 1;
      taken.push(performance.now() - sentMs);
      bytes += body.length;
    }
  };
  const begun = performance.now();
  try {
    await Promise.all(Array.from({ length: clients }, (_, number) => client(number)));
  } finally {
    await Promise.all(pools.map((pool) => pool.destroy()));
  }
  const seconds = (performance.now() - begun) / 1000;
  const [p50Ms, p99Ms] = [quantile(taken, 0.5), quantile(taken, 0.99)];
  return { seconds, requests: taken.length, bytes, p50Ms, p99Ms, delayed };
}
