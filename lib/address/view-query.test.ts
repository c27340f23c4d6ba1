import { describe, expect, it } from "vitest";
import { isSameView, viewHref, viewQueryOf } from "./view-query";

describe("viewQueryOf", () => {
  it("keeps what changes the list, not what is open next to it", () => {
    expect(viewQueryOf("?q=status%3Aerror&peek=abc&tab=usage&t=all")).toBe("q=status%3Aerror&t=all");
  });

  it("keeps a parameter that occurs twice", () => expect(viewQueryOf("a=1&a=2")).toBe("a=1&a=2"));

  it("is empty for the initial state of the page", () => expect(viewQueryOf("?peek=abc")).toBe(""));
});

describe("isSameView", () => {
  it("ignores order, spelling and an open panel", () => {
    expect(isSameView("?t=all&q=a b", "q=a+b&t=all&peek=x")).toBe(true);
    expect(isSameView("?t=all", "?t=24h")).toBe(false);
    expect(isSameView("", "")).toBe(true);
  });
});

describe("viewHref", () => {
  it("has no question mark without a query", () => {
    expect(viewHref("/air/traces", "")).toBe("/air/traces");
    expect(viewHref("/air/traces", "t=all")).toBe("/air/traces?t=all");
  });
});
