import { describe, expect, it, vi } from "vitest";
import { stringifyJson } from "@/lib/api/contract/scalars/json-text";
import { importService } from "./import-service";
import { fakeObjects } from "./objects/testing/fake-objects";
import { BATCH_BYTES, type ImportService, ImportStoppedError, sendImport } from "./send-import";
import type { CallPartRequest, ImportedFeedback, ImportItem, SkippedItem } from "./values/import-item";
import { noCounts } from "./values/import-item";

class Unsupported extends Error {}

/** A service in memory that keeps the first of equal parts, as real ones do. */
function fakeService() {
  const batches: (readonly CallPartRequest[])[] = [];
  const feedback: ImportedFeedback[] = [];
  const service = {
    upsertBatch: vi.fn(async ({ batch }: { batch: readonly CallPartRequest[] }) => {
      batches.push(batch);
    }),
    feedbackPresent: vi.fn(
      async (refs: readonly string[], type: string) =>
        new Set(
          feedback
            .filter(({ weave_ref, feedback_type }) => feedback_type === type && refs.includes(weave_ref))
            .map(({ weave_ref }) => weave_ref),
        ),
    ),
    createFeedback: vi.fn(async (batch: readonly ImportedFeedback[]) => {
      feedback.push(...batch);
    }),
    exportSpans: vi.fn(async () => ({ count: 0, reason: "" })),
    objects: fakeObjects().service,
    isUnsupported: (error: unknown) => error instanceof Unsupported,
  } satisfies ImportService;
  return { service, batches, feedback };
}

function makeItem(number: number, text = "", parts = 1): ImportItem {
  const place = `line ${number}`;
  const start = (part: number) => ({
    project_id: "e/p",
    id: `${number}-${part}`,
    op_name: "op",
    started_at: "2026-11-20T12:00:00Z",
    attributes: {},
    inputs: { text },
  });
  return {
    kind: "item",
    filePosition: place,
    parts: Array.from({ length: parts }, (_, part) => ({ mode: "start", req: { start: start(part) } })),
    feedback: [{ project_id: "e/p", weave_ref: `ref-${number}`, feedback_type: "reward", payload: { value: 1 } }],
    counts: { ...noCounts, calls: parts },
    reward: number % 2,
  };
}

async function* each<Item>(items: readonly Item[]): AsyncGenerator<Item> {
  yield* items;
}

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index + 1);
const idsOf = (batches: readonly (readonly CallPartRequest[])[]) =>
  batches.flat().map(({ req }) => ("start" in req ? req.start.id : req.end.id));

describe("sending an import", () => {
  it("sends every part in order, in batches under 8 MiB, and feedback after the calls that it names", async () => {
    const { service, batches, feedback } = fakeService();
    const items = numbers(10).map((number) => makeItem(number, "ä".repeat(1_000_000)));
    const summary = await sendImport(each(items), service);
    expect(idsOf(batches)).toEqual(numbers(10).map((number) => `${number}-0`));
    expect(batches.length).toBeGreaterThan(2);
    for (const batch of batches) {
      expect(Buffer.byteLength(stringifyJson({ batch }))).toBeLessThan(BATCH_BYTES);
    }
    expect(feedback).toHaveLength(10);
    expect(service.createFeedback.mock.invocationCallOrder[0]).toBeGreaterThan(
      service.upsertBatch.mock.invocationCallOrder[0] ?? Number.POSITIVE_INFINITY,
    );
    expect(summary).toMatchObject({ items: 10, calls: 10, feedback: 10, skipped: 0 });
    expect([...summary.rewards]).toEqual([
      [1, 5],
      [0, 5],
    ]);
  });

  it("splits one value over several batches, and sends a part alone that is larger than a batch", async () => {
    const { service, batches } = fakeService();
    await sendImport(each([makeItem(1, "x".repeat(3_000_000), 5), makeItem(2, "x".repeat(9_000_000))]), service);
    expect(idsOf(batches)).toEqual(["1-0", "1-1", "1-2", "1-3", "1-4", "2-0"]);
    expect(batches.at(-1)).toHaveLength(1);
  });

  it("counts skipped values, and keeps the positions and reasons of the first hundred", async () => {
    const skipped: SkippedItem[] = numbers(120).map((n) => ({
      kind: "skipped",
      filePosition: `line ${n}`,
      reason: "no",
    }));
    const summary = await sendImport(each([...skipped, makeItem(121)]), fakeService().service);
    expect(summary).toMatchObject({ items: 121, skipped: 120, calls: 1 });
    expect(summary.skippedItems).toEqual(skipped.slice(0, 100));
  });

  it("creates no feedback that already exists", async () => {
    const { service, feedback } = fakeService();
    for (const _ of [1, 2]) await sendImport(each([makeItem(1), makeItem(2)]), service);
    expect(feedback).toHaveLength(2);
  });

  it("reads prompts and rows in front of the place of a stop again, and stores each once", async () => {
    const objects = fakeObjects();
    const service = { ...fakeService().service, objects: objects.service };
    const dataset = { key: "d", name: "bags", source: "langfuse" };
    const items = numbers(3).map(
      (number): ImportItem => ({
        ...makeItem(number),
        objects: [{ kind: "row", dataset, id: `${number}`, changed: null, row: { number } }],
      }),
    );
    for (const skipItems of [0, 2]) {
      const summary = await sendImport(each(items), service, { skipItems });
      expect(summary.objects).toMatchObject({ rows: 3, names: ["bags"] });
    }
    expect(objects.versions("bags")).toHaveLength(1);
    expect(objects.rowsOf("bags")).toEqual(numbers(3).map((number) => ({ number })));
  });

  it("stores the calls where the service has no objects, and says what is missing", async () => {
    const { service, batches } = fakeService();
    const objects = { ...fakeObjects().service, storeRows: vi.fn().mockRejectedValue(new Unsupported()) };
    const dataset = { key: "d", name: "bags", source: "langfuse" };
    const item: ImportItem = {
      ...makeItem(1),
      objects: [{ kind: "row", dataset, id: "1", changed: null, row: {} }],
    };
    const { leftOut } = await sendImport(each([item]), { ...service, objects });
    expect(idsOf(batches)).toEqual(["1-0"]);
    expect(leftOut).toMatchObject([{ reason: expect.stringContaining("stores no prompts and datasets") }]);
  });

  it("continues without feedback if the service does not support it, and reports that", async () => {
    const { service } = fakeService();
    service.feedbackPresent.mockRejectedValue(new Unsupported());
    const summary = await sendImport(each(numbers(3).map((n) => makeItem(n))), service);
    expect(summary).toMatchObject({ calls: 3, feedback: 0, isFeedbackUnsupported: true });
    expect(service.createFeedback).not.toHaveBeenCalled();
  });

  it("stops at a refusal, reports how many values are stored, and can continue from there", async () => {
    const { service, batches } = fakeService();
    const items = numbers(10).map((number) => makeItem(number, "x".repeat(2_000_000)));
    service.upsertBatch.mockImplementationOnce(async ({ batch }) => {
      batches.push(batch);
    });
    service.upsertBatch.mockRejectedValueOnce(new Error("503 from the service"));
    const stopped = await sendImport(each(items), service).catch((error: unknown) => error);
    if (!(stopped instanceof ImportStoppedError)) throw new Error("it did not stop");
    expect(stopped.message).toBe("503 from the service");
    const { items: stored } = stopped.progress;
    expect(idsOf(batches)).toEqual(numbers(stored).map((number) => `${number}-0`));
    await sendImport(each(items), service, { skipItems: stored });
    expect(idsOf(batches)).toEqual(numbers(10).map((number) => `${number}-0`));
  });

  it("reports its progress with every batch, and only for stored values", async () => {
    const { service, batches } = fakeService();
    const items = numbers(6).map((number) => makeItem(number, "x".repeat(3_000_000)));
    const reported: number[] = [];
    await sendImport(each(items), service, {
      onProgress: ({ calls }) => {
        expect(batches.flat()).toHaveLength(calls);
        reported.push(calls);
      },
    });
    expect(reported.slice(0, 3)).toEqual([2, 4, 6]);
  });

  it("stops when it is aborted", async () => {
    const controller = new AbortController();
    const { service } = fakeService();
    const items = numbers(4).map((number) => makeItem(number, "x".repeat(5_000_000)));
    const sending = sendImport(each(items), service, {
      signal: controller.signal,
      onProgress: ({ items: stored }) => stored === 2 && controller.abort(),
    });
    await expect(sending).rejects.toMatchObject({ progress: { items: 2, calls: 2 } });
    expect(service.upsertBatch).toHaveBeenCalledTimes(2);
  });
});

describe("the operations of an import", () => {
  it("query feedback by ref and type, some hundred refs at a time", async () => {
    const refs = numbers(1200).map((number) => `ref-${number}`);
    const requests: unknown[] = [];
    const call = vi.fn(async (_id: string, body: unknown) => {
      requests.push(body);
      return { result: [{ weave_ref: "ref-7" }, { weave_ref: null }] };
    });
    const service = importService("e/p", call as never, () => false);
    expect(await service.feedbackPresent(refs, "reward")).toEqual(new Set(["ref-7"]));
    expect(requests).toHaveLength(3);
    expect(stringifyJson(requests[2])).toContain('{"$literal":"ref-1200"}');
    expect(requests[0]).toMatchObject({
      project_id: "e/p",
      query: { $expr: { $and: [{ $eq: [{ $getField: "feedback_type" }, { $literal: "reward" }] }, {}] } },
    });
  });
});

describe("feedback", () => {
  const made = (source: string, ref = "ref-1") => ({
    project_id: "e/p",
    weave_ref: ref,
    feedback_type: "policy_ok",
    payload: { value: 1, source: { id: source } },
  });

  it("of one name on one call is created once for each score of another tool", async () => {
    const { service, feedback } = fakeService();
    service.feedbackPresent.mockResolvedValue(new Set(["ref-1 a"]));
    await sendImport(each([{ ...makeItem(1), feedback: [made("a"), made("b")] }]), service);
    expect(feedback.map(({ payload }) => payload)).toEqual([{ value: 1, source: { id: "b" } }]);
  });

  it("is created in batches, and one by one where the service has no operation for them", async () => {
    const call = vi.fn(async (id: string) => {
      if (id === "feedback.createBatch") throw new Unsupported();
      return {};
    });
    const service = importService("e/p", call as never, (error) => error instanceof Unsupported);
    await service.createFeedback([made("a"), made("b")]);
    await service.createFeedback([made("c")]);
    expect(call.mock.calls.map(([id]) => id)).toEqual([
      "feedback.createBatch",
      "feedback.create",
      "feedback.create",
      "feedback.create",
    ]);
  });
});
