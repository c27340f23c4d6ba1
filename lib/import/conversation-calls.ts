import { v5 as uuidv5 } from "uuid";
import { parseJson, stringifyJson } from "@/lib/api/contract/scalars/json-text";
import { isMembers } from "@/lib/json/value/members";
import { inventedTimes, type SavedTimes, savedTimes, type TimeOrigin, type TurnTimes } from "./conversation-times";
import type { ImportedConversation, ImportedTurn, Message, ModelStep, ToolStep } from "./imported-conversation";
import type { CallPartRequest, ImportCounts, ImportedFeedback } from "./values/import-item";
import { callPartsOf } from "./values/import-item";

/**
 * The namespace of our import ids, created once at random: the same conversation has the same ids wherever it is
 * imported.
 */
const IMPORT_IDS = "7b1c4f0e-3f5a-4a4e-9d35-52b1a0f6c9d2";

export interface ImportTarget {
  readonly projectId: string;
  /** The invented start of the first turn, for a conversation without times. */
  readonly startedAtMs: number;
  /** The times that the file has; null without any. */
  readonly times: SavedTimes | null;
  /** See {@link conversationId}. */
  readonly id: string;
}

export interface ConversationConversion {
  readonly threadId: string;
  readonly parts: readonly CallPartRequest[];
  readonly feedback: readonly ImportedFeedback[];
  readonly counts: ImportCounts;
}

/**
 * An id derived from the content of a conversation, so that importing it twice changes nothing.
 *
 * @param value the conversation as it was read
 */
export function conversationId(value: unknown): string {
  return uuidv5(stringifyJson(value), IMPORT_IDS);
}

/** The id of an equal conversation that occurs again in the same file; `copy` counts from 1. */
export function idOfCopy(id: string, copy: number): string {
  return copy === 0 ? id : uuidv5(String(copy), id);
}

/** A name for display; the digits of the id distinguish threads of different files. */
function threadName({ taskId, trial }: ImportedConversation, id: string): string {
  const names = [taskId === null ? null : `task-${taskId}`, trial === null ? null : `trial-${trial}`];
  const named = names
    .filter((name) => name !== null)
    .join("-")
    .slice(0, 200);
  return `${named === "" ? "conversation" : named}-${id.slice(0, 8)}`;
}

/** Returns an object as inputs; other values are put under a name. */
function asInputs(value: unknown, name: string): Record<string, unknown> {
  return isMembers(value) ? value : { [name]: value ?? null };
}

function toolInputs({ request }: ToolStep): Record<string, unknown> {
  const sent = request?.function?.arguments;
  if (sent === undefined) return {};
  if (typeof sent !== "string") return asInputs(sent, "arguments");
  try {
    return asInputs(parseJson(sent), "arguments");
  } catch {
    return { arguments: sent };
  }
}

const iso = (ms: number) => new Date(ms).toISOString();

const TIME_MARKS: Readonly<Record<TimeOrigin, Readonly<Record<string, true>>>> = {
  saved: {},
  estimated: { estimated_times: true },
  invented: { invented_times: true },
};

/** Attributes of every call of an imported conversation. */
function attributesOf(
  { taskId, trial }: ImportedConversation,
  kind: string,
  origin: TimeOrigin,
): Record<string, unknown> {
  return {
    kind,
    import: { source: "conversation", ...TIME_MARKS[origin] },
    ...(taskId === null ? {} : { task_id: taskId }),
    ...(trial === null ? {} : { trial }),
  };
}

class Converter {
  readonly #conversation: ImportedConversation;
  readonly #place: ImportTarget;
  readonly #threadId: string;
  readonly #parts: CallPartRequest[] = [];

  constructor(conversation: ImportedConversation, target: ImportTarget) {
    this.#conversation = conversation;
    this.#place = target;
    this.#threadId = threadName(conversation, target.id);
  }

  convert(): ConversationConversion {
    const { turns } = this.#conversation;
    const { times, startedAtMs } = this.#place;
    const planned = times === null ? inventedTimes(turns, startedAtMs) : savedTimes(turns, times);
    for (const [index, plan] of planned.entries()) {
      const turn = turns[index];
      if (turn) this.#addTurn(turn, index, plan);
    }
    const steps = turns.flatMap((turn) => turn.steps);
    return {
      threadId: this.#threadId,
      parts: this.#parts,
      feedback: this.#reward(),
      counts: {
        calls: turns.length + steps.length,
        conversations: 1,
        ...(times === null ? {} : { timedConversations: 1 }),
        userMessages: turns.filter(({ user }) => user !== null).length,
        modelCalls: steps.filter(({ kind }) => kind === "model").length,
        toolResults: steps.filter(({ kind }) => kind === "tool").length,
      },
    };
  }

  #idOf(what: string): string {
    return uuidv5(what, this.#place.id);
  }

  #turnId(index: number): string {
    return this.#idOf(`turn/${index}`);
  }

  #shared(turn: number) {
    return {
      project_id: this.#place.projectId,
      trace_id: this.#idOf(`trace/${turn}`),
      thread_id: this.#threadId,
      turn_id: this.#turnId(turn),
    };
  }

  #addTurn({ user, steps }: ImportedTurn, index: number, times: TurnTimes): void {
    const { reward, turns, rest } = this.#conversation;
    const id = this.#turnId(index);
    const isLast = index === turns.length - 1;
    const answer = steps.findLast(({ kind, message }) => kind === "model" && message.content != null)?.message.content;
    const start = {
      ...this.#shared(index),
      id,
      op_name: "conversation.turn",
      started_at: iso(times.startedMs),
      attributes: {
        ...attributesOf(this.#conversation, "turn", times.origin),
        ...(index === 0 && Object.keys(rest).length > 0 ? { conversation: rest } : {}),
        ...(isLast && reward !== null ? { reward } : {}),
      },
      inputs: user === null ? {} : { message: user.content ?? null },
    };
    const inner = steps.flatMap((step, at) => this.#addStep(step, index, times.steps[at] ?? times));
    const end = { project_id: start.project_id, id, ended_at: iso(times.endedMs), output: answer ?? null, summary: {} };
    this.#parts.push(...callPartsOf(start, end), ...inner);
  }

  #addStep(step: ModelStep | ToolStep, turn: number, times: Omit<TurnTimes, "steps">): CallPartRequest[] {
    const { model } = this.#conversation;
    const id = this.#idOf(`message/${step.index}`);
    const isModel = step.kind === "model";
    const start = {
      ...this.#shared(turn),
      id,
      parent_id: this.#turnId(turn),
      op_name: isModel ? "chat.completion" : step.name,
      started_at: iso(times.startedMs),
      attributes: {
        ...attributesOf(this.#conversation, isModel ? "llm" : "tool", times.origin),
        ...(isModel && model ? { model } : {}),
      },
      inputs: isModel ? this.#modelInputs(step) : toolInputs(step),
    };
    const output = isModel ? { choices: [{ index: 0, message: step.message }] } : (step.message.content ?? null);
    return callPartsOf(start, {
      project_id: start.project_id,
      id,
      ended_at: iso(times.endedMs),
      output,
      summary: {},
    });
  }

  /** The input of the model: every message before its answer. */
  #modelInputs({ index }: ModelStep): Record<string, unknown> {
    const { model, messages } = this.#conversation;
    const seen: readonly Message[] = messages.slice(0, index);
    return { ...(model ? { model } : {}), messages: seen };
  }

  /** The reward belongs to the whole conversation; it is set on its last turn, where it was earned. */
  #reward(): ImportedFeedback[] {
    const { reward, turns, taskId, trial } = this.#conversation;
    if (reward === null || turns.length === 0) return [];
    const { projectId } = this.#place;
    return [
      {
        id: this.#idOf("reward"),
        project_id: projectId,
        weave_ref: `weave:///${projectId}/call/${this.#turnId(turns.length - 1)}`,
        feedback_type: "reward",
        payload: {
          value: reward,
          thread_id: this.#threadId,
          ...(taskId === null ? {} : { task_id: taskId }),
          ...(trial === null ? {} : { trial }),
        },
      },
    ];
  }
}

/**
 * Returns a recorded conversation as calls: a turn for each message of the user (all turns are one thread, each is its
 * own trace), below it a call for each answer of the model and each result of a tool, in order. The first turn carries
 * the conversation's other data, the last one its reward.
 */
export function conversationCalls(conversation: ImportedConversation, target: ImportTarget): ConversationConversion {
  return new Converter(conversation, target).convert();
}
