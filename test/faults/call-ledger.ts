import { v7 as uuid7 } from "uuid";
import type { SeededRandom } from "./seeded-random";

type PartKind = "start" | "end";

/** One part of a call on its way to the service. */
export interface Part {
  readonly call: LedgerCall;
  readonly kind: PartKind;
}

interface LedgerCall {
  readonly id: string;
  readonly number: number;
  readonly inputs: Readonly<Record<string, unknown>>;
  readonly output: Readonly<Record<string, unknown>>;
  /** Parts that were sent at least once, acknowledged or not. */
  readonly sent: Set<PartKind>;
  /** Parts that the service acknowledged as stored. */
  readonly acknowledged: Set<PartKind>;
}

/** The members of a row of /calls/stream_query that the ledger reads. */
export interface StoredCall {
  readonly id: string;
  readonly op_name: string;
  readonly started_at: string;
  readonly ended_at: string | null;
  readonly inputs: unknown;
  readonly output: unknown;
  readonly summary: unknown;
}

const FIRST_START_MS = Date.UTC(2026, 10, 20, 12);
const DURATION_MS = 1_500;

/** Everything that clients sent and that was acknowledged, to compare with what the service stored. */
export class CallLedger {
  readonly #calls = new Map<string, LedgerCall>();

  constructor(readonly project: string) {}

  get size(): number {
    return this.#calls.size;
  }

  /** A new call; one in a hundred has 200 kB, so that some writes take long. */
  newCall(random: SeededRandom): LedgerCall {
    const number = this.#calls.size;
    const length = random.isTrue(0.01) ? 200_000 : random.between(10, 1_000);
    const call: LedgerCall = {
      id: uuid7(),
      number,
      inputs: { number, prompt: `é\u2028"${number}"`.repeat(Math.ceil(length / 10)) },
      output: { choices: [{ index: 0, text: `answer ${number}` }] },
      sent: new Set(),
      acknowledged: new Set(),
    };
    this.#calls.set(call.id, call);
    return call;
  }

  /** The batch with these parts, which count as sent from now on. */
  batchOf(parts: readonly Part[]): unknown {
    for (const { call, kind } of parts) call.sent.add(kind);
    return { batch: parts.map(({ call, kind }) => (kind === "start" ? this.#start(call) : this.#end(call))) };
  }

  acknowledge(parts: readonly Part[]): void {
    for (const { call, kind } of parts) call.acknowledged.add(kind);
  }

  /** The problems of the stored calls, one sentence each; empty when there are none. */
  problemsOf(rows: readonly StoredCall[]): string[] {
    const seen = new Set<string>();
    const problems: string[] = [];
    for (const row of rows) {
      const call = this.#calls.get(row.id);
      if (seen.has(row.id)) problems.push(`${row.id} is there twice`);
      seen.add(row.id);
      if (call === undefined) problems.push(`${row.id} was never sent`);
      else problems.push(...contentProblems(call, row));
    }
    for (const call of this.#calls.values()) {
      if (call.acknowledged.has("start") && !seen.has(call.id)) problems.push(`call ${call.number} is lost`);
    }
    return problems;
  }

  #start({ id, number, inputs }: LedgerCall) {
    const start = {
      project_id: this.project,
      id,
      trace_id: id,
      op_name: opNameOf(number),
      started_at: startedAt(number),
      attributes: { number },
      inputs,
    };
    return { mode: "start", req: { start } };
  }

  #end({ id, number, output }: LedgerCall) {
    const end = { project_id: this.project, id, ended_at: endedAt(number), summary: summaryOf(number), output };
    return { mode: "end", req: { end } };
  }
}

function contentProblems(call: LedgerCall, row: StoredCall): string[] {
  const problems: string[] = [];
  const name = `call ${call.number}`;
  const expect = (what: string, found: unknown, wanted: unknown): void => {
    if (!isSame(found, wanted)) problems.push(`${name} has another ${what}: ${JSON.stringify(found)?.slice(0, 200)}`);
  };
  expect("op_name", row.op_name, opNameOf(call.number));
  expect("started_at", Date.parse(row.started_at), Date.parse(startedAt(call.number)));
  expect("inputs", row.inputs, call.inputs);
  if (row.ended_at === null) {
    if (call.acknowledged.has("end")) problems.push(`${name} lost its end`);
    expect("output", row.output ?? null, null);
    return problems;
  }
  if (!call.sent.has("end")) problems.push(`${name} has an end that was never sent`);
  expect("ended_at", Date.parse(row.ended_at), Date.parse(endedAt(call.number)));
  expect("output", row.output, call.output);
  expect("summary", (row.summary as { usage?: unknown } | null)?.usage, summaryOf(call.number).usage);
  return problems;
}

function isSame(found: unknown, wanted: unknown): boolean {
  return JSON.stringify(found) === JSON.stringify(wanted);
}

function opNameOf(number: number): string {
  return `op_${number % 7}`;
}

function startedAt(number: number): string {
  return new Date(FIRST_START_MS + number).toISOString();
}

function endedAt(number: number): string {
  return new Date(FIRST_START_MS + number + DURATION_MS).toISOString();
}

function summaryOf(number: number) {
  return {
    usage: { "gpt-4o": { requests: 1, prompt_tokens: number, completion_tokens: 1, total_tokens: number + 1 } },
  };
}
