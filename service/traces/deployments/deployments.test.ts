import { v4 as uuid4 } from "uuid";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Deployment, DeploymentsList } from "@/lib/api/contract/deployments/deployments";
import { openTemporaryState, type TemporaryState } from "@/service/kernel/state/testing/temporary-state";
import { sharedTestService, type TestService } from "@/service/testing/open-service";
import { upsertBatch } from "@/service/traces/operations/calls/call-upsert-batch";
import { deleteDeploymentHandler } from "@/service/traces/operations/deployments/deployments-delete";
import { listDeploymentsHandler } from "@/service/traces/operations/deployments/deployments-list";
import { markDeploymentHandler } from "@/service/traces/operations/deployments/deployments-mark";
import { Deployments } from "./deployments";

const DAY = { after: "2026-11-20T00:00:00Z", before: "2026-11-21T00:00:00Z" };

let service: TestService;
let kept: TemporaryState;
let deployments: Deployments;

beforeAll(async () => {
  service = await sharedTestService();
  kept = await openTemporaryState();
  deployments = new Deployments(kept.state);
});

afterAll(() => kept.remove());

const mark = (project: string, body: object) =>
  service.ask<Deployment>("deployments.mark", markDeploymentHandler(deployments), { project_id: project, ...body });
const list = (project: string, range: object = {}) =>
  service.ask<DeploymentsList>("deployments.list", listDeploymentsHandler(deployments), {
    project_id: project,
    ...range,
  });

async function store(project: string, calls: readonly (readonly [string, string | null])[]): Promise<void> {
  const batch = calls.map(([started_at, release]) => ({
    mode: "start",
    req: {
      start: {
        ...{ project_id: project, id: uuid4(), trace_id: "t", op_name: "op", inputs: {}, started_at },
        attributes: release === null ? {} : { release },
      },
    },
  }));
  await service.ask("call.upsertBatch", upsertBatch, { batch });
}

describe("deployments", () => {
  it("are listed in the order of their times, those of the range alone", async () => {
    await mark("e/marks", { name: "v2", at: "2026-11-20T12:00:00Z" });
    await mark("e/marks", { name: "v1", at: "2026-11-19T12:00:00Z" });
    await mark("e/others", { name: "v9", at: "2026-11-20T12:00:00Z" });
    const names = async (range?: object) => (await list("e/marks", range)).deployments.map(({ name }) => name);
    expect(await names()).toEqual(["v1", "v2"]);
    expect(await names(DAY)).toEqual(["v2"]);
    expect(await names({ before: "2026-11-20T12:00:00Z" })).toEqual(["v1"]);
  });

  it("of the same name and time are one, with what was said last", async () => {
    const first = await mark("e/again", { name: "v1", at: "2026-11-20T12:00:00Z" });
    const second = await mark("e/again", { name: "v1", at: "2026-11-20T13:00:00+01:00", note: "New timeout" });
    expect(second.id).toBe(first.id);
    expect((await list("e/again")).deployments).toEqual([{ ...first, note: "New timeout" }]);
  });

  it("are deleted by their project alone", async () => {
    const { id } = await mark("e/deleted", { name: "v1" });
    const remove = (project: string) =>
      service.ask("deployments.delete", deleteDeploymentHandler(deployments), {
        project_id: project,
        deployment_id: id,
      });
    await expect(remove("e/others")).rejects.toThrow(`Deployment ${id} not found`);
    await remove("e/deleted");
    expect((await list("e/deleted")).deployments).toEqual([]);
  });

  it("have addresses of the web alone", async () => {
    await expect(mark("e/links", { name: "v1", url: "javascript:alert(1)" })).rejects.toThrow("https://");
  });
});

describe("releases", () => {
  it("begin with their first call in the range, unless they may be older than it", async () => {
    await store("e/releases", [
      ["2026-11-19T10:00:00Z", "v1"],
      ["2026-11-20T00:30:00Z", "v1"],
      ["2026-11-20T09:00:00Z", "v2"],
      ["2026-11-20T08:00:00Z", "v2"],
      ["2026-11-20T11:00:00Z", null],
      ["2026-11-20T14:00:00Z", "it's {committed:UInt64}"],
      ["2026-11-21T00:00:00Z", "v4"],
    ]);
    expect((await list("e/releases", DAY)).releases).toEqual([
      { release: "v2", at: "2026-11-20T08:00:00Z", call_count: 2 },
      { release: "it's {committed:UInt64}", at: "2026-11-20T14:00:00Z", call_count: 1 },
    ]);
    const { releases } = await list("e/releases", { before: "2026-11-22T00:00:00Z" });
    expect(releases?.map(({ release }) => release)).toEqual(["v2", "it's {committed:UInt64}", "v4"]);
  });

  it("are none without calls, and a range that ends before it begins is refused", async () => {
    expect((await list("e/empty")).releases).toEqual([]);
    const inverted = { after: DAY.before, before: DAY.after };
    await expect(list("e/empty", inverted)).rejects.toThrow("after must not be later than before");
  });
});
