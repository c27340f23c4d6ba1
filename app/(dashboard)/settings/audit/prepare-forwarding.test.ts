import { describe, expect, it } from "vitest";
import { prepareForwarding } from "./prepare-forwarding";

const FORWARDING = {
  receiver: "syslog+tls://logs.example.org:6514",
  waiting: 0,
  sentAt: "2026-11-20T12:00:00.000Z",
  refused: 0,
  problem: null,
};

describe("what the page says about forwarding", () => {
  it("says that all entries were sent, and when the last", () => {
    const { text, isFailing } = prepareForwarding(FORWARDING);
    expect(isFailing).toBe(false);
    expect(text).toMatch(
      /^Forwarded to syslog\+tls:\/\/logs\.example\.org:6514: all entries were sent, the last at \S.*\.$/,
    );
  });

  it("says what waits before the first, and between two", () => {
    expect(prepareForwarding({ ...FORWARDING, sentAt: null, waiting: 1 }).text).toContain(
      "has not begun: 1 entry waits.",
    );
    expect(prepareForwarding({ ...FORWARDING, waiting: 2_000 }).text).toContain("2,000 entries wait, the last");
  });

  it("says since when the receiver takes nothing, and why", () => {
    const problem = { message: "refuses connections", since: "2026-11-20T12:00:00.000Z" };
    const { text, isFailing } = prepareForwarding({ ...FORWARDING, waiting: 12, problem });
    expect(isFailing).toBe(true);
    expect(text).toMatch(
      /^12 entries wait to be forwarded: since .+, syslog\+tls:\S+ refuses connections\. Heddle tries again\.$/,
    );
  });

  it("does not call it right when the receiver refused entries", () => {
    const { text, isFailing } = prepareForwarding({ ...FORWARDING, refused: 1 });
    expect([isFailing, text.endsWith("It refused 1 entry.")]).toEqual([true, true]);
  });
});
