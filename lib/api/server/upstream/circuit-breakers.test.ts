import { describe, expect, it } from "vitest";
import { RequestFailedError } from "@/lib/api/server/answer/request-failed-error";
import { CircuitBreakers } from "./circuit-breakers";

const SERVICE = new URL("https://service.example:8443/base");
const OTHER = new URL("https://other.example");
const SENTENCE = "refuses connections";

function opened() {
  let nowMs = 0;
  const breakers = new CircuitBreakers(() => nowMs);
  const fail = (times: number) => {
    for (let time = 0; time < times; time += 1) breakers.noteFailure(SERVICE, SENTENCE);
  };
  return {
    breakers,
    fail,
    pass: (ms: number) => {
      nowMs += ms;
    },
  };
}

function refusal(breakers: CircuitBreakers, url = SERVICE): RequestFailedError | null {
  try {
    breakers.check(url);
    return null;
  } catch (error) {
    if (error instanceof RequestFailedError) return error;
    throw error;
  }
}

describe("a service that gave no response", () => {
  it("four times in a row is asked each time", () => {
    const { breakers, fail } = opened();
    fail(4);
    expect(refusal(breakers)).toBeNull();
  });

  it("five times in a row is not asked, and the failure says why, how often and when it is asked again", () => {
    const { breakers, fail } = opened();
    fail(5);
    expect(refusal(breakers)?.facts).toMatchObject({
      httpStatus: 503,
      kind: "unreachable",
      message:
        "The service at service.example:8443 refuses connections, 5 times in a row. It is asked again in a second; this request was not sent.",
      retryAfterSeconds: 1,
    });
    expect(refusal(breakers, OTHER)).toBeNull();
  });

  it("is tried by one request after each pause, which grow to two seconds and no longer", () => {
    const { breakers, fail, pass } = opened();
    fail(5);
    for (const pauseMs of [500, 1_000, 2_000, 2_000, 2_000]) {
      pass(pauseMs - 1);
      expect(refusal(breakers)).not.toBeNull();
      pass(1);
      expect(refusal(breakers)).toBeNull();
      // Also while the try waits for its response, and after it failed.
      expect(refusal(breakers)).not.toBeNull();
      fail(1);
    }
    expect(refusal(breakers)?.facts.message).toContain("10 times in a row");
  });

  it("is tried again although a try never ends", () => {
    const { breakers, fail, pass } = opened();
    fail(5);
    pass(500);
    expect(refusal(breakers)).toBeNull();
    pass(1_000);
    expect(refusal(breakers)).toBeNull();
  });

  it("is asked each time from its first response on", () => {
    const { breakers, fail } = opened();
    fail(9);
    breakers.noteResponse(SERVICE);
    expect(refusal(breakers)).toBeNull();
    fail(4);
    expect(refusal(breakers)).toBeNull();
  });
});
