import { beforeEach, describe, expect, it } from "vitest";
import { MAX_RENDERER_LENGTH } from "@/lib/api/contract/app/renderers";
import { AppUnderTest } from "./relay-app-client";

const here = new AppUnderTest();
let count = 0;
let workspaceId: string;
let slug: string;

beforeEach(async () => {
  count += 1;
  const made = await here.ok("workspaces.create", { connectionId: "local", projectId: `renderers/p${count}` });
  workspaceId = made.workspace.id;
  slug = made.workspace.slug;
});

const board = (changes: object = {}) => ({
  workspaceId,
  name: "Board",
  match: null,
  html: "<p>a board</p>",
  ...changes,
});

describe("a renderer", () => {
  it("is saved by an admin, and read by everyone in its workspace and in no other", async () => {
    const match = { key: "game", value: "chess" };
    const { renderer } = await here.ok("renderers.save", board({ match }));
    expect(renderer).toMatchObject({ name: "Board", match, size: 14 });
    const listed = await here.ok("renderers.list", { workspaceId }, "viewer");
    expect(listed.renderers).toEqual([renderer]);
    const place = { workspaceId, id: renderer.id };
    expect(await here.ok("renderers.read", place, "viewer")).toEqual({ html: "<p>a board</p>" });
    const other = await here.ok("workspaces.create", { connectionId: "local", projectId: `renderers/other${count}` });
    const elsewhere = { workspaceId: other.workspace.id, id: renderer.id };
    expect((await here.ok("renderers.list", { workspaceId: other.workspace.id })).renderers).toEqual([]);
    for (const operation of ["renderers.read", "renderers.delete"])
      expect(await here.refused(operation, elsewhere)).toMatchObject({ http: 404, reason: "renderer" });
  });

  it("is neither saved nor deleted by a member", async () => {
    const { renderer } = await here.ok("renderers.save", board());
    for (const [operation, input] of [
      ["renderers.save", board()],
      ["renderers.delete", { workspaceId, id: renderer.id }],
    ] as const)
      expect(await here.refused(operation, input, "member")).toMatchObject({ http: 403, reason: "role" });
  });

  it("is replaced by one of the same name, and can be deleted; both are in the audit log", async () => {
    const { renderer: first } = await here.ok("renderers.save", board());
    const { renderer } = await here.ok("renderers.save", board({ html: "<p>another</p>", name: " Board " }));
    expect([renderer.id, renderer.size]).toEqual([first.id, 14]);
    await here.ok("renderers.delete", { workspaceId, id: renderer.id });
    expect((await here.ok("renderers.list", { workspaceId })).renderers).toEqual([]);
    const { entries } = await here.ok("audit.list", { limit: 3 });
    expect(entries.map(({ event, target }) => [event, target])).toEqual([
      ["renderer.deleted", `Board of ${slug}`],
      ["renderer.saved", `Board of ${slug}`],
      ["renderer.saved", `Board of ${slug}`],
    ]);
  });

  it("is refused at its field when a text is missing or too long, and nothing is stored", async () => {
    const tooLong = "x".repeat(MAX_RENDERER_LENGTH + 1);
    for (const [changes, place] of [
      [{ name: " " }, "body.name"],
      [{ name: "x".repeat(61) }, "body.name"],
      [{ html: " \n" }, "body.html"],
      [{ html: tooLong }, "body.html"],
      [{ match: { key: "", value: "chess" } }, "body.match.key"],
    ] as const)
      expect(await here.refused("renderers.save", board(changes))).toMatchObject({ http: 422, locs: [place] });
    expect((await here.ok("renderers.list", { workspaceId })).renderers).toEqual([]);
    await here.ok("renderers.save", board({ html: "ü".repeat(MAX_RENDERER_LENGTH) }));
  });

  it("is one of at most twenty in a workspace", async () => {
    for (let at = 0; at < 20; at += 1) await here.ok("renderers.save", board({ name: `Board ${at}` }));
    expect(await here.refused("renderers.save", board({ name: "one more" }))).toMatchObject({
      http: 422,
      locs: ["body.name"],
    });
    await here.ok("renderers.save", board({ name: "Board 7" }));
    expect((await here.ok("renderers.list", { workspaceId })).renderers).toHaveLength(20);
  });
});
