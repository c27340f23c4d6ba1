import { beforeEach, describe, expect, it } from "vitest";
import { MAX_SHARED_DRAFT_CHARACTERS } from "@/lib/api/contract/app/shared-requests";
import { AppUnderTest } from "./relay-app-client";

const here = new AppUnderTest();
let count = 0;
let workspaceId: string;

beforeEach(async () => {
  count += 1;
  const { workspace } = await here.ok("workspaces.create", { connectionId: "local", projectId: `shared/p${count}` });
  workspaceId = workspace.id;
});

const share = (draft: string) => here.ok("sharedRequests.create", { workspaceId, draft }, "member");

describe("a shared request", () => {
  it("is returned unchanged to everyone with read access", async () => {
    const draft = '{"messages":[{"text":"é 1.0"}]}';
    const { id } = await share(draft);
    expect(await here.ok("sharedRequests.read", { id }, "viewer")).toMatchObject({
      workspaceId,
      draft,
      ownerName: "member",
    });
    expect(await here.refused("sharedRequests.read", { id }, null)).toMatchObject({ http: 401 });
  });

  it("is shared by members, in an existing workspace", async () => {
    const input = { workspaceId, draft: "{}" };
    expect(await here.refused("sharedRequests.create", input, "viewer")).toMatchObject({ http: 403 });
    expect(await here.refused("sharedRequests.create", { ...input, workspaceId: "none" })).toMatchObject({ http: 422 });
  });

  it("may contain a long prompt, up to a limit", async () => {
    const long = JSON.stringify({ text: "é".repeat(1_000_000) });
    const { id } = await share(long);
    expect((await here.ok("sharedRequests.read", { id })).draft).toBe(long);
    const input = { workspaceId, draft: "x".repeat(MAX_SHARED_DRAFT_CHARACTERS + 1) };
    expect(await here.refused("sharedRequests.create", input)).toMatchObject({ http: 422 });
  });

  it("is deleted with its workspace, and after a hundred newer ones of its owner", async () => {
    const { id } = await share('"first"');
    const { id: second } = await share('"second"');
    for (let more = 0; more < 99; more += 1) await share(`"${more}"`);
    expect(await here.refused("sharedRequests.read", { id })).toMatchObject({ http: 404 });
    expect((await here.ok("sharedRequests.read", { id: second })).draft).toBe('"second"');
    await here.ok("workspaces.delete", { id: workspaceId });
    expect(await here.refused("sharedRequests.read", { id: second })).toMatchObject({ http: 404 });
  });
});
