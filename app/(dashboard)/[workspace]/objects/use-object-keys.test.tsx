// @vitest-environment jsdom
import { act, waitFor } from "@testing-library/react";
import { useState } from "react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { AddressChange, ObjectsAddress } from "@/app/(dashboard)/[workspace]/objects/address/objects-address";
import { useObjectActions } from "@/app/(dashboard)/[workspace]/objects/address/use-object-actions";
import { useObjectList } from "@/app/(dashboard)/[workspace]/objects/list/use-object-list";
import { useChosenObject } from "@/app/(dashboard)/[workspace]/objects/versions/use-selected-object";
import { answerRequests, failed, json } from "@/test/setup/page-requests";
import { cleanPage, press, renderOnPage, testWorkspace } from "@/test/setup/render-on-page";
import { useObjectKeys } from "./use-object-keys";

const push = vi.hoisted(() => vi.fn());
vi.mock("next/navigation", () => ({ useRouter: () => ({ push }) }));

beforeEach(() => push.mockReset());
afterEach(cleanPage);

const version = (object_id: string, index: number, more: object = {}) => ({
  project_id: "demo/airline",
  object_id,
  created_at: `2026-11-${10 + index}T14:30:01Z`,
  digest: `${object_id}-${index}`,
  version_index: index,
  is_latest: 0,
  kind: "object",
  ...more,
});
const stored = [
  ...[7, 6, 5, 4, 3, 2, 1, 0].map((index) => version("agent", index, { is_latest: index === 7 ? 1 : 0 })),
  version("prompt", 0, { is_latest: 1, aliases: ["live"] }),
  version("prompt", 0, { is_latest: 1, kind: "op", digest: "op-0" }),
];

/** A service with the stored versions, which filters by name. */
const withVersions = () =>
  answerRequests({
    "objs.query": ({ body }) => {
      const names: readonly string[] | undefined = body.filter.object_ids;
      return json({ objs: stored.filter(({ object_id }) => names === undefined || names.includes(object_id)) });
    },
  });

const plain: ObjectsAddress = {
  base: [],
  leaf: [],
  ids: [],
  not: [],
  tags: [],
  aliases: [],
  kind: null,
  latest: false,
  q: "",
  view: "objects",
  sort: { field: "object_id", direction: "asc" },
  sizes: false,
  values: false,
  limit: null,
  offset: 0,
  object: null,
  version: null,
  a: null,
  b: null,
  tab: null,
  layout: "split",
  as: null,
  raw: "whole",
};

async function open(first: Partial<ObjectsAddress> = {}) {
  const onSearch = vi.fn();
  const page = renderOnPage(
    () => {
      const [params, setParams] = useState<ObjectsAddress>({ ...plain, ...first });
      const change = (next: AddressChange) =>
        setParams((before) => {
          const reset = Object.entries(next).map(([name, value]) => [
            name,
            value ?? plain[name as keyof ObjectsAddress],
          ]);
          return { ...before, ...Object.fromEntries(reset) };
        });
      const list = useObjectList(testWorkspace, params, { hasMarks: true, isFirstShown: false });
      const chosen = useChosenObject(testWorkspace, params, true);
      const actions = useObjectActions(testWorkspace, params, change);
      useObjectKeys({ list, chosen, actions, onSearch });
      return { params, list, chosen, actions };
    },
    { props: {} },
  );
  const now = () => page.result.current;
  await waitFor(() => expect(now().list.pages.isWhole).toBe(true));
  await waitFor(() => expect(now().chosen.isSettled || now().chosen.object === null).toBe(true));
  return { now, onSearch };
}

const agent = { kind: "object", id: "agent" } as const;

describe("the list of objects", () => {
  it("has one row for each object, of which the selected one is open with its newest versions", async () => {
    withVersions();
    const { now } = await open({ object: agent });
    const rows = now().list.rows.map((row) =>
      row.type === "version" ? row.version.digest : row.type === "more" ? `${row.count} more` : row.group.object.id,
    );
    expect(rows).toEqual([
      "agent",
      "agent-7",
      "agent-6",
      "agent-5",
      "agent-4",
      "agent-3",
      "3 more",
      "prompt",
      "prompt",
    ]);
  });

  it("shows older versions of an object on request", async () => {
    withVersions();
    const { now } = await open({ object: agent });
    act(() => now().list.unfold(now().list.groups[0]?.key ?? ""));
    expect(now().list.rows).toHaveLength(11);
  });

  it("has one row for each version in the flat view, and only found ones", async () => {
    withVersions();
    const { now } = await open({ view: "versions", q: "v3" });
    expect(now().list.rows.map((row) => row.type === "version" && row.version.digest)).toEqual(["agent-3"]);
    expect(now().list.isFlat).toBe(true);
  });

  it("asks the service for a part of the list, from a valid position", async () => {
    const sent = withVersions();
    const { now } = await open({ limit: -5, offset: -3 });
    expect([now().list.limit, now().list.offset]).toEqual([1, 0]);
    expect(sent[0]?.body).toMatchObject({ limit: 1, offset: 0 });
  });

  it("places the cursor on the version in the address, by number, digest or alias", async () => {
    withVersions();
    const byNumber = await open({ object: agent, version: "v5" });
    expect(byNumber.now().list.cursorIndex).toBe(3);
    cleanPage();
    withVersions();
    const flat = await open({ object: { kind: "object", id: "prompt" }, version: "live", latest: true });
    expect(flat.now().list.cursorIndex).toBe(8);
    cleanPage();
    withVersions();
    expect((await open({ object: { kind: "op", id: "absent" } })).now().list.cursorIndex).toBe(-1);
  });
});

describe("the selected object", () => {
  it("has the versions of its kind only", async () => {
    withVersions();
    const { now } = await open({ object: { kind: "op", id: "prompt" } });
    expect(now().chosen.pages.versions.map(({ digest }) => digest)).toEqual(["op-0"]);
    expect(now().chosen).toMatchObject({ digest: "op-0", name: "op-0", isPinned: false });
  });

  it("keeps the name in the address when its versions cannot be listed", async () => {
    answerRequests({
      "objs.query": ({ body }) => (body.filter.object_ids ? failed("upstream") : json({ objs: stored })),
    });
    const { now } = await open({ object: agent, version: "abc" });
    expect(now().chosen).toMatchObject({ selected: undefined, digest: "abc", name: "abc", isSettled: true });
  });
});

describe("the keys of the page of objects", () => {
  it("select the first object, then move over its versions, and skip the row for older ones", async () => {
    withVersions();
    const { now } = await open();
    press("j");
    expect(now().params.object).toEqual(agent);
    await waitFor(() => expect(now().list.rows).toHaveLength(9));
    press("j", "ArrowDown", "j", "j", "j");
    expect(now().params.version).toBe("agent-3");
    press("j");
    expect(now().params).toMatchObject({ object: { kind: "object", id: "prompt" }, version: null });
    press("k");
    expect(now().params).toMatchObject({ object: agent, version: null });
    press("ArrowUp");
    expect(now().params).toMatchObject({ object: agent, version: null });
  });

  it("open and close the object under the cursor, and nothing in the flat view", async () => {
    withVersions();
    const { now } = await open({ object: agent });
    press("ArrowLeft");
    expect(now().list.rows).toHaveLength(3);
    press("ArrowRight");
    expect(now().list.rows).toHaveLength(9);
    cleanPage();
    withVersions();
    const flat = await open({ object: agent, view: "versions" });
    press("ArrowLeft");
    expect(flat.now().list.rows).toHaveLength(10);
  });

  it("go to the older and the newer version, and stop at the newest", async () => {
    withVersions();
    const { now } = await open({ object: agent });
    press("]");
    expect(now().params.version).toBeNull();
    press("[");
    expect(now().params.version).toBe("agent-6");
    press("]");
    expect(now().params.version).toBe("agent-7");
  });

  it("set the sides of the comparison, swap them, and clear them with Escape", async () => {
    withVersions();
    const { now } = await open({ object: agent, version: "v2" });
    press("Escape");
    press("a");
    expect(now().params).toMatchObject({ a: "agent-2", b: null, tab: "diff" });
    press("]", "]", "b");
    expect(now().chosen.sides).toEqual({ a: "agent-2", b: "agent-4" });
    press("s");
    expect(now().chosen.sides).toEqual({ a: "agent-4", b: "agent-2" });
    press("Escape");
    expect(now().chosen.isPinned).toBe(false);
  });

  it("do nothing to a version while none is selected", async () => {
    withVersions();
    const { now, onSearch } = await open();
    press("[", "a", "b", "s", "y", "f", "Escape", "ArrowLeft");
    expect(now().params).toEqual(plain);
    press("/");
    expect(onSearch).toHaveBeenCalledOnce();
  });

  it("drop the sides of the comparison when another object is selected", async () => {
    withVersions();
    const { now } = await open({ object: agent, a: "agent-1", b: "agent-2" });
    act(() => now().actions.select(agent, "agent-3"));
    expect(now().params).toMatchObject({ a: "agent-1", b: "agent-2" });
    act(() => now().actions.select({ kind: "op", id: "prompt" }, null));
    expect(now().params).toMatchObject({ a: null, b: null });
  });
});

describe("a pasted ref", () => {
  it("opens its target in this project only", async () => {
    withVersions();
    const { now } = await open();
    expect(now().actions.openRef("just text")).toBe(false);
    expect(now().actions.openRef(" weave:///demo/airline/object/agent:abc ")).toBe(true);
    expect(push.mock.calls[0]?.[0]).toContain("/airline/objects");
    expect(now().actions.openRef("weave:///demo/other/object/agent:abc")).toBe(true);
    expect(push).toHaveBeenCalledOnce();
  });
});
