import { afterEach, describe, expect, it, vi } from "vitest";
import { headOf } from "./operation-head";
import { operationRow } from "./operation-rows";
import { failureOf, unreadable } from "./request-failure";
import { callOperationRow, type OperationDefinition } from "./row-client";

afterEach(() => vi.unstubAllGlobals());

const id = "calls.queryStats";
const answer = () => vi.stubGlobal("fetch", async () => new Response('{"count":3}'));
const body = { project_id: "demo/airline" };

it("sends a request while five models answer, each of which takes its time", async () => {
  vi.stubGlobal("fetch", async (path: string) =>
    path.includes("completions") ? new Promise(() => undefined) : new Response('{"count":3}'),
  );
  const create = (await operationRow("completions.create")) as OperationDefinition<"completions.create">;
  const count = (await operationRow(id)) as OperationDefinition<typeof id>;
  const inputs = { model: "slow", messages: [] };
  for (let models = 0; models < 5; models += 1) {
    void callOperationRow("c", create, { body: { ...body, inputs }, isLong: true });
  }
  await expect(callOperationRow("c", count, { body })).resolves.toEqual({ count: 3 });
});

describe("an operation whose row did not load", () => {
  it("loads it again once its response has arrived, since the operation has already run", async () => {
    answer();
    const operation = { ...headOf(id), row: Promise.resolve(null), reload: () => operationRow(id) };
    await expect(callOperationRow("c", operation, { body })).resolves.toEqual({ count: 3 });
  });

  it("fails with the reason when it does not load again", async () => {
    answer();
    const reload = async () => {
      throw unreadable(id, "A part of the dashboard could not be loaded.");
    };
    const operation = { ...headOf(id), row: Promise.resolve(null), reload };
    const failure = await callOperationRow("c", operation, { body }).catch(failureOf);
    expect(failure).toMatchObject({ kind: "unreadable", message: "A part of the dashboard could not be loaded." });
  });
});
