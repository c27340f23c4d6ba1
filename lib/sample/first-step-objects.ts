import type { FirstStepPrompt } from "./first-step-prompts";
import { FIRST_STEP_PROMPT, firstStepMessages, firstStepPrompts, firstStepPromptValue } from "./first-step-prompts";
import { FIRST_STEP_TRIALS, type FirstStepRow } from "./first-step-trials";
import type { SamplePublisher } from "./sample-publisher";
import type { SampleService } from "./sample-service";

/** The names of the scorers, and of their scores. */
export const RIGHT_TOOL = "right_tool";
export const POLICY_JUDGE = "follows_policy";

/** The model that judges. */
export const JUDGE_MODEL = "gpt-4o";

const EVALUATION = "first_step";

/** Refs of all objects that the calls of the evaluations name. */
export interface FirstStepRefs {
  readonly dataset: string;
  /** By row. */
  readonly rowDigests: readonly string[];
  readonly evaluation: string;
  readonly evaluateOp: string;
  readonly trialOp: string;
  readonly summarizeOp: string;
  readonly predictOp: string;
  readonly rightTool: string;
  readonly judge: string;
  readonly judgeOp: string;
  /** By version. */
  readonly models: readonly { readonly model: string; readonly prompt: string }[];
}

const placeholderCode = (name: string, args: string) =>
  ["import weave", "", "", "@weave.op()", `def ${name}(${args}):`, '    """Made up."""', ""].join("\n");

const RIGHT_TOOL_CODE = [
  "import weave",
  "",
  "",
  "@weave.op()",
  `def ${RIGHT_TOOL}(output, expected):`,
  '    return output is not None and output.get("tool") == expected',
  "",
].join("\n");

const JUDGE_PROMPT = [
  "Does the reply follow the policy? It must not promise or claim anything that has not been looked up.",
  "",
  "Customer: {message}",
  "Answer: {output}",
].join("\n");

const baseClasses = (parent: string) => [parent, "Object", "BaseModel"];

function modelValue(name: string, prompt: FirstStepPrompt, promptRef: string) {
  const { model, ...params } = prompt.config;
  return {
    _type: "LLMStructuredCompletionModel",
    _class_name: "LLMStructuredCompletionModel",
    _bases: baseClasses("Model"),
    name,
    description: null,
    llm_model_id: model,
    default_params: { ...params, messages_template: firstStepMessages(prompt), response_format: "json_object" },
    heddle_prompt: promptRef,
  };
}

const judgeModelValue = {
  _type: "LLMStructuredCompletionModel",
  _class_name: "LLMStructuredCompletionModel",
  _bases: baseClasses("Model"),
  name: `${POLICY_JUDGE}-judge`,
  description: null,
  llm_model_id: `openai/${JUDGE_MODEL}`,
  default_params: { temperature: 0, messages_template: [], response_format: "json_object" },
};

const judgeValue = (modelRef: string) => ({
  _type: "LLMAsAJudgeScorer",
  _class_name: "LLMAsAJudgeScorer",
  _bases: baseClasses("Scorer"),
  name: POLICY_JUDGE,
  description: null,
  column_map: null,
  model: modelRef,
  scoring_prompt: JUDGE_PROMPT,
  enable_image_input_scoring: false,
  enable_audio_input_scoring: false,
  heddle_scorer: {
    kind: "judge",
    name: POLICY_JUDGE,
    answer_path: "reply",
    model: `openai/${JUDGE_MODEL}`,
    prompt: JUDGE_PROMPT,
    scale: "yes_no",
  },
});

const leaderboardValue = (evaluationRef: string) => ({
  _type: "Leaderboard",
  _class_name: "Leaderboard",
  _bases: ["BaseObject", "BaseModel"],
  name: "first_step_board",
  description: "Prompt for the agent's first step.",
  columns: [
    [RIGHT_TOOL, "true_fraction"],
    [POLICY_JUDGE, "passed.true_fraction"],
  ].map(([scorer, path]) => ({
    evaluation_object_ref: evaluationRef,
    scorer_name: scorer,
    summary_metric_path: path,
    should_minimize: false,
  })),
});

/** Stores the prompt's versions, the table, the scorers, the evaluation and its leaderboard. */
export async function createFirstStepObjects(
  service: SampleService,
  publisher: SamplePublisher,
  projectId: string,
  rows: readonly FirstStepRow[],
): Promise<FirstStepRefs> {
  const table = await service.call("table.create", {
    table: { project_id: projectId, rows: rows.map((row) => ({ ...row })) },
  });
  const dataset = await publisher.object("first_step_cases", {
    _type: "Dataset",
    _class_name: "Dataset",
    _bases: ["Object", "BaseModel"],
    name: "first_step_cases",
    description: "First messages of customers, and the tool that the policy requires first. Synthetic data.",
    rows: `weave:///${projectId}/table/${table.digest}`,
  });
  const models: { model: string; prompt: string }[] = [];
  // In version order: the last published one is the latest.
  for (const version of firstStepPrompts) {
    const prompt = await publisher.object(FIRST_STEP_PROMPT, firstStepPromptValue(version));
    const name = `first-step-${version.name}`;
    models.push({ prompt, model: await publisher.object(name, modelValue(name, version, prompt)) });
  }
  const [evaluateOp, trialOp, summarizeOp, predictOp, rightTool, judgeOp, judge] = await Promise.all([
    publisher.op("Evaluation.evaluate", placeholderCode("evaluate", "self, model")),
    publisher.op("Evaluation.predict_and_score", placeholderCode("predict_and_score", "self, model, example")),
    publisher.op("Evaluation.summarize", placeholderCode("summarize", "self, eval_table")),
    publisher.op("LLMStructuredCompletionModel.predict", placeholderCode("predict", "self, **kwargs")),
    publisher.op(RIGHT_TOOL, RIGHT_TOOL_CODE),
    publisher.op("LLMAsAJudgeScorer.score", placeholderCode("score", "self, output, **kwargs")),
    publisher
      .object(judgeModelValue.name, judgeModelValue)
      .then((ref) => publisher.object(POLICY_JUDGE, judgeValue(ref))),
  ]);
  const evaluation = await publisher.object(EVALUATION, {
    _type: "Evaluation",
    _class_name: "Evaluation",
    _bases: ["Object", "BaseModel"],
    name: EVALUATION,
    description: null,
    dataset,
    scorers: [rightTool, judge],
    preprocess_model_input: null,
    trials: FIRST_STEP_TRIALS,
    metadata: null,
    evaluation_name: null,
    evaluate: evaluateOp,
    predict_and_score: trialOp,
    summarize: summarizeOp,
  });
  await publisher.object("first_step_board", leaderboardValue(evaluation));
  const rowDigests = table.row_digests ?? [];
  const ops = { evaluateOp, trialOp, summarizeOp, predictOp };
  return { dataset, rowDigests, evaluation, ...ops, rightTool, judge, judgeOp, models };
}
