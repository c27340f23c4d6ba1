import { v7 as uuidv7 } from "uuid";
import { stringifyJson } from "@/lib/api/contract/scalars/json-text";
import type { CallWriter } from "@/service/traces/store/calls/call-writer";
import { payloadOf } from "@/service/traces/store/calls/payload";
import { type EngineTime, toEngineTime } from "@/service/traces/store/engine/timestamps";
import { COMPLETION_OP_NAME } from "./budgets/completion-ops";

/** The exception of a call whose client disconnected before the provider had answered. */
export const STOPPED_MESSAGE = "Stopped by the client.";

export interface TrackedRequest {
  readonly projectId: string;
  readonly userId: string;
  /** JSON text of the inputs, as they were sent. */
  readonly inputsText: string;
  /** The model's name at its provider, which prices are looked up by. */
  readonly model: string;
  /** JSON text of the attributes; none when absent. */
  readonly attributesText?: string;
  /** That of a chat completion when absent. */
  readonly opName?: string;
}

/**
 * Returns the attributes of a completion's call: what this service notes of it comes first, as readers of sources expect, then
 * the end user that the request names, where Costs and budgets find it.
 */
export function attributesOf(
  noted: Readonly<Record<string, unknown>> | null,
  endUser: string | null,
): Pick<TrackedRequest, "attributesText"> {
  if (noted === null && endUser === null) return {};
  const attributes = { ...(noted === null ? {} : { heddle: noted }), ...(endUser === null ? {} : { user: endUser }) };
  return { attributesText: stringifyJson(attributes) };
}

/** A completion as a call: its start is stored while the provider works, its end with the result. */
export class TrackedCompletion {
  readonly id = uuidv7();
  /** Resolves when the start is on disk. No response ends before that. */
  readonly stored: Promise<void>;
  readonly #calls: CallWriter;
  readonly #request: TrackedRequest;

  constructor(calls: CallWriter, request: TrackedRequest) {
    this.#calls = calls;
    this.#request = request;
    this.stored = calls.write([
      {
        part: "start",
        projectId: request.projectId,
        id: this.id,
        traceId: uuidv7(),
        startedAt: now(),
        parentId: null,
        threadId: null,
        turnId: null,
        opName: request.opName ?? COMPLETION_OP_NAME,
        displayName: null,
        userId: request.userId,
        runId: null,
        runStep: null,
        otelDump: null,
        attributes: payloadOf(request.attributesText ?? "{}"),
        inputs: payloadOf(request.inputsText),
      },
    ]);
    // A failure is handled where this is awaited; until then it must not be "unhandled".
    this.stored.catch(() => undefined);
  }

  /**
   * @param outputText JSON text of the completion, or of `{error}`
   * @param usage as counted by the provider; undefined when it was not
   * @param exception the error, or null
   */
  async end(outputText: string, usage: unknown, exception: string | null): Promise<void> {
    await this.stored;
    const { projectId, model } = this.#request;
    const isCounted = typeof usage === "object" && usage !== null;
    const summary = isCounted ? { usage: { [model]: { requests: 1, ...usage } } } : {};
    await this.#calls.write([
      {
        part: "end",
        projectId,
        id: this.id,
        endedAt: now(),
        exception,
        descendantErrors: 0,
        runStepEnd: null,
        output: payloadOf(outputText),
        summary: payloadOf(stringifyJson(summary)),
      },
    ]);
  }
}

function now(): EngineTime {
  const time = toEngineTime(new Date().toISOString());
  if (time === null) throw new Error("The clock of this machine is outside of the years 1900 to 2299");
  return time;
}
