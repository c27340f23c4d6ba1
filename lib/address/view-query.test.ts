import { describe, expect, it } from "vitest";
import { isSameView, openedQuery, storedQuery, viewHref, viewQueryOf } from "./view-query";

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

describe("the source of a view", () => {
  it.each(["traces", "threads"])("is all in a view of %s that was stored before there was a choice", (page) => {
    expect(openedQuery(page, "q=op%3Aa")).toBe("q=op%3Aa&source=all");
  });

  it("is stored also where the address does not say it, so that the view is not taken for an older one", () => {
    const stored = storedQuery("traces", "q=op%3Aa", { knowsSources: true });
    expect(stored).toBe("q=op%3Aa&source=production");
    expect(openedQuery("traces", stored)).toBe(stored);
    expect(storedQuery("traces", "source=training", { knowsSources: true })).toBe("source=training");
  });

  it("is all on a service that is not known to tell sources apart", () => {
    expect(storedQuery("threads", "q=a", {})).toBe("q=a&source=all");
  });

  it("is that of the page's own address on other pages, and in the initial state", () => {
    expect(openedQuery("overview", "q=a")).toBe("q=a");
    expect([openedQuery("traces", ""), storedQuery("traces", "", { knowsSources: true })]).toEqual(["", ""]);
  });
});

describe("viewHref", () => {
  it("has no question mark without a query", () => {
    expect(viewHref("/air/traces", "")).toBe("/air/traces");
    expect(viewHref("/air/traces", "t=all")).toBe("/air/traces?t=all");
  });
});
