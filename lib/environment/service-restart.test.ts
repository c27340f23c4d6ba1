import { EventEmitter } from "node:events";
import { describe, expect, it } from "vitest";
import { hearRestarts, restartMessage, restartSentence } from "./service-restart";

const RESTART = { cause: "ended with code 1", count: 4, restartsAtMs: 10_000 };

describe("a restart of the service", () => {
  it("is what the launcher said last, until the service is ready again; other messages are ignored", () => {
    const launcher = new EventEmitter();
    const last = hearRestarts(launcher);
    expect(last()).toBeNull();
    launcher.emit("message", restartMessage({ ...RESTART, count: 1 }));
    launcher.emit("message", restartMessage(RESTART));
    for (const other of ["text", null, { serviceRestart: { count: 2 } }]) launcher.emit("message", other);
    expect(last()).toEqual(RESTART);
    launcher.emit("message", restartMessage(null));
    expect(last()).toBeNull();
  });

  it.each([
    [{ ...RESTART, count: 1 }, 5_000, "It ended with code 1. Heddle starts it again in 5 s."],
    [
      RESTART,
      9_999,
      "It has ended 4 times in a row; the last time it ended with code 1. Heddle starts it again in 1 s.",
    ],
    [{ ...RESTART, count: 1 }, 10_000, "It ended with code 1. Heddle is starting it again."],
  ])("is a sentence: %o at %d", (restart, nowMs, sentence) => {
    expect(restartSentence(restart, nowMs)).toBe(sentence);
  });
});
