import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import type { LoadedRow } from "@/lib/thread/loaded-rows";
import type { ThreadFacts } from "@/lib/thread/thread-facts";
import { threadRow, threadScale } from "@/lib/thread/thread-row";
import { factColumns } from "./fact-columns";

const thread = { thread_id: "a", turn_count: 2, p50_turn_duration_ms: 1, p99_turn_duration_ms: 2 };
const previews = { byThread: new Map(), failures: new Map(), isUnsupported: false };

/** The markup of the cells of a thread with these facts. */
const cellsOf = (facts: LoadedRow<ThreadFacts>) => {
  const row = threadRow(thread, previews, threadScale([]), 0, { facts });
  return factColumns.map(({ cell }) => renderToStaticMarkup(cell?.(row)));
};
const textsOf = (facts: LoadedRow<ThreadFacts>) => cellsOf(facts).map((markup) => markup.replaceAll(/<[^>]*>/g, ""));
const named = (...names: readonly string[]) => names.map((name, at) => ({ name, callCount: at + 1 }));

it("name the user and the tools called most, and in a title all of them with their calls", () => {
  const facts = { users: named("mia", "raj"), tools: named("search", "book", "pay", "end") };
  expect(textsOf(facts)).toEqual(["miaand 1 more", "searchbook+2"]);
  expect(cellsOf(facts)[1]).toContain('title="search (1), book (2), pay (3), end (4)"');
});

it("distinguish no user, no tool, what is loading and what could not be loaded", () => {
  expect(textsOf({ users: [], tools: [] })).toEqual(["–", "none"]);
  expect(textsOf(null)).toEqual(["", ""]);
  expect(textsOf("failed")).toEqual(["failed", "failed"]);
});
