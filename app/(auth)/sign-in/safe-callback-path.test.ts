import { describe, expect, it } from "vitest";
import { safeCallbackPath } from "./safe-callback-path";

const origin = "http://localhost:7700";

describe("page after sign-in", () => {
  it.each([
    ["/demo/traces?q=status%3Aerror", "/demo/traces?q=status%3Aerror"],
    ["http://localhost:7700/demo/traces#a", "/demo/traces#a"],
  ])("is the path in this dashboard: %s", (callbackUrl, path) =>
    expect(safeCallbackPath(callbackUrl, origin)).toBe(path),
  );

  it.each([
    "https://evil.example/",
    "//evil.example/",
    "\\\\evil.example",
    "javascript:alert(1)",
    "http://localhost:7700@evil.example/",
    "http://",
    "/sign-in?callbackUrl=/",
    "%E0%A4%A",
    "/team/%E0%A4%A",
  ])("is the start page for %s", (callbackUrl) => expect(safeCallbackPath(callbackUrl, origin)).toBe("/"));
});
