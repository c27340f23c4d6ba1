import { describe, expect, it } from "vitest";
import { AppUnderTest, PASSWORD } from "./relay-app-client";

const here = new AppUnderTest();

describe("workspaces", () => {
  it("get a slug from their project, and another where that is taken", async () => {
    const { id } = await here.newConnection();
    const make = async (projectId: string) =>
      (await here.ok("workspaces.create", { connectionId: id, projectId })).workspace.slug;
    expect(await make("team/Airline Agent")).toBe("airline-agent");
    expect(await make("other/airline_agent")).toBe("airline-agent-2");
    expect(await make("team/settings")).toBe("workspace-settings");
    expect(await make("team/日本")).toBe("workspace");
  });

  it("belong to one project of one connection each, and have different names", async () => {
    const { id, name } = await here.newConnection();
    const { workspace } = await here.ok(
      "workspaces.create",
      { connectionId: id, projectId: "t/one", slug: "one" },
      "member",
    );
    expect(workspace).toMatchObject({ slug: "one", connectionId: id, connectionName: name, projectId: "t/one" });
    const again = { connectionId: id, projectId: "t/one" };
    expect(await here.refused("workspaces.create", again)).toMatchObject({ http: 422, locs: ["body.projectId"] });
    const sameSlug = { connectionId: id, projectId: "t/two", slug: "one" };
    expect(await here.refused("workspaces.create", sameSlug)).toMatchObject({ http: 422, locs: ["body.slug"] });
    const { workspace: two } = await here.ok("workspaces.create", { connectionId: id, projectId: "t/two" });
    expect(await here.refused("workspaces.update", { id: two.id, slug: "one" })).toMatchObject({ locs: ["body.slug"] });
    expect((await here.ok("workspaces.update", { id: two.id, slug: "deux" })).workspace.slug).toBe("deux");
    expect(await here.ok("workspaces.delete", { id: two.id })).toEqual({});
    expect(await here.refused("workspaces.delete", { id: two.id })).toMatchObject({ http: 404 });
    expect(await here.refused("workspaces.update", { id: two.id, slug: "x" })).toMatchObject({ http: 404 });
  });

  it.each(["api", "settings", "sign-in", "A", "a b", "-a", "a/b", "..", ""])("reject the slug %j", async (slug) => {
    const input = { connectionId: "local", projectId: "t/p", slug };
    expect(await here.refused("workspaces.create", input)).toMatchObject({ http: 422, locs: ["body.slug"] });
  });

  it.each(["project", "a/b/c", "/b", "a/", "a\nb/c"])("require an entity and a project: not %j", async (projectId) => {
    expect(await here.refused("workspaces.create", { connectionId: "local", projectId })).toMatchObject({
      locs: ["body.projectId"],
    });
  });

  it("require an existing connection", async () => {
    const input = { connectionId: "missing", projectId: "a/b" };
    expect(await here.refused("workspaces.create", input)).toMatchObject({ http: 422, locs: ["body.connectionId"] });
  });

  it("are suggested for the projects that a connection sees, with existing ones marked", async () => {
    here.upstream.json(200, {
      projects: [{ project_id: "a/b", call_count: 3, last_call_at: null }, { project_id: "a/c" }],
    });
    const { id } = await here.newConnection();
    await here.ok("workspaces.create", { connectionId: id, projectId: "a/c", slug: "offered" });
    expect(await here.ok("workspaces.offered", { connectionId: id }, "viewer")).toEqual({
      projects: [
        { projectId: "a/b", callCount: 3, lastCallAt: null, workspaceSlug: null },
        { projectId: "a/c", callCount: null, lastCallAt: null, workspaceSlug: "offered" },
      ],
    });
  });

  it("are never suggested as an empty list when the service could not be reached", async () => {
    const { id } = await here.newConnection();
    here.upstream.json(404, { detail: "Not Found" });
    expect(await here.refused("workspaces.offered", { connectionId: id })).toMatchObject({ kind: "unsupported" });
    here.upstream.json(200, { projects: "many" });
    expect(await here.refused("workspaces.offered", { connectionId: id })).toMatchObject({
      kind: "unreadable",
      http: 502,
    });
    here.upstream.json(200, "<html>");
    expect(await here.refused("workspaces.offered", { connectionId: id })).toMatchObject({ kind: "unreadable" });
    here.upstream.json(401, { detail: PASSWORD });
    expect(await here.refused("workspaces.offered", { connectionId: id })).toMatchObject({
      kind: "credentials-refused",
    });
  });
});
