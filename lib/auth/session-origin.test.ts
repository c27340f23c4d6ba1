import { describe, expect, it } from "vitest";
import { deviceName, sessionOrigin } from "./session-origin";

describe("the device of a session", () => {
  it.each([
    ["Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0", "Firefox on Linux"],
    [
      "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Safari/605.1.15",
      "Safari on macOS",
    ],
    [
      "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0",
      "Edge on Windows",
    ],
    [
      "Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/142.0 Mobile/15E148 Safari/604.1",
      "Chrome on iPhone",
    ],
    ["curl/8.5.0", null],
    ["<script>alert(1)</script>", null],
    [null, null],
  ])("of %j is %j", (userAgent, device) => expect(deviceName(userAgent)).toBe(device));
});

describe("the origin of a session", () => {
  const headers = (forwarded: string) => new Headers({ "x-forwarded-for": forwarded, "user-agent": "Firefox/1 Linux" });

  it("has the address that the last trusted proxy saw", () => {
    expect(sessionOrigin(headers("203.0.113.9, 192.0.2.1"), 1)).toEqual({
      device: "Firefox on Linux",
      address: "192.0.2.1",
    });
  });

  it("has no address where a caller wrote something else", () => {
    expect(sessionOrigin(headers("<b>you</b>"), 1).address).toBeNull();
    expect(sessionOrigin(headers("203.0.113.9"), 0).address).toBeNull();
    expect(sessionOrigin(new Headers(), 0)).toEqual({ device: null, address: null });
  });
});
