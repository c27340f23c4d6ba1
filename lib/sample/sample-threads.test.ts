import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { callUpsertBatch } from "@/lib/api/contract/calls/calls";
import { feedbackCreate } from "@/lib/api/contract/feedback/feedback";
import { agentVersions } from "./agent-versions";
import type { SampleCall } from "./sample-call";
import { datasetRows, opOfVersion, sampleOps } from "./sample-objects";
import {
  SAMPLE_FIGURES,
  SAMPLE_MEGABYTES,
  SAMPLE_SHAPE,
  type SampleRefs,
  type SampleSpec,
  sampleSpec,
} from "./sample-project";
import { type SampleThread, sampleThreads, TRIALS_PER_CASE } from "./sample-threads";
import { recordedAnswers } from "./sample-training";

const END_MS = Date.UTC(2026, 10, 20, 14, 30);
const refs: SampleRefs = {
  op: (name, version) => {
    const op = opOfVersion(name, version);
    return op ? `weave:///demo/sample-airline/op/${name}:${op.since}` : null;
  },
  agent: (version) => `weave:///demo/sample-airline/object/airline_agent:${version}`,
};

const place = sampleSpec(END_MS);
const make = (changes: Partial<SampleSpec> = {}) => [...sampleThreads({ ...place, ...changes }, refs)];
const hash = (threads: readonly SampleThread[]) => createHash("sha256").update(JSON.stringify(threads)).digest("hex");

const threads = make();
const calls = threads.flatMap((thread) => thread.calls);
const startOf = ([start]: SampleCall) => start.req.start;
const endOf = ([, end]: SampleCall) => end.req.end;
const ms = (time: unknown) => Date.parse(String(time));
const roots = calls.filter((call) => startOf(call).parent_id === null);

describe("a sample", () => {
  it("is the same to the byte for the same seed and time", { tags: ["all"] }, () => {
    expect(hash(make())).toBe(hash(threads));
  });

  it("has other ids at another time, other conversations with another seed, and the same ones with fewer of them", () => {
    const later = make({ endedAtMs: END_MS + 1, threadCount: 20 });
    const ids = new Set(calls.map((call) => startOf(call).id));
    const text = JSON.stringify(later.map(({ calls }) => calls.map((call) => startOf(call).inputs)));
    expect(later.flatMap(({ calls }) => calls).filter((call) => ids.has(startOf(call).id))).toEqual([]);
    expect(text).toBe(
      JSON.stringify(threads.slice(0, 20).map(({ calls }) => calls.map((call) => startOf(call).inputs))),
    );
    expect(hash(make({ threadCount: 20 }))).toBe(hash(threads.slice(0, 20)));
    expect(hash(make({ threadCount: 20, seed: 2 }))).not.toBe(hash(threads.slice(0, 20)));
  });

  it("is as large as the card states", () => {
    expect({
      threads: threads.length,
      calls: calls.length,
      tableRows: datasetRows(place, SAMPLE_FIGURES.tableRows).length,
      trainingSteps: recordedAnswers().length,
    }).toEqual(SAMPLE_FIGURES);
  });

  it("is distributed over time as drawn, and has the stated size", () => {
    const shape = { calls: SAMPLE_SHAPE.calls.map(() => 0), errors: SAMPLE_SHAPE.errors.map(() => 0) };
    for (const call of calls) {
      const at = shape.calls.length - 1 - Math.floor((END_MS - ms(startOf(call).started_at)) / (3 * 3_600_000));
      shape.calls[at] = (shape.calls[at] ?? 0) + 1;
      if (endOf(call).exception !== null) shape.errors[at] = (shape.errors[at] ?? 0) + 1;
    }
    expect(shape).toEqual(SAMPLE_SHAPE);
    const bytes = JSON.stringify(threads.map(({ calls, feedback }) => [calls, feedback])).length;
    expect(Math.abs(bytes / 1e6 - SAMPLE_MEGABYTES)).toBeLessThan(2);
  });

  it("tries each case four times with the same first message and agent, and solves most cases only sometimes", () => {
    const cases = threads.flatMap((_, index) =>
      index % TRIALS_PER_CASE === 0 ? [threads.slice(index, index + TRIALS_PER_CASE)] : [],
    );
    const rows = new Map(datasetRows(place, SAMPLE_FIGURES.tableRows).map((row) => [row.id, row]));
    let withSpread = 0;
    for (const trials of cases) {
      const first = trials.map(({ calls: [call] }) => call && startOf(call));
      const id = first[0]?.attributes.task_id;
      expect(new Set(first.map((start) => start?.attributes.task_id)).size).toBe(1);
      expect(first.map((start) => start?.attributes.trial)).toEqual([1, 2, 3, 4]);
      expect(new Set(first.map((start) => start?.inputs.message))).toEqual(new Set([rows.get(id)?.message]));
      expect(new Set(first.map((start) => JSON.stringify(start?.attributes.agent))).size).toBe(1);
      if (new Set(trials.map(({ reward }) => reward)).size > 1) withSpread += 1;
    }
    expect(withSpread / cases.length).toBeGreaterThan(0.7);
  });

  it("matches the contract", () => {
    expect(callUpsertBatch.safeParse({ batch: calls.flat() }).error).toBeUndefined();
    for (const feedback of threads.flatMap((thread) => thread.feedback)) {
      expect(feedbackCreate.safeParse(feedback).error).toBeUndefined();
    }
  });

  it("consists of traces: each call within its parent's time, unique ids, one root for each turn of its thread", () => {
    const byId = new Map(calls.map((call) => [startOf(call).id, call]));
    expect(byId.size).toBe(calls.length);
    const isSound = (call: SampleCall) => {
      const { parent_id, trace_id, turn_id, thread_id, started_at, id } = startOf(call);
      const [start, end] = [ms(started_at), ms(endOf(call).ended_at)];
      if (start > end || !byId.has(turn_id) || (parent_id === null && id !== turn_id)) return false;
      const parent = byId.get(parent_id ?? null);
      if (!parent) return true;
      const above = startOf(parent);
      const isWithin = ms(above.started_at) <= start && ms(endOf(parent).ended_at) >= end;
      return isWithin && above.trace_id === trace_id && above.thread_id === thread_id;
    };
    expect(calls.filter((call) => !isSound(call))).toEqual([]);
    expect(new Set(calls.map((call) => startOf(call).trace_id)).size).toBe(roots.length);
  });

  it("has turns one after the other, and ends before its end time, a fifth of it within the last day", () => {
    for (const thread of threads) {
      const turns = thread.calls.filter((call) => startOf(call).parent_id === null);
      for (const [index, turn] of turns.entries()) {
        const before = turns[index - 1];
        if (before) expect(ms(startOf(turn).started_at)).toBeGreaterThan(ms(endOf(before).ended_at));
      }
    }
    const ends = calls.map((call) => ms(endOf(call).ended_at));
    expect(Math.max(...ends)).toBeLessThanOrEqual(END_MS);
    expect(END_MS - Math.max(...ends)).toBeLessThan(60 * 60_000);
    expect(END_MS - Math.min(...ends)).toBeLessThan(8 * 24 * 3_600_000);
    const recent = roots.filter((call) => ms(startOf(call).started_at) > END_MS - 24 * 3_600_000);
    expect(recent.length / roots.length).toBeGreaterThan(0.2);
  });

  it("contains a story: better agents solve more, an outage fails searches, some requests are refused", () => {
    const solved = (version: string) => {
      const own = threads.filter(
        ({ calls: [first] }) => first && JSON.stringify(startOf(first)).includes(`"${version}"`),
      );
      return own.filter(({ reward }) => reward === 1).length / own.length;
    };
    const [first, second, third] = agentVersions.map(({ name }) => solved(name));
    expect(second).toBeGreaterThan(first ?? 1);
    expect(third).toBeGreaterThan(second ?? 1);
    const failures = calls.flatMap((call) => endOf(call).exception ?? []);
    for (const kind of ["TimeoutError", "AgentError", "PaymentError", "RateLimitError"]) {
      expect(failures.filter((text) => text.startsWith(kind)).length).toBeGreaterThan(3);
    }
    expect(failures.length / calls.length).toBeLessThan(0.05);
  });

  it("counts the tokens of a turn as the sum of its requests", () => {
    const byTrace = new Map<unknown, SampleCall[]>();
    for (const call of calls.filter((each) => startOf(each).op_name.startsWith("openai."))) {
      const trace = startOf(call).trace_id;
      byTrace.set(trace, [...(byTrace.get(trace) ?? []), call]);
    }
    for (const root of roots.slice(0, 100)) {
      const inner = byTrace.get(startOf(root).trace_id) ?? [];
      const sum = (name: string) =>
        inner.reduce((total, call) => {
          const usage = endOf(call).summary.usage as Record<string, Record<string, number>> | undefined;
          return total + Object.values(usage ?? {}).reduce((all, one) => all + (one[name] ?? 0), 0);
        }, 0);
      const usage = Object.values(endOf(root).summary.usage as Record<string, Record<string, number>>);
      expect(usage.reduce((all, one) => all + (one.total_tokens ?? 0), 0)).toBe(sum("total_tokens"));
    }
  });
});

describe("the ops of a sample", () => {
  it("have the code that the version of the agent ran", () => {
    expect(opOfVersion("airline_turn", "v2")).toBe(sampleOps[0]);
    expect(opOfVersion("airline_turn", "v3")).toBe(sampleOps[1]);
    expect(opOfVersion("search_flights", "v3")?.since).toBe("v1");
    expect(opOfVersion("openai.chat.completions.create", "v3")).toBeUndefined();
  });
});
