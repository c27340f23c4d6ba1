// @vitest-environment jsdom
import { waitFor } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import type { ObjectsAddress } from "@/app/(dashboard)/[workspace]/objects/address/objects-address";
import { answerRequests, json } from "@/test/setup/page-requests";
import { cleanPage, renderOnPage, testWorkspace } from "@/test/setup/render-on-page";
import { useObjectList } from "./use-object-list";

afterEach(cleanPage);

const version = (id: string) => ({
  project_id: "demo/airline",
  object_id: id,
  created_at: "2026-11-20T14:30:01Z",
  digest: `digest-${id}`,
  version_index: 0,
  is_latest: 1,
  kind: "object",
});

const nothingChosen: ObjectsAddress = {
  ...{ q: "", view: "objects", sort: { field: "created_at", direction: "desc" }, sizes: false, values: false },
  ...{ base: [], leaf: [], ids: [], not: [], tags: [], aliases: [], kind: null, latest: false },
  ...{ limit: null, offset: 0, object: null, version: null, a: null, b: null },
  ...{ tab: null, layout: "split", as: null, raw: "whole" },
};

function open(address: Partial<ObjectsAddress>, isFirstShown: boolean) {
  answerRequests({ "objs.query": () => json({ objs: [version("newest"), version("older")] }) });
  const options = { hasMarks: false, isFirstShown };
  return renderOnPage(() => useObjectList(testWorkspace, { ...nothingChosen, ...address }, options), { props: {} })
    .result;
}

it("shows the first object until one is selected, without opening it in the list", async () => {
  const result = open({}, true);
  await waitFor(() => expect(result.current.shown).toEqual({ kind: "object", id: "newest" }));
  expect(result.current.cursorIndex).toBe(0);
  expect(result.current.rows.map(({ type }) => type)).toEqual(["object", "object"]);
});

it("shows the selected object, and none by default if there is no space for both", async () => {
  const selected = open({ object: { kind: "object", id: "older" } }, true);
  await waitFor(() => expect(selected.current.rows.length).toBeGreaterThan(0));
  expect(selected.current.shown).toEqual({ kind: "object", id: "older" });
  cleanPage();
  const narrow = open({}, false);
  await waitFor(() => expect(narrow.current.rows.length).toBeGreaterThan(0));
  expect([narrow.current.shown, narrow.current.cursorIndex]).toEqual([null, -1]);
});
