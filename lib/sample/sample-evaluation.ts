import {
  createFirstStepObjects,
  type FirstStepRefs,
  JUDGE_MODEL,
  POLICY_JUDGE,
  RIGHT_TOOL,
} from "./first-step-objects";
import { type FirstStepPrompt, firstStepMessages, firstStepPrompts } from "./first-step-prompts";
import { type FirstStepRow, type FirstStepTrial, firstStepRows, firstStepTrials } from "./first-step-trials";
import { addUsage, type CallFacts, type SampleCall, sampleCall, type UsageByModel } from "./sample-call";
import { type SampleSpec, sampleId } from "./sample-project";
import type { SamplePublisher } from "./sample-publisher";
import type { SampleService } from "./sample-service";
import type { SampleFeedback } from "./sample-threads";

/** Time of the evaluations: before the second version of the prompt answers customers. */
const HOURS_AGO = [112, 111] as const;
const HOUR_MS = 3_600_000;

/** Trials that run at the same time. */
const CONCURRENCY = 4;

const CHARACTERS_PER_TOKEN = 4;
const ATTRIBUTES = { _weave_eval_meta: { declarative: true } };

/** An answer that a judge scored and people may label. */
export interface JudgedAnswer {
  /** The call of the model. */
  readonly callId: string;
  readonly isPassed: boolean;
}

/** One evaluation: its calls, its scores as feedback, and its answers. */
interface SampleEvaluation {
  readonly calls: readonly SampleCall[];
  readonly feedback: readonly SampleFeedback[];
  readonly answers: readonly JudgedAnswer[];
}

interface EvaluationScene {
  readonly spec: SampleSpec;
  readonly refs: FirstStepRefs;
  readonly rows: readonly FirstStepRow[];
  readonly prompt: FirstStepPrompt;
  /** The index of the prompt's version. */
  readonly version: number;
}

const tokensOf = (value: unknown) => Math.ceil(JSON.stringify(value).length / CHARACTERS_PER_TOKEN);

function usageOf(model: string, asked: unknown, answered: unknown): UsageByModel {
  const [prompt, completion] = [tokensOf(asked), tokensOf(answered)];
  const tokens = { prompt_tokens: prompt, completion_tokens: completion, total_tokens: prompt + completion };
  return { [model]: { requests: 1, ...tokens } };
}

/** Writes the calls of one version's evaluation in the shapes of the Python client. */
class EvaluationWriter {
  readonly calls: SampleCall[] = [];
  readonly feedback: SampleFeedback[] = [];
  readonly answers: JudgedAnswer[] = [];
  readonly usage: UsageByModel[] = [];
  readonly rootId: string;
  readonly #scene: EvaluationScene;

  constructor(scene: EvaluationScene) {
    this.#scene = scene;
    this.rootId = this.idOf("root");
  }

  idOf(what: string): string {
    return sampleId(this.#scene.spec, `first-step/${this.#scene.prompt.name}/${what}`);
  }

  add(facts: Omit<CallFacts, "shared" | "attributes"> & { readonly attributes?: CallFacts["attributes"] }): void {
    const shared = { project_id: this.#scene.spec.projectId, trace_id: this.rootId };
    this.calls.push(sampleCall({ attributes: ATTRIBUTES, ...facts, shared }));
  }

  /** Returns the end of the trial. */
  addTrial(trial: FirstStepTrial, startedAtMs: number): number {
    const { refs, version } = this.#scene;
    const id = this.idOf(`${trial.row}/${trial.trial}`);
    const rowRef = `${refs.dataset}/attr/rows/id/${refs.rowDigests[trial.row]}`;
    const answeredAtMs = startedAtMs + trial.latencyMs;
    const predicted = this.#addPredict(trial, id, rowRef, startedAtMs);
    const judged = trial.output === null ? {} : this.#addScores(trial, id, rowRef, answeredAtMs);
    const endedAtMs = trial.output === null ? answeredAtMs : answeredAtMs + trial.judgeMs + 2;
    const usage = addUsage([predicted, judged]);
    const scores = trial.output === null ? {} : { [RIGHT_TOOL]: trial.isRight, [POLICY_JUDGE]: trial.policy };
    this.add({
      id,
      parentId: this.rootId,
      op: refs.trialOp,
      inputs: { self: refs.evaluation, model: refs.models[version]?.model, example: rowRef },
      startedAtMs,
      endedAtMs,
      output: { output: trial.output, scores, model_latency: trial.latencyMs / 1000 },
      exception: null,
      usage,
    });
    this.usage.push(usage);
    return endedAtMs;
  }

  #addPredict(trial: FirstStepTrial, trialId: string, rowRef: string, startedAtMs: number): UsageByModel {
    const { refs, version, prompt, rows } = this.#scene;
    const { model: provided, ...params } = prompt.config;
    const id = this.idOf(`${trial.row}/${trial.trial}/predict`);
    const model = provided.split("/").at(-1) ?? provided;
    const endedAtMs = startedAtMs + trial.latencyMs;
    const message = rows[trial.row]?.message ?? "";
    const messages = firstStepMessages(prompt).map(({ role, content }) => ({
      role,
      content: content.replaceAll("{{", "{").replaceAll("}}", "}").replace("{message}", message),
    }));
    const content = JSON.stringify(trial.output);
    const usage = trial.output === null ? {} : usageOf(model, messages, trial.output);
    const exception = trial.output === null ? "openai: 429, the provider refused the request" : null;
    const column = (name: string) => `${rowRef}/key/${name}`;
    this.add({
      id,
      parentId: trialId,
      op: refs.predictOp,
      inputs: {
        self: refs.models[version]?.model,
        heddle_prompt: refs.models[version]?.prompt,
        ...Object.fromEntries(["id", "intent", "message", "expected"].map((name) => [name, column(name)])),
      },
      startedAtMs,
      endedAtMs,
      output: trial.output,
      exception,
      usage,
    });
    this.add({
      id: this.idOf(`${trial.row}/${trial.trial}/completion`),
      parentId: id,
      op: "weave.completions_create",
      attributes: { ...ATTRIBUTES, weave: { kind: "llm" } },
      inputs: { model: provided, messages, ...params, response_format: { type: "json_object" } },
      startedAtMs: startedAtMs + 1,
      endedAtMs: endedAtMs - 1,
      output: {
        object: "chat.completion",
        model,
        choices: [{ index: 0, finish_reason: "stop", message: { role: "assistant", content } }],
      },
      exception,
      usage,
    });
    this.answers.push({ callId: id, isPassed: trial.policy.passed });
    return usage;
  }

  #addScores(trial: FirstStepTrial, trialId: string, rowRef: string, startedAtMs: number): UsageByModel {
    const { refs } = this.#scene;
    const usage = usageOf(JUDGE_MODEL, trial.output, trial.policy);
    const scorers = [
      { name: RIGHT_TOOL, ref: refs.rightTool, op: refs.rightTool, score: trial.isRight, tookMs: 1, usage: {} },
      { name: POLICY_JUDGE, ref: refs.judge, op: refs.judgeOp, score: trial.policy, tookMs: trial.judgeMs, usage },
    ];
    for (const { name, ref, op, score, tookMs, usage: own } of scorers) {
      const id = this.idOf(`${trial.row}/${trial.trial}/${name}`);
      const column = name === RIGHT_TOOL ? "expected" : "message";
      this.add({
        id,
        parentId: trialId,
        op,
        attributes: { ...ATTRIBUTES, weave: { kind: "scorer" } },
        inputs: { ...(ref === op ? {} : { self: ref }), output: trial.output, [column]: `${rowRef}/key/${column}` },
        startedAtMs,
        endedAtMs: startedAtMs + tookMs,
        output: score,
        exception: null,
        usage: own,
      });
      this.#addFeedback({ trial, name, ref, callId: id, score });
    }
    return usage;
  }

  #addFeedback(scored: { trial: FirstStepTrial; name: string; ref: string; callId: string; score: unknown }): void {
    const { projectId } = this.#scene.spec;
    const place = `${scored.trial.row}/${scored.trial.trial}`;
    this.feedback.push({
      project_id: projectId,
      weave_ref: `weave:///${projectId}/call/${this.idOf(`${place}/predict`)}`,
      id: this.idOf(`${place}/${scored.name}/feedback`),
      feedback_type: `wandb.runnable.${scored.name}`,
      payload: { output: scored.score },
      runnable_ref: scored.ref,
      call_ref: `weave:///${projectId}/call/${scored.callId}`,
    });
  }
}

/**
 * Returns the summary of the trials, as the Python client computes it: shares of all trials, means of those with a
 * value.
 */
function summaryOf(trials: readonly FirstStepTrial[]): Record<string, unknown> {
  const scored = trials.filter(({ output }) => output !== null);
  const share = (isTrue: (trial: FirstStepTrial) => boolean) => {
    const count = scored.filter(isTrue).length;
    return { true_count: count, true_fraction: count / trials.length };
  };
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  return {
    [RIGHT_TOOL]: share(({ isRight }) => isRight),
    [POLICY_JUDGE]: {
      score: { mean: mean(scored.map(({ policy }) => policy.score)) },
      passed: share(({ policy }) => policy.passed),
    },
    model_latency: { mean: mean(trials.map(({ latencyMs }) => latencyMs)) / 1000 },
  };
}

function createEvaluation(scene: EvaluationScene): SampleEvaluation {
  const { spec, refs, rows, prompt, version } = scene;
  const writer = new EvaluationWriter(scene);
  const trials = firstStepTrials(spec, rows, prompt);
  const startedAtMs = spec.endedAtMs - (HOURS_AGO[version] ?? HOURS_AGO[0]) * HOUR_MS;
  const slots = Array.from({ length: CONCURRENCY }, () => startedAtMs + 5);
  for (const [index, trial] of trials.entries()) {
    const slot = index % CONCURRENCY;
    slots[slot] = writer.addTrial(trial, slots[slot] ?? startedAtMs) + 1;
  }
  const summary = summaryOf(trials);
  const endedAtMs = Math.max(...slots) + 10;
  const root = { attributes: ATTRIBUTES, exception: null, output: summary };
  writer.add({
    ...root,
    id: writer.rootId,
    parentId: null,
    op: refs.evaluateOp,
    displayName: `first step: prompt ${prompt.name}`,
    inputs: { self: refs.evaluation, model: refs.models[version]?.model },
    startedAtMs,
    endedAtMs,
    usage: addUsage(writer.usage),
  });
  writer.add({
    ...root,
    id: writer.idOf("summarize"),
    parentId: writer.rootId,
    op: refs.summarizeOp,
    inputs: { self: refs.evaluation },
    startedAtMs: endedAtMs - 5,
    endedAtMs: endedAtMs - 1,
    usage: {},
  });
  return writer;
}

/**
 * Stores the evaluations of the two versions of a prompt on the same rows, with their scores, and returns the answers
 * of the newer version. Calling it again sends the same data.
 */
export async function createEvaluations(
  service: SampleService,
  publisher: SamplePublisher,
  spec: SampleSpec,
): Promise<readonly JudgedAnswer[]> {
  const rows = firstStepRows(spec);
  const refs = await createFirstStepObjects(service, publisher, spec.projectId, rows);
  const evaluations = firstStepPrompts.map((prompt, version) =>
    createEvaluation({ spec, refs, rows, prompt, version }),
  );
  const batch = evaluations.flatMap(({ calls }) => calls.flatMap((call) => [...call]));
  await service.call("call.upsertBatch", { batch });
  await service.call("feedback.createBatch", { batch: evaluations.flatMap(({ feedback }) => [...feedback]) });
  return evaluations.at(-1)?.answers ?? [];
}
