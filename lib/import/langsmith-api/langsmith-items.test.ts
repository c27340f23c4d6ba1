import { describe, expect, it } from "vitest";
import { type SourceApi, SourceRefusedError } from "@/lib/import/source-api/source-api";
import type { SourcePlace } from "@/lib/import/source-api/source-place";
import { langsmithApiItems } from "./langsmith-items";

const run = (number: number) => ({
  ...{ id: `r${number}`, trace_id: "r1", parent_run_id: number === 1 ? null : "r1", name: "answer", run_type: "llm" },
  ...{ start_time: `2026-03-04T05:06:0${number}.000000`, end_time: `2026-03-04T05:06:0${number}.500000` },
  ...{ inputs: { question: "?" }, outputs: { text: "!" }, extra: {}, session_id: "project-id" },
});

const example = (number: number) => ({
  id: `e${number}`,
  dataset_id: "d",
  inputs: { q: number },
  outputs: { a: number },
});

const feedback = { id: "f", key: "ok", score: 1, run_id: "r1", session_id: "project-id" };

interface Lists {
  readonly examples?: number;
  readonly feedback?: readonly object[];
  readonly cursors?: readonly (string | null)[];
  /** Hashes of the commits of each prompt, with the newest first. */
  readonly prompts?: Readonly<Record<string, readonly string[]>>;
  /** Paths that are refused, with their status. */
  readonly refused?: Readonly<Record<string, number>>;
}

const commit = (hash: string) => ({
  commit_hash: hash,
  manifest: { id: ["langchain", "PromptTemplate"], kwargs: { template: `Answer as ${hash}` } },
  examples: [],
});

/** A workspace with one project, one dataset and these lists. */
function workspace(lists: Lists = {}) {
  const asked: string[] = [];
  const bodies: object[] = [];
  const cursors = [...(lists.cursors ?? ["next", null])];
  const page = (all: readonly object[], { offset, limit }: Readonly<Record<string, string>>) =>
    all.slice(Number(offset), Number(offset) + Number(limit));
  const api: SourceApi = {
    async get(path, query) {
      asked.push(`${path}?${new URLSearchParams(query)}`);
      const status = lists.refused?.[path];
      if (status !== undefined) throw new SourceRefusedError("It is refused.", status);
      const prompts = Object.entries(lists.prompts ?? {});
      if (path === "/repos") {
        return {
          repos: page(
            prompts.map(([name]) => ({ repo_handle: name })),
            query,
          ),
        };
      }
      const [, name = "", hash] = /^\/commits\/-\/([^/]+)(?:\/(.+))?$/.exec(path) ?? [];
      if (hash !== undefined) return commit(hash);
      const hashes = lists.prompts?.[name];
      if (hashes) {
        return {
          commits: page(
            hashes.map((each) => ({ commit_hash: each, description: `says ${each}` })),
            query,
          ),
        };
      }
      if (path === "/sessions") return query.name === "chat" ? [{ id: "project-id", name: "chat" }] : [];
      if (path === "/datasets") return page([{ id: "d", name: "questions", data_type: "kv" }], query);
      if (path === "/examples")
        return page(
          Array.from({ length: lists.examples ?? 1 }, (_, at) => example(at)),
          query,
        );
      return page(lists.feedback ?? [feedback], query);
    },
    async post(path, body) {
      asked.push(path);
      bodies.push(body);
      const isSecond = "cursor" in body;
      return { runs: isSecond ? [run(1)] : [run(3), run(2)], cursors: { next: cursors.shift() ?? null } };
    },
    isAbsent: (error) => error instanceof SourceRefusedError && error.status === 404,
  };
  return { api, asked, bodies };
}

async function read({ api }: ReturnType<typeof workspace>, changes = {}) {
  const places: SourcePlace[] = [];
  const options = { projectId: "e/p", project: "chat", since: null, until: new Date("2026-03-05T00:00:00Z") };
  const items = [];
  const onPlace = (place: SourcePlace) => void places.push(place);
  for await (const item of langsmithApiItems(api, { ...options, onPlace, ...changes })) items.push(item);
  return { items, places };
}

const kinds = (items: Awaited<ReturnType<typeof read>>["items"]) =>
  items.map((item) => (item.kind === "item" ? item.source?.record : item.reason));

describe("a project of LangSmith", () => {
  it("is read whole: datasets with their examples, runs from the newest on, feedback of the project", async () => {
    const server = workspace();
    const { items, places } = await read(server, { since: new Date("2026-03-01T00:00:00Z") });
    expect(kinds(items)).toEqual(["dataset", "example", "llm run", "llm run", "llm run", "feedback"]);
    expect(server.asked).toEqual([
      "/sessions?name=chat&limit=1",
      "/repos?is_public=false&is_archived=false&has_commits=true&limit=100&offset=0",
      "/datasets?limit=100&offset=0",
      "/examples?dataset=d&limit=100&offset=0",
      "/runs/query",
      "/runs/query",
      "/feedback?session=project-id&limit=100&offset=0",
    ]);
    expect(server.bodies[0]).toMatchObject({
      session: ["project-id"],
      start_time: "2026-03-01T00:00:00.000Z",
      filter: 'lt(start_time, "2026-03-05T00:00:00.000Z")',
    });
    expect(server.bodies[1]).toMatchObject({ session: ["project-id"], cursor: "next" });
    expect(places).toEqual([
      { items: 4, until: new Date("2026-03-04T05:06:02.001Z") },
      { items: 5, until: new Date("2026-03-04T05:06:01.001Z") },
    ]);
  });

  it("has lists that are read page by page to their end", async () => {
    const server = workspace({ examples: 200 });
    const { items } = await read(server);
    expect(kinds(items).filter((kind) => kind === "example")).toHaveLength(200);
    expect(server.asked.filter((path) => path.startsWith("/examples"))).toHaveLength(3);
  });

  it("is looked at by the first page of each list", async () => {
    const server = workspace({ examples: 200 });
    expect(kinds((await read(server, { isSample: true })).items).filter((kind) => kind === "example")).toHaveLength(
      100,
    );
    expect(server.bodies).toHaveLength(1);
  });

  it("that is not there, and pages that repeat, end with the reason", async () => {
    await expect(read(workspace(), { project: "other" })).rejects.toThrow("LangSmith has no project other");
    await expect(read(workspace({ cursors: ["next", "next"] }))).rejects.toThrow("names the same page again");
  });

  it("has prompts, whose versions come from the oldest on", async () => {
    const server = workspace({ prompts: { agent: ["c3", "c2", "c1"], judge: ["d1"] } });
    const { items } = await read(server);
    const versions = items.flatMap((item) => (item.kind === "item" ? (item.objects ?? []) : [])).slice(0, 4);
    expect(versions).toMatchObject([
      { objectId: "agent", value: { content: "Answer as c1", description: "says c1", import: { version: "c1" } } },
      { objectId: "agent", value: { content: "Answer as c2" } },
      { objectId: "agent", value: { content: "Answer as c3" } },
      { objectId: "judge", value: { content: "Answer as d1" } },
    ]);
    expect(items[0]?.filePosition).toBe("prompt agent:c1");
  });

  it("has prompts, of which a sample reads the newest versions of the first five", async () => {
    const hashes = ["c7", "c6", "c5", "c4", "c3", "c2", "c1"];
    const prompts = Object.fromEntries(["a", "b", "c", "d", "e", "f"].map((name) => [name, hashes]));
    const server = workspace({ prompts });
    expect(
      kinds((await read(server, { isSample: true })).items).filter((kind) => kind === "prompt commit"),
    ).toHaveLength(25);
    expect(server.asked).toContain("/commits/-/a?limit=5&offset=0");
    expect(server.asked.filter((path) => /\/(a\/c[12]|f)\b/.test(path))).toEqual([]);
  });

  it("whose prompts are deleted while they are read has the others, and says which are not there", async () => {
    const prompts = { agent: ["c2", "c1"], judge: ["d1"] };
    const refused = { "/commits/-/agent/c1": 404, "/commits/-/judge": 404 };
    const { items } = await read(workspace({ prompts, refused }));
    expect(items.slice(0, 3)).toMatchObject([
      { filePosition: "version c1 of the prompt agent", reason: "It was deleted while it was read." },
      { filePosition: "prompt agent:c2" },
      { filePosition: "prompt judge", reason: "It was deleted while it was read." },
    ]);
    expect(kinds(items)).toContain("feedback");
  });

  it.each([
    [403, "The key has no permission to read prompts."],
    [404, "This server has no prompts that its API lists."],
  ])("whose prompts are refused with %i is read without them, and says why", async (status, reason) => {
    const { items } = await read(workspace({ refused: { "/repos": status } }));
    expect(items[0]).toMatchObject({ kind: "skipped", filePosition: "prompts", reason });
    expect(kinds(items).slice(1)).toEqual(["dataset", "example", "llm run", "llm run", "llm run", "feedback"]);
  });

  it("whose prompts fail in another way, or in their middle, ends with the reason", async () => {
    await expect(read(workspace({ refused: { "/repos": 500 } }))).rejects.toThrow("It is refused");
    const middle = workspace({ prompts: { agent: ["c1"] }, refused: { "/commits/-/agent/c1": 403 } });
    await expect(read(middle)).rejects.toThrow("It is refused");
  });
});
