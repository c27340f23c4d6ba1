import { describe, expect, test } from "vitest";
import { packEvents } from "@/lib/training/events/event-chunk";
import { JobFollower } from "@/lib/training/events/job-follower";
import { FollowerSet } from "./follower-set";

/** Followers whose service has one event, and then nothing until they are stopped. */
function openSet() {
  const stopped: string[] = [];
  const requests: string[] = [];
  const set = new FollowerSet(
    (id) =>
      new JobFollower({
        readStored: async ({ after }, onChunk) => {
          requests.push(`${id} after ${after}`);
          onChunk(packEvents([{ id: `${id}-1`, type: "gradient_step", data: { loss: 1 }, timeMs: null }]));
          return { rowCount: 1, badLines: [], end: { kind: "complete" } };
        },
        readPage: async () => {
          throw new Error("Nothing is asked while it rests.");
        },
        rest: (_durationMs, signal) =>
          new Promise((_resolve, reject) => {
            signal.addEventListener("abort", () => {
              stopped.push(id);
              reject(new DOMException("Stopped.", "AbortError"));
            });
          }),
        isHidden: () => false,
        now: () => 0,
      }),
  );
  const untilRead = () =>
    new Promise<void>((resolve) => {
      const look = () => set.getState().every(({ state }) => state.phase === "listening") && resolve();
      set.subscribe(look);
      look();
    });
  return { set, stopped, requests, untilRead };
}

describe("followed jobs", () => {
  test("are in the order of the URL, and keep their data when others are added or removed", async () => {
    const { set, stopped, untilRead } = openSet();
    set.follow(["a", "b"]);
    await untilRead();
    const log = set.getState()[1]?.state.log;
    set.follow(["c", "b"]);
    await untilRead();
    expect(stopped).toEqual(["a"]);
    expect(set.getState().map(({ id }) => id)).toEqual(["c", "b"]);
    expect(set.getState()[1]?.state.log).toBe(log);
    set.stop();
  });

  test("resume after a stop behind the loaded events", async () => {
    const { set, requests, untilRead } = openSet();
    set.follow(["a"]);
    await untilRead();
    set.stop();
    set.follow(["a"]);
    set.retry("a");
    expect(requests[0]).toBe("a after null");
    expect(set.getState()[0]?.state.log.count).toBe(1);
    set.stop();
  });
});
