import type { Logger } from "pino";
import { isPostgres } from "@/lib/postgres/database-kind";
import { withLock } from "@/lib/postgres/session-lock";
import type { ServiceState } from "@/service/kernel/state/open-state";
import type { WrittenSpan } from "@/service/traces/otel/wire/convert-body";
import type { Redaction } from "@/service/traces/redaction/redaction";
import type { CallPart } from "@/service/traces/store/calls/call-parts";
import type { CallWriter } from "@/service/traces/store/calls/call-writer";
import { findPayloads, type StoredPayloads } from "@/service/traces/store/calls/stored-payloads";
import type { Store } from "@/service/traces/store/engine/store";
import { spanCallId } from "@/service/traces/store/ids/span-call-id";
import { lateCall, messagesIn, readParts, type SpanParts, withMessages, writeParts } from "./joined-parts";
import type { LogMessage } from "./log-messages";
import { keyOfSpan, MessageRecords, type SpanName, spanOfKey } from "./message-records";

export interface SpanMessagesOptions {
  /** How long an ended span without messages waits for them. */
  readonly heldMs?: number;
  /** How long messages wait for their span. */
  readonly waitingMs?: number;
  readonly now?: () => number;
}

interface CallStore {
  readonly store: Store;
  readonly calls: CallWriter;
  /** Acts on what waits on disk, too; null for nothing. */
  readonly redaction?: Redaction | null;
}

const CHECK_EVERY_MS = 2_000;
const DAY_MS = 24 * 60 * 60 * 1000;

/** The parts of an ended span; null for any other. */
function endedParts({ parts: [start, end] }: WrittenSpan): SpanParts | null {
  return start?.part === "start" && end?.part === "end" ? { start, end } : null;
}

const isFailed = (span: WrittenSpan): boolean => (endedParts(span)?.end.exception ?? null) !== null;

const partsOf = ({ start, end }: SpanParts): CallPart[] => [start, end];

/**
 * Joins spans and the messages that instrumentations send as log events, in requests of their own and in any order.
 *
 * Messages that come first wait for their span. A request to a model that comes first, without messages, is stored as a
 * running call until its messages have come or its time is over. Messages that come even later are stored as a call
 * below it. Whatever waits is on disk, so nothing is lost when the service ends, and nothing is stored twice.
 *
 * Most instrumentations send no messages: after a span of a project has waited in vain, the next ones do not wait until
 * messages come.
 *
 * A span and its messages may reach different services that share a database: each reads what the others have stored, and
 * one of them at a time joins spans and messages.
 */
export class SpanMessages {
  readonly #state: ServiceState;
  /** True where other services may use the state. */
  readonly #isShared: boolean;
  readonly #records: MessageRecords;
  readonly #calls: CallStore;
  readonly #log: Logger;
  readonly #heldMs: number;
  readonly #waitingMs: number;
  readonly #now: () => number;
  /** Spans that wait for their messages, and until when. */
  readonly #held = new Map<string, number>();
  /** Spans that unused messages came for, and when the last of them came. */
  readonly #waiting = new Map<string, number>();
  readonly #withMessages = new Set<string>();
  readonly #withoutMessages = new Set<string>();
  #lastStep: Promise<unknown> = Promise.resolve();
  #timer: NodeJS.Timeout | null = null;
  #forgetAtMs = 0;

  private constructor(state: ServiceState, calls: CallStore, log: Logger, options: SpanMessagesOptions) {
    this.#state = state;
    this.#isShared = isPostgres(state);
    this.#records = new MessageRecords(state);
    this.#calls = calls;
    this.#log = log;
    this.#heldMs = options.heldMs ?? 15_000;
    this.#waitingMs = options.waitingMs ?? 10 * 60_000;
    this.#now = options.now ?? Date.now;
  }

  /** Reads what waits. There must be one instance for a state in a file. */
  static async open(
    state: ServiceState,
    calls: CallStore,
    log: Logger,
    options: SpanMessagesOptions = {},
  ): Promise<SpanMessages> {
    const messages = new SpanMessages(state, calls, log, options);
    await messages.#readAll();
    messages.#timer = setInterval(() => void messages.#settleSafely(), CHECK_EVERY_MS);
    messages.#timer.unref();
    return messages;
  }

  /**
   * Stores the calls of spans. Resolves when they are on disk, and every later read sees them.
   * @param onCopied called when the payloads of the spans are not needed any more; for most requests it is
   */
  async writeSpans(spans: readonly WrittenSpan[], onCopied?: () => void): Promise<void> {
    if (this.#isShared) await this.#learn(spans);
    const nobodyWaits = this.#waiting.size === 0 && !spans.some((span) => this.#mayWait(span));
    const parts = nobodyWaits ? spans.flatMap((span) => span.parts) : [];
    if (nobodyWaits) await this.#calls.calls.write(parts, onCopied);
    else await (await this.#exclusively(() => this.#writeWithMessages(spans))).stored;
  }

  /** Stores messages, and adds them to the calls of their spans. Resolves when they are on disk. */
  async addMessages(messages: readonly LogMessage[]): Promise<void> {
    if (messages.length === 0) return;
    await this.#exclusively(async () => {
      const now = this.#now();
      await this.#records.add(
        messages.map((message) => this.#redactedMessage(message)),
        now,
      );
      for (const { projectId } of messages) this.#withMessages.add(projectId);
      const keys = [...new Set(messages.map(keyOfSpan))];
      const waiting = await this.#records.waitingFor(keys);
      for (const key of waiting.keys()) this.#waiting.set(key, now);
      if (this.#isShared) {
        for (const { span, due_at_ms: dueAtMs } of await this.#records.held(keys)) this.#held.set(span, dueAtMs);
      }
      await this.#finish(await this.#complete([...waiting].filter(([key]) => this.#held.has(key))));
      await this.#storeLate(
        [...waiting.keys()].filter((key) => this.#waiting.has(key) && !this.#held.has(key)),
        false,
      );
    });
  }

  /** Reads all that waits. */
  async #readAll(): Promise<void> {
    const [held, waiting, projects] = await Promise.all([
      this.#records.heldSpans(),
      this.#records.waitingSpans(),
      this.#records.projects(),
    ]);
    this.#held.clear();
    this.#waiting.clear();
    for (const { span, dueAtMs } of held) this.#held.set(span, dueAtMs);
    for (const { span, lastAtMs } of waiting) this.#waiting.set(span, lastAtMs);
    for (const project of projects) this.#withMessages.add(project);
  }

  /** Reads which of these spans have messages that another service stored. */
  async #learn(spans: readonly WrittenSpan[]): Promise<void> {
    const keys = spans.flatMap((span) => keyOf(span) ?? []);
    for (const { span, lastAtMs } of await this.#records.waitingAmong(keys)) this.#waiting.set(span, lastAtMs);
  }

  /** Stores what has waited long enough as it is. */
  async settle(): Promise<void> {
    const now = this.#now();
    if (this.#isShared) await this.#exclusively(() => this.#readAll());
    const due = [...this.#held].filter(([, dueAtMs]) => dueAtMs <= now).map(([key]) => key);
    const isOld = ([key, lastAtMs]: [string, number]) => lastAtMs + this.#waitingMs <= now && !this.#held.has(key);
    const old = [...this.#waiting].filter(isOld).map(([key]) => key);
    if (due.length + old.length > 0) {
      await this.#exclusively(async () => {
        for (const key of due) {
          const { projectId } = spanOfKey(key);
          if (!this.#withMessages.has(projectId)) this.#withoutMessages.add(projectId);
        }
        await this.#finish(due.filter((key) => this.#held.has(key)));
        await this.#storeLate(
          old.filter((key) => this.#waiting.has(key)),
          true,
        );
      });
    }
    if (now < this.#forgetAtMs) return;
    this.#forgetAtMs = now + DAY_MS / 24;
    await this.#records.forgetUsedBefore(now - DAY_MS);
  }

  /** Waits for running steps. What still waits is continued at the next start. */
  async close(): Promise<void> {
    if (this.#timer !== null) clearInterval(this.#timer);
    await this.#lastStep;
  }

  async #settleSafely(): Promise<void> {
    const isIdle = this.#held.size + this.#waiting.size === 0 && this.#now() < this.#forgetAtMs;
    if (isIdle && !this.#isShared) return;
    try {
      await this.settle();
    } catch (error) {
      this.#log.error({ err: error }, "spans that wait for messages could not be stored; the service tries again");
    }
  }

  #exclusively<Result>(step: () => Promise<Result>): Promise<Result> {
    const alone = this.#isShared ? () => withLock(this.#state, "heddle_service span messages", step) : step;
    const turn = this.#lastStep.then(alone, alone);
    this.#lastStep = turn.catch(() => undefined);
    return turn;
  }

  /** A failed request has no answer to wait for: it waits for its question where messages are known to come. */
  #mayWait(span: WrittenSpan): boolean {
    const [start] = span.parts;
    if (!span.lacksMessages || start === undefined) return false;
    if (this.#withMessages.has(start.projectId)) return true;
    return !isFailed(span) && !this.#withoutMessages.has(start.projectId);
  }

  /** Resolves when others may be joined; what was given to the writer before them is stored before them. */
  async #writeWithMessages(spans: readonly WrittenSpan[]): Promise<{ readonly stored: Promise<void> }> {
    const dueAtMs = this.#now() + this.#heldMs;
    // Another service may have used them meanwhile, or stored more.
    if (this.#isShared) await this.#learn(spans);
    const waiting = await this.#records.waitingFor(
      spans.flatMap((span) => {
        const key = keyOf(span);
        return key !== null && this.#waiting.has(key) ? [key] : [];
      }),
    );
    const parts: CallPart[] = [];
    const held = new Map<string, string>();
    const joined: string[] = [];
    for (const span of spans) {
      const [key, ended] = [keyOf(span), endedParts(span)];
      const events = key === null ? undefined : waiting.get(key);
      const messages = events && messagesIn(events);
      const isComplete = messages?.output ?? (isFailed(span) ? messages?.inputs : undefined);
      if (key !== null && ended && this.#mayWait(span) && !isComplete) {
        const redacted = this.#redactedParts(ended);
        held.set(key, writeParts(redacted));
        parts.push(redacted.start);
      } else if (key !== null && ended && messages) {
        joined.push(key);
        parts.push(...partsOf(withMessages(ended, messages)));
      } else parts.push(...span.parts);
    }
    // First on disk: a span whose start is stored must not lose its end.
    await this.#records.hold([...held].map(([span, text]) => ({ span, parts: text, due_at_ms: dueAtMs })));
    for (const key of held.keys()) if (!this.#held.has(key)) this.#held.set(key, dueAtMs);
    const stored = this.#calls.calls.write(parts);
    if (joined.length === 0) return { stored };
    await stored;
    await this.#release(joined);
    return { stored };
  }

  /** Returns which of these spans have all messages that they wait for: a failed one has its question only. */
  async #complete(waiting: readonly (readonly [key: string, events: readonly string[]])[]): Promise<readonly string[]> {
    const messages = waiting.map(([key, events]) => [key, messagesIn(events)] as const);
    const answered = messages.filter(([, { output }]) => output).map(([key]) => key);
    const asked = messages.filter(([, { inputs, output }]) => inputs && !output).map(([key]) => key);
    if (asked.length === 0) return answered;
    const held = await this.#records.held(asked);
    return [
      ...answered,
      ...held.filter(({ parts }) => readParts(parts).end.exception !== null).map(({ span }) => span),
    ];
  }

  #redactedMessage(message: LogMessage): LogMessage {
    const redactor = this.#calls.redaction?.redactorOf(message.projectId);
    if (!redactor) return message;
    return { ...message, event: redactor.event(message.event), digest: redactor.digest(message.digest) };
  }

  #redactedParts(ended: SpanParts): SpanParts {
    const [start, end] = this.#calls.redaction?.parts(partsOf(ended)) ?? [];
    return start?.part === "start" && end?.part === "end" ? { start, end } : ended;
  }

  /** Stores the ends of spans that waited, with the messages that have come. */
  async #finish(keys: readonly string[]): Promise<void> {
    if (keys.length === 0) return;
    const [held, waiting] = await Promise.all([this.#records.held(keys), this.#records.waitingFor(keys)]);
    const parts = held.flatMap(({ span, parts: text }) => {
      const { start, end } = withMessages(readParts(text), messagesIn(waiting.get(span) ?? []));
      return partsOf({ start: { ...start, replacesStart: true }, end });
    });
    await this.#calls.calls.write(parts);
    await this.#release(keys);
  }

  /**
   * Stores messages whose span is stored already as calls of their own, and drops what the span contains itself.
   * @param isAlone also messages whose span has not come
   */
  async #storeLate(keys: readonly string[], isAlone: boolean): Promise<void> {
    if (keys.length === 0) return;
    const stored = await this.#storedPayloads(keys);
    const late = keys.filter((key) => isAlone || stored.has(key));
    const waiting = await this.#records.waitingFor(late);
    const parts: CallPart[] = [];
    for (const [key, events] of waiting) {
      const { inputs, output } = messagesIn(events);
      const call = stored.get(key);
      const missing = {
        inputs: call?.hasInputs ? undefined : inputs,
        output: call?.hasOutput ? undefined : output,
      };
      if (!missing.inputs && !missing.output) continue;
      const span = spanOfKey(key);
      const place = { callId: call?.id ?? span.spanId, callTraceId: call?.traceId ?? span.traceId };
      parts.push(...partsOf(lateCall({ ...span, ...place }, events, missing)));
    }
    await this.#calls.calls.write(parts);
    await this.#release(late);
  }

  async #storedPayloads(keys: readonly string[]) {
    const spansByProject = new Map<string, SpanName[]>();
    for (const span of keys.map(spanOfKey)) {
      spansByProject.set(span.projectId, [...(spansByProject.get(span.projectId) ?? []), span]);
    }
    const found = new Map<string, StoredPayloads>();
    for (const [projectId, spans] of spansByProject) {
      const ids = spans.flatMap(({ traceId, spanId }) => [spanId, spanCallId(traceId, spanId)]);
      const stored = await findPayloads(this.#calls.store, projectId, ids);
      for (const span of spans) {
        const { traceId, spanId } = span;
        const isOfSpan = (call: StoredPayloads) =>
          call.id === spanCallId(traceId, spanId) || (call.id === spanId && call.spanTraceId === traceId);
        const call = stored.find(isOfSpan);
        if (call) found.set(keyOfSpan(span), call);
      }
    }
    return found;
  }

  async #release(keys: readonly string[]): Promise<void> {
    if (keys.length === 0) return;
    await this.#records.release(keys, this.#now());
    for (const key of keys) {
      this.#held.delete(key);
      this.#waiting.delete(key);
    }
  }
}

function keyOf({ spanId, traceId, parts: [start] }: WrittenSpan): string | null {
  return start?.part === "start" ? keyOfSpan({ projectId: start.projectId, traceId, spanId }) : null;
}
