import { afterAll, beforeAll, expect, it } from "vitest";
import { openTemporaryState, type TemporaryState } from "@/service/kernel/state/testing/temporary-state";
import { LoggedRuns } from "./logged-records";

const PROJECT = "demo/packed";
const LONG_AGO = "2026-11-01T08:00:00.000Z";
const ROWS_AT = "2026-11-01T07:00:00.000Z";
const COUNT = 1000;

let temporary: TemporaryState;

beforeAll(async () => {
  temporary = await openTemporaryState();
});

afterAll(() => temporary.remove());

const log = (runs: LoggedRuns, run: string, iterations: readonly number[], metrics: (at: number) => object) =>
  runs.log(
    {
      ...{ project_id: PROJECT, run, rollouts: [], restarts: [], metrics: {} },
      iterations: iterations.map((iteration) => ({ iteration, metrics: { ...metrics(iteration) } })),
    },
    "user",
  );

/** A run that was logged long ago and read once, of which only the pack still has the metrics. */
async function packedRun(name: string) {
  const { state } = temporary;
  const runs = new LoggedRuns(state);
  const iterations = Array.from({ length: COUNT }, (_, index) => index + 1);
  const { run } = await log(runs, name, iterations, (at) => (at === 7 ? { loss: at } : { loss: at, "a/b": -at }));
  await state.updateTable("logged_run").set({ updated_at: LONG_AGO }).where("id", "=", run.id).execute();
  await state.updateTable("logged_iteration").set({ updated_at: ROWS_AT }).where("run_id", "=", run.id).execute();
  await runs.columns.read(await runs.find(PROJECT, run.id));
  await runs.columns.packed();
  await state.updateTable("logged_iteration").set({ metrics: "{}" }).where("run_id", "=", run.id).execute();
  return run.id;
}

it("reads a long run after a restart from its pack, equal to its rows", async () => {
  const id = await packedRun("whole");
  const runs = new LoggedRuns(temporary.state);
  const columns = await runs.columns.read(await runs.find(PROJECT, id));
  expect(columns.names).toEqual(["loss", "a/b"]);
  expect(columns.rows.map(({ iteration }) => iteration)).toEqual(Array.from({ length: COUNT }, (_, at) => at + 1));
  expect(Array.from(columns.column("a/b").subarray(5, 8))).toEqual([-6, Number.NaN, -8]);
  expect(columns.rows[0]).toMatchObject({ updatedAt: ROWS_AT, sums: null });
});

it("adds what was logged after the pack, and replaces what was logged again", async () => {
  const id = await packedRun("continued");
  await log(new LoggedRuns(temporary.state), "continued", [1, COUNT + 1], () => ({ loss: 0.5, new: 1 }));
  const runs = new LoggedRuns(temporary.state);
  const columns = await runs.columns.read(await runs.find(PROJECT, id));
  expect(columns.count).toBe(COUNT + 1);
  expect(Array.from(columns.column("loss").subarray(0, 3))).toEqual([0.5, 2, 3]);
  expect(columns.column("loss").at(-1)).toBe(0.5);
  expect(Array.from(columns.column("new").subarray(0, 2))).toEqual([1, Number.NaN]);
});

it("reads the rows where a pack has another layout or is not whole, and deletes the pack with the run", async () => {
  const { state } = temporary;
  const id = await packedRun("damaged");
  const read = async () => {
    const runs = new LoggedRuns(state);
    return await runs.columns.read(await runs.find(PROJECT, id));
  };
  for (const damage of [{ layout: 0 }, { layout: 1, names: '["loss"]' }]) {
    await state.updateTable("packed_iterations").set(damage).where("run_id", "=", id).execute();
    expect((await read()).names).toEqual([]);
  }
  await new LoggedRuns(state).delete(PROJECT, id);
  expect(await state.selectFrom("packed_iterations").select("run_id").where("run_id", "=", id).execute()).toEqual([]);
});
