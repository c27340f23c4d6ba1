import { describe, expect, it } from "vitest";
import type { SourceApi } from "@/lib/import/source-api/source-api";
import type { SourcePlace } from "@/lib/import/source-api/source-place";
import { langfuseApiItems } from "./langfuse-items";

class Absent extends Error {}

type Query = Readonly<Record<string, string>>;
type Answer = (query: Query) => unknown;

/** A server whose paths answer as given; it has no others. */
function serverOf(paths: Readonly<Record<string, Answer>>) {
  const asked: (readonly [string, Query])[] = [];
  const api: SourceApi = {
    async get(path, query) {
      asked.push([path, query]);
      const answer = paths[path]?.(query);
      if (answer === undefined) throw new Absent(path);
      if (answer instanceof Error) throw answer;
      return answer;
    },
    post: async (path) => {
      throw new Absent(path);
    },
    isAbsent: (error) => error instanceof Absent,
  };
  return { api, asked };
}

const empty: Answer = () => ({ data: [], meta: {} });

const observation = (number: number) => ({
  id: `o${number}`,
  traceId: "t1",
  type: "SPAN",
  startTime: `2026-03-04T05:06:0${number}.000Z`,
  endTime: `2026-03-04T05:06:0${number}.500Z`,
  isRootObservation: number === 1,
  metadata: { note: "x".repeat(number === 1 ? 200 : 199) },
});

async function read(paths: Readonly<Record<string, Answer>>, places: SourcePlace[] = [], isSample = false) {
  const server = serverOf({ "/v2/prompts": empty, "/dataset-items": empty, ...paths });
  const items = [];
  const until = new Date("2026-11-30T12:00:00Z");
  const options = {
    projectId: "e/p",
    since: null,
    until,
    isSample,
    onPlace: (place: SourcePlace) => places.push(place),
  };
  for await (const item of langfuseApiItems(server.api, options)) items.push(item);
  return { items, asked: server.asked, places };
}

const idsOf = (items: Awaited<ReturnType<typeof read>>["items"]) => items.map(({ filePosition }) => filePosition);

describe("the API of Langfuse", () => {
  it("of version 4 is read to its last page, with a place to continue behind each page", async () => {
    const { items, asked, places } = await read({
      "/v2/observations": ({ cursor }) =>
        cursor === undefined
          ? { data: [observation(3), observation(2)], meta: { cursor: "next" } }
          : { data: [observation(1)], meta: { cursor: null } },
      "/v3/scores": () => ({
        data: [{ id: "s1", name: "ok", dataType: "BOOLEAN", value: true, subject: { kind: "trace", id: "t1" } }],
        meta: {},
      }),
    });
    expect(idsOf(items)).toEqual(["observation o3", "observation o2", "observation o1", "score s1"]);
    expect(items.at(-1)).toMatchObject({ feedback: [{ feedback_type: "ok", payload: { value: true } }] });
    expect(places).toEqual([
      { items: 2, until: new Date("2026-03-04T05:06:02.001Z") },
      { items: 3, until: new Date("2026-03-04T05:06:01.001Z") },
    ]);
    const [, first] = asked.find(([path]) => path === "/v2/observations") ?? [];
    expect(first).toMatchObject({ toStartTime: "2026-11-30T12:00:00.000Z", fields: expect.stringContaining("io") });
    expect(items.map((item) => item.kind === "item" && item.leftOut?.map(({ reason }) => reason))).toEqual([
      undefined,
      undefined,
      [expect.stringContaining("200 characters")],
      undefined,
    ]);
  });

  it("of version 3 is read page by page: traces, observations, scores", async () => {
    const pages =
      (records: readonly object[]): Answer =>
      ({ page }) => ({
        data: records.slice(Number(page) - 1, Number(page)),
        meta: { page: Number(page), totalPages: records.length },
      });
    const { isRootObservation: _, ...old } = observation(1);
    const { items } = await read({
      "/traces": pages(
        [1, 2].map((n) => ({ id: `t${n}`, timestamp: "2026-03-04T05:06:01Z", sessionId: "s", observations: ["o1"] })),
      ),
      "/observations": pages([old]),
      "/v2/scores": pages([{ id: "s1", name: "ok", source: "API", value: 1, traceId: "t1" }]),
    });
    expect(idsOf(items)).toEqual(["trace t1", "trace t2", "observation o1", "score s1"]);
  });

  it("gives each version of each prompt, and items of datasets; a version that is gone is skipped", async () => {
    const { items } = await read({
      "/v2/prompts": () => ({ data: [{ name: "a/b", versions: [1, 2] }], meta: { totalPages: 1 } }),
      "/v2/prompts/a%2Fb": ({ version }) =>
        version === "1"
          ? { name: "a/b", version: 1, type: "text", prompt: "Hi {{x}}", config: {}, labels: [], tags: [] }
          : undefined,
      "/dataset-items": () => ({
        data: [{ id: "i1", status: "ACTIVE", datasetId: "d", datasetName: "bags", input: 1, expectedOutput: 2 }],
        meta: { totalPages: 1 },
      }),
      "/v2/observations": empty,
      "/v3/scores": empty,
    });
    expect(items).toMatchObject([
      { objects: [{ kind: "prompt", objectId: "a-b", value: { content: "Hi {x}" } }] },
      { kind: "skipped", filePosition: "version 2 of the prompt a/b" },
      { objects: [{ kind: "row", dataset: { name: "bags" } }] },
    ]);
  });

  it("gives only the first page of each list as a sample, with the prompts at its beginning", async () => {
    const names = Array.from({ length: 9 }, (_, index) => ({ name: `p${index}`, versions: [1] }));
    const { items, asked } = await read(
      {
        "/v2/prompts": () => ({ data: names, meta: { totalPages: 3 } }),
        ...Object.fromEntries(
          names.map(({ name }) => [`/v2/prompts/${name}`, () => ({ name, version: 1, prompt: "Hi" })]),
        ),
        "/v2/observations": () => ({ data: [observation(1)], meta: { cursor: "next" } }),
        "/v3/scores": () => ({ data: [], meta: { cursor: "next" } }),
      },
      [],
      true,
    );
    expect(items.filter(({ filePosition }) => filePosition.startsWith("prompt"))).toHaveLength(5);
    expect(asked.map(([path]) => path)).toEqual([
      "/v2/prompts",
      ...names.slice(0, 5).map(({ name }) => `/v2/prompts/${name}`),
      "/dataset-items",
      "/v2/observations",
      "/v3/scores",
    ]);
    expect(asked.find(([path]) => path === "/v2/observations")?.[1]).toMatchObject({ limit: "100" });
  });

  it("ends with the failure in the middle of its pages, and with a page that is none", async () => {
    const second: Answer = ({ cursor }) =>
      cursor === undefined ? { data: [observation(1)], meta: { cursor: "n" } } : new Absent("gone");
    await expect(read({ "/v2/observations": second })).rejects.toThrow("gone");
    await expect(read({ "/v2/observations": () => ({ error: "x" }) })).rejects.toThrow("page of records");
    const same: Answer = () => ({ data: [], meta: { cursor: "n" } });
    await expect(read({ "/v2/observations": same })).rejects.toThrow("same page again");
  });
});
