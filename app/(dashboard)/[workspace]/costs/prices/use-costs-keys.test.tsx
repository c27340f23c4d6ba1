// @vitest-environment jsdom
import { act, fireEvent, waitFor } from "@testing-library/react";
import { useState } from "react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { recordRequest } from "@/app/(dashboard)/[workspace]/costs/records/prepare-price-query";
import type { Spend } from "@/app/(dashboard)/[workspace]/costs/spend/prepare-spend";
import { serviceQuery } from "@/lib/api/client/service-query";
import { answerRequests, failed, json } from "@/test/setup/page-requests";
import { cleanPage, press, renderOnPage, testWorkspace } from "@/test/setup/render-on-page";
import { useCosts } from "./use-costs";
import { useCostsKeys } from "./use-costs-keys";

const writeText = vi.fn(async (_text: string) => undefined);
beforeEach(() => Object.defineProperty(navigator, "clipboard", { configurable: true, value: { writeText } }));
afterEach(() => {
  cleanPage();
  writeText.mockClear();
});

const NOW_MS = Date.parse("2026-11-20T00:00:00Z");

const record = (id: string, llm_id: string, day: string, more: object = {}) => ({
  id,
  llm_id,
  provider_id: "openai",
  effective_date: `${day}T00:00:00Z`,
  prompt_token_cost: 0.000001,
  completion_token_cost: 0.000002,
  ...more,
});
const stored = [
  record("new", "gpt", "2026-11-01"),
  record("old", "gpt", "2025-01-01"),
  record("other", "mini", "2026-01-01"),
];

type Options = Parameters<typeof useCosts>[1];

const plain: Options = {
  q: "",
  models: [],
  providers: [],
  where: "",
  superseded: "shown",
  sort: { field: "llm_id", direction: "asc" },
  limit: 2,
  offset: 0,
  per: "1M",
  fields: [],
  spend: null,
};

const isAll = (body: object) => !("limit" in body);

function open(change: Partial<Options> = {}, first: string | null = null) {
  const calls = { onHistory: vi.fn(), onSearch: vi.fn() };
  const page = renderOnPage(
    () => {
      const costs = useCosts(testWorkspace, { ...plain, ...change }, NOW_MS);
      const [selectedId, onSelect] = useState(first);
      const shown = costs.records.find(({ id }) => id === selectedId);
      const keys = useCostsKeys({ workspace: testWorkspace, rows: costs.rows, shown, onSelect, ...calls });
      return { costs, selectedId, keys };
    },
    { props: {} },
  );
  return { ...page, ...calls, now: () => page.result.current };
}

const withPrices = () =>
  answerRequests({ "cost.query": ({ body }) => json({ results: isAll(body) ? stored : stored.slice(0, body.limit) }) });

describe("the list of prices", () => {
  it("requests one record more than it shows, which tells whether there is another page", async () => {
    const sent = withPrices();
    const { now } = open();
    await waitFor(() => expect(now().costs.isPending).toBe(false));
    await waitFor(() => expect(now().costs.counts).not.toBeNull());
    expect(sent.find(({ body }) => !isAll(body))?.body).toMatchObject({ limit: 3, offset: 0 });
    expect(now().costs.rows.map((row) => [row.record.id, row.standing])).toEqual([
      ["new", "current"],
      ["old", "superseded"],
    ]);
    expect(now().costs.hasMore).toBe(true);
  });

  it("clips a page from the address to what the service accepts", async () => {
    withPrices();
    const { now } = open({ limit: 0, offset: -7 });
    await waitFor(() => expect(now().costs.rows).toHaveLength(1));
    expect([now().costs.limit, now().costs.offset]).toEqual([1, 0]);
  });

  it("excludes superseded prices only after all records show which they are", async () => {
    const sent = withPrices();
    const { now } = open({ superseded: "hidden" });
    await waitFor(() => expect(now().costs.isPending).toBe(false));
    expect(isAll(sent[0]?.body)).toBe(true);
    expect(JSON.stringify(sent[1]?.body.query)).toContain('"$not":[{"$in":[{"$getField":"id"},[{"$literal":"old"}]]}]');
  });

  it("shows the spend of a model in each of its rows, when available", async () => {
    withPrices();
    const spend = { rows: [{ key: "gpt", value: "gpt", costUsd: 3 }] } as unknown as Spend;
    const { now } = open({ spend });
    await waitFor(() => expect(now().costs.rows).toHaveLength(2));
    expect(now().costs.rows.map(({ spentUsd }) => spentUsd)).toEqual([3, 3]);
  });

  it("fails with the page, keeps what is loaded, and loads both again on retry", async () => {
    let isDown = true;
    answerRequests({ "cost.query": () => (isDown ? failed("upstream") : json({ results: stored })) });
    const { now } = open();
    await waitFor(() => expect(now().costs.failure).toMatchObject({ kind: "upstream" }));
    expect([now().costs.isPending, now().costs.counts]).toEqual([false, null]);
    isDown = false;
    act(() => now().costs.retry());
    await waitFor(() => expect(now().costs.failure).toBeNull());
    expect(now().costs.rows).toHaveLength(2);
  });
});

/** Copies with the browser's command; returns the text, null when the browser copies itself. */
function copied(target: Element = document.body): string | null {
  let text: string | null = null;
  const event = new Event("copy", { bubbles: true, cancelable: true });
  Object.assign(event, { clipboardData: { setData: (_type: string, data: string) => (text = data) } });
  fireEvent(target, event);
  return text;
}

describe("the keys of the list of prices", () => {
  it("select rows from the first to the last, and none with Escape", async () => {
    withPrices();
    const { now, onHistory, onSearch } = open();
    press("j");
    expect(now().selectedId).toBeNull();
    await waitFor(() => expect(now().costs.rows).toHaveLength(2));
    await waitFor(() => expect(now().costs.counts).not.toBeNull());
    press("k");
    expect(now().selectedId).toBe("new");
    press("ArrowDown", "j", "j");
    expect(now().selectedId).toBe("old");
    press("ArrowUp");
    expect(now().selectedId).toBe("new");
    press("Escape", "h", "/");
    expect([now().selectedId, onHistory.mock.calls.length, onSearch.mock.calls.length]).toEqual([null, 1, 1]);
  });

  it("copy the record as the service stores it, else as the list has it", async () => {
    withPrices();
    const { now, client } = open({}, "old");
    await waitFor(() => expect(now().costs.counts).not.toBeNull());
    expect(JSON.parse(copied() ?? "")).toMatchObject({ id: "old", model: "gpt" });
    const { queryKey } = serviceQuery("local", "cost.query", recordRequest("demo/airline", "old"));
    client.setQueryData(queryKey, { results: [{ ...record("old", "gpt", "2025-01-01"), note: "kept" }] });
    expect(JSON.parse(copied() ?? "")).toMatchObject({ id: "old", llm_id: "gpt", note: "kept" });
    await act(async () => now().keys.copy());
    expect(JSON.parse(writeText.mock.calls[0]?.[0] ?? "")).toMatchObject({ llm_id: "gpt" });
  });

  it("leave copying to the browser in a text field and without a selected row", async () => {
    withPrices();
    const { now } = open({}, null);
    await waitFor(() => expect(now().costs.counts).not.toBeNull());
    expect(copied()).toBeNull();
    now().keys.copy();
    expect(writeText).not.toHaveBeenCalled();
    cleanPage();
    withPrices();
    const selected = open({}, "old");
    await waitFor(() => expect(selected.now().costs.counts).not.toBeNull());
    const field = document.body.appendChild(document.createElement("textarea"));
    expect(copied(field)).toBeNull();
    field.remove();
  });
});
