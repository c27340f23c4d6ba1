import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { ResultOf } from "@/lib/api/contract/operations";
import type { TrainingRun, TrainingRunDetail } from "@/lib/api/contract/training-runs/training-runs";
import { ProvidedService, TEST_KEY } from "@/service/testing/provided-service";
import { isSelected, type ProfileSelection } from "./run-profiles";

let service: ProvidedService;
let projectId = "";

beforeAll(async () => {
  service = await ProvidedService.create("heddle-run-profiles-");
});

beforeEach(async () => {
  projectId = await service.nextProject();
});

afterAll(() => service.remove());

const ask = <Result>(path: string, body: object = {}) =>
  service.ask<Result>(`/training_runs/${path}`, { project_id: projectId, ...body });
const log = async (run: string, body: object = {}) =>
  (await ask<{ run_id: string }>("log", { run, iteration: 1, metrics: { reward: 1 }, ...body })).run_id;
const update = (runId: string, changes: object) =>
  ask<ResultOf<"trainingRuns.update">>("update", { run_id: runId, ...changes });
const listed = async (list: string, body: object = {}) =>
  (await ask<{ runs: TrainingRun[] }>(list, body)).runs.map(({ name }) => name);
const read = (runId: string) => ask<TrainingRunDetail>("read", { run_id: runId });
const tags = () => ask<ResultOf<"trainingRuns.tags">>("tags");

/** A model that a client trains, whose jobs are a run. */
async function clientRun(name: string): Promise<string> {
  const [entity, project] = projectId.split("/");
  const { id } = await service.ask<{ id: string }>("/v1/preview/models", { entity, project, name, base_model: "base" });
  return `model:${id}`;
}

describe("what people write about a run", () => {
  it("is shown in place of its name, and the program continues under its own", async () => {
    const id = await log("grpo-7b");
    await update(id, { name: "Small rate", notes: "Look at **step 3**.", tags: ["baseline", "7b"], group: "rates" });
    expect(await log("grpo-7b", { iteration: 2 })).toBe(id);
    expect(await read(id)).toMatchObject({
      ...{ name: "Small rate", given_name: "grpo-7b", notes: "Look at **step 3**." },
      ...{ tags: ["baseline", "7b"], group: "rates", is_archived: false, iterations_done: 2 },
    });
    await update(id, { name: null, notes: "" });
    const { name, given_name: given, notes, group } = await read(id);
    expect([name, given, notes, group]).toEqual(["grpo-7b", undefined, null, "rates"]);
  });

  it("is found by the words of a search: name, tags, group and notes, in any case", async () => {
    const id = await log("one");
    await log("other");
    await update(id, { name: "Small Rate", notes: "diverges late", tags: ["Baseline"], group: "sweep 7" });
    for (const word of ["one", "small", "baseline", "SWEEP", "diverges"])
      expect([word, await listed("logged", { words: [word] })]).toEqual([word, ["Small Rate"]]);
    expect(await listed("logged", { words: ["small", "other"] })).toEqual([]);
    expect(await listed("logged")).toEqual(["other", "Small Rate"]);
  });

  it("chooses runs by their tags and their group, and leaves out archived ones", async () => {
    const first = await log("first");
    const second = await log("second");
    const third = await log("third");
    await update(first, { tags: ["a", "ab"], group: "sweep" });
    await update(second, { tags: ["ab"], group: "sweep", is_archived: true });
    await update(third, { tags: ["A"], group: "swee" });
    expect(await listed("logged", { tags: ["a"] })).toEqual(["first"]);
    expect(await listed("logged", { tags: ["a", "ab"] })).toEqual(["first"]);
    expect(await listed("logged", { group: "sweep" })).toEqual(["second", "first"]);
    expect(await listed("logged", { group: "sweep", has_archived: false })).toEqual(["first"]);
    expect(await tags()).toEqual({
      tags: [
        { name: "ab", runs: 2 },
        { name: "A", runs: 1 },
        { name: "a", runs: 1 },
      ],
      groups: [
        { name: "sweep", runs: 2 },
        { name: "swee", runs: 1 },
      ],
      archived: 1,
    });
  });

  it("is deleted with the run", async () => {
    const id = await log("grpo");
    await update(id, { tags: ["gone"] });
    await ask("delete", { run_id: id });
    expect((await tags()).tags).toEqual([]);
    expect((await read(await log("grpo"))).tags).toEqual([]);
  });

  it("is refused for a run of another project, and of none", async () => {
    const id = await log("grpo");
    const other = await service.nextProject();
    for (const runId of [id, `model:${id}`, "none"]) {
      const body = { project_id: other, run_id: runId, tags: ["a"] };
      expect((await service.send("/training_runs/update", body)).status).toBe(404);
    }
  });

  it("can be said by the program, until a person changes it", async () => {
    const id = await log("grpo", { tags: ["sweep-1"], group: "rates", notes: "by the launcher" });
    expect(await read(id)).toMatchObject({ tags: ["sweep-1"], group: "rates", notes: "by the launcher" });
    await log("grpo", { tags: ["sweep-2"] });
    expect(await read(id)).toMatchObject({ tags: ["sweep-2"], group: "rates" });
    await update(id, { tags: [] });
    await log("grpo", { tags: ["sweep-3"], group: "others" });
    expect(await read(id)).toMatchObject({ tags: [], group: "rates" });
  });

  it("counts no run whose model was deleted", async () => {
    const id = await clientRun("agent");
    await update(id, { tags: ["mine"] });
    expect((await tags()).tags).toEqual([{ name: "mine", runs: 1 }]);
    const headers = { authorization: `Bearer ${TEST_KEY}` };
    await service.fetch(`/v1/preview/models/${id.slice("model:".length)}`, { method: "DELETE", headers });
    expect((await tags()).tags).toEqual([]);
  });
});

it("chooses runs of clients as the lists of the database do", () => {
  const profile = { name: "Small", notes: "late", tags: ["a", "B"], group: "sweep", is_archived: true };
  const isIn = (words: readonly string[], selection: ProfileSelection = {}) =>
    isSelected("agent-1", profile, words, selection);
  expect(isIn(["AGENT", "small", "b", "late", "sweep"])).toBe(true);
  expect(isIn(["agent", "missing"])).toBe(false);
  expect(isIn([], { tags: ["a", "B"], group: "sweep" })).toBe(true);
  expect(isIn([], { tags: ["b"] })).toBe(false);
  expect(isIn([], { group: "swee" })).toBe(false);
  expect(isIn([], { has_archived: false })).toBe(false);
  expect(isSelected("agent-1", undefined, ["agent"], { has_archived: false })).toBe(true);
});
