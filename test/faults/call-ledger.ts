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
  /** How often its prompt repeats a text: the inputs are made when they are needed. */
  readonly repeats: number;
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

  /** @param largeShare the share of calls that have 200 kB, so that some writes take long */
  constructor(
    readonly project: string,
    readonly largeShare = 0.01,
  ) {}

  get size(): number {
    return this.#calls.size;
  }

  newCall(random: SeededRandom): LedgerCall {
    const length = random.isTrue(this.largeShare) ? 200_000 : random.between(10, 1_000);
    const call: LedgerCall = {
      id: uuid7(),
      number: this.#calls.size,
      repeats: Math.ceil(length / 10),
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
  problemsOf(rows: Iterable<StoredCall>): string[] {
    const check = this.check();
    for (const row of rows) check.add(row);
    return check.problems();
  }

  /** Begins to compare the stored calls, which may be too many to hold at once. */
  check(): LedgerCheck {
    return new LedgerCheck(this.#calls);
  }

  #start(call: LedgerCall) {
    const { id, number } = call;
    const start = {
      project_id: this.project,
      id,
      trace_id: id,
      op_name: opNameOf(number),
      started_at: startedAt(number),
      attributes: { number },
      inputs: inputsOf(call),
    };
    return { mode: "start", req: { start } };
  }

  #end({ id, number }: LedgerCall) {
    const [summary, output] = [summaryOf(number), outputOf(number)];
    const end = { project_id: this.project, id, ended_at: endedAt(number), summary, output };
    return { mode: "end", req: { end } };
  }
}

/** Compares stored calls with a ledger, one after the other. */
export class LedgerCheck {
  readonly #calls: ReadonlyMap<string, LedgerCall>;
  readonly #seen = new Set<string>();
  readonly #problems: string[] = [];

  constructor(calls: ReadonlyMap<string, LedgerCall>) {
    this.#calls = calls;
  }

  /** The number of calls that were added. */
  get size(): number {
    return this.#seen.size;
  }

  add(row: StoredCall): void {
    const call = this.#calls.get(row.id);
    if (this.#seen.has(row.id)) this.#problems.push(`${row.id} is there twice`);
    this.#seen.add(row.id);
    if (call === undefined) this.#problems.push(`${row.id} was never sent`);
    else this.#problems.push(...contentProblems(call, row));
  }

  /** The problems of all calls that were added, and of those that are missing, one sentence each. */
  problems(): string[] {
    const isLost = (call: LedgerCall) => call.acknowledged.has("start") && !this.#seen.has(call.id);
    const lost = [...this.#calls.values()].filter(isLost);
    return [...this.#problems, ...lost.map(({ number }) => `call ${number} is lost`)];
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
  expect("inputs", row.inputs, inputsOf(call));
  if (row.ended_at === null) {
    if (call.acknowledged.has("end")) problems.push(`${name} lost its end`);
    expect("output", row.output ?? null, null);
    return problems;
  }
  if (!call.sent.has("end")) problems.push(`${name} has an end that was never sent`);
  expect("ended_at", Date.parse(row.ended_at), Date.parse(endedAt(call.number)));
  expect("output", row.output, outputOf(call.number));
  expect("summary", (row.summary as { usage?: unknown } | null)?.usage, summaryOf(call.number).usage);
  return problems;
}

function isSame(found: unknown, wanted: unknown): boolean {
  return JSON.stringify(found) === JSON.stringify(wanted);
}

function inputsOf({ number, repeats }: LedgerCall) {
  return { number, prompt: `é\u2028"${number}"`.repeat(repeats) };
}

function outputOf(number: number) {
  return { choices: [{ index: 0, text: `answer ${number}` }] };
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
