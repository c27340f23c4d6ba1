import { describe, expect, it } from "vitest";
import { changedPasswordText, deviceText, endedText, type OwnSession, sessionsCount } from "./prepare-sessions";

describe("the texts of sessions", () => {
  it("name the device, or say that it is unknown", () => {
    expect([deviceText({ device: "Firefox on Linux" }), deviceText({ device: null })]).toEqual([
      "Firefox on Linux",
      "Unknown device",
    ]);
  });

  it("count current and ended sessions", () => {
    expect(sessionsCount([{} as OwnSession])).toBe("1 session");
    expect([endedText(0), endedText(1), endedText(3)]).toEqual([
      "No other session",
      "1 session ended",
      "3 sessions ended",
    ]);
    expect([changedPasswordText(0), changedPasswordText(1), changedPasswordText(3)]).toEqual([
      "Password changed",
      "Password changed, 1 other session ended",
      "Password changed, 3 other sessions ended",
    ]);
  });
});
