import { describe, expect, it } from "vitest";
import { pagedLines } from "./paged-lines";
import type { WeaveProject } from "./weave-service";

class Passing extends Error {}

/** A project of numbered lines, whose responses break as listed: after how many lines, or with half a line. */
function numbered(count: number, breaks: (number | "half" | "refused")[] = []) {
  const asked: (readonly [number, number])[] = [];
  async function* lines(_id: string, { limit, offset }: { limit: number; offset: number }) {
    asked.push([offset, limit]);
    const broken = breaks.shift();
    if (broken === "refused") throw new Error("refused");
    const end = Math.min(count, offset + limit);
    for (let at = offset; at < end; at += 1) {
      if (broken === at - offset) throw new Passing("broke off");
      yield broken === "half" && at === end - 1 ? `{"at":` : `{"at":${at}}`;
    }
  }
  const project = {
    lines,
    mayPass: (error: unknown) =>
      error instanceof Passing || (error instanceof Error && error.message.includes("broke off")),
  } as unknown as WeaveProject;
  return { project, asked };
}

async function read({ project }: ReturnType<typeof numbered>, from = 0, waitsMs = [0, 0]) {
  const found: number[] = [];
  const bodyOf = (page: object) => page as never;
  for await (const line of pagedLines(project, "calls.streamQuery", bodyOf, { from, pageSize: 3, waitsMs })) {
    found.push((JSON.parse(line) as { at: number }).at);
  }
  return found;
}

const upTo = (count: number, from = 0) => Array.from({ length: count - from }, (_, index) => index + from);

describe("lines of another project", () => {
  it.each([0, 1, 3, 6, 8])("are read page by page to their end: %i", async (count) => {
    expect(await read(numbered(count))).toEqual(upTo(count));
  });

  it("begin behind those that are there", async () => {
    const lines = numbered(8);
    expect(await read(lines, 5)).toEqual(upTo(8, 5));
    expect(lines.asked[0]).toEqual([5, 3]);
  });

  it("continue behind the last one where a response breaks off, also in the middle of a line", async () => {
    const lines = numbered(8, [2, "half"]);
    expect(await read(lines)).toEqual(upTo(8));
    expect(lines.asked.slice(0, 3)).toEqual([
      [0, 3],
      [1, 3],
      [3, 3],
    ]);
  });

  it("come in smaller pages where a response is too large, and never in larger ones than the project says", async () => {
    const lines = numbered(20);
    const { project } = lines;
    const whole = project.lines;
    const tooLarge = new Error("too large");
    const limited = {
      ...project,
      maxLines: 16,
      isTooLarge: (error: unknown) => error === tooLarge,
      lines: (id: "calls.streamQuery", body: never) => {
        if ((body as { limit: number }).limit > 2) throw tooLarge;
        return whole(id, body);
      },
    } as WeaveProject;
    const found: string[] = [];
    const options = { pageSize: 5_000, waitsMs: [] };
    for await (const line of pagedLines(limited, "calls.streamQuery", (page) => page as never, options))
      found.push(line);
    expect(found).toHaveLength(20);
    expect(new Set(lines.asked.map(([, limit]) => limit))).toEqual(new Set([2]));
  });

  it("end with the failure when it does not pass, and at once when the request is refused", async () => {
    await expect(read(numbered(8, [0, 0, 0]))).rejects.toThrow("broke off");
    const refused = numbered(8, ["refused"]);
    await expect(read(refused)).rejects.toThrow("refused");
    expect(refused.asked).toHaveLength(1);
  });
});
