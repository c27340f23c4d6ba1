import { describe, expect, it } from "vitest";
import { readFileItems } from "./read-file-items";

const line = (number: number) => JSON.stringify({ messages: [{ role: "user", content: `Bags for ${number}? ä🧵` }] });

describe("a chosen file", () => {
  it("is read to the end, with its bytes counted up to its size", async () => {
    const file = new Blob([Array.from({ length: 2000 }, (_, number) => line(number)).join("\n")]);
    const counts: number[] = [];
    const options = { projectId: "e/p", inventedFromMs: 0, onBytesRead: (count: number) => counts.push(count) };
    let items = 0;
    for await (const item of readFileItems(file, options)) if (item.kind === "item") items += 1;
    expect(items).toBe(2000);
    expect(counts).toEqual([...counts].sort((left, right) => left - right));
    expect(counts.at(-1)).toBe(file.size);
  });

  it("is released when the reading ends early", async () => {
    let isCancelled = false;
    const endless = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.enqueue(new TextEncoder().encode(`${line(1)}\n`)),
      cancel: () => {
        isCancelled = true;
      },
    });
    const file = Object.assign(new Blob([]), { stream: () => endless });
    for await (const item of readFileItems(file, { projectId: "e/p", inventedFromMs: 0 })) {
      expect(item.kind).toBe("item");
      break;
    }
    expect(isCancelled).toBe(true);
  });
});
