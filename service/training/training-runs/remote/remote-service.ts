import type { z } from "zod";
import type { Operation } from "@/lib/api/contract/operation/operation";
import { findOperation } from "@/lib/api/contract/operations";
import { parseJson, stringifyJson } from "@/lib/api/contract/scalars/json-text";
import { checkpointsPage } from "@/lib/api/contract/training/models";
import { trainingJob, trainingJobEventsPage } from "@/lib/api/contract/training/training-jobs";
import { AnswerTooLargeError, limitedResponse } from "@/lib/outgoing/limited-response";
import type { Provider } from "@/service/kernel/providers/provider";
import { failureText } from "./failure-text";

const TIMEOUT_MS = 60_000;
/** A body has up to 256 MiB. */
const SEND_TIMEOUT_MS = 600_000;
const EVENTS_PER_PAGE = 100;

/** The remote service failed or refused a request. The message contains no credential. */
export class RemoteFailure extends Error {
  override readonly name = "RemoteFailure";

  constructor(
    message: string,
    /** Null when there was no response. */
    readonly status: number | null,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }

  /** True when the same request can succeed later. */
  get mayPass(): boolean {
    return this.status === null || this.status === 429 || this.status >= 500;
  }
}

interface Sent {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly signal: AbortSignal;
  readonly timeoutMs?: number;
}

/**
 * A service that speaks the interface, named as a provider in the settings. Only core operations are used. Training
 * operations get the provider's key as a bearer; completions get it as a password, or the header `Authorization` of the
 * provider.
 */
export class RemoteService {
  readonly #provider: Provider;
  readonly #base: string;

  constructor(provider: Provider) {
    this.#provider = provider;
    // Providers are often entered with the path of OpenAI's operations.
    this.#base = provider.baseUrl.replace(/\/v1$/, "");
  }

  get title(): string {
    return this.#provider.title;
  }

  /** Without a trailing slash. */
  get address(): string {
    return this.#base;
  }

  /** Returns the response of a completion as it came. @throws RemoteFailure */
  async complete(body: unknown, signal: AbortSignal): Promise<unknown> {
    return await this.#send("completions.create", { body: stringifyJson(body), signal, timeoutMs: SEND_TIMEOUT_MS });
  }

  /** Returns the newest checkpoint of a model; undefined when it has none. @throws RemoteFailure */
  async newestCheckpoint(modelId: string, signal: AbortSignal) {
    const query = { limit: "1", order: "desc" };
    const sent = { params: { model_id: modelId }, query, signal };
    return (await this.#read("models.checkpoints", checkpointsPage, sent)).data[0];
  }

  /** Creates a job and returns its id. @throws RemoteFailure */
  async createJob(body: string, signal: AbortSignal): Promise<string> {
    const sent = { body, signal, timeoutMs: SEND_TIMEOUT_MS };
    return (await this.#read("trainingJobs.create", trainingJob, sent)).id;
  }

  /** Returns the events of a job after one of them, and whether there are more. @throws RemoteFailure */
  async events(jobId: string, after: string | null, signal: AbortSignal) {
    const query = { limit: String(EVENTS_PER_PAGE), ...(after === null ? {} : { after }) };
    const page = await this.#read("trainingJobs.events", trainingJobEventsPage, {
      params: { training_job_id: jobId },
      query,
      signal,
    });
    return { events: page.data, hasMore: page.has_more };
  }

  async #read<Schema extends z.ZodType>(operationId: string, schema: Schema, sent: Sent): Promise<z.output<Schema>> {
    const result = schema.safeParse(await this.#send(operationId, sent));
    if (result.success) return result.data;
    const [issue] = result.error.issues;
    const place = issue?.path.join(".") || "the response";
    throw new RemoteFailure(`${this.title} returned an unreadable response to ${operationId}, at ${place}.`, 200);
  }

  async #send(operationId: string, { params = {}, query = {}, body, signal, timeoutMs = TIMEOUT_MS }: Sent) {
    const operation = findOperation(operationId);
    if (!operation) throw new Error(`There is no operation ${operationId}.`);
    const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ""));
    const search = new URLSearchParams(query).toString();
    const send = this.#provider.fetch ?? fetch;
    try {
      const answer = await send(`${this.#base}${path}${search === "" ? "" : `?${search}`}`, {
        method: operation.method,
        headers: {
          ...this.#credential(operation.auth),
          "content-type": "application/json",
          accept: "application/json",
        },
        ...(body === undefined ? {} : { body }),
        // A redirect would send the credential to an address that nobody entered.
        redirect: "manual",
        signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
      });
      const response = limitedResponse(answer);
      const text = await response.text();
      if (!response.ok) throw this.#refusal(operationId, response.status, text);
      return parseJson(text);
    } catch (error) {
      if (error instanceof RemoteFailure) throw error;
      if (signal.aborted) throw new DOMException("The run was interrupted.", "AbortError");
      throw this.#unreachable(operationId, error);
    }
  }

  #credential(auth: Operation["auth"]): Readonly<Record<string, string>> {
    const { apiKey, extraHeaders } = this.#provider;
    if (auth === "bearer") return apiKey === null ? {} : { authorization: `Bearer ${apiKey}` };
    const password =
      apiKey === null ? {} : { authorization: `Basic ${Buffer.from(`api:${apiKey}`).toString("base64")}` };
    return { ...password, ...lowerCased(extraHeaders) };
  }

  #refusal(operationId: string, status: number, text: string): RemoteFailure {
    if (status === 401 || status === 403)
      return new RemoteFailure(`${this.title} refuses the credential of the provider for ${operationId}.`, status);
    if (status >= 300 && status < 400)
      return new RemoteFailure(`${this.title} redirects elsewhere: enter the address of the service itself.`, status);
    const reason = failureText(text, this.#provider);
    const rest = reason === "" ? "." : `: ${reason}`;
    return new RemoteFailure(`${this.title} returned ${status} to ${operationId}${rest}`, status);
  }

  #unreachable(operationId: string, cause: unknown): RemoteFailure {
    const { host } = new URL(this.#base);
    if (cause instanceof SyntaxError)
      return new RemoteFailure(`${this.title} returned a response to ${operationId} that is not JSON.`, 200, { cause });
    if (cause instanceof AnswerTooLargeError)
      return new RemoteFailure(`${this.title} responded to ${operationId} with too much. ${cause.message}`, 200, {
        cause,
      });
    if (cause instanceof Error && cause.name === "TimeoutError")
      return new RemoteFailure(`${this.title} did not respond to ${operationId} in time.`, null, { cause });
    return new RemoteFailure(`${this.title} cannot be reached at ${host}.`, null, { cause });
  }
}

const lowerCased = (headers: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
