// @vitest-environment jsdom
import { act, waitFor } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import { useTableDiff } from "@/app/(dashboard)/[workspace]/tables/diff/use-table-diff";
import { useTableStats } from "@/app/(dashboard)/[workspace]/tables/stream/use-table-stats";
import { type Answers, answerRequests, failed, json, lines } from "@/test/setup/page-requests";
import { cleanPage, renderOnPage, testWorkspace } from "@/test/setup/render-on-page";
import { splitDataset, useTableOrigin } from "./use-table-origin";

afterEach(cleanPage);

const DIGEST = "f5e1a07eaeff";

const version = (val: unknown) =>
  json({
    obj: {
      project_id: "demo/airline",
      object_id: "cases",
      created_at: "2026-11-20T14:00:00Z",
      digest: "v-digest",
      version_index: 3,
      is_latest: 1,
      kind: "object",
      val,
    },
  });

describe("the dataset that a table belongs to", () => {
  const open = (dataset: string | null, answers: Answers) => {
    const sent = answerRequests(answers);
    const { result } = renderOnPage(() => ({ origin: useTableOrigin(testWorkspace, DIGEST, dataset) }), { props: {} });
    return { sent, origin: () => result.current.origin };
  };

  it("is confirmed by the object", async () => {
    const rows = `weave:///demo/airline/table/${DIGEST}`;
    const { origin, sent } = open("cases:v-digest", { "obj.read": () => version({ rows, description: "d" }) });
    expect(origin()).toBeNull();
    await waitFor(() => expect(origin()).not.toBeNull());
    expect(origin()).toEqual({
      name: "cases",
      versionDigest: "v-digest",
      versionIndex: 3,
      val: { rows, description: "d" },
    });
    expect(sent[0]?.body).toMatchObject({ object_id: "cases", digest: "v-digest" });
  });

  it("is unknown when the object has other rows, cannot be loaded, or is not named", async () => {
    const rows = "weave:///demo/airline/table/another00";
    for (const answer of [() => version({ rows }), () => version("text"), () => failed("not-found")]) {
      const { origin, sent } = open("cases:v-digest", { "obj.read": answer });
      await waitFor(() => expect(sent).toHaveLength(1));
      await act(async () => undefined);
      expect(origin()).toBeNull();
      cleanPage();
    }
    expect(open(null, {}).sent).toEqual([]);
  });

  it.each([
    ["a:b:c", { name: "a:b", version: "c" }],
    [":c", null],
    ["plain", null],
    [null, null],
  ])("is named %s in an address", (text, expected) => expect(splitDataset(text)).toEqual(expected));
});

describe("the size of a table", () => {
  const open = (answers: Answers) => {
    answerRequests(answers);
    return renderOnPage(() => ({ stats: useTableStats(testWorkspace, DIGEST) }), { props: {} }).result;
  };

  it("is reported with its bytes, and as unknown to the service when it is missing", async () => {
    const found = open({
      "table.queryStatsBatch": () => json({ tables: [{ digest: DIGEST, count: 5, storage_size_bytes: 70 }] }),
    });
    expect(found.current.stats).toBeNull();
    await waitFor(() => expect(found.current.stats).toEqual({ isKnown: true, rowCount: 5, byteCount: 70 }));
    cleanPage();
    const missing = open({ "table.queryStatsBatch": () => json({ tables: [] }) });
    await waitFor(() => expect(missing.current.stats).toEqual({ isKnown: false, rowCount: null, byteCount: null }));
  });

  it("comes from the older operation, whose zero may also mean a missing table", async () => {
    const some = open({ "table.queryStats": () => json({ count: 4 }) });
    await waitFor(() => expect(some.current.stats).toEqual({ isKnown: true, rowCount: 4, byteCount: null }));
    cleanPage();
    const none = open({ "table.queryStats": () => json({ count: 0 }) });
    await waitFor(() => expect(none.current.stats).toEqual({ isKnown: true, rowCount: null, byteCount: null }));
  });
});

describe("the difference of two tables", () => {
  const rowsOf = (cases: readonly object[]) =>
    cases.map((val, index) => ({ digest: JSON.stringify(val), val, original_index: index }));
  const before = rowsOf([
    { id: 1, text: "a" },
    { id: 2, text: "b" },
    { id: 3, text: "c" },
  ]);
  const after = rowsOf([
    { id: 1, text: "a" },
    { id: 2, text: "changed" },
    { id: 4, text: "d" },
  ]);

  const open = (keyId: string | null, more: Answers = {}) => {
    answerRequests({
      "table.queryStream": ({ body }) => lines(body.digest === "before" ? before : after),
      ...more,
    });
    return renderOnPage((now: { keyId: string | null }) => useTableDiff(testWorkspace, "before", "after", now.keyId), {
      props: { keyId },
    });
  };

  it("pairs rows by the likeliest column", async () => {
    const { result } = open(null);
    expect(result.current.difference).toBeNull();
    await waitFor(() => expect(result.current.difference).not.toBeNull());
    const { difference } = result.current;
    expect(difference?.key?.id).toBe("id");
    expect(difference?.counts).toMatchObject({ added: 1, removed: 1, changed: 1 });
    expect(difference?.changes.get("text")).toBe(1);
  });

  it("pairs by no column on request, and falls back from one that does not exist", async () => {
    const { result, rerender } = open("-");
    await waitFor(() => expect(result.current.difference).not.toBeNull());
    expect([result.current.difference?.key, result.current.difference?.counts.changed]).toEqual([null, 0]);
    rerender({ keyId: "absent" });
    await waitFor(() => expect(result.current.difference?.key?.id).toBe("id"));
  });

  it("is not computed from incomplete tables", async () => {
    const { result } = open(null, {
      "table.queryStream": ({ body }) =>
        body.digest === "before" ? new Response(`${JSON.stringify(before[0])}\n{"digest":`) : lines(after),
    });
    await waitFor(() => expect(result.current.before.stream.summary?.end.kind).toBe("cut-short"));
    await waitFor(() => expect(result.current.after.stream.isStreaming).toBe(false));
    expect(result.current.difference).toBeNull();
  });
});
