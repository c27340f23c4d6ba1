// @vitest-environment jsdom
import { beforeEach, expect, it, vi } from "vitest";
import { readStored, writeStored } from "@/lib/storage/browser-storage";
import { forgetUserData } from "./forget-user-data";

const deleted: string[] = [];

beforeEach(() => {
  deleted.length = 0;
  vi.stubGlobal("indexedDB", {
    deleteDatabase: (name: string) => {
      deleted.push(name);
      const request: { onsuccess?: () => void } = {};
      queueMicrotask(() => request.onsuccess?.());
      return request;
    },
  });
});

it("removes what the user left in both storages and in databases, and keeps how the dashboard looks", async () => {
  for (const area of ["local", "session"] as const) {
    for (const name of ["heddle-playground-w1-u1", "heddle.review.q.i.u", "heddle-queries-traces", "other"]) {
      writeStored(name, "private", area);
    }
  }
  writeStored("heddle-theme", "dark");
  writeStored("heddle-details-width", "300");
  await forgetUserData();
  expect(Object.keys(localStorage).sort()).toEqual(["heddle-details-width", "heddle-theme"]);
  expect(Object.keys(sessionStorage)).toEqual([]);
  expect(deleted.sort()).toEqual(["heddle-arena", "heddle-training"]);

  // The page writes this while it is being left.
  writeStored("heddle-playground-w1-u1", "private", "session");
  expect(Object.keys(sessionStorage)).toEqual([]);
  expect(readStored("heddle-theme")).toBe("dark");
});
