import { describe, expect, test } from "vitest";
import { RequestFailure } from "@/lib/api/client/request-failure";
import { JobFollower } from "./job-follower";

const event = (id: string, type = "gradient_step") => ({ id, type, data: { loss: Number(id) } });

const page = (data: ReturnType<typeof event>[], hasMore = false) => ({
  ...{ data, has_more: hasMore, object: "list" },
  ...{ first_id: data[0]?.id ?? "", last_id: data.at(-1)?.id ?? "" },
});

const failure = (kind: "unreachable" | "not-found") =>
  new RequestFailure({ kind, message: "away", requestId: "", operation: "trainingJobs.events" });

type Answer = ReturnType<typeof page> | Error;

/** A service that gives its answers one after the other, and what it was asked. */
function scripted(answers: readonly Answer[], isHidden = false) {
  const asked: (string | null)[] = [];
  const rested: number[] = [];
  const stop = new AbortController();
  const follower = new JobFollower({
    readPage: async (after) => {
      const answer = answers[asked.length];
      asked.push(after);
      if (answer instanceof Error) throw answer;
      if (answer) return answer;
      stop.abort();
      throw new DOMException("Stopped.", "AbortError");
    },
    rest: async (durationMs) => void rested.push(durationMs),
    isHidden: () => isHidden,
    now: () => 1_000,
  });
  return { follower, asked, rested, signal: stop.signal };
}

const idsOf = (follower: JobFollower) => follower.state().events.map(({ id }) => id);

describe("following a job", () => {
  test("reads page after page behind the last event, listens, and stops at the last event", async () => {
    const { follower, asked, rested, signal } = scripted([
      page([event("1"), event("2")], true),
      page([event("3")]),
      page([]),
      page([event("4", "training_ended")]),
    ]);
    await follower.follow(signal);
    expect(asked).toEqual([null, "2", "3", "3"]);
    expect(rested).toEqual([1000, 1000]);
    expect(idsOf(follower)).toEqual(["1", "2", "3", "4"]);
    expect(follower.state().phase).toBe("ended");
  });

  test("keeps what it has while the service is away, and goes on behind it without doubling", async () => {
    const { follower, asked, rested, signal } = scripted([
      page([event("1")]),
      failure("unreachable"),
      failure("unreachable"),
      page([event("1"), event("2", "training_failed")]),
    ]);
    const phases: string[] = [];
    follower.subscribe(() => phases.push(`${follower.state().phase} ${follower.state().events.length}`));
    await follower.follow(signal);
    expect(phases).toEqual(["listening 1", "retrying 1", "retrying 1", "ended 2"]);
    expect(asked).toEqual([null, "1", "1", "1"]);
    expect(rested).toEqual([1000, 1000, 2000]);
    expect(idsOf(follower)).toEqual(["1", "2"]);
  });

  test("does not ask again for what does not exist", async () => {
    const { follower, asked, signal } = scripted([failure("not-found")]);
    await follower.follow(signal);
    expect(asked).toHaveLength(1);
    expect(follower.state()).toMatchObject({ phase: "failed", failure: { kind: "not-found" } });
  });

  test("ends when a page claims more but brings nothing new", async () => {
    const { follower, asked, rested, signal } = scripted([page([event("1")], true), page([event("1")], true)]);
    await follower.follow(signal);
    expect(asked).toEqual([null, "1", "1"]);
    expect(rested).toEqual([1000]);
  });

  test("asks seldom while nobody looks", async () => {
    const { follower, rested, signal } = scripted([page([event("1")])], true);
    await follower.follow(signal);
    expect(rested).toEqual([15_000]);
  });

  test("knows the time of arrival only of what it waited for", async () => {
    const { follower, signal } = scripted([page([event("1")]), page([event("2", "training_ended")])]);
    await follower.follow(signal);
    expect(follower.state().events.map(({ timeMs }) => timeMs)).toEqual([null, 1_000]);
  });
});
