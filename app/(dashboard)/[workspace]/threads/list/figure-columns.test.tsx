import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import type { LoadedRow } from "@/lib/thread/loaded-rows";
import type { ThreadFigures } from "@/lib/thread/thread-figures";
import { threadRow, threadScale } from "@/lib/thread/thread-row";
import { figureColumns } from "./figure-columns";

const thread = { thread_id: "a", turn_count: 2, p50_turn_duration_ms: 1, p99_turn_duration_ms: 2 };
const previews = { byThread: new Map(), failures: new Map(), isUnsupported: false };

/** The markup of the cells of a thread with these figures. */
const cellsOf = (figures: LoadedRow<ThreadFigures>) => {
  const row = threadRow(thread, previews, threadScale([]), 0, { figures });
  return figureColumns.map(({ cell }) => renderToStaticMarkup(cell?.(row)));
};
const textsOf = (figures: LoadedRow<ThreadFigures>) =>
  cellsOf(figures).map((markup) => markup.replaceAll(/<[^>]*>/g, ""));

it("show tokens, cost and errors, and a dash for what is unknown, never a zero", () => {
  expect(textsOf({ tokens: 12_400, costUsd: 0.25, unpricedTokens: 0, errors: 3 })).toEqual(["12.4k", "$0.2500", "3"]);
  expect(textsOf({ tokens: null, costUsd: null, unpricedTokens: 0, errors: 0 })).toEqual(["–", "–", "0"]);
});

it("name the tokens that a cost leaves out", () => {
  const [, cost] = cellsOf({ tokens: 1_040, costUsd: 0.25, unpricedTokens: 40, errors: 0 });
  expect(cost).toContain('title="40 tokens have no price"');
});

it("say that they could not be loaded, and are empty while they load", () => {
  expect(textsOf("failed")).toEqual(["failed", "failed", "failed"]);
  expect(textsOf(null)).toEqual(["", "", ""]);
});
