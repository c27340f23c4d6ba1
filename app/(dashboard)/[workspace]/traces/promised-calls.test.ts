import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createLoader } from "nuqs";
import { v4 as uuid4 } from "uuid";
import { beforeAll, describe, expect, it } from "vitest";
import { listSelection } from "@/app/(dashboard)/[workspace]/traces/list/list-opening";
import { threadListParams } from "@/components/thread/list-params";
import { completionsHref, originHref } from "@/lib/address/origin-href";
import { runCallsHref, threadCallsHref } from "@/lib/address/thread-href";
import { allCallsHref, linkedSource, tracesHref } from "@/lib/address/traces-href";
import { openedQuery, storedQuery } from "@/lib/address/view-query";
import { callSources } from "@/lib/api/contract/calls/call-sources";
import type { CallsFiguresResult } from "@/lib/api/contract/calls/call-stats";
import type { Thread } from "@/lib/api/contract/calls/threads";
import { callsOfAnySource } from "@/lib/calls/calls-of-any-source";
import { compileSelection } from "@/lib/calls/calls-query";
import { callCountBody } from "@/lib/calls/calls-request";
import { appliedSource, type SourceChoice, sourceChoices } from "@/lib/calls/source-choice";
import { readTimeRange } from "@/lib/filter/time-range";
import { threadsQuery } from "@/lib/thread/threads-query";
import { sharedTestService, type TestService } from "@/service/testing/open-service";
import { upsertBatch } from "@/service/traces/operations/calls/call-upsert-batch";
import { queryCallStats } from "@/service/traces/operations/calls/calls-query-stats";
import { readCallStats } from "@/service/traces/operations/calls/calls-stats";
import { queryThreads } from "@/service/traces/operations/calls/threads-stream-query";
import { tracesParams } from "./search-params";
import { tracesSource } from "./traces-source";

const readTraces = createLoader(tracesParams);
const readThreads = createLoader(threadListParams);

const workspace = {
  id: "w",
  slug: "w",
  connectionId: "local",
  connectionName: "Local",
  createdAt: "2026-11-20T10:00:00Z",
  projectId: `e/${uuid4()}`,
  knowsSources: true,
};
const { projectId } = workspace;
const ALL_TIME = { kind: "all" } as const;

let service: TestService;

/** One trace of each source and a second one of production, each with a child: in a thread, in a run, of a model. */
beforeAll(async () => {
  service = await sharedTestService();
  const roots = [...callSources, "production" as const].map((source, at) => ({ source, id: uuid4(), at }));
  const batch = roots.flatMap(({ source, id, at }) => {
    const call = { project_id: projectId, trace_id: `trace-${at}`, started_at: `2026-11-20T10:00:0${at}Z` };
    const shared = {
      inputs: { model: "m" },
      attributes: { heddle: { source } },
      thread_id: "thread",
      svc_run_id: `${projectId}/run`,
    };
    return [
      { mode: "start", req: { start: { ...call, ...shared, id, op_name: "turn", turn_id: id } } },
      {
        mode: "start",
        req: { start: { ...call, ...shared, id: uuid4(), op_name: "chat", parent_id: id, turn_id: id } },
      },
    ];
  });
  await service.ask("call.upsertBatch", upsertBatch, { batch });
});

/** Counts what the list at an address shows. */
async function listed(href: string): Promise<number> {
  const { search, searchParams: params } = new URL(href, "http://heddle");
  const { q: query, grain, ...chosen } = readTraces(search);
  const range = readTimeRange({ t: params.get("t"), from: params.get("from"), to: params.get("to") });
  const source = appliedSource(workspace, chosen.source);
  const selection = compileSelection(
    listSelection({ projectId, query, source, isPlain: false, grain, range }, Date.now()),
  );
  return await counted(selection);
}

async function counted(selection: Parameters<typeof callCountBody>[1]): Promise<number> {
  const body = callCountBody(projectId, selection);
  return (await service.ask<{ count: number }>("calls.queryStats", queryCallStats, body)).count;
}

/** Counts calls by source, as the switch does. */
async function bySource(query: string, areRootsOnly: boolean): Promise<Readonly<Record<string, number>>> {
  const calls = callsOfAnySource({ projectId, query, areRootsOnly, fromMs: null, toMs: null });
  const body = { ...calls, groups: [{ by: "source", limit: callSources.length }] };
  const { groups } = await service.ask<CallsFiguresResult>("calls.stats", readCallStats, body);
  return Object.fromEntries(groups[0]?.values.map(({ value, call_count }) => [value, call_count]) ?? []);
}

const numberOf = (counts: Readonly<Record<string, number>>, source: SourceChoice) =>
  source === "all" ? Object.values(counts).reduce((sum, count) => sum + count, 0) : counts[source];

describe("a list has as many calls as was promised", () => {
  it.each(["", "op:chat"])("by each choice of the switch, with the filter %j", async (query) => {
    const counts = await bySource(query, true);
    const shown = await Promise.all(
      sourceChoices.map(async (source) => {
        const href = `/w/traces?${new URLSearchParams({ t: "all", q: query, source })}`;
        return [source, await listed(href)] as const;
      }),
    );
    expect(shown).toEqual(sourceChoices.map((source) => [source, numberOf(counts, source) ?? 0]));
  });

  it("by the figures of a page that counts a source", async () => {
    const counts = await bySource("op:chat", false);
    for (const source of sourceChoices) {
      const linked = { slug: "w", areRootsOnly: false, range: ALL_TIME };
      for (const knows of [true, false]) {
        const scope = { ...linked, ...linkedSource({ knowsSources: knows }, "", source) };
        const href = tracesHref(scope, { terms: ["op:chat"] });
        expect([source, knows, await listed(href)]).toEqual([source, knows, numberOf(counts, source)]);
      }
    }
  });

  it.each([
    ["an op", allCallsHref("w", "op:chat"), 7],
    ["a thread", threadCallsHref("w", "thread"), 14],
    ["a run", runCallsHref("w", `${projectId}/run`), 14],
    ["a model", completionsHref("w", "m"), 14],
    ["a trace of an evaluation", originHref("w", { kind: "trace", id: "trace-1", table: null } as never), 2],
    ["what the palette finds", allCallsHref("w", "op:turn"), 7],
    ["a view of before there was a choice", `/w/traces?${openedQuery("traces", "t=all&grain=all")}`, 14],
    ["a view that was saved since", `/w/traces?${openedQuery("traces", storedQuery("traces", "t=all", workspace))}`, 2],
    ["a filter that names a source", "/w/traces?t=all&q=source:training", 1],
    ["a filter that leaves out a source, with any choice", "/w/traces?t=all&q=-source:training&source=arena", 6],
  ])("by a link to %s", async (_, href, count) => {
    expect(await listed(href)).toBe(count);
  });

  it("and nothing is asked of a service that is not known to tell sources apart", () => {
    const { knowsSources: _, ...unknown } = workspace;
    const listedOf = { query: "", areRootsOnly: true, range: ALL_TIME };
    const source = tracesSource(unknown, { q: "", source: "production" }, listedOf, () => undefined);
    expect(source).toMatchObject({ applied: "all", choice: null });
    const selection = listSelection(
      { projectId, query: "", source: source.applied, isPlain: false, grain: "all", range: ALL_TIME },
      0,
    );
    expect(compileSelection(selection)).toEqual({ filter: {}, query: undefined, problems: [] });
  });
});

it("a list of threads has the turns of the chosen source", async () => {
  const turns = async (search: string) => {
    const { q, source } = readThreads(search);
    const { calls } = threadsQuery(q, { projectId, source: appliedSource(workspace, source) });
    const body = { project_id: projectId, filter: { calls } };
    const rows = await service.lines<Thread>("threads.streamQuery", queryThreads, body);
    return rows.map((row) => row.turn_count);
  };
  expect(await turns("")).toEqual([2]);
  expect(await turns("?source=arena")).toEqual([1]);
  expect(await turns(`?${openedQuery("threads", "q=turns%3A%3E1")}`)).toEqual([7]);
});

it("a cleared filter that named a source hides none of its calls", () => {
  const changes: unknown[] = [];
  const cleared = (q: string) => {
    const shown = { query: q, areRootsOnly: true, range: ALL_TIME };
    tracesSource(workspace, { q, source: "production" }, shown, (change) => changes.push(change)).clearFilters();
  };
  cleared("source:training");
  cleared("op:chat");
  expect(changes).toEqual([{ q: "", source: "all" }, { q: "" }]);
});

/** Where an address of a list is written, other than by the functions that name the source. */
const WRITTEN = [
  "app/(dashboard)/[workspace]/import/import-progress-panel.tsx",
  "app/(dashboard)/[workspace]/import/source-api/api-run-panel.tsx",
  "app/(dashboard)/[workspace]/import/weave/weave-run-panel.tsx",
  // The failures of the source that the list begins with.
  "app/(dashboard)/[workspace]/issues/no-issue-list.tsx",
  "lib/address/traces-href.ts",
  "lib/api/server/mcp/tools/threads.ts",
];

it("no other link to a list has a filter: it would leave out the source", () => {
  const files = ["app", "components", "lib"].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" }).map((file) => join(folder, file)),
  );
  const sources = files.filter((file) => /(?<!\.test)\.tsx?$/.test(file));
  const written = sources.filter((file) => /\/(?:traces|threads)\?/.test(readFileSync(file, "utf8")));
  expect(written.sort()).toEqual(WRITTEN);
});
