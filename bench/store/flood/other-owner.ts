import { setTimeout as pause } from "node:timers/promises";
import { request } from "undici";
import { PageRequests } from "@/bench/store/engine/page-requests";
import type { Target } from "@/bench/store/engine/send-load";
import { PROJECT, type Workload } from "@/bench/store/workload/workload";

/** The times until the responses to one owner, in milliseconds. */
export interface OwnerTimes {
  readonly reads: number[];
  readonly writes: number[];
  readonly health: number[];
}

const PAUSE_MS = 25;

/** Adds the time until a whole response. @throws when it is refused */
async function timed(into: number[], url: string, options: Parameters<typeof request>[1]): Promise<void> {
  const sentMs = performance.now();
  const response = await request(url, options);
  const text = await response.body.text();
  if (response.statusCode !== 200) throw new Error(`${url} answered ${response.statusCode}: ${text}`);
  into.push(performance.now() - sentMs);
}

/** A span that no other request has. */
function spanBody(number: number): string {
  const startMs = Date.now();
  const span = {
    traceId: `f${String(number).padStart(31, "0")}`,
    spanId: `f${String(number).padStart(15, "0")}`,
    name: "chat",
    startTimeUnixNano: `${startMs}000000`,
    endTimeUnixNano: `${startMs + 1}000000`,
    attributes: [{ key: "input.value", value: { stringValue: "Is AX118 on time?" } }],
  };
  return JSON.stringify({ resourceSpans: [{ scopeSpans: [{ spans: [span] }] }] });
}

/** What an owner with little data asks all the time: lists, single spans, and whether the service responds. */
export class OtherOwner {
  readonly #target: Target;
  readonly #workload: Workload;
  #requests = 0;

  constructor(target: Target, workload: Workload) {
    this.#target = target;
    this.#workload = workload;
  }

  /** Sends requests of each kind one after the other, the kinds side by side. */
  async during(seconds: number): Promise<OwnerTimes> {
    const untilMs = performance.now() + seconds * 1000;
    const times: OwnerTimes = { reads: [], writes: [], health: [] };
    const { url, headers } = this.#target;
    const json = { ...headers, "content-type": "application/json" };
    const repeat = async (send: () => Promise<void>) => {
      while (performance.now() < untilMs) {
        await send();
        await pause(PAUSE_MS);
      }
    };
    const next = () => {
      this.#requests += 1;
      return this.#requests;
    };
    await Promise.all([
      repeat(() => {
        const { path, body } = new PageRequests(this.#workload, next()).list(null, "started_at", true);
        return timed(times.reads, url + path, { method: "POST", headers: json, body: JSON.stringify(body) });
      }),
      repeat(() =>
        timed(times.writes, `${url}/otel/v1/traces`, {
          method: "POST",
          headers: { ...json, project_id: PROJECT },
          body: spanBody(next()),
        }),
      ),
      repeat(() => timed(times.health, `${url}/health`, { method: "GET" })),
    ]);
    return times;
  }
}
