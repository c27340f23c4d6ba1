import type { JudgedAnswer } from "./sample-evaluation";
import { type SampleSpec, sampleId } from "./sample-project";
import type { SamplePublisher } from "./sample-publisher";
import type { SampleReview, SampleService } from "./sample-service";
import type { SampleFeedback } from "./sample-threads";

/** A conversation that people may review. */
export interface ReviewableThread {
  readonly threadId: string;
  /** The call of its last turn. */
  readonly callId: string;
  readonly isSolved: boolean;
}

/** The invented reviewers. They have no accounts: records name them, as in imported reviews. */
const AMARA = "Amara Adeyemi";
const BRUNO = "Bruno Berg";

/** Number of conversations in the queue. The last ones are whole threads, and are left to the user to review. */
export const MAX_REVIEWABLE_THREADS = 20;
const THREAD_ITEMS = 4;
const AMARAS_ITEMS = 14;
const BRUNOS_ITEMS = 12;
const JUDGED_ITEMS = 18;

/** Positions of items with different answers. */
const BRUNO_DIFFERS = new Set([3, 9]);
const PEOPLE_DIFFER_FROM_JUDGE = new Set([2, 7, 11]);
const AMARA_DIFFERS_ON_ANSWERS = new Set([5]);

interface QueueSpec {
  readonly name: string;
  readonly description: string;
  readonly questions: readonly Question[];
  readonly callIds: readonly string[];
  readonly threadIds: readonly string[];
  readonly labels: readonly SampleLabel[];
}

interface Question {
  /** The id of its object, a part of the type of its feedback. */
  readonly id: string;
  readonly title: string;
  readonly description: string | null;
  readonly schema: Readonly<Record<string, unknown>>;
}

interface SampleLabel {
  readonly callId: string;
  readonly question: string;
  readonly reviewer: string;
  readonly value: boolean | string;
}

const SOLVED: Question = {
  id: "Solved",
  title: "Solved",
  description: "Did the customer get what the policy allows?",
  schema: { type: "boolean" },
};

const TONE: Question = {
  id: "Tone",
  title: "Tone",
  description: null,
  schema: {
    type: "string",
    enum: ["Friendly", "Neutral", "Short"],
    heddle: { rewards: { Friendly: 1, Neutral: 0.5, Short: 0 } },
  },
};

const BETTER_ANSWER: Question = {
  id: "Better-answer",
  title: "Better answer",
  description: "What the agent should have said when it was wrong.",
  schema: { type: "string", heddle: { role: "corrected_output", optional: true } },
};

const KEEPS_TO_POLICY: Question = {
  id: "Keeps-to-policy",
  title: "Follows policy",
  description: "The reply promises or claims nothing that was not looked up.",
  schema: { type: "boolean" },
};

const CORRECTION = "I am sorry, let me check your reservation again before I change anything.";

const labelOf = (callId: string, question: Question, reviewer: string, value: boolean | string): SampleLabel => ({
  callId,
  question: question.id,
  reviewer,
  value,
});

function conversationQueue(threads: readonly ReviewableThread[]): QueueSpec {
  const asCalls = threads.slice(0, Math.max(1, threads.length - THREAD_ITEMS));
  const toneOf = (isSolved: boolean, index: number) =>
    isSolved ? (index % 4 === 1 ? "Neutral" : "Friendly") : "Short";
  const labels = asCalls.flatMap(({ callId, isSolved }, index): SampleLabel[] => {
    const brunosAnswer = BRUNO_DIFFERS.has(index) ? !isSolved : isSolved;
    return [
      ...(index < AMARAS_ITEMS
        ? [
            labelOf(callId, SOLVED, AMARA, isSolved),
            labelOf(callId, TONE, AMARA, toneOf(isSolved, index)),
            ...(isSolved ? [] : [labelOf(callId, BETTER_ANSWER, AMARA, CORRECTION)]),
          ]
        : []),
      ...(index < BRUNOS_ITEMS
        ? [
            labelOf(callId, SOLVED, BRUNO, brunosAnswer),
            labelOf(callId, TONE, BRUNO, toneOf(isSolved, index === 5 ? 0 : index)),
          ]
        : []),
    ];
  });
  return {
    name: "Conversations of version 3",
    description: "Spot check of the newest agent. The answers can become rewards for a training job.",
    questions: [SOLVED, TONE, BETTER_ANSWER],
    callIds: asCalls.map(({ callId }) => callId),
    threadIds: threads.slice(asCalls.length).map(({ threadId }) => threadId),
    labels,
  };
}

function judgeQueue(answers: readonly JudgedAnswer[]): QueueSpec {
  const chosen = answers.slice(0, JUDGED_ITEMS);
  const labels = chosen.flatMap(({ callId, isPassed }, index): SampleLabel[] => {
    const value = PEOPLE_DIFFER_FROM_JUDGE.has(index) ? !isPassed : isPassed;
    const amaras = AMARA_DIFFERS_ON_ANSWERS.has(index) ? !value : value;
    return [
      ...(index < AMARAS_ITEMS ? [labelOf(callId, KEEPS_TO_POLICY, AMARA, amaras)] : []),
      ...(index < BRUNOS_ITEMS ? [labelOf(callId, KEEPS_TO_POLICY, BRUNO, value)] : []),
    ];
  });
  return {
    name: "Check of the judge",
    description: "Answers from an evaluation, to measure how well the judge agrees with people.",
    questions: [KEEPS_TO_POLICY],
    callIds: chosen.map(({ callId }) => callId),
    threadIds: [],
    labels,
  };
}

const specValue = ({ title, description, schema }: Question) => ({
  _type: "AnnotationSpec",
  _class_name: "AnnotationSpec",
  _bases: ["BaseObject", "BaseModel"],
  name: title,
  description,
  field_schema: schema,
  unique_among_creators: false,
  op_scope: null,
});

/** Number of requests that are sent at the same time. */
const STATES_AT_ONCE = 6;

interface ReviewScene {
  readonly service: SampleService;
  readonly review: SampleReview;
  readonly publisher: SamplePublisher;
  readonly spec: SampleSpec;
}

async function createQueue({ service, review, publisher, spec }: ReviewScene, queue: QueueSpec): Promise<void> {
  const { projectId } = spec;
  const refs = new Map(
    await Promise.all(
      queue.questions.map(async (question) => {
        const ref = await publisher.object(question.id, specValue(question));
        return [question.id, ref] as const;
      }),
    ),
  );
  const feedback = queue.labels.map(
    ({ callId, question, reviewer, value }): SampleFeedback => ({
      id: sampleId(spec, `label/${callId}/${question}/${reviewer}`),
      project_id: projectId,
      weave_ref: `weave:///${projectId}/call/${callId}`,
      feedback_type: `wandb.annotation.${question}`,
      payload: { value },
      annotation_ref: refs.get(question) ?? null,
      creator: reviewer,
    }),
  );
  await service.call("feedback.createBatch", { batch: feedback });
  const known = (await review.queues(projectId)).find(({ name }) => name === queue.name);
  const { name, description, callIds, threadIds } = queue;
  const queueId =
    known?.id ??
    (
      await service.call("annotationQueues.create", {
        project_id: projectId,
        name,
        description,
        scorer_refs: [...refs.values()],
        reviews_per_item: 2,
      })
    ).id;
  const items = await review.addItems(projectId, queueId, { callIds, threadIds });
  const reviewed = new Set(queue.labels.map(({ callId, reviewer }) => `${callId} ${reviewer}`));
  const states = items.flatMap(({ id, callId, kind }) =>
    [AMARA, BRUNO].flatMap((reviewer) =>
      kind === "call" && reviewed.has(`${callId} ${reviewer}`) ? [{ id, reviewer }] : [],
    ),
  );
  for (let from = 0; from < states.length; from += STATES_AT_ONCE) {
    const some = states.slice(from, from + STATES_AT_ONCE);
    await Promise.all(some.map(({ id, reviewer }) => review.complete(projectId, queueId, id, reviewer)));
  }
}

/**
 * Creates two review queues that two invented people began: conversations, and answers of an evaluation whose judge
 * they sometimes contradict. Calling it again adds only what is missing.
 */
export async function createReviews(
  scene: ReviewScene,
  threads: readonly ReviewableThread[],
  answers: readonly JudgedAnswer[],
): Promise<void> {
  await Promise.all([
    ...(threads.length > 0 ? [createQueue(scene, conversationQueue(threads))] : []),
    ...(answers.length > 0 ? [createQueue(scene, judgeQueue(answers))] : []),
  ]);
}
