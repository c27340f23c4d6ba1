import { v7 as uuid7 } from "uuid";
import { afterEach, expect, it, vi } from "vitest";
import type { Store } from "@/service/traces/store/engine/store";
import { CallVisibility } from "./call-visibility";
import { KnownCalls } from "./known-calls";

const NOW_MS = Date.parse("2026-11-20T12:00:00.000Z");
const HOUR_MS = 3_600_000;

afterEach(() => {
  vi.useRealTimers();
});

/** Knows nothing but which calls were looked up. */
class LookedUp {
  ids: string[] = [];
  /** The only member of a store that is used. */
  readonly store = {
    read: async ({ params }: { params: { ids: readonly string[] } }) => {
      this.ids.push(...params.ids);
      return [];
    },
  } as unknown as Store;
}

it("looks a call up that may be stored, also when the clock has stepped back since", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: NOW_MS });
  const lookedUp = new LookedUp();
  const known = new KnownCalls(lookedUp.store, new CallVisibility(), 10);
  const startOf = (msecs: number) => ({ projectId: "p", id: uuid7({ msecs }), part: "start" }) as const;
  known.forgetAll();
  const [stored, created] = [startOf(NOW_MS - 60_000), startOf(NOW_MS + 60_000)];
  await known.of([stored, created]);
  expect(lookedUp.ids).toEqual([stored.id]);
  vi.setSystemTime(NOW_MS - HOUR_MS);
  known.forgetAll();
  await known.of([stored]);
  expect(lookedUp.ids).toEqual([stored.id, stored.id]);
});
