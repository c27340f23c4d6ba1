import { v4 as uuid4, v7 as uuid7 } from "uuid";
import { beforeAll, describe, expect, it } from "vitest";
import { createObject } from "@/service/objects/operations/objects/object-create";
import { sharedTestService, type TestService } from "@/service/testing/open-service";
import { routerTarget } from "@/service/testing/router-target";
import type { Target } from "@/test/contract/target";
import { createFeedback } from "./feedback-create";
import { createFeedbackBatch } from "./feedback-create-batch";
import { purgeFeedback } from "./feedback-purge";
import { queryFeedback } from "./feedback-query";
import { replaceFeedback } from "./feedback-replace";

let service: TestService;
let target: Target;

beforeAll(async () => {
  service = await sharedTestService();
  target = routerTarget(service, {
    "feedback.create": createFeedback,
    "feedback.createBatch": createFeedbackBatch,
    "feedback.query": queryFeedback,
    "feedback.purge": purgeFeedback,
    "feedback.replace": replaceFeedback,
  });
});

const newProject = () => `e/${uuid4()}`;
const refOf = (project: string, call: string) => `weave:///${project}/call/${call}`;

interface Given {
  readonly [member: string]: unknown;
}

function note(project_id: string, given: Given = {}): Given {
  const payload = { note: "Wrong flight" };
  return { project_id, weave_ref: refOf(project_id, "c1"), feedback_type: "wandb.note.1", payload, ...given };
}

const create = (body: Given) => target.ask("feedback.create", body);
const query = async (project_id: string, rest: Given = {}) =>
  (await target.ask("feedback.query", { project_id, ...rest })).result;
const is = (field: string, value: unknown) => ({ $eq: [{ $getField: field }, { $literal: value }] });
const typed = (feedback_type: string, given: Given = {}) => note("e/p", { feedback_type, payload: { x: 1 }, ...given });

describe("/feedback/batch/create", () => {
  /** The request of the Python package 0.54.0: ids of its own, and members that are unknown here. */
  const sent = (project: string, given: Given) =>
    note(project, { id: uuid7(), scorer_tags: [], scorer_ratings: {}, span_status_code: "UNSET", ...given });

  it("keeps the ids that the client created, so that it can delete them", async () => {
    const project = newProject();
    const [reaction, score] = [
      sent(project, { feedback_type: "wandb.reaction.1", payload: { emoji: "👍" } }),
      sent(project, { feedback_type: "score", payload: { value: 1 } }),
    ];
    const { res } = await target.ask("feedback.createBatch", { batch: [reaction, score] });
    expect(res).toMatchObject([
      { id: reaction.id, payload: { alias: ":thumbs_up:" } },
      { id: score.id, payload: {} },
    ]);
    expect(await query(project)).toMatchObject([{ id: reaction.id }, { id: score.id, payload: { value: 1 } }]);
    await target.ask("feedback.purge", { project_id: project, query: { $expr: is("id", reaction.id) } });
    expect(await query(project)).toMatchObject([{ id: score.id }]);
  });

  it("stores a repeated batch once, and a repeated id in a batch once", async () => {
    const project = newProject();
    const item = sent(project, {});
    const { res } = await target.ask("feedback.createBatch", { batch: [item, item] });
    expect(await target.ask("feedback.createBatch", { batch: [item, item] })).toEqual({ res });
    expect(await query(project)).toMatchObject([{ id: item.id, created_at: res[0]?.created_at }]);
  });

  it("stores nothing when one entry breaks a rule, and names the entry", async () => {
    const project = newProject();
    const batch = [sent(project, {}), sent(project, { payload: { note: "" } })];
    expect(await target.fail("feedback.createBatch", { batch })).toMatchObject({
      status: 400,
      reason: expect.stringMatching(/^batch\.1: /),
    });
    expect(await query(project)).toEqual([]);
  });
});

describe("/feedback/create and /feedback/query", () => {
  it("returns the stored feedback, with its user and time", async () => {
    const project = newProject();
    const made = await create(note(project, { creator: "Mia" }));
    expect(made).toMatchObject({ id: expect.any(String), svc_user_id: "mia", payload: {} });
    expect(await query(project)).toEqual([
      {
        id: made.id,
        project_id: project,
        weave_ref: refOf(project, "c1"),
        wb_user_id: "mia",
        creator: "Mia",
        created_at: made.created_at,
        feedback_type: "wandb.note.1",
        payload: { note: "Wrong flight" },
        annotation_ref: null,
        runnable_ref: null,
        call_ref: null,
        trigger_ref: null,
      },
    ]);
  });

  it("keeps the payload exactly as it was sent", async () => {
    const project = newProject();
    const payload = '{"b":1.0,"a":12345678901234567890, "s":"\\u00e9\\/","__proto__":{"x":1}}';
    const body = JSON.stringify(note(project, { feedback_type: "score" })).replace(
      /"payload":\{[^}]*\}/,
      `"payload":${payload}`,
    );
    await service.ask("feedback.create", createFeedback, body);
    const [row] = await service.store.read<{ payload: string }>({
      sql: "SELECT payload FROM feedback WHERE project_id = {project:String}",
      params: { project },
    });
    expect(row?.payload).toBe(payload);
  });

  it("filters by every kind of field, always within the project", async () => {
    const [project, other] = [newProject(), newProject()];
    await create(note(other));
    const runnable = `weave:///${project}/object/judge:v1`;
    await create(note(project));
    await create(
      note(project, {
        feedback_type: "wandb.runnable.judge",
        payload: { output: { score: 0.5 } },
        runnable_ref: runnable,
      }),
    );
    await create(
      note(project, { weave_ref: refOf(project, "c2"), feedback_type: "free", payload: { score: 2, tags: ["x"] } }),
    );
    const types = async (expression: unknown) =>
      (await query(project, { query: { $expr: expression } })).map((row) => row.feedback_type);
    expect(await types(is("weave_ref", refOf(project, "c2")))).toEqual(["free"]);
    expect(await types(is("payload.score", 2))).toEqual(["free"]);
    expect(await types(is("payload.tags.0", "x"))).toEqual(["free"]);
    expect(await types({ $gt: [{ $getField: "payload.output.score" }, { $literal: 0.1 }] })).toEqual([
      "wandb.runnable.judge",
    ]);
    expect(await types(is("runnable_ref", runnable))).toEqual(["wandb.runnable.judge"]);
    expect(await types({ $not: [is("runnable_ref", null)] })).toEqual(["wandb.runnable.judge"]);
    expect(await types(is("wb_user_id", "mia"))).toHaveLength(3);
    expect(await types({ $gt: [{ $getField: "created_at" }, { $literal: 0 }] })).toHaveLength(3);
    expect(await types(is("project_id", other))).toEqual([]);
    expect(await types({ $or: [is("id", "x"), { $not: [is("id", "x")] }] })).toHaveLength(3);
  });

  it("returns only the requested fields, with payload paths as values", async () => {
    const project = newProject();
    await create(note(project, { feedback_type: "free", payload: { score: 1.5, user: { name: "é" } } }));
    const fields = ["feedback_type", "payload.score", "payload.user", "payload.none", "payload.user.name"];
    expect(await query(project, { fields })).toEqual([
      {
        feedback_type: "free",
        "payload.score": 1.5,
        "payload.user": { name: "é" },
        "payload.none": null,
        "payload.user.name": "é",
      },
    ]);
  });

  it("counts all matches, whatever the page", async () => {
    const project = newProject();
    for (const text of ["a", "b", "c"]) await create(note(project, { payload: { note: text } }));
    const matching = { query: { $expr: { $not: [is("payload.note", "b")] } }, limit: 1 };
    expect(await query(project, { fields: ["count(*)"], ...matching })).toEqual([{ "count(*)": 2 }]);
    expect(await query(newProject(), { fields: ["count(*)"] })).toEqual([{ "count(*)": 0 }]);
  });

  it("returns the oldest first, or sorts by a payload path, with pages", async () => {
    const project = newProject();
    for (const score of [10, 9, 11]) await create(note(project, { feedback_type: "free", payload: { score } }));
    const scores = async (rest: Given) =>
      (await query(project, { fields: ["payload.score"], ...rest })).map((row) => row["payload.score"]);
    const sort_by = [{ field: "payload.score", direction: "desc" }];
    expect(await scores({})).toEqual([10, 9, 11]);
    expect(await scores({ sort_by })).toEqual([11, 10, 9]);
    expect(await scores({ sort_by, limit: 1, offset: 1 })).toEqual([10]);
    expect(await scores({ offset: 2 })).toEqual([11]);
    expect(await scores({ limit: 0 })).toEqual([]);
  });

  it.each([
    ["an unknown field", { fields: ["score"] }],
    ["an unknown field in the query", { query: { $expr: is("score", 1) } }],
    ["an unknown sort field", { sort_by: [{ field: "constructor", direction: "asc" }] }],
    ["an empty part in a path", { fields: ["payload."] }],
    ["a count beside other fields", { fields: ["count(*)", "id"] }],
    ["a negative limit", { limit: -1 }],
    ["a negative offset", { offset: -1 }],
  ])("refuses %s", async (_, body) => {
    expect((await target.fail("feedback.query", { project_id: "e/p", ...body })).status).toBe(400);
  });

  it("stores feedback that is sent again with its id once", async () => {
    const project = newProject();
    const body = note(project, { id: uuid7() });
    const [first, second] = [await create(body), await create(body)];
    expect(second).toEqual(first);
    expect(await query(project)).toHaveLength(1);
  });
});

describe("the rules of a feedback type", () => {
  it.each([
    ["👍", ":thumbs_up:", "👍", ":thumbs_up:"],
    ["👍🏽", ":thumbs_up_medium_skin_tone:", "👍", ":thumbs_up:"],
    ["❤️", ":red_heart:", "❤️", ":red_heart:"],
    ["❤", ":red_heart:", "❤", ":red_heart:"],
    ["👩🏿‍💻", ":woman_technologist_dark_skin_tone:", "👩‍💻", ":woman_technologist:"],
  ])("name the emoji of the reaction %s, in storage and response", async (emoji, alias, detoned, detoned_alias) => {
    const project = newProject();
    const made = await create(note(project, { feedback_type: "wandb.reaction.1", payload: { emoji } }));
    const payload = { emoji, alias, detoned, detoned_alias };
    expect(made.payload).toEqual(payload);
    expect(await query(project, { fields: ["payload"] })).toEqual([{ payload }]);
  });

  it.each(["", "a", "👍👍", "👍!", " 👍", "1", 5, null])("refuse the reaction %j", async (emoji) => {
    expect((await target.fail("feedback.create", typed("wandb.reaction.1", { payload: { emoji } }))).status).toBe(400);
  });

  it("accept notes of 1 to 1024 characters, however many bytes they have", async () => {
    const sent = (text: unknown) => typed("wandb.note.1", { payload: { note: text } });
    await create(sent("é"));
    await create(sent("😀".repeat(1024)));
    for (const text of ["", "a".repeat(1025), 5, undefined]) {
      expect((await target.fail("feedback.create", sent(text))).status).toBe(400);
    }
  });

  const spec = "weave:///e/p/object/quality:abc";
  const scorer = "weave:///e/p/op/judge:abc";
  const call = "weave:///e/p/call/c9";

  it.each([
    ["a score of an object", typed("wandb.runnable.quality", { runnable_ref: spec, payload: { output: null } })],
    [
      "a score of an op",
      typed("wandb.runnable.judge", {
        runnable_ref: scorer,
        call_ref: call,
        trigger_ref: spec,
        payload: { output: 1 },
      }),
    ],
    ["any other type", typed("my.own")],
  ])("accept %s", async (_, body) => {
    expect(await create(body)).toMatchObject({ payload: {} });
  });

  it.each([
    ["an annotation without a ref", typed("wandb.annotation.quality", { payload: { value: 3 } })],
    [
      "an annotation of another object",
      typed("wandb.annotation.speed", { annotation_ref: spec, payload: { value: 3 } }),
    ],
    ["an annotation of an op", typed("wandb.annotation.judge", { annotation_ref: scorer, payload: { value: 3 } })],
    ["an annotation without a value", typed("wandb.annotation.quality", { annotation_ref: spec })],
    [
      "an annotation with a runnable",
      typed("wandb.annotation.quality", { annotation_ref: spec, runnable_ref: spec, payload: { value: 3 } }),
    ],
    ["a score without a ref", typed("wandb.runnable.judge", { payload: { output: 1 } })],
    ["a score of another object", typed("wandb.runnable.speed", { runnable_ref: spec, payload: { output: 1 } })],
    [
      "a score of an op without its call",
      typed("wandb.runnable.judge", { runnable_ref: scorer, payload: { output: 1 } }),
    ],
    ["a score without an output", typed("wandb.runnable.quality", { runnable_ref: spec })],
    [
      "a call that is none",
      typed("wandb.runnable.judge", { runnable_ref: scorer, call_ref: spec, payload: { output: 1 } }),
    ],
    ["a note with a ref", typed("wandb.note.1", { payload: { note: "n" }, annotation_ref: spec })],
    ["another type with a ref", typed("my.own", { call_ref: call })],
    ["feedback on nothing", typed("my.own", { weave_ref: "" })],
    ["a payload above 1 MiB", typed("my.own", { payload: { text: "é".repeat(600_000) } })],
  ])("refuse %s", async (_, body) => {
    expect((await target.fail("feedback.create", body)).status).toBe(400);
  });
});

describe("annotations", () => {
  async function specified(val: unknown) {
    const project = newProject();
    const obj = { project_id: project, object_id: "quality", val };
    const { digest } = await service.ask<{ digest: string }>("obj.create", createObject, { obj });
    const annotation_ref = `weave:///${project}/object/quality:${digest}`;
    return (value: unknown, given: Given = {}) =>
      note(project, { feedback_type: "wandb.annotation.quality", annotation_ref, payload: { value }, ...given });
  }

  const scale = {
    type: "object",
    properties: { stars: { type: "integer", minimum: 1, maximum: 5 } },
    required: ["stars"],
  };
  const spec = (field_schema: unknown) => ({ _type: "AnnotationSpec", name: "quality", field_schema });

  it("are accepted when the value matches the schema of their specification", async () => {
    const annotate = await specified(spec(scale));
    expect(await create(annotate({ stars: 5 }))).toMatchObject({ payload: {} });
    await service.ask(
      "feedback.create",
      createFeedback,
      JSON.stringify(annotate({ stars: 5 })).replace(":5}", ":5.0}"),
    );
    const failure = await target.fail("feedback.create", annotate({ stars: 6 }));
    expect(failure).toMatchObject({ status: 400, reason: expect.stringContaining("payload.value.stars") });
  });

  it("are accepted with any value when their specification has no schema", async () => {
    expect(await create((await specified(spec(null)))("anything"))).toMatchObject({ payload: {} });
  });

  it.each([
    ["is no specification", "text"],
    ["has a schema that cannot be checked", spec({ type: "nonsense" })],
    ["has a schema with a regular expression", spec({ type: "string", pattern: "^(a+)+$" })],
  ])("are refused when their object %s", async (_, val) => {
    const annotate = await specified(val);
    expect((await target.fail("feedback.create", annotate("a"))).status).toBe(400);
  });

  it("are refused when their specification does not exist, or is in another project", async () => {
    const annotate = await specified(spec(scale));
    const project = newProject();
    const removed = { project_id: project, annotation_ref: `weave:///${project}/object/quality:v0` };
    expect((await target.fail("feedback.create", annotate({ stars: 1 }, removed))).status).toBe(404);
    expect((await target.fail("feedback.create", annotate({ stars: 1 }, { project_id: project }))).status).toBe(400);
  });
});

describe("/feedback/replace", () => {
  const replace = (feedback_id: unknown, body: Given) => target.ask("feedback.replace", { feedback_id, ...body });

  it("puts new feedback in the place of the old, also about another subject", async () => {
    const project = newProject();
    const old = await create(note(project));
    const kept = await create(note(project, { payload: { note: "stays" } }));
    const made = await replace(old.id, note(project, { weave_ref: refOf(project, "c2"), payload: { note: "new" } }));
    expect(made).toMatchObject({ svc_user_id: "mia", payload: {} });
    expect(made.id).not.toBe(old.id);
    const fields = ["id", "weave_ref", "payload.note"];
    expect(await query(project, { fields })).toEqual([
      { id: kept.id, weave_ref: refOf(project, "c1"), "payload.note": "stays" },
      { id: made.id, weave_ref: refOf(project, "c2"), "payload.note": "new" },
    ]);
  });

  it("keeps the old feedback when the new one breaks a rule of its type", async () => {
    const project = newProject();
    const old = await create(note(project));
    const broken = { feedback_id: old.id, ...note(project, { payload: { note: "" } }) };
    expect(await target.fail("feedback.replace", broken)).toMatchObject({
      status: 400,
      reason: expect.stringContaining("payload.note"),
    });
    expect((await query(project)).map(({ id }) => id)).toEqual([old.id]);
  });

  it("stores the feedback once when the same request is sent again with its id", async () => {
    const project = newProject();
    const old = await create(note(project));
    const body = note(project, { id: uuid7(), payload: { note: "new" } });
    expect(await replace(old.id, body)).toEqual(await replace(old.id, body));
    expect((await query(project)).map(({ id }) => id)).toEqual([body.id]);
  });

  it("refuses the id of the replaced feedback, which stays", async () => {
    const project = newProject();
    const old = await create(note(project));
    const body = { feedback_id: old.id, ...note(project, { id: old.id }) };
    expect(await target.fail("feedback.replace", body)).toMatchObject({
      status: 400,
      reason: expect.stringContaining("id must differ from feedback_id"),
    });
    expect((await query(project)).map(({ id }) => id)).toEqual([old.id]);
  });

  it("replaces nothing in another project", async () => {
    const [project, other] = [newProject(), newProject()];
    const theirs = await create(note(other));
    await replace(theirs.id, note(project));
    expect((await query(other)).map(({ id }) => id)).toEqual([theirs.id]);
    expect(await query(project)).toHaveLength(1);
  });

  it("requires the id of the feedback to replace", async () => {
    expect(await target.fail("feedback.replace", note("e/p"))).toMatchObject({
      status: 422,
      places: ["body.feedback_id"],
    });
  });
});

describe("/feedback/purge", () => {
  it("deletes the named feedback of its own project permanently", async () => {
    const project = newProject();
    const [removed, stored] = [await create(note(project)), await create(note(project))];
    await target.ask("feedback.purge", { project_id: newProject(), query: { $expr: is("id", stored.id) } });
    await target.ask("feedback.purge", {
      project_id: project,
      query: { $expr: { $or: [is("id", removed.id), is("id", "x")] } },
    });
    expect((await query(project)).map((row) => row.id)).toEqual([stored.id]);
    expect((await target.fail("feedback.create", note(project, { id: removed.id }))).status).toBe(400);
  });

  it("refuses a query that names no ids", async () => {
    const body = { project_id: "e/p", query: { $expr: is("feedback_type", "wandb.note.1") } };
    expect((await target.fail("feedback.purge", body)).status).toBe(400);
  });
});
