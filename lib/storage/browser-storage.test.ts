// @vitest-environment jsdom
import { afterEach, describe, expect, it, vi } from "vitest";
import { readStored, removeStored, writeStored } from "./browser-storage";

const areas = ["local", "session"] as const;

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  for (const area of areas) removeStored("name", area);
});

/** A browser that blocks its storage: accessing the property throws. */
function blockStorage(): void {
  const blocked = {
    configurable: true,
    get: () => {
      throw new DOMException("Access is denied for this document.", "SecurityError");
    },
  };
  vi.stubGlobal("localStorage", undefined);
  vi.stubGlobal("sessionStorage", undefined);
  Object.defineProperty(globalThis, "localStorage", blocked);
  Object.defineProperty(globalThis, "sessionStorage", blocked);
}

describe.each(areas)("the %s storage of the browser", (area) => {
  it("returns what was stored until it is removed", () => {
    expect(readStored("name", area)).toBeNull();
    expect(writeStored("name", "text", area)).toBe(true);
    expect(readStored("name", area)).toBe("text");
    removeStored("name", area);
    expect(readStored("name", area)).toBeNull();
  });

  it("keeps texts for the page when it is blocked", () => {
    blockStorage();
    expect(readStored("name", area)).toBeNull();
    expect(writeStored("name", "text", area)).toBe(false);
    expect(readStored("name", area)).toBe("text");
    removeStored("name", area);
    expect(readStored("name", area)).toBeNull();
  });

  it("keeps a text for the page when it is full, instead of the stored one, until there is space again", () => {
    writeStored("name", "old", area);
    const full = vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
      throw new DOMException("The quota has been exceeded.", "QuotaExceededError");
    });
    expect(writeStored("name", "new", area)).toBe(false);
    expect(readStored("name", area)).toBe("new");
    full.mockRestore();
    expect(writeStored("name", "newer", area)).toBe(true);
    expect(readStored("name", area)).toBe("newer");
  });

  it("is empty in workers and on the server, which have none", () => {
    vi.stubGlobal("localStorage", undefined);
    vi.stubGlobal("sessionStorage", undefined);
    expect(readStored("name", area)).toBeNull();
    expect(writeStored("name", "text", area)).toBe(false);
  });
});

it("separates its two areas", () => {
  writeStored("name", "of all tabs");
  writeStored("name", "of this tab", "session");
  expect([readStored("name"), readStored("name", "session")]).toEqual(["of all tabs", "of this tab"]);
});
