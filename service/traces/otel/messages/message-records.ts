import type { ServiceState } from "@/service/kernel/state/open-state";
import type { LogMessage } from "./log-messages";

/** A span of a project: the key of its messages. */
export interface SpanName {
  readonly projectId: string;
  readonly traceId: string;
  readonly spanId: string;
}

/** Project ids contain slashes, so the ids of fixed length come first. */
export function keyOfSpan({ projectId, traceId, spanId }: SpanName): string {
  return `${traceId}/${spanId}/${projectId}`;
}

export function spanOfKey(key: string): SpanName {
  const [traceId = "", spanId = "", ...project] = key.split("/");
  return { projectId: project.join("/"), traceId, spanId };
}

/** SQLite allows 32,766 values in a statement. */
const ROWS_PER_STATEMENT = 1000;

function* chunks<Item>(items: readonly Item[]): Generator<Item[], void, void> {
  for (let from = 0; from < items.length; from += ROWS_PER_STATEMENT)
    yield items.slice(from, from + ROWS_PER_STATEMENT);
}

/** A span whose call is stored as running, and its parts as JSON. */
export interface HeldRecord {
  readonly span: string;
  readonly parts: string;
  readonly due_at_ms: number;
}

/** A span with unused messages, and when the last of them came. */
interface WaitingSpan {
  readonly span: string;
  readonly lastAtMs: number;
}

/** What is on disk of messages that wait for their span, and of spans that wait for their messages. */
export class MessageRecords {
  readonly #state: ServiceState;

  constructor(state: ServiceState) {
    this.#state = state;
  }

  /** Stores messages; one that was stored before is ignored. */
  async add(messages: readonly LogMessage[], receivedAtMs: number): Promise<void> {
    await this.#state.transaction().execute(async (transaction) => {
      for (const some of chunks(messages)) {
        const rows = some.map((message) => ({
          span: keyOfSpan(message),
          project_id: message.projectId,
          digest: message.digest,
          event: message.event,
          received_at_ms: receivedAtMs,
        }));
        await transaction
          .insertInto("span_message")
          .values(rows)
          .onConflict((conflict) => conflict.doNothing())
          .execute();
      }
    });
  }

  /** Returns the unused messages of spans, in the order in which they came. */
  async waitingFor(spans: readonly string[]): Promise<ReadonlyMap<string, readonly string[]>> {
    const events = new Map<string, string[]>();
    for (const some of chunks(spans)) {
      const rows = await this.#state
        .selectFrom("span_message")
        .select(["span", "event"])
        .where("span", "in", some)
        .where("used_at_ms", "is", null)
        .orderBy("seq")
        .execute();
      for (const { span, event } of rows) events.set(span, [...(events.get(span) ?? []), event]);
    }
    return events;
  }

  /** Returns every span with unused messages, and when the last of them came. */
  async waitingSpans(): Promise<WaitingSpan[]> {
    return await this.#waitingSpans().execute();
  }

  /** The same of these spans. */
  async waitingAmong(spans: readonly string[]): Promise<WaitingSpan[]> {
    const found: WaitingSpan[] = [];
    for (const some of chunks(spans)) found.push(...(await this.#waitingSpans().where("span", "in", some).execute()));
    return found;
  }

  #waitingSpans() {
    return this.#state
      .selectFrom("span_message")
      .select((query) => ["span", query.fn.max<number>("received_at_ms").as("lastAtMs")])
      .where("used_at_ms", "is", null)
      .groupBy("span");
  }

  /** Returns the projects that messages came for. */
  async projects(): Promise<readonly string[]> {
    const rows = await this.#state.selectFrom("span_message").select("project_id").distinct().execute();
    return rows.map(({ project_id: projectId }) => projectId);
  }

  /** Stores spans that wait for their messages; the first of two with the same name counts. */
  async hold(spans: readonly HeldRecord[]): Promise<void> {
    for (const some of chunks(spans)) {
      await this.#state
        .insertInto("held_span")
        .values(some)
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    }
  }

  async held(spans: readonly string[]): Promise<readonly HeldRecord[]> {
    const found: HeldRecord[] = [];
    for (const some of chunks(spans)) {
      found.push(...(await this.#state.selectFrom("held_span").selectAll().where("span", "in", some).execute()));
    }
    return found;
  }

  async heldSpans(): Promise<readonly { readonly span: string; readonly dueAtMs: number }[]> {
    return await this.#state.selectFrom("held_span").select(["span", "due_at_ms as dueAtMs"]).execute();
  }

  /** Called when calls with these messages are stored: neither the messages nor the spans wait any more. */
  async release(spans: readonly string[], usedAtMs: number): Promise<void> {
    await this.#state.transaction().execute(async (transaction) => {
      for (const some of chunks(spans)) {
        await transaction
          .updateTable("span_message")
          .set({ event: "", used_at_ms: usedAtMs })
          .where("span", "in", some)
          .where("used_at_ms", "is", null)
          .execute();
        await transaction.deleteFrom("held_span").where("span", "in", some).execute();
      }
    });
  }

  /** Forgets messages that were used before a time. One that is sent again after that is a new one. */
  async forgetUsedBefore(timeMs: number): Promise<void> {
    await this.#state.deleteFrom("span_message").where("used_at_ms", "<", timeMs).execute();
  }
}
