import { describe, expect, it, vi } from "vitest";
import { itemsOf, lines } from "@/lib/import/testing/imported-text";
import { ObjectSender } from "./object-sender";
import { fakeObjects } from "./testing/fake-objects";

class Unsupported extends Error {}

/** Sends the objects of a file to objects in memory. */
async function send(text: string, objects = fakeObjects(), maxBytes = 1_000_000) {
  const lost: string[] = [];
  const sender = new ObjectSender(objects.service, {
    maxBytes,
    isUnsupported: (error) => error instanceof Unsupported,
    onLoss: (reason, count) => lost.push(`${count} × ${reason}`),
  });
  const items = await itemsOf(text);
  for (const item of items) {
    for (const object of item.kind === "item" ? (item.objects ?? []) : []) await sender.add(object);
  }
  return { objects, lost, items, summary: await sender.finish() };
}

const prompt = (version: number, labels: readonly string[] = []) => ({
  id: `p${version}`,
  name: "support/agent",
  version,
  type: "text",
  prompt: `Rules of version ${version}`,
  config: {},
  labels,
  tags: ["support"],
});

const textsOf = (objects: ReturnType<typeof fakeObjects>, name = "support-agent") =>
  objects.versions(name).map(({ val }) => (val as { content?: string }).content);

const item = (id: string, changes: object = {}) => ({
  id,
  status: "ACTIVE",
  datasetId: "d1",
  datasetName: "bags",
  input: { question: `why ${id}` },
  expectedOutput: `because ${id}`,
  updatedAt: "2026-03-04T05:06:07.000Z",
  ...changes,
});

describe("prompts of an import", () => {
  it("are versions of one object in the order of their numbers, with labels and tags", async () => {
    const { objects, summary } = await send(
      lines(prompt(3, ["production", "latest"]), prompt(1), prompt(2, ["staging"])),
    );
    expect(textsOf(objects)).toEqual([1, 2, 3].map((version) => `Rules of version ${version}`));
    expect(objects.versions("support-agent").map(({ aliases }) => aliases)).toEqual([[], ["staging"], ["production"]]);
    expect(objects.versions("support-agent")[2]?.tags).toEqual(["support"]);
    expect(summary).toMatchObject({ promptsStored: 3, promptsPresent: 0, names: ["support-agent"] });
  });

  it("change nothing the second time, also after somebody saved a version or moved a label", async () => {
    const { objects } = await send(lines(prompt(1), prompt(2, ["production"])));
    const [first] = objects.versions("support-agent");
    await objects.service.publish("support-agent", { ...(first?.val as object), content: "Mine" });
    await objects.service.setAliases("support-agent", first?.digest ?? "", ["production"]);
    const { summary } = await send(lines(prompt(1), prompt(2, ["production"])), objects);
    expect(textsOf(objects)).toEqual(["Rules of version 1", "Rules of version 2", "Mine"]);
    expect(objects.versions("support-agent").map(({ aliases }) => aliases)).toEqual([["production"], [], []]);
    expect(summary).toMatchObject({ promptsStored: 0, promptsPresent: 2 });
  });

  it("become new versions beside other content of their name, and a version that comes late is named", async () => {
    const { objects } = await send(lines(prompt(2)));
    const other = { ...prompt(2), prompt: "Of another project" };
    const { lost } = await send(lines(other, prompt(1)), objects);
    expect(textsOf(objects)).toEqual(["Rules of version 2", "Rules of version 1", "Of another project"]);
    expect(lost).toEqual([expect.stringContaining("newest one here")]);
  });

  it("continue after a stop where they were", async () => {
    const objects = fakeObjects();
    const { publish } = objects.service;
    let left = 1;
    vi.spyOn(objects.service, "publish").mockImplementation(async (objectId, value) => {
      if (left === 0) throw new Error("down");
      left -= 1;
      return await publish(objectId, value);
    });
    await expect(send(lines(prompt(1), prompt(2)), objects)).rejects.toThrow("down");
    expect(textsOf(objects)).toEqual(["Rules of version 1"]);
    left = 1;
    await send(lines(prompt(1), prompt(2)), objects);
    expect(textsOf(objects)).toEqual(["Rules of version 1", "Rules of version 2"]);
  });

  it("take another name where theirs is that of a dataset", async () => {
    const { objects, summary } = await send(lines(item("1")));
    expect(summary.names).toEqual(["bags"]);
    for (const _ of [1, 2]) {
      expect((await send(lines({ ...prompt(1), name: "bags" }), objects)).summary.names).toEqual(["bags-prompt"]);
    }
    expect(objects.versions("bags-prompt")).toHaveLength(1);
    expect(objects.rowsOf("bags")).toHaveLength(1);
  });

  it("are stored without labels where the service has none, which is said once", async () => {
    const objects = fakeObjects();
    vi.spyOn(objects.service, "addTags").mockRejectedValue(new Unsupported());
    const { lost } = await send(lines(prompt(1), prompt(2)), objects);
    expect(textsOf(objects)).toHaveLength(2);
    expect(lost).toEqual([expect.stringContaining("no tags and aliases")]);
  });
});

describe("datasets of an import", () => {
  it("are an object with a table, whose rows keep the order of the file and their newest state", async () => {
    const old = item("2", { input: "old", updatedAt: "2026-03-04T05:06:06.000Z" });
    const { objects, lost, summary } = await send(lines(item("1"), item("2"), item("3"), old, item("1", { input: 7 })));
    expect(objects.rowsOf("bags")).toMatchObject([
      { id: "1", input: 7, expected: "because 1" },
      { id: "2", input: { question: "why 2" } },
      { id: "3" },
    ]);
    expect(lost).toEqual([expect.stringMatching(/^2 × An item .* several times/)]);
    expect(summary).toMatchObject({ datasetsStored: 1, rows: 3 });
  });

  it("are sent in several requests when they are large, and are the same table", async () => {
    const text = lines(...["1", "2", "3", "4"].map((id) => item(id)));
    const { objects } = await send(text, fakeObjects(), 200);
    expect(objects.requests.filter((request) => request.startsWith("rows"))).not.toHaveLength(1);
    const { objects: whole } = await send(text);
    expect(objects.rowsOf("bags")).toEqual(whole.rowsOf("bags"));
    expect(objects.versions("bags")[0]?.digest).toBe(whole.versions("bags")[0]?.digest);
  });

  it("are published once, and again with other rows as a new version", async () => {
    const { objects } = await send(lines(item("1"), item("2")));
    expect((await send(lines(item("1"), item("2")), objects)).summary).toMatchObject({ datasetsPresent: 1 });
    expect(objects.versions("bags")).toHaveLength(1);
    await send(lines(item("1"), item("2"), item("3")), objects);
    expect(objects.versions("bags")).toHaveLength(2);
    expect((await send(lines(item("1"), item("2")), objects)).summary).toMatchObject({ datasetsStored: 0 });
    expect(objects.rowsOf("bags")).toHaveLength(3);
  });

  it("have the name that a record of the same file gives their id, before or after their rows", async () => {
    const example = { id: "x", dataset_id: "d9", inputs: { q: 1 }, outputs: { a: 2 } };
    const dataset = { id: "d9", name: "my tasks", data_type: "kv", description: "Bags" };
    const { objects } = await send(lines(example, dataset));
    expect(objects.versions("my-tasks")[0]?.val).toMatchObject({ description: "Bags" });
    expect((await send(lines(example))).summary.names).toEqual(["langsmith-d9"]);
  });

  it("stop when a service does not say which rows it stored", async () => {
    const objects = fakeObjects();
    vi.spyOn(objects.service, "storeRows").mockResolvedValue({ digest: "t", rowDigests: [] });
    await expect(send(lines(item("1")), objects)).rejects.toThrow("did not return digests");
  });
});
