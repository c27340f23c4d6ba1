import { afterAll, beforeAll, expect, it } from "vitest";
import type { ResultOf } from "@/lib/api/contract/operations";
import { ProvidedService } from "@/service/testing/provided-service";

type Detail = ResultOf<"runWatches.read">;

let service: ProvidedService;
let project: string;

beforeAll(async () => {
  service = await ProvidedService.create("heddle-run-watches-");
  project = await service.nextProject();
});

afterAll(() => service.remove());

const ask = <Result>(path: string, body: object = {}) => service.ask<Result>(path, { project_id: project, ...body });

it("returns the rules of a run that nobody set, changes them, and goes back to those of the project", async () => {
  const logged = { run: "grpo", iteration: 1, metrics: { entropy: 1 } };
  const { run_id } = await ask<{ run_id: string }>("/training_runs/log", logged);
  const before = await ask<Detail>("/run_watches/read", { run_id });
  expect(before).toMatchObject({ run_id, is_of_project: true, settings: { is_on: true }, levels: { kl: 10 } });
  const settings = { is_on: false, rules: { kl: { is_on: true, level: 2, action: "pause" } } };
  expect(await ask<Detail>("/run_watches/save", { run_id, settings })).toMatchObject({
    ...{ is_of_project: false, settings: { is_on: false }, levels: { kl: 2 } },
  });
  expect((await ask<Detail>("/run_watches/read")).settings.is_on).toBe(true);
  expect((await ask<Detail>("/run_watches/save", { run_id, settings: null })).is_of_project).toBe(true);
});

it("refuses channels, runs and notifications that do not exist, and what does not fire", async () => {
  const refused = async (path: string, body: object) =>
    (await service.send(path, { project_id: project, ...body })).status;
  expect(await refused("/run_watches/save", { settings: { channel_ids: ["none"] } })).toBe(404);
  expect(await refused("/run_watches/save", { run_id: "log:none", settings: null })).toBe(404);
  expect(await refused("/run_watches/acknowledge", { run_id: "log:none" })).toBe(404);
  expect(await refused("/run_watches/read", { job_id: "none" })).toBe(404);
  expect(await refused("/watches/mark_read", { last_id: "none" })).toBe(404);
});

it("lists nothing where nothing fired", async () => {
  expect(await ask("/watches/notifications")).toEqual({ notifications: [], unread_count: 0 });
  expect(await ask("/watches/list")).toMatchObject({
    watches: [],
    firing_count: 0,
    firing_run_count: 0,
    unread_count: 0,
  });
  expect(await ask("/watch_channels/list")).toMatchObject({ has_mail: false });
});
