import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { findStoppedImport, removeStoppedImport, storeStoppedImport } from "./stopped-import";

const file = { name: "calls.jsonl", size: 1000, lastModified: 7 };
const place = { items: 12, inventedFromMs: 1_790_000_000_000 };

beforeEach(() => {
  const stored = new Map<string, string>();
  vi.stubGlobal("window", {
    localStorage: {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => void stored.set(key, value),
      removeItem: (key: string) => void stored.delete(key),
    },
  });
});

afterEach(() => vi.unstubAllGlobals());

describe("a stopped import", () => {
  it("is found only for the same file in the same workspace, until it is forgotten", () => {
    storeStoppedImport("w1", file, place);
    expect(findStoppedImport("w1", { ...file })).toMatchObject(place);
    expect(findStoppedImport("w2", file)).toBeNull();
    for (const other of [{ name: "b.jsonl" }, { size: 1001 }, { lastModified: 8 }]) {
      expect(findStoppedImport("w1", { ...file, ...other })).toBeNull();
    }
    removeStoppedImport("w1");
    expect(findStoppedImport("w1", file)).toBeNull();
  });

  it.each([
    "{",
    "null",
    '{"name":"calls.jsonl"}',
    '{"name":"calls.jsonl","size":1000,"lastModified":7,"items":-1,"inventedFromMs":0}',
  ])("is ignored when the stored value is malformed: %s", (text) => {
    window.localStorage.setItem("heddle-import-w1", text);
    expect(findStoppedImport("w1", file)).toBeNull();
  });

  it("loses only its position when the browser stores nothing", () => {
    window.localStorage.setItem = () => {
      throw new DOMException("full", "QuotaExceededError");
    };
    expect(() => storeStoppedImport("w1", file, place)).not.toThrow();
  });
});
