import { describe, expect, test } from "vitest";
import type { BadLine, StreamEnd } from "@/lib/api/client/json-lines";
import { RequestFailure } from "@/lib/api/client/request-failure";
import { packEvents } from "./event-chunk";
import { JobFollower } from "./job-follower";
import { readEvent } from "./training-event";

const event = (id: string, type = "gradient_step") => ({ id, type, data: { loss: Number(id) } });

const page = (data: ReturnType<typeof event>[], hasMore = false) => ({
  data,
  has_more: hasMore,
  object: "list",
  first_id: data[0]?.id ?? "",
  last_id: data.at(-1)?.id ?? "",
});

const failure = (kind: "unreachable" | "not-found") =>
  new RequestFailure({ kind, message: "away", requestId: "", operation: "trainingJobs.events" });

type Answer = ReturnType<typeof page> | Error;

interface Streamed {
  readonly events: readonly ReturnType<typeof event>[];
  readonly end?: StreamEnd;
  readonly badLines?: number;
}

interface Script {
  readonly pages?: readonly Answer[];
  /** Without any, the service does not support streams. */
  readonly streams?: readonly (Streamed | Error)[];
  readonly isHidden?: boolean;
  /** The rows of each page that do not match; `last_id` names the last one. */
  readonly badRows?: readonly (readonly BadLine[])[];
}

const unsupported = new RequestFailure({
  kind: "unsupported",
  message: "not supported",
  requestId: "",
  operation: "trainingJobs.streamEvents",
});

/** A service that returns the given responses in order, and records the requests. */
function scripted({ pages: answers = [], streams = [unsupported], isHidden = false, badRows = [] }: Script) {
  const requests: (string | null)[] = [];
  const streamed: (string | null)[] = [];
  const rested: number[] = [];
  const stop = new AbortController();
  const follower = new JobFollower({
    readStored: async ({ after, arrivedMs }, onChunk) => {
      const answer = streams[streamed.length] ?? unsupported;
      streamed.push(after);
      if (answer instanceof Error) throw answer;
      // One by one: chunks are cut anywhere.
      for (const item of answer.events) onChunk(packEvents([readEvent(item, arrivedMs)]));
      const badLines = Array.from({ length: answer.badLines ?? 0 }, (_, line) => ({ line, reason: "no JSON" }));
      return { rowCount: answer.events.length, badLines, end: answer.end ?? { kind: "complete" } };
    },
    readPage: async (after) => {
      const answer = answers[requests.length];
      requests.push(after);
      if (answer instanceof Error) throw answer;
      if (answer)
        return { result: answer, badRows: badRows[requests.length - 1] ?? [], lastId: answer.last_id || null };
      stop.abort();
      throw new DOMException("Stopped.", "AbortError");
    },
    rest: async (durationMs) => void rested.push(durationMs),
    isHidden: () => isHidden,
    now: () => 1_000,
  });
  return { follower, requests, streamed, rested, signal: stop.signal };
}

function idsOf(follower: JobFollower): readonly string[] {
  const { log } = follower.getState();
  return Array.from({ length: log.count }, (_, index) => log.idAt(index));
}

describe("following a job", () => {
  test("reads page after page after the last event, listens, and stops at the last event", async () => {
    const { follower, requests, rested, signal } = scripted({
      pages: [page([event("1"), event("2")], true), page([event("3")]), page([]), page([event("4", "training_ended")])],
    });
    await follower.follow(signal);
    expect(requests).toEqual([null, "2", "3", "3"]);
    expect(rested).toEqual([1000, 1000]);
    expect(idsOf(follower)).toEqual(["1", "2", "3", "4"]);
    expect(follower.getState().phase).toBe("ended");
  });

  test("keeps its events while the service is down, and continues without duplicates", async () => {
    const { follower, requests, rested, signal } = scripted({
      pages: [
        page([event("1")]),
        failure("unreachable"),
        failure("unreachable"),
        page([event("1"), event("2", "training_failed")]),
      ],
    });
    const phases: string[] = [];
    follower.subscribe(() => phases.push(`${follower.getState().phase} ${follower.getState().log.count}`));
    await follower.follow(signal);
    expect(phases).toEqual(["listening 1", "retrying 1", "retrying 1", "ended 2"]);
    expect(requests).toEqual([null, "1", "1", "1"]);
    expect(rested).toEqual([1000, 1000, 2000]);
    expect(idsOf(follower)).toEqual(["1", "2"]);
  });

  test("does not retry a missing job", async () => {
    const { follower, requests, signal } = scripted({ pages: [failure("not-found")] });
    await follower.follow(signal);
    expect(requests).toHaveLength(1);
    expect(follower.getState()).toMatchObject({ phase: "failed", failure: { kind: "not-found" } });
  });

  test("ends when a page claims more but contains nothing new", async () => {
    const { follower, requests, rested, signal } = scripted({
      pages: [page([event("1")], true), page([event("1")], true)],
    });
    await follower.follow(signal);
    expect(requests).toEqual([null, "1", "1"]);
    expect(rested).toEqual([1000]);
  });

  test("refreshes rarely while the page is hidden", async () => {
    const { follower, rested, signal } = scripted({ pages: [page([event("1")])], isHidden: true });
    await follower.follow(signal);
    expect(rested).toEqual([15_000]);
  });

  test("records arrival times only for events that it waited for", async () => {
    const { follower, signal } = scripted({ pages: [page([event("1")]), page([event("2", "training_ended")])] });
    await follower.follow(signal);
    const { log } = follower.getState();
    expect([log.timeAt(0), log.timeAt(1)]).toEqual([null, 1_000]);
  });

  test("reads stored events as a stream, and later ones in pages", async () => {
    const { follower, requests, streamed, rested, signal } = scripted({
      streams: [{ events: [event("1"), event("2"), event("3")] }],
      pages: [page([]), page([event("4", "training_ended")])],
    });
    await follower.follow(signal);
    expect([streamed, requests, rested]).toEqual([[null], ["3", "3"], [1000, 1000]]);
    expect(idsOf(follower)).toEqual(["1", "2", "3", "4"]);
    expect(follower.getState().phase).toBe("ended");
  });

  test("continues after a stream that was cut short, and drops duplicates", async () => {
    const { follower, streamed, signal } = scripted({
      streams: [
        { events: [event("1"), event("2")], end: { kind: "cut-short", reason: "The connection broke." } },
        failure("unreachable"),
        { events: [event("2"), event("3"), event("4", "training_ended")] },
      ],
    });
    const phases = new Set<string>();
    follower.subscribe(() => phases.add(follower.getState().phase));
    await follower.follow(signal);
    expect(streamed).toEqual([null, "2", "2"]);
    expect([...phases]).toEqual(["reading", "retrying", "ended"]);
    expect(idsOf(follower)).toEqual(["1", "2", "3", "4"]);
  });

  test("streams events stored while the service was unreachable", async () => {
    const { follower, streamed, requests, signal } = scripted({
      streams: [{ events: [event("1")] }, { events: [event("2"), event("3", "training_ended")] }],
      pages: [failure("unreachable")],
    });
    await follower.follow(signal);
    expect([streamed, requests]).toEqual([[null, "1"], ["1"]]);
    expect(idsOf(follower)).toEqual(["1", "2", "3"]);
  });

  test("reads pages where the stream fails repeatedly", async () => {
    const { follower, streamed, requests, signal } = scripted({
      streams: [failure("unreachable"), failure("unreachable"), failure("unreachable")],
      pages: [page([event("1", "training_ended")])],
    });
    await follower.follow(signal);
    expect([streamed.length, requests]).toEqual([3, [null]]);
    expect(idsOf(follower)).toEqual(["1"]);
  });

  test("reports how many lines of a stream could not be read", async () => {
    const { follower, signal } = scripted({ streams: [{ events: [event("1", "training_ended")], badLines: 2 }] });
    await follower.follow(signal);
    expect(follower.getState()).toMatchObject({ phase: "ended", badLineCount: 2 });
  });

  test("passes events of a page that do not match once, and reports how many", async () => {
    const bad = { ...page([], true), last_id: "9" };
    const { follower, requests, signal } = scripted({
      pages: [bad, page([event("10", "training_ended")])],
      badRows: [[{ line: 1, reason: "type: expected string" }]],
    });
    await follower.follow(signal);
    expect(requests).toEqual([null, "9"]);
    expect(follower.getState()).toMatchObject({ phase: "ended", badLineCount: 1, isStuck: false });
  });

  test("says that it is stuck while a service repeats the events of the page before", async () => {
    const repeated = page([event("1"), event("2")], true);
    const { follower, signal } = scripted({ pages: [repeated, repeated] });
    const states: boolean[] = [];
    follower.subscribe(() => states.push(follower.getState().isStuck));
    await follower.follow(signal);
    expect(idsOf(follower)).toEqual(["1", "2"]);
    expect(states.at(-1)).toBe(true);
  });
});
