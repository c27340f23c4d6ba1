// @vitest-environment jsdom
import { act, waitFor } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import type { TableOrigin } from "@/app/(dashboard)/[workspace]/tables/known-tables/use-table-origin";
import { type Answers, answerRequests, failed, json } from "@/test/setup/page-requests";
import { cleanPage, renderOnPage, testWorkspace } from "@/test/setup/render-on-page";
import { useTableEdits } from "./use-table-edits";

afterEach(cleanPage);

const rows = [0, 1].map((index) => ({ digest: `r${index}`, val: { a: index }, original_index: index }));
const origin: TableOrigin = { name: "cases", versionDigest: "v", versionIndex: 0, val: { description: "Mine" } };

const session = (role: string) => () =>
  json({ person: { id: "u", name: "Mia", email: "mia@example.org", role }, expiresAt: "2999-01-01T00:00:00Z" });

function open(answers: Answers, from: TableOrigin | null = origin, role = "member") {
  const sent = answerRequests({ "session.current": session(role), ...answers });
  const onSaved = vi.fn();
  const { result } = renderOnPage(
    () => useTableEdits({ workspace: testWorkspace, digest: "t1", origin: from, rows, onSaved }),
    { props: {} },
  );
  const editFirst = () => act(() => rows[0] && result.current.setCell(rows[0], ["a"], "new"));
  return { sent, onSaved, result, editFirst };
}

const stored: Answers = { "table.update": () => json({ digest: "t2" }), "obj.create": () => json({ digest: "v2" }) };

it("stores the edits as a new table and a new version of its dataset, which keeps its other members", async () => {
  const { sent, onSaved, result, editFirst } = open(stored);
  await waitFor(() => expect(result.current.canEdit).toBe(true));
  editFirst();
  act(() => rows[1] && result.current.deleteRow(rows[1]));
  expect(result.current.rows.map(({ val }) => val)).toEqual([{ a: "new" }]);
  act(() => result.current.save());
  await waitFor(() => expect(onSaved).toHaveBeenCalledExactlyOnceWith("t2", "cases:v2"));
  const bodyOf = (id: string) => sent.find(({ operation }) => operation === id)?.body;
  expect(bodyOf("table.update")).toMatchObject({
    base_digest: "t1",
    updates: [{ pop: { index: 1 } }, { pop: { index: 0 } }, { insert: { index: 0, row: { a: "new" } } }],
  });
  expect(bodyOf("obj.create").obj.val).toMatchObject({ description: "Mine", name: "cases" });
  await waitFor(() => expect(result.current.edits.size).toBe(0));
});

it("stores the edits as a new table if the table belongs to no dataset", async () => {
  const { sent, onSaved, result, editFirst } = open(stored, null);
  editFirst();
  act(() => result.current.save());
  await waitFor(() => expect(onSaved).toHaveBeenCalledExactlyOnceWith("t2", null));
  expect(sent.some(({ operation }) => operation === "obj.create")).toBe(false);
});

it("keeps the edits when they cannot be stored, until they are discarded", async () => {
  const { onSaved, result, editFirst } = open({ "table.update": () => failed("upstream") });
  editFirst();
  act(() => result.current.save());
  await waitFor(() => expect(result.current.failure).toMatchObject({ kind: "upstream" }));
  expect([result.current.edits.size, onSaved.mock.calls.length]).toEqual([1, 0]);
  act(() => result.current.discard());
  await waitFor(() => expect(result.current.failure).toBeNull());
  expect(result.current.rows).toBe(rows);
});

it("does not let viewers edit", async () => {
  const { sent, result } = open({}, origin, "viewer");
  await waitFor(() => expect(sent.some(({ operation }) => operation === "session.current")).toBe(true));
  expect(result.current.canEdit).toBe(false);
});
