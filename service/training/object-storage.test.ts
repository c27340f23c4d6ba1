import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type ObjectServer, startObjectServer } from "@/service/traces/store/files/testing/object-server";
import { CheckpointCopies } from "@/service/training/state/checkpoint-copies";
import { checkpoint, started, TestTraining } from "./testing/open-test-training";

let server: ObjectServer;
let service: TestTraining;

beforeAll(async () => {
  server = await startObjectServer();
});

afterAll(() => server.close());

beforeEach(async () => {
  service = await TestTraining.open({ bucket: await server.openBucket() });
});

afterEach(() => service.close());

/** Steps of a trainer that writes one file. */
const writing = (name: string, text: string) => [started(0), { write: [name, text] }, checkpoint()];

async function trained(model: string, steps: readonly unknown[]): Promise<{ id: string; step: number }> {
  const events = await service.ended(await service.job(model, steps));
  expect(events.at(-1)).toMatchObject({ type: "training_ended" });
  return (await service.checkpoints(model)).at(-1);
}

async function keysOf(id: string): Promise<string[]> {
  return (await (await server.openBucket()).keys(`checkpoints/${id}/`)).sort();
}

describe("training with object storage", () => {
  it("stores payloads and checkpoints in the bucket, and gives trainers local files", async () => {
    const model = await service.model();
    const told = service.file("told.json");
    const one = await trained(model, [{ tell: told }, ...writing("weights.bin", "w1")]);
    const [payload] = await service.training.blobs.names();
    const { path } = JSON.parse(readFileSync(told, "utf8")).payload;
    expect(path.startsWith(service.folder)).toBe(true);
    expect(existsSync(path)).toBe(false);
    const read = await service.training.blobs.readPart(payload ?? "", 0, 12);
    expect(read.toString()).toBe(`{"model_id":`);
    expect(await keysOf(one.id)).toEqual([
      `checkpoints/${one.id}/files.json`,
      `checkpoints/${one.id}/files/weights.bin`,
    ]);
  });

  it("continues from a checkpoint that is only in the bucket", { tags: ["all"] }, async () => {
    const model = await service.model();
    const one = await trained(model, writing("weights.bin", "w1"));
    const local = service.training.folder.checkpoint(one.id);
    rmSync(local, { recursive: true });
    const told = service.file("told.json");
    await trained(model, [{ tell: told }, ...writing("weights.bin", "w2")]);
    expect(JSON.parse(readFileSync(told, "utf8")).previous_checkpoint).toEqual({ step: 1, path: local });
    expect(readFileSync(join(local, "weights.bin"), "utf8")).toBe("w1");
  });

  it("fails a job whose checkpoint changed in the bucket, with the reason, and leaves no part of it", async () => {
    const model = await service.model();
    const one = await trained(model, writing("weights.bin", "w1"));
    const local = service.training.folder.checkpoint(one.id);
    rmSync(local, { recursive: true });
    const fake = service.file("fake");
    writeFileSync(fake, "w9");
    await (await server.openBucket()).put(`checkpoints/${one.id}/files/weights.bin`, fake);
    const events = await service.ended(await service.job(model, writing("weights.bin", "w2")));
    expect(events.at(-1)).toMatchObject({ type: "training_failed" });
    expect(JSON.stringify(events.at(-1))).toContain("has changed in the object storage");
    expect(existsSync(local)).toBe(false);
    expect(readdirSync(join(service.folder, "training", "incoming"))).toEqual([]);
  });

  it("removes the checkpoint of a failed job, and all data of a deleted model", async () => {
    const model = await service.model();
    const one = await trained(model, writing("weights.bin", "w1"));
    await service.ended(await service.job(model, [started(0), { write: ["half", "h"] }, { exit: 3 }]));
    await service.ask("DELETE", `/v1/preview/models/${model}`);
    await service.training.runner.close();
    expect(await keysOf(one.id)).toEqual([]);
    expect(await service.training.blobs.names()).toEqual([]);
    expect(await service.training.folder.checkpointIds()).toEqual([]);
  });

  it("fetches folders as they were, and links as the files that they lead to", async () => {
    const source = service.file("source");
    mkdirSync(join(source, "a", "empty"), { recursive: true });
    writeFileSync(join(source, "a", "file"), "one");
    symlinkSync("file", join(source, "a", "link"));
    const copies = new CheckpointCopies(await server.openBucket());
    await copies.store("folders", source);
    const fetched = service.file("fetched");
    await copies.fetch("folders", fetched);
    expect(readdirSync(fetched, { recursive: true, encoding: "utf8" }).sort()).toEqual([
      "a",
      "a/empty",
      "a/file",
      "a/link",
    ]);
    expect(readFileSync(join(fetched, "a", "link"), "utf8")).toBe("one");
    await copies.remove("folders");
    await expect(copies.fetch("folders", service.file("again"))).rejects.toThrow("there is no such object");
  });

  it("never writes outside of the folder of a checkpoint", async () => {
    const list = { folders: [], files: [{ path: "../../outside", sha256: "", size_bytes: 0 }] };
    const bucket = await server.openBucket();
    await bucket.putText("checkpoints/hostile/files.json", JSON.stringify(list));
    const copies = new CheckpointCopies(bucket);
    await expect(copies.fetch("hostile", service.file("target"))).rejects.toThrow("outside of its folder");
    await copies.remove("hostile");
  });
});
