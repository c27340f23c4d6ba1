import { BufferPool } from "@/service/kernel/concurrency/buffer-pool";
import { engineJson } from "@/service/kernel/json/engine-json";
import { JsonBytes } from "@/service/kernel/json/json-bytes";
import { findRefs } from "@/service/kernel/json/refs";
import { timeAt } from "@/service/traces/calls/written-parts";
import type { CallPart, EndPart, Payload, StartPart } from "@/service/traces/store/calls/call-parts";
import type { CallParts } from "./span-call";

const NO_REFS: readonly string[] = [];

/** For the payloads of requests that are converted at the same time. */
const PAYLOADS = new BufferPool({ keptBytes: 8 * 1024 ** 2 });

/** A payload while its span is being written: its bytes may still move. */
interface WrittenPayload {
  readonly from: number;
  readonly to: number;
  readonly size: number;
  readonly isOdd: boolean;
  readonly mayHaveRefs: boolean;
}

/** Writes the calls of spans as the parts that are stored, their payloads as bytes. */
export class SpanWriter {
  readonly #out = new JsonBytes(undefined, PAYLOADS);

  /** Frees the payloads of the calls that were written, which nobody may read after it. */
  release(): void {
    this.#out.release();
  }

  /** Returns the parts of one call. A span without an output has none, which differs from null. */
  write({ start, end }: CallParts, userId: string): CallPart[] {
    const dump = this.#write(start.otel_dump);
    const attributes = this.#write(start.attributes);
    const inputs = this.#write(start.inputs);
    const output = end && end.output !== null ? this.#write(end.output) : null;
    const summary = end ? this.#write(end.summary) : null;
    const startPart: StartPart = {
      part: "start",
      projectId: start.project_id,
      id: start.id ?? "",
      traceId: start.trace_id ?? "",
      startedAt: timeAt(start.started_at, [start.id ?? "", "started_at"]),
      parentId: start.parent_id || null,
      threadId: start.thread_id || null,
      turnId: start.turn_id || null,
      opName: start.op_name,
      displayName: start.display_name || null,
      userId,
      runId: start.svc_run_id || null,
      runStep: start.svc_run_step ?? null,
      attributes: this.#payload(attributes),
      inputs: this.#payload(inputs),
      otelDump: this.#out.view(dump.from, dump.to),
    };
    const endPart: EndPart | null = end &&
      summary && {
        part: "end",
        projectId: end.project_id,
        id: end.id,
        endedAt: timeAt(end.ended_at, [end.id, "ended_at"]),
        exception: end.exception || null,
        descendantErrors: 0,
        output: output && this.#payload(output),
        summary: this.#payload(summary),
        runStepEnd: end.svc_run_step_end ?? null,
      };
    this.#out.keep();
    return endPart ? [startPart, endPart] : [startPart];
  }

  #write(value: unknown): WrittenPayload {
    const out = this.#out;
    const { position: from, size, oddities, refs } = out;
    out.value(value);
    return {
      from,
      to: out.position,
      size: out.size - size,
      isOdd: out.oddities > oddities,
      mayHaveRefs: out.refs > refs,
    };
  }

  #payload({ from, to, size, isOdd, mayHaveRefs }: WrittenPayload): Payload {
    const text = this.#out.view(from, to);
    return {
      text,
      searchText: isOdd ? (engineJson(text.toString()) ?? "") : "",
      size,
      refs: mayHaveRefs ? findRefs(text.toString()) : NO_REFS,
    };
  }
}
