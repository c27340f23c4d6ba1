import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { operations } from "@/lib/api/contract/operations";
import { RequestFailedError } from "@/lib/api/server/answer/request-failed-error";
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

  it("leads to the row's own path or nowhere, for any parameter in any encoding", () => {
    const part = fc.oneof(
      fc.string({ unit: "binary", maxLength: 8 }),
      fc.constantFrom(
        "..",
        ".",
        "/",
        "//",
        "\\",
        "%2e%2e",
        "%252e",
        "%2f",
        "%5c",
        "%00",
        ";",
        "?",
        "#",
        "@",
        ":",
        "\r\n",
      ),
    );
    const value = fc.array(part, { maxLength: 6 }).map((parts) => parts.join(""));
    const base = new URL("https://a.example/base");
    const row = operations["models.checkpoints"];
    fc.assert(
      fc.property(value, (id) => {
        let url: URL;
        try {
          url = upstreamUrl(base, row, { model_id: id }, none);
        } catch (error) {
          expect(error).toBeInstanceOf(RequestFailedError);
          return;
        }
        const segments = url.pathname.split("/");
        expect(segments.with(5, "ID").join("/")).toBe("/base/v1/preview/models/ID/checkpoints");
        expect(decodeURIComponent(segments[5] ?? "")).toBe(id);
        expect([url.origin, url.search, url.hash]).toEqual([base.origin, "", ""]);
      }),
    );
  });
});
