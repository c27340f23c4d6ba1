import { describe, expect, it } from "vitest";
import { startEagerly } from "./start-eagerly";

/** A source that records its steps. */
function source(fails = false) {
  const reported: string[] = [];
  async function* items() {
    try {
      reported.push("begun");
      if (fails) throw new Error("engine gone");
      yield 1;
      yield 2;
    } finally {
      reported.push("ended");
    }
  }
  return { items: items(), reported };
}

describe("a source that is started eagerly", () => {
  it("starts before it is read, and yields every item once", async () => {
    const { items, reported } = source();
    const { items: started } = startEagerly(items);
    expect(reported).toEqual(["begun"]);
    const read: number[] = [];
    for await (const item of started) read.push(item);
    expect(read).toEqual([1, 2]);
  });

  it("ends when its reader stops", async () => {
    const { items, reported } = source();
    for await (const _ of startEagerly(items).items) break;
    expect(reported).toEqual(["begun", "ended"]);
  });

  it("passes its failure to the reader, and ignores it when there is no reader", async () => {
    const unread = startEagerly(source(true).items);
    await unread.ready;
    const read = startEagerly(source(true).items);
    await expect(read.items.next()).rejects.toThrow("engine gone");
  });
});
