import { describe, expect, it } from "vitest";
import { operations } from "@/lib/api/contract/operations";
import { BaseUrlError, baseUrlText, parseBaseUrl, upstreamUrl } from "./upstream-url";

const none = new URLSearchParams();

describe("parseBaseUrl", () => {
  it.each([
    ["https://traces.example.org", "https://traces.example.org"],
    ["https://traces.example.org/", "https://traces.example.org"],
    ["HTTPS://Traces.Example.org:443/a/b//", "https://traces.example.org/a/b"],
    ["http://localhost:8080/x/../y/", "http://localhost:8080/y"],
  ])("reads %s as %s", (text, expected) => {
    expect(baseUrlText(parseBaseUrl(text))).toBe(expected);
  });

  it.each([
    "",
    "traces.example.org",
    "file:///etc/passwd",
    "javascript:alert(1)",
    "https://user:pass@traces.example.org",
    "https://traces.example.org/?a=b",
    "https://traces.example.org/#x",
    "http://[",
  ])("rejects %j with a message", (text) => {
    expect(() => parseBaseUrl(text)).toThrow(BaseUrlError);
  });
});

describe("upstreamUrl", () => {
  it("joins base and path with exactly one slash", () => {
    const row = operations["calls.queryStats"];
    for (const base of [
      "https://a.example",
      "https://a.example/",
      "https://a.example/base",
      "https://a.example/base/",
    ]) {
      const url = upstreamUrl(new URL(base), row, {}, none);
      expect(url.pathname).toMatch(/^(\/base)?\/calls\/query_stats$/);
    }
  });

  it("keeps a parameter within its segment", () => {
    const url = upstreamUrl(
      new URL("https://a.example/b"),
      operations["models.checkpoints"],
      { model_id: "a/b?c#d" },
      none,
    );
    expect(url.pathname).toBe("/b/v1/preview/models/a%2Fb%3Fc%23d/checkpoints");
    expect(url.search + url.hash).toBe("");
  });
});
