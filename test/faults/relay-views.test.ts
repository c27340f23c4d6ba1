import { beforeEach, describe, expect, it } from "vitest";
import type { Role } from "@/lib/api/contract/operation/app-operation";
import { AppUnderTest } from "./relay-app-client";

const here = new AppUnderTest();
let count = 0;
let place: { workspaceId: string; page: string };

beforeEach(async () => {
  count += 1;
  const { workspace } = await here.ok("workspaces.create", { connectionId: "local", projectId: `views/p${count}` });
  place = { workspaceId: workspace.id, page: "traces" };
});

async function save(name: string, role: Role = "viewer", rest: object = {}) {
  return (await here.ok("views.create", { ...place, name, query: "q=status:error&t=all", ...rest }, role)).view;
}

async function namesFor(role: Role): Promise<string[]> {
  return (await here.ok("views.list", place, role)).views.map(({ name }) => name);
}

describe("a saved view", () => {
  it("is visible only to its owner until it is shared, and only on its page of its workspace", async () => {
    const view = await save("failures", "member");
    expect(view).toMatchObject({ query: "q=status:error&t=all", isOwn: true, isShared: false, isDefault: false });
    expect([await namesFor("member"), await namesFor("viewer")]).toEqual([["failures"], []]);
    await here.ok("views.update", { id: view.id, isShared: true }, "member");
    expect(await namesFor("viewer")).toEqual(["failures"]);
    expect((await here.ok("views.list", { ...place, page: "threads" }, "member")).views).toEqual([]);
  });

  it("is in the audit log when it is saved, changed and deleted", async () => {
    const view = await save("audited", "member");
    await here.ok("views.update", { id: view.id, name: "audited later" }, "member");
    await here.ok("views.delete", { id: view.id }, "member");
    const { entries } = await here.ok("audit.list", { limit: 3 });
    expect(entries.map(({ event, target, actorName }) => [event, target, actorName])).toEqual([
      ["view.deleted", "audited later", "member"],
      ["view.saved", "audited later", "member"],
      ["view.saved", expect.stringMatching(/^audited of /), "member"],
    ]);
  });

  it("is shared by members, not by viewers", async () => {
    expect(
      await here.refused("views.create", { ...place, name: "n", query: "", isShared: true }, "viewer"),
    ).toMatchObject({ http: 403, reason: "role" });
    const view = await save("mine");
    expect(await here.refused("views.update", { id: view.id, isShared: true }, "viewer")).toMatchObject({ http: 403 });
  });

  it("of another user is hidden, and a shared one is changed only by its owner or an admin", async () => {
    const own = await save("own", "member");
    expect(await here.refused("views.delete", { id: own.id }, "admin")).toMatchObject({ http: 404 });
    const shared = await save("shared", "member", { isShared: true });
    for (const [operation, rest] of [
      ["views.update", { name: "taken over" }],
      ["views.delete", {}],
    ] as const) {
      expect(await here.refused(operation, { id: shared.id, ...rest }, "viewer")).toMatchObject({ http: 403 });
    }
    await here.ok("views.update", { id: shared.id, name: "renamed" }, "admin");
    expect(await namesFor("viewer")).toEqual(["renamed"]);
    await here.ok("views.delete", { id: shared.id }, "admin");
    expect(await namesFor("member")).toEqual(["own"]);
  });

  it("has a name that is unique per owner and page", async () => {
    await save("failures");
    expect(await here.refused("views.create", { ...place, name: "failures", query: "" }, "viewer")).toMatchObject({
      http: 422,
      locs: ["body.name"],
    });
    const other = await save("others");
    expect(await here.refused("views.update", { id: other.id, name: "failures" }, "viewer")).toMatchObject({
      locs: ["body.name"],
    });
    await save("failures", "member");
  });

  it.each(["//evil.example", "a b", "x#y", "a?b"])("contains the search part of an address, not %j", async (query) => {
    const isPlain = !/[?#\s]/.test(query);
    const response = await here.app.app("views.create", { ...place, name: "n", query }, "viewer");
    expect(response.status).toBe(isPlain ? 200 : 422);
  });

  it("is one user's default, until it is deleted or no longer shared with them", async () => {
    const shared = await save("shared", "member", { isShared: true });
    const setDefault = (viewId: string | null, role: Role) => here.ok("views.setDefault", { ...place, viewId }, role);
    const defaultsOf = async (role: Role) =>
      (await here.ok("views.list", place, role)).views.filter(({ isDefault }) => isDefault).map(({ name }) => name);
    await setDefault(shared.id, "viewer");
    await setDefault(shared.id, "member");
    expect([await defaultsOf("viewer"), await defaultsOf("admin")]).toEqual([["shared"], []]);
    await here.ok("views.update", { id: shared.id, isShared: false }, "member");
    await here.ok("views.update", { id: shared.id, isShared: true }, "member");
    expect([await defaultsOf("viewer"), await defaultsOf("member")]).toEqual([[], ["shared"]]);
    await setDefault(null, "member");
    expect(await defaultsOf("member")).toEqual([]);
    await setDefault(shared.id, "member");
    await here.ok("views.delete", { id: shared.id }, "member");
    expect(await namesFor("member")).toEqual([]);
  });

  it("is not a default of another page", async () => {
    const view = await save("mine");
    const input = { ...place, page: "threads", viewId: view.id };
    expect(await here.refused("views.setDefault", input, "viewer")).toMatchObject({ http: 404, reason: "view" });
  });

  it("is deleted with its workspace", async () => {
    const view = await save("mine");
    await here.ok("workspaces.delete", { id: place.workspaceId });
    expect(await here.refused("views.delete", { id: view.id }, "viewer")).toMatchObject({ http: 404 });
  });
});
