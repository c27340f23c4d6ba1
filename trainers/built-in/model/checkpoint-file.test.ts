import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { VOCABULARY } from "@/trainers/built-in/conversation/conversation-bytes";
import { BadCheckpointError, readCheckpoint, writeCheckpoint } from "./checkpoint-file";
import { LogLinearModel } from "./log-linear-model";

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "checkpoint-"));
});
afterAll(() => rm(folder, { recursive: true }));

test("a model is read as it was stored, without leftover files", async () => {
  const model = new LogLinearModel(
    4,
    Float32Array.from({ length: 4 * VOCABULARY }, (_, index) => index / 7),
  );
  const path = join(folder, "model.ckpt");
  await writeCheckpoint(path, model);
  const read = await readCheckpoint(path);
  expect(read.rowCount).toBe(4);
  expect(read.weights).toEqual(model.weights);
  expect(await readdir(folder)).toEqual(["model.ckpt"]);
});

test.each([
  ["text", Buffer.from("hello"), "it is not compressed"],
  ["another format", gzipSync("hello"), "it has a different header"],
  ["a cut one", gzipSync("HEDDLE-LOGLINEAR-1\n4\nabc"), "it should contain 4 rows of weights"],
])("%s is refused with its path and the reason", async (name, bytes, reason) => {
  const path = join(folder, `${name}.ckpt`);
  await writeFile(path, bytes);
  await expect(readCheckpoint(path)).rejects.toThrow(BadCheckpointError);
  await expect(readCheckpoint(path)).rejects.toThrow(`${path} is not a checkpoint of the built-in trainer: ${reason}.`);
});
