import { expect, it, vi } from "vitest";
import { readPages } from "./read-pages";

const list = (count: number) => Array.from({ length: count }, (_, index) => ({ id: String(index) }));

function pagesOf(items: readonly { id: string }[], size: number) {
  return vi.fn(async (after: string | null) => {
    const from = after === null ? 0 : Number(after) + 1;
    return { data: items.slice(from, from + size), has_more: from + size < items.length };
  });
}

it("reads every page once, in order", async () => {
  const readPage = pagesOf(list(250), 100);
  const { items, hasMore } = await readPages(readPage, 1000);
  expect(items).toEqual(list(250));
  expect(hasMore).toBe(false);
  expect(readPage.mock.calls).toEqual([[null], ["99"], ["199"]]);
});

it("ends at the limit and reports that there is more", async () => {
  const { items, hasMore } = await readPages(pagesOf(list(250), 100), 150);
  expect(items).toHaveLength(200);
  expect(hasMore).toBe(true);
});

it("ends for a service that returns the same page forever", async () => {
  const { items } = await readPages(async () => ({ data: list(2), has_more: true }), 1000);
  expect(items).toHaveLength(4);
});
