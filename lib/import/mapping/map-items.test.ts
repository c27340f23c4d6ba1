import { describe, expect, it } from "vitest";
import { callsOf, itemsOf, lines, losses } from "@/lib/import/testing/imported-text";
import type { ImportItem } from "@/lib/import/values/import-item";
import { AS_READ_MAPPING, type ImportMapping, kindOf } from "./import-mapping";
import { mappedItem } from "./map-items";
import { MappingChoices } from "./mapping-choices";

const trace = {
  id: "t1",
  timestamp: "2026-11-20T14:00:00Z",
  name: "chat",
  sessionId: "session",
  userId: "mia",
  tags: ["a"],
  metadata: { channel: "web", customer: { id: 7 }, "dotted.name": "x", labels: ["x", "y"] },
};
const observation = {
  id: "o1",
  traceId: "t1",
  type: "GENERATION",
  name: "answer",
  startTime: "2026-11-20T14:00:00Z",
  endTime: "2026-11-20T14:00:01Z",
  parentObservationId: null,
  metadata: { channel: "phone" },
};
const scoreOf = (name: string) => ({ id: name, name, dataType: "NUMERIC", value: 1, source: "API", traceId: "t1" });
const FILE = lines(trace, observation, scoreOf("quality"), scoreOf("tone"));

async function read(): Promise<ImportItem[]> {
  return (await itemsOf(FILE)).flatMap((item) => (item.kind === "item" ? [item] : []));
}

async function mapped(changes: Partial<ImportMapping>) {
  const items = (await read()).map((item) => mappedItem(item, { ...AS_READ_MAPPING, ...changes }));
  return { items, calls: callsOf(items), feedback: items.flatMap(({ feedback }) => feedback) };
}

describe("a mapping", () => {
  it("that changes nothing leaves all items as they are", async () => {
    expect((await mapped({})).items).toEqual(await read());
  });

  it("takes thread, user and tags from members of the records; a root is a turn of its thread", async () => {
    const { calls } = await mapped({
      thread: "attributes.langfuse.metadata.channel",
      user: "attributes.langfuse.metadata.customer.id",
      tags: "attributes.langfuse.metadata.labels",
    });
    const [root, below] = calls;
    expect(root).toMatchObject({
      thread_id: "web",
      turn_id: root?.id,
      attributes: { user_id: "7", tags: ["x", "y"], langfuse: { metadata: { channel: "web" } } },
    });
    expect(below).toMatchObject({ thread_id: "phone", turn_id: null });
    // The second record has no customer and no labels.
    expect(below?.attributes).not.toHaveProperty("user_id");
    expect(below?.attributes).not.toHaveProperty("tags");
  });

  it("fills fields with nothing on request", async () => {
    const [root] = (await mapped({ thread: "none", user: "none", tags: "none" })).calls;
    expect(root).toMatchObject({ thread_id: null, turn_id: null });
    expect(Object.keys(root?.attributes ?? {})).not.toEqual(expect.arrayContaining(["user_id"]));
    expect(root?.attributes).not.toHaveProperty("tags");
  });

  it("renames scores and leaves some out, which the report counts; a reserved name stays a score", async () => {
    const { feedback, items } = await mapped({ scores: { quality: "wandb.note.1", tone: "" } });
    expect(feedback.map(({ feedback_type }) => feedback_type)).toEqual(["score.wandb.note.1"]);
    expect(losses(items)).toContain("Scores named tone are left out, as chosen.");
  });

  it("leaves out kinds of records, which the report counts, and keeps their number for an import that continues", async () => {
    const [, second] = await read();
    if (!second?.source) throw new Error("The observation has no kind.");
    const { items, calls } = await mapped({ leftOut: [kindOf(second.source)] });
    expect([items.length, calls.length]).toEqual([4, 1]);
    expect(losses(items)).toContain("Langfuse: records of the kind generation are left out, as chosen.");
  });
});

describe("the choices of a mapping", () => {
  it("are the members of calls that hold a text or a number, with their frequency, and the scores by kind", async () => {
    const choices = new MappingChoices();
    for (const item of await read()) choices.add(item);
    const fields = new Map(choices.fields.map(({ path, count, example }) => [path, [count, example]]));
    expect(fields.get("attributes.langfuse.metadata.channel")).toEqual([2, "web"]);
    expect(fields.get("attributes.langfuse.metadata.labels")).toEqual([1, "x"]);
    expect([...fields.keys()].filter((path) => /dotted|user_id|attributes\.tags/.test(path))).toEqual([]);
    const scores = [...choices.kinds.values()].flatMap(({ scores }) => [...scores]);
    expect(scores).toEqual([
      ["quality", 1],
      ["tone", 1],
    ]);
  });
});
