import { expect, it } from "vitest";
import { draftMessageText, newDraft, newMessage } from "@/app/(dashboard)/[workspace]/playground/draft/draft";
import { MAX_ROWS } from "@/app/(dashboard)/[workspace]/playground/rows/prepare-row-runs";
import { parseTableAddress, readTable } from "./read-table";

it("opens rows of a table, with the likeliest column in a request that says nothing yet", () => {
  const read = readTable([{ id: 1, input: "Where?" }, "text", {}]);
  const filled = read?.fill({ ...newDraft(), messages: [newMessage("system", "Be kind."), newMessage("user")] });
  expect(read).toMatchObject({ from: "1 row of a table", lost: [] });
  expect(filled?.rows).toEqual([{ id: 1, input: "Where?" }]);
  expect(filled?.messages.map(draftMessageText)).toEqual(["Be kind.", "{{input}}"]);
});

it("keeps a request that says something, and forgets the columns chosen for other rows", () => {
  const draft = { ...newDraft(), messages: [newMessage("user", "Greet {{who}}")], rowColumns: { who: "name" } };
  const filled = readTable([{ input: "Mia" }])?.fill(draft);
  expect(filled?.messages).toBe(draft.messages);
  expect(filled?.rowColumns).toEqual({});
});

it("says that rows beyond the maximum are not opened", () => {
  const read = readTable(Array.from({ length: MAX_ROWS + 1 }, (_, index) => ({ index })));
  expect(read?.lost).toEqual([`rows beyond the first ${MAX_ROWS}`]);
  expect(read?.fill(newDraft()).rows).toHaveLength(MAX_ROWS);
});

it("is nothing without columns", () => {
  expect([readTable([]), readTable([{}, null, 3])]).toEqual([null, null]);
});

it("reads the address of a table, and of some of its rows", () => {
  expect(parseTableAddress("t1")).toEqual({ digest: "t1", rowDigests: [] });
  expect(parseTableAddress("t1:r1,r2")).toEqual({ digest: "t1", rowDigests: ["r1", "r2"] });
});
