import type { Nouns } from "./contract-nouns";
import { Lines } from "./lines";
import { nameOf } from "./nouns";
import type { OperationRow } from "./operation-row";
import { OPERATIONS } from "./operations";
import { type Members, requestParts } from "./request-parts";
import { type CallOptions, send, type Target } from "./send";

export type { FailureCode, InvalidMember } from "./contract-failures";
export { HeddleError } from "./heddle-error";
export { Lines } from "./lines";
export type { CallOptions } from "./send";

const DEFAULT_ATTEMPTS = 5;

export interface ClientOptions {
  /** The address of the service: `http://localhost:7701`. Otherwise HEDDLE_SERVICE_URL. */
  readonly url?: string | undefined;
  /** An API key of the service. Otherwise HEDDLE_API_KEY. */
  readonly key?: string | undefined;
  /** `entity/project`, for each request that needs one and names none. */
  readonly project?: string | undefined;
  /** How often a request is sent at most, where that is safe. 5 where it is left out. */
  readonly attempts?: number | undefined;
  /** The longest wait for an answer, and for each next piece of it, in place of the time that suits each operation. */
  readonly timeoutMs?: number | undefined;
  readonly fetch?: typeof globalThis.fetch | undefined;
}

/** A service, with one method for each of its operations: `client.calls.streamQuery({ limit: 10 })`. */
export interface HeddleClient extends Nouns {
  readonly project: string | null;
}

/** A variable of the environment, where there is one. */
function variable(name: string): string | undefined {
  const { process } = globalThis as { process?: { env?: Record<string, string | undefined> } };
  return process?.env?.[name];
}

function required(given: string | undefined, option: string, name: string): string {
  const value = given ?? variable(name);
  if (value) return value;
  throw new TypeError(`The client has no ${option}: pass \`${option}\`, or set ${name}.`);
}

/** Returns a client of a service. Nothing is sent before a method is called. */
export function createClient(options: ClientOptions = {}): HeddleClient {
  const project = options.project ?? null;
  const target: Target = {
    url: required(options.url, "url", "HEDDLE_SERVICE_URL").replace(/\/+$/, ""),
    key: required(options.key, "key", "HEDDLE_API_KEY"),
    attempts: options.attempts ?? DEFAULT_ATTEMPTS,
    timeoutMs: options.timeoutMs ?? null,
    // A method of the window, which does not work without it.
    fetch: options.fetch ?? globalThis.fetch.bind(globalThis),
  };
  const nouns: Record<string, Record<string, Method>> = {};
  for (const [id, row] of Object.entries(OPERATIONS)) {
    const [noun, verb] = nameOf(id);
    nouns[noun] ??= {};
    nouns[noun][verb] = methodOf(id, row, target, project);
  }
  // The table of operations and the types of their methods are both made of the contract.
  return { ...nouns, project } as unknown as HeddleClient;
}

type Method = (request?: Members, options?: CallOptions) => unknown;

function methodOf(operation: string, row: OperationRow, target: Target, project: string | null): Method {
  const open = (request: Members, options: CallOptions) =>
    send(target, { operation, row, parts: requestParts(operation, row, request, project), options });
  if (row.result === "jsonl")
    return (request = {}, options = {}) =>
      new Lines(operation, async (stop) => {
        const signal = options.signal ? AbortSignal.any([options.signal, stop]) : stop;
        return await open(request, { ...options, signal });
      });
  return async (request = {}, options = {}) => {
    const answer = await open(request, options);
    return row.result === "bytes" ? await answer.bytes() : await answer.json();
  };
}
