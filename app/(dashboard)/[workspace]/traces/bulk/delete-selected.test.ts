import { afterEach, expect, it, vi } from "vitest";
import { deleteSelected } from "./delete-selected";
import { chosenCalls } from "./read-selected-calls";

const ids = Array.from({ length: 250 }, (_, index) => `call-${index}`);
const subject = chosenCalls({ connectionId: "local", projectId: "demo/airline" }, ids);
const line = (id: string) =>
  `${JSON.stringify({ id, project_id: "p", op_name: "op", trace_id: "t", started_at: "2026-11-20T10:00:00Z" })}\n`;

/** A service that has the calls and records which it was asked to delete. */
function serving(onDelete: () => void = () => undefined) {
  const batches: string[][] = [];
  vi.stubGlobal("fetch", async (path: string, init: RequestInit) => {
    if (path.endsWith("calls.streamQuery")) return new Response(ids.map(line).join(""));
    batches.push((JSON.parse(String(init.body)) as { call_ids: string[] }).call_ids);
    onDelete();
    return new Response(JSON.stringify({ num_deleted: 2 * (batches.at(-1)?.length ?? 0) }));
  });
  return batches;
}

afterEach(() => vi.unstubAllGlobals());

it("sends every id once, in batches, and returns the number of deleted calls", async () => {
  const batches = serving();
  const onProgress = vi.fn();
  expect(await deleteSelected(subject, { signal: new AbortController().signal, onProgress })).toBe(500);
  expect(batches.flat()).toEqual(ids);
  expect(onProgress.mock.calls.map(([count]) => count)).toEqual([100, 200, 250]);
});

it("sends no further batch when stopped, and reports the number of deleted calls", async () => {
  const controller = new AbortController();
  const batches = serving(() => controller.abort());
  const onProgress = vi.fn();
  await expect(deleteSelected(subject, { signal: controller.signal, onProgress })).rejects.toMatchObject({
    name: "AbortError",
  });
  expect(batches).toHaveLength(1);
  expect(onProgress).toHaveBeenLastCalledWith(100);
});
