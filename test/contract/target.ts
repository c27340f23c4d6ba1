import { type Dialect, readNames, writeRequestNames } from "@/lib/api/contract/operation/dialect";
import type { Operation } from "@/lib/api/contract/operation/operation";
import { type OperationId, operations, type ResultOf } from "@/lib/api/contract/operations";
import { parseJson } from "@/lib/api/contract/scalars/json-text";

export interface OperationRequest {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** A failure as a client of either door receives it. */
export interface Failure {
  readonly status: number;
  readonly reason: string | null;
  /** The places of a validation error, joined by dots; empty for other failures. */
  readonly places: readonly string[];
}

/** One door to the service: direct, or through the relay, in one of the two dialects. */
export interface Door {
  readonly name: string;
  /** The dialect of requests. */
  readonly dialect: Dialect;
  send(operation: Operation, request: OperationRequest): Promise<Response>;
  /** Reads a failed response, whose shape depends on the door. */
  readFailure(status: number, body: unknown): Failure;
}

/**
 * The requests of a suite to a door: typed results of operations that must succeed, and failures of those that must
 * not.
 */
export class Target {
  constructor(private readonly door: Door) {}

  private row(id: OperationId): Operation {
    return operations[id];
  }

  private async send(id: OperationId, request: OperationRequest): Promise<Response> {
    const body = writeRequestNames(this.row(id), request.body, this.door.dialect);
    return this.door.send(this.row(id), { ...request, body });
  }

  /** Returns the checked result of an operation that responds with JSON. */
  async ask<Id extends OperationId>(id: Id, body: unknown, request: OperationRequest = {}): Promise<ResultOf<Id>> {
    const response = await this.send(id, { ...request, body });
    const text = await response.text();
    if (response.status !== 200) throw new Error(`${id} answered ${response.status}: ${text}`);
    const { result } = this.row(id);
    if (result.kind !== "json") throw new Error(`${id} does not answer with JSON`);
    return result.schema.parse(readNames(result.schema, parseJson(text))) as ResultOf<Id>;
  }

  /** Returns the whole response of an operation that responds with bytes, as text. */
  async text(id: OperationId, body: unknown): Promise<string> {
    const response = await this.send(id, { body });
    const text = await response.text();
    if (response.status !== 200) throw new Error(`${id} answered ${response.status}: ${text}`);
    return text;
  }

  /** Returns all lines of an operation that responds with JSONL. */
  async stream<Id extends OperationId>(id: Id, body: unknown): Promise<ResultOf<Id>[]> {
    const response = await this.send(id, { body });
    const text = await response.text();
    if (response.status !== 200) throw new Error(`${id} answered ${response.status}: ${text}`);
    const { result } = this.row(id);
    if (result.kind !== "jsonl") throw new Error(`${id} does not answer with JSONL`);
    const lines = text.split("\n").filter((line) => line !== "");
    return lines.map((line) => result.item.parse(readNames(result.item, parseJson(line))) as ResultOf<Id>);
  }

  /** Returns the failure of a request that must not succeed. */
  async fail(id: OperationId, body: unknown, request: OperationRequest = {}): Promise<Failure> {
    const response = await this.send(id, { ...request, body });
    const text = await response.text();
    if (response.ok) throw new Error(`${id} should have failed but answered ${response.status}: ${text.slice(0, 200)}`);
    return this.door.readFailure(response.status, JSON.parse(text));
  }
}
