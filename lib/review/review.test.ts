import { describe, expect, it } from "vitest";
import type { AnnotationQueue, QueueItem } from "@/lib/api/contract/feedback/annotation-queues";
import { answerTypeOf, numberOfAnswer } from "@/lib/api/contract/feedback/answer-rewards";
import { areOthersShown, isOpenFor, itemState, medianPaceMs, nextOpen } from "./item-state";
import { answersTo, indexLabels, readLabels, subjectOf } from "./labels";
import { answerMatrix, questionAgreement } from "./question-agreement";
import { emptyQuestion, type QuestionDraft, questionProblem, specOf } from "./question-draft";
import { reviewResults, rewardsOf } from "./results";
import { choicesOf, hasRewards, readQuestion } from "./rubric";

const PROJECT = "demo/airline";
const NOW_MS = Date.parse("2026-11-20T12:00:00Z");

const questionOf = (draft: Partial<QuestionDraft>) => {
  const { name, val } = specOf({ ...emptyQuestion, title: "Tone", ...draft });
  return readQuestion(PROJECT, {
    project_id: PROJECT,
    object_id: name,
    created_at: "2026-11-20T10:00:00Z",
    digest: "abc",
    version_index: 0,
    is_latest: 1,
    kind: "object",
    val,
  });
};

const queueOf = (members: Partial<AnnotationQueue> = {}): AnnotationQueue => ({
  id: "q",
  project_id: PROJECT,
  name: "Tone",
  scorer_refs: [],
  assignees: [],
  reviews_per_item: 2,
  created_at: "2026-11-20T10:00:00Z",
  ...members,
});

const itemOf = (id: string, members: Partial<QueueItem> = {}): QueueItem => ({
  id,
  project_id: PROJECT,
  queue_id: "q",
  call_id: `call-${id}`,
  call_started_at: "2026-11-20T10:00:00Z",
  call_op_name: "answer",
  call_trace_id: `trace-${id}`,
  kind: "call",
  annotation_state: "unstarted",
  reviews: [],
  created_at: "2026-11-20T10:00:00Z",
  ...members,
});

const review = (user_id: string, annotation_state: QueueItem["annotation_state"], minute = 0) => ({
  user_id,
  annotation_state,
  updated_at: new Date(NOW_MS - 600_000 + minute * 60_000).toISOString(),
});

let count = 0;
const record = (item: string, question: string, value: unknown, svc_user_id: string, members: object = {}) => {
  count += 1;
  return {
    id: `f${count}`,
    weave_ref: subjectOf(PROJECT, itemOf(item)),
    feedback_type: answerTypeOf(question),
    payload: { value },
    created_at: new Date(NOW_MS + count * 1000).toISOString(),
    svc_user_id,
    ...members,
  };
};

const ada = { id: "ada", email: "ada@x.y", name: "Ada" };

describe("a question that is written", () => {
  it("becomes a specification that reads back as the same question", () => {
    expect(questionOf({ title: "Is it kind?", isOptional: true })).toMatchObject({
      name: "Is-it-kind",
      title: "Is it kind?",
      field: { kind: "boolean" },
      isOptional: true,
      isCorrection: false,
    });
    expect(questionOf({ kind: "number" }).field).toEqual({ kind: "number", isInteger: true, least: 1, most: 5 });
    expect(questionOf({ kind: "number", least: "", most: "0.5" }).field).toMatchObject({ isInteger: false, most: 0.5 });
    expect(questionOf({ kind: "correction" })).toMatchObject({ field: { kind: "text" }, isCorrection: true });
  });

  it("has rewards for the options that name one", () => {
    const question = questionOf({ kind: "choice", options: "Yes = 1\nNo = 0\n\nNot sure\nx = y" });
    expect(question.field).toEqual({ kind: "choice", options: ["Yes", "No", "Not sure", "x = y"] });
    expect([...question.rewards]).toEqual([
      ["Yes", 1],
      ["No", 0],
    ]);
    expect(numberOfAnswer(question.rewards, "Yes")).toBe(1);
    expect(numberOfAnswer(question.rewards, "Not sure")).toBeNull();
    expect(hasRewards(question)).toBe(true);
    expect(hasRewards(questionOf({ kind: "choice", options: "a\nb" }))).toBe(false);
  });

  it.each([
    [{ title: " ?" }, "title", "Enter a title with letters or digits."],
    [{ kind: "choice", options: "only" }, "options", "Enter at least two options, one per line."],
    [{ kind: "choice", options: "a = 1\nb\na = 0" }, "options", '"a" is there twice.'],
    [{ kind: "number", least: "x" }, "least", "Bounds must be numbers, or empty."],
    [{ kind: "number", least: "5", most: "5" }, "least", "The lowest number must be below the highest."],
  ] as const)("is refused with the place of the problem: %o", (draft, member, message) => {
    expect(questionProblem({ ...emptyQuestion, title: "Tone", ...draft })).toEqual({ member, message });
  });

  it("has a digit for each answer that is chosen", () => {
    expect(choicesOf(questionOf({})).map(({ key, text }) => [key, text])).toEqual([
      ["1", "true"],
      ["2", "false"],
    ]);
    expect(choicesOf(questionOf({ kind: "number" })).map(({ key, text }) => key + text)).toEqual([
      "11",
      "22",
      "33",
      "44",
      "55",
    ]);
    expect(choicesOf(questionOf({ kind: "number", least: "0", most: "2" })).map(({ key, text }) => key + text)).toEqual(
      ["10", "21", "32"],
    );
    expect(choicesOf(questionOf({ kind: "number", most: "" }))).toEqual([]);
    expect(choicesOf(questionOf({ kind: "text" }))).toEqual([]);
  });
});

describe("labels", () => {
  it("are the newest answer of each reviewer, known by id or address", () => {
    const labels = readLabels(
      [
        record("a", "Tone", 1, "ada"),
        record("a", "Tone", 2, "key", { creator: "ada@x.y" }),
        record("a", "Tone", 3, "mia"),
        record("a", "Tone", null, "mia"),
        { ...record("a", "Tone", 1, "ada"), feedback_type: "wandb.note.1" },
        "odd",
      ],
      [ada],
    );
    const index = indexLabels(labels);
    const answers = answersTo(index, subjectOf(PROJECT, itemOf("a")), "Tone");
    expect(answers.map(({ reviewer, value }) => [reviewer, value])).toEqual([
      ["ada", 2],
      ["mia", 3],
    ]);
    expect(answersTo(index, "elsewhere", "Tone")).toEqual([]);
  });

  it("of a thread refer to the thread", () => {
    expect(subjectOf(PROJECT, itemOf("a", { kind: "thread", thread_id: "thr" }))).toBe(
      "weave:///demo/airline/thread/thr",
    );
  });
});

describe("an item", () => {
  const rubric = [questionOf({})];
  const judged = (records: readonly unknown[]) => ({
    projectId: PROJECT,
    queue: queueOf(),
    rubric,
    labels: indexLabels(readLabels(records, [ada])),
    reader: "ada",
  });
  const both = [record("a", "Tone", true, "ada"), record("a", "Tone", false, "mia")];

  it("is open, partly reviewed, reviewed, skipped or missing", () => {
    const state = (members: Partial<QueueItem>) => itemState(itemOf("a", members), judged([]));
    expect(state({})).toBe("open");
    expect(state({ is_missing: true })).toBe("missing");
    expect(state({ reviews: [review("mia", "completed")] })).toBe("partly");
    const done = [review("mia", "completed"), review("ada", "completed")];
    expect(state({ annotation_state: "completed", reviews: done })).toBe("reviewed");
    expect(state({ annotation_state: "skipped", reviews: [review("ada", "skipped")] })).toBe("skipped");
  });

  it("shows that reviewers disagree only to who has answered", () => {
    const reviews = [review("mia", "completed"), review("ada", "completed")];
    const state = (annotation_state: QueueItem["annotation_state"]) =>
      itemState(itemOf("a", { annotation_state, reviews }), judged(both));
    expect(state("completed")).toBe("disagree");
    expect(state("in_progress")).toBe("reviewed");
  });

  it("shows the answers of others to a reader whose review is not needed", () => {
    const of = (reviews: QueueItem["reviews"]) => itemOf("a", { reviews });
    const [mia, kim] = [review("mia", "completed"), review("kim", "completed")];
    expect(areOthersShown(of([mia]), queueOf(), "ada")).toBe(false);
    expect(areOthersShown(of([mia, kim]), queueOf(), "ada")).toBe(true);
    expect(areOthersShown(of([mia, kim]), queueOf({ reviews_per_item: null }), "ada")).toBe(false);
    expect(areOthersShown(of([mia, review("ada", "completed")]), queueOf(), "ada")).toBe(false);
    const apart = [record("a", "Tone", true, "kim"), record("a", "Tone", false, "mia")];
    expect(itemState(of([mia, kim]), judged(apart))).toBe("disagree");
  });

  it("can be reviewed until others have given or claimed all its reviews", () => {
    const isOpen = (reviews: QueueItem["reviews"], members: Partial<QueueItem> = {}) =>
      isOpenFor(itemOf("a", { reviews, ...members }), queueOf({ reviews_per_item: 1 }), "ada", NOW_MS);
    expect(isOpen([])).toBe(true);
    expect(isOpen([review("mia", "completed")])).toBe(false);
    expect(isOpen([review("mia", "in_progress")])).toBe(false);
    expect(isOpen([review("mia", "in_progress", -60)])).toBe(true);
    expect(isOpen([review("mia", "skipped")])).toBe(true);
    expect(isOpen([], { is_missing: true })).toBe(false);
    expect(isOpen(null, { annotation_state: "completed" })).toBe(false);
    const everyone = queueOf({ reviews_per_item: null });
    expect(isOpenFor(itemOf("a", { reviews: [review("mia", "completed")] }), everyone, "ada", NOW_MS)).toBe(true);
  });

  it("follows the current one, around the end of the queue", () => {
    const items = [
      itemOf("a"),
      itemOf("b", { annotation_state: "completed" }),
      itemOf("c"),
      itemOf("d", { is_missing: true }),
    ];
    const place = { queue: queueOf(), reader: "ada", nowMs: NOW_MS };
    expect(nextOpen(items, 0, place)).toBe(2);
    expect(nextOpen(items, 2, place)).toBe(0);
    expect(nextOpen(items, -1, place)).toBe(0);
    expect(nextOpen([itemOf("a")], 0, place)).toBe(-1);
    expect(nextOpen([], -1, place)).toBe(-1);
  });

  it("has a pace from three reviews on, without breaks", () => {
    const at = (minute: number) => itemOf(String(minute), { reviews: [review("ada", "completed", minute)] });
    expect(medianPaceMs([at(0), at(1)], "ada")).toBeNull();
    expect(medianPaceMs([at(0), at(1), at(3), at(100)], "ada")).toBe(120_000);
  });
});

describe("agreement", () => {
  const subjects = Array.from({ length: 12 }, (_, index) => subjectOf(PROJECT, itemOf(String(index))));
  const records = subjects.flatMap((_, index) => [
    record(String(index), "Tone", index < 6, "ada"),
    record(String(index), "Tone", index < 4, "mia"),
  ]);

  it("is Cohen's kappa for two reviewers", () => {
    const [figures] = questionAgreement([questionOf({})], subjects, indexLabels(readLabels(records, [])));
    expect(figures).toMatchObject({ title: "Tone", shared: 12, equal: 10, measure: "kappa" });
    expect(figures?.percent).toBeCloseTo(10 / 12);
    expect(figures?.value).toBeCloseTo(2 / 3);
    expect(figures?.interval?.low).toBeLessThan(2 / 3);
  });

  it("is Krippendorff's alpha for numbers and for more reviewers", () => {
    const third = record("0", "Tone", true, "kim");
    const labels = indexLabels(readLabels([...records, third], []));
    expect(questionAgreement([questionOf({})], subjects, labels)[0]?.measure).toBe("alpha");
    expect(questionAgreement([questionOf({ kind: "number" })], subjects, labels)[0]?.measure).toBe("alpha");
  });

  it("has counts only below ten shared items, and nothing for texts", () => {
    const labels = indexLabels(readLabels(records.slice(0, 8), []));
    expect(questionAgreement([questionOf({})], subjects, labels)).toMatchObject([{ shared: 4, equal: 4, value: null }]);
    expect(questionAgreement([questionOf({ kind: "text" })], subjects, labels)).toEqual([]);
  });

  it("has a matrix of two reviewers", () => {
    const labels = indexLabels(readLabels(records, []));
    expect(answerMatrix("Tone", subjects, labels, ["ada", "mia"])).toEqual({
      labels: ["false", "true"],
      counts: [
        [6, 0],
        [2, 4],
      ],
    });
    expect(answerMatrix("Tone", subjects, labels, ["ada", "kim"])).toBeNull();
  });
});

describe("results", () => {
  const rubric = [
    questionOf({ title: "Kind" }),
    questionOf({ title: "Policy", kind: "choice", options: "Yes = 1\nNo = 0\nNot sure" }),
    questionOf({ title: "Better", kind: "correction" }),
  ];
  const labels = indexLabels(
    readLabels(
      [
        record("a", "Kind", true, "ada"),
        record("a", "Kind", false, "mia"),
        record("a", "Policy", "Not sure", "mia"),
        record("a", "Better", "First", "ada"),
        record("a", "Better", "Second", "mia"),
        record("b", "Kind", true, "ada"),
      ],
      [],
    ),
  );
  const items = [
    itemOf("a"),
    itemOf("b", { call_trace_id: "trace-a" }),
    itemOf("c"),
    itemOf("d", { is_missing: true }),
  ];
  const results = reviewResults(PROJECT, items, rubric, labels);

  it("are the mean of all reviewers, and the newest corrected output", () => {
    expect(results.map(({ item, correction }) => [item.id, correction])).toEqual([
      ["a", "Second"],
      ["b", null],
    ]);
    expect([...(results[0]?.numbers ?? [])]).toEqual([["Kind", 0.5]]);
  });

  it("become rewards of traces and threads; an answer without a number gives none", () => {
    expect(rewardsOf(results, "Kind")).toEqual({ threads: {}, traces: { "trace-a": 0.75 } });
    expect(rewardsOf(results, "Policy")).toEqual({ threads: {}, traces: {} });
    const thread = itemOf("a", { kind: "thread", thread_id: "thr" });
    const ofThread = indexLabels(
      readLabels([{ ...record("a", "Kind", true, "ada"), weave_ref: subjectOf(PROJECT, thread) }], []),
    );
    expect(rewardsOf(reviewResults(PROJECT, [thread], rubric, ofThread), "Kind")).toEqual({
      threads: { thr: 1 },
      traces: {},
    });
  });
});
