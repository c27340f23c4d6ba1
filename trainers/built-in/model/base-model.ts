import { setImmediate } from "node:timers/promises";
import { createCase } from "@/lib/sample/airline-cases";
import { Random } from "@/lib/sample/random";
import { TRAINING_PROMPT } from "@/lib/sample/training-tasks";
import {
  type ConversationBytes,
  conversationBytes,
  type WrittenMessage,
} from "@/trainers/built-in/conversation/conversation-bytes";
import { Adam } from "./adam";
import { LogLinearModel, ROW_COUNT } from "./log-linear-model";
import { SparseGradient } from "./sparse-gradient";
import { visitAnswers } from "./visit-answers";

/** The models that the built-in trainer starts from, by the name with which a client registers a model. */
export const BASE_MODELS = ["heddle/bytes-airline-1", "heddle/bytes-blank-1"] as const;

export type BaseModel = (typeof BASE_MODELS)[number];

const SEED = 20_261_121;
const CASE_COUNT = 320;
const LEARNING_RATE = 0.1;
const CASES_PER_STEP = 4;

export const isBaseModel = (name: string): name is BaseModel => BASE_MODELS.some((known) => known === name);

/** Tool results are read, not learned: they are long, and no model has to write them. */
const messageOf = (role: string, content: string, toolCalls: WrittenMessage["toolCalls"] = []): WrittenMessage => ({
  role,
  content,
  toolCalls,
  isTrained: role === "user" || role === "assistant",
  isCut: false,
  sampledLogprobs: null,
});

/** Builds a made-up conversation with the airline's agent, like those in the sample project. */
function conversation(random: Random): ConversationBytes {
  const { turns } = createCase(random, random.isTrue(0.5), true);
  const messages = turns.flatMap(({ user, tools, answer }) => [
    messageOf("user", user),
    ...tools.flatMap(({ tool, inputs, output }) => [
      messageOf("assistant", "", [{ name: tool, argumentsText: JSON.stringify(inputs) }]),
      messageOf("tool", JSON.stringify(output)),
    ]),
    messageOf("assistant", answer),
  ]);
  return conversationBytes([messageOf("system", TRAINING_PROMPT), ...messages]);
}

/** Takes one step towards the maximum likelihood of some conversations: descends the mean of -log p. */
async function fitStep(
  model: LogLinearModel,
  optimizer: Adam,
  conversations: readonly ConversationBytes[],
): Promise<void> {
  const byteCount = conversations.reduce(
    (sum, { isTrained }) => sum + isTrained.reduce((all, flag) => all + flag, 0),
    0,
  );
  const gradient = new SparseGradient();
  for (const one of conversations) {
    visitAnswers(model, one, ({ byte, rows, logProbabilities }) =>
      gradient.add(rows, 0, byte, logProbabilities, -1 / byteCount),
    );
    // A service that fits the model for its first answer must respond to other requests meanwhile.
    await setImmediate();
  }
  optimizer.step(gradient);
}

/**
 * Creates a base model: `bytes-blank` is untrained, so that all bytes are equally likely; `bytes-airline` is fitted to
 * conversations of the sample project by maximum likelihood. The weights are the same each time, and take some seconds
 * to compute.
 */
export async function trainBaseModel(name: BaseModel): Promise<LogLinearModel> {
  const model = new LogLinearModel(ROW_COUNT);
  if (name === "heddle/bytes-blank-1") return model;
  const random = new Random(SEED);
  const optimizer = new Adam(model, LEARNING_RATE);
  for (let made = 0; made < CASE_COUNT; made += CASES_PER_STEP) {
    await fitStep(
      model,
      optimizer,
      Array.from({ length: CASES_PER_STEP }, () => conversation(random)),
    );
  }
  return model;
}
