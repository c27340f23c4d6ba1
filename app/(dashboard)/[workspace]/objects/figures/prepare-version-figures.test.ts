import { describe, expect, it } from "vitest";
import type { CallsFiguresResult } from "@/lib/api/contract/calls/call-stats";
import type { ScoresFiguresResult } from "@/lib/api/contract/calls/score-figures";
import type { ProjectScore } from "@/lib/api/contract/feedback/scores";
import type { ObjectVersion } from "@/lib/api/contract/objects/objects";
import { countedVersions, figuresRequest, MAX_VERSIONS, scoresRequest } from "@/lib/object/version-figures";
import { countRequest, evaluateHref, versionTable } from "./prepare-version-figures";

const version = (index: number, members: Partial<ObjectVersion> = {}): ObjectVersion => ({
  project_id: "e/p",
  object_id: "support",
  created_at: "2026-11-20T14:30:01Z",
  digest: `d${index}`,
  version_index: index,
  is_latest: 0,
  kind: "object",
  ...members,
});

const versions = [version(1, { aliases: ["production", "latest"], tags: ["reviewed"] }), version(0)];
const object = { projectId: "e/p", object: { kind: "object", id: "support" }, versions } as const;
const span = { fromMs: Date.parse("2026-11-20T00:00:00Z"), toMs: null };
const filter = { input_refs: ["weave:///e/p/object/support:d1", "weave:///e/p/object/support:d0"] };

const score = (name: string, kind: ProjectScore["kind"]) =>
  ({ name, kind, field: `score.${name}`, source: "scorer", min: 0, max: 1 }) as unknown as ProjectScore;

const group = (value: string | null, members: object) => ({
  value,
  call_count: 2,
  number_count: 0,
  mean: null,
  min: null,
  max: null,
  true_count: 0,
  false_count: 0,
  buckets: [],
  ...members,
});

describe("the requests for figures of versions", () => {
  it("select the calls that reference a version, and group them by version", () => {
    expect(figuresRequest(object, span)).toEqual({
      project_id: "e/p",
      filter,
      after: "2026-11-20T00:00:00.000Z",
      before: null,
      groups: [{ by: "input_object.support", limit: MAX_VERSIONS }],
    });
    const scores = [score("exact", "boolean"), score("reason", "text"), score("reward", "number")];
    expect(scoresRequest(object, scores, span)).toMatchObject({
      filter,
      fields: ["score.exact", "score.reward"],
      by: "input_object.support",
    });
    expect(scoresRequest(object, [score("reason", "text")], span)).toBeNull();
  });

  it("select the calls of an op by its versions", () => {
    const op = { ...object, object: { kind: "op", id: "turn" } } as const;
    const refs = ["weave:///e/p/op/turn:d1", "weave:///e/p/op/turn:d0"];
    expect(figuresRequest(op, span)).toMatchObject({ filter: { op_names: refs }, groups: [{ by: "op_name" }] });
    expect(scoresRequest(op, [score("exact", "boolean")], span)).toMatchObject({ by: "op_name" });
  });

  it("count one version within the range where a service returns no figures", () => {
    const [first] = versions;
    if (!first) throw new Error("There are versions");
    const started = { $getField: "started_at" };
    expect(countRequest(object, first, { fromMs: 1000, toMs: 2000 })).toEqual({
      project_id: "e/p",
      filter: { input_refs: ["weave:///e/p/object/support:d1"] },
      query: {
        $expr: { $and: [{ $gte: [started, { $literal: 1 }] }, { $not: [{ $gt: [started, { $literal: 2 }] }] }] },
      },
    });
    expect(countRequest(object, first, { fromMs: null, toMs: null })).not.toHaveProperty("query");
  });

  it("read the newest versions that were not deleted", () => {
    const many = Array.from({ length: MAX_VERSIONS + 2 }, (_, index) => version(index));
    const counted = countedVersions([...many, version(900, { deleted_at: "2026-11-20T14:30:01Z" })]);
    expect([counted.length, counted[0]?.version_index]).toEqual([MAX_VERSIONS, MAX_VERSIONS + 1]);
  });
});

describe("the table of versions", () => {
  const figures = {
    groups: [{ by: "", value_count: 1, other: null, values: [{ value: "d1", call_count: 3 }] }],
  } as unknown as Pick<CallsFiguresResult, "groups">;

  it("has the labels, figures and scores of each version, and says which has none", () => {
    const scores = {
      scores: [
        { field: "score.exact", groups: [group("d1", { true_count: 1, false_count: 1 }), group(null, {})] },
        { field: "score.reward", groups: [group("d1", { number_count: 3, mean: 0.5 }), group("d0", {})] },
        { field: "score.elsewhere", groups: [group(null, { number_count: 1, mean: 1 })] },
      ],
    } as unknown as Pick<ScoresFiguresResult, "scores">;
    const table = versionTable(versions, figures, scores);
    expect(table.scoreFields).toEqual(["score.exact", "score.reward"]);
    expect(table.isUnused).toBe(false);
    expect(table.rows).toMatchObject([
      {
        label: "v1",
        aliases: ["production"],
        tags: ["reviewed"],
        figures: { call_count: 3 },
        scores: [
          { text: "50%", callCount: 2 },
          { text: "0.5", callCount: 3 },
        ],
      },
      { label: "v0", figures: null, scores: [null, null] },
    ]);
  });

  it("finds the versions of an op by their refs", () => {
    const values = [{ value: "weave:///e/p/op/support:d0", call_count: 5 }];
    const ofOp = { groups: [{ by: "op_name", value_count: 1, other: null, values }] };
    const { rows } = versionTable(versions, ofOp as unknown as Pick<CallsFiguresResult, "groups">, null);
    expect(rows.map(({ figures: own }) => own?.call_count)).toEqual([undefined, 5]);
  });

  it("says when no call references a version", () => {
    expect(versionTable(versions, { groups: [] }, null)).toMatchObject({ isUnused: true, scoreFields: [] });
  });
});

it("the form for an evaluation gets the versions from the oldest to the newest", () => {
  expect(evaluateHref("demo", "support", versions)).toBe(
    "/demo/evaluations/new?prompt=support%3Ad0&prompt=support%3Ad1",
  );
});
