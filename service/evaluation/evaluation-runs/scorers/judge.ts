import type { ScorerOf } from "@/lib/api/contract/evaluation-runs/scorers";
import { plainNumber } from "@/lib/api/contract/scalars/json-text";
import { isJsonObject } from "@/lib/guard/json-object";
import { unfenced } from "./json-schema";
import { type JudgeMessage, judgeMessages } from "./judge-messages";
import { type ScoredAnswer, ScorerError } from "./score";
import { answerAtPath, jsonOf, textOf } from "./value-at-path";

/** A request to the model of a judge. */
export interface JudgeRequest {
  readonly model: string;
  readonly messages: readonly JudgeMessage[];
  /** Members of the request besides. */
  readonly params: Readonly<Record<string, unknown>>;
}

/** Asks the model of a judge, and returns the text of its answer. */
export type AskJudge = (request: JudgeRequest) => Promise<string>;

export interface JudgeScore {
  readonly score: number;
  readonly passed: boolean;
  readonly reason: string;
}

type Scale = ScorerOf<"judge">["scale"];

const SCALES: Readonly<Record<Scale, { type: string; text: string; range: readonly [number, number] }>> = {
  yes_no: { type: "boolean", text: "true for yes or false for no", range: [0, 1] },
  one_to_five: { type: "integer", text: "a whole number from 1 to 5", range: [1, 5] },
  zero_to_one: { type: "number", text: "a number from 0 to 1", range: [0, 1] },
};

const DEFAULT_PASS_MARK: Readonly<Record<Scale, number>> = { yes_no: 1, one_to_five: 4, zero_to_one: 0.5 };

/** The least score that passes. */
function passMarkOf({ scale, pass_mark: mark }: ScorerOf<"judge">): number {
  return scale === "yes_no" ? 1 : (mark ?? DEFAULT_PASS_MARK[scale]);
}

/** The members of a request that asks for JSON of two members. The reason comes first: it is written before the verdict. */
export function structuredAnswer(name: string, verdict: Readonly<Record<string, unknown>>) {
  const properties = { reason: { type: "string" }, ...verdict };
  const schema = { type: "object", properties, required: Object.keys(properties), additionalProperties: false };
  return {
    temperature: 0,
    response_format: { type: "json_schema", json_schema: { name, strict: true, schema } },
  };
}

/** Returns the object of a judgement: alone, in a fenced block, or the last one in a text. */
export function judgementOf(text: string): Readonly<Record<string, unknown>> {
  const open = text.indexOf("{");
  const close = text.lastIndexOf("}");
  const candidates = [text, unfenced(text), open < 0 ? "" : text.slice(open, close + 1)];
  const found = candidates.map(jsonOf).find((value) => isJsonObject(value));
  if (isJsonObject(found)) return found;
  throw new ScorerError(`The judge's answer is not the JSON that was asked for: ${text.slice(0, 200)}`);
}

function messagesOf(scorer: ScorerOf<"judge">, { output, row }: ScoredAnswer): JudgeRequest["messages"] {
  const answer = answerAtPath(output, scorer.answer_path);
  const form = `Answer with JSON only: {"reason": "one or two sentences", "score": ${SCALES[scorer.scale].text}}`;
  return judgeMessages(form, scorer.prompt, { ...row, output: answer === undefined ? "" : answer });
}

function scoreOf(given: unknown, scale: Scale): number {
  const value = plainNumber(given);
  if (scale === "yes_no") {
    if (typeof value === "boolean") return value ? 1 : 0;
    const word = textOf(value).trim().toLowerCase();
    if (["yes", "true", "1"].includes(word)) return 1;
    if (["no", "false", "0"].includes(word)) return 0;
    throw new ScorerError(`The judge's score is neither yes nor no: ${textOf(given).slice(0, 100)}`);
  }
  const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  const [low, high] = SCALES[scale].range;
  if (typeof number !== "number" || !(number >= low && number <= high))
    throw new ScorerError(`The judge's score is not ${SCALES[scale].text}: ${textOf(given).slice(0, 100)}`);
  return number;
}

/** Lets a model judge the answer. An answer of the judge that cannot be read is an error, not a score of 0. */
export async function scoreByJudge(
  scorer: ScorerOf<"judge">,
  scored: ScoredAnswer,
  askJudge: AskJudge,
): Promise<JudgeScore> {
  const text = await askJudge({
    model: scorer.model,
    messages: messagesOf(scorer, scored),
    params: structuredAnswer("judgement", { score: { type: SCALES[scorer.scale].type } }),
  });
  const { score: given, reason } = judgementOf(text);
  const score = scoreOf(given, scorer.scale);
  return { score, passed: score >= passMarkOf(scorer), reason: reason === undefined ? "" : textOf(reason) };
}
