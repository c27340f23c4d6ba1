import { expect, test } from "vitest";
import { comparedSettings } from "./compared-settings";
import { exampleRun } from "./testing/example-iteration";

const logged = (config: Record<string, unknown>) =>
  exampleRun({ source: "log", model: null, logged_model: "Qwen/Qwen3-7B", config });

test("configuration is compared by path, and a difference in one member is one row", () => {
  const rows = comparedSettings([
    logged({ actor: { optim: { lr: 1e-6 }, clip: 0.2 }, gpus: [0, 1] }),
    logged({ actor: { optim: { lr: 2e-6 }, clip: 0.2 }, gpus: [0, 1], seed: 7 }),
  ]);
  expect(rows.filter(({ isSame }) => !isSame)).toEqual([
    { name: "actor.optim.lr", values: ["0.000001", "0.000002"], isSame: false },
    { name: "seed", values: [null, "7"], isSame: false },
  ]);
  expect(rows.filter(({ isSame }) => isSame).map(({ name }) => name)).toEqual(["Model", "actor.clip", "gpus"]);
});

test("a run that is not loaded makes no difference, and names may be any", () => {
  const config = JSON.parse('{"__proto__": {"a": 1}}') as Record<string, unknown>;
  const rows = comparedSettings([logged(config), null]);
  expect(rows.find(({ name }) => name === "__proto__.a")).toEqual({
    name: "__proto__.a",
    values: ["1", null],
    isSame: true,
  });
});

test("commits, commands and versions that differ are rows, too", () => {
  const startedAs = (command: string, trl: string) => ({
    ...logged({ lr: 1 }),
    origin: { command, commit: "abc", has_changes: true, versions: { trl, zlib: "1", torch: "2.9.1" } },
  });
  const rows = comparedSettings([startedAs("train --lr 1", "1.16"), startedAs("train --lr 2", "1.17")]);
  expect(rows.filter(({ isSame }) => !isSame).map(({ name, values }) => [name, ...values])).toEqual([
    ["Command", "train --lr 1", "train --lr 2"],
    ["version of trl", "1.16", "1.17"],
  ]);
  expect(rows.map(({ name }) => name)).toEqual([
    ...["Model", "lr", "Command", "Commit"],
    ...["version of torch", "version of trl", "version of zlib"],
  ]);
  expect(rows.find(({ name }) => name === "Commit")?.values[0]).toBe("abc, with changes");
});
