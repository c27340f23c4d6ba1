import { isJsonObject } from "@/lib/guard/json-object";

const LAST_EVENTS = new Set(["response.completed", "response.incomplete", "response.failed"]);

/** Adds up the events of a response of the Responses API: the last whole response, or the text received until then. */
export class ResponseSum {
  #response: Readonly<Record<string, unknown>> = {};
  #text = "";
  #isEnded = false;
  #failure: string | null = null;

  add(event: unknown): void {
    if (!isJsonObject(event)) return;
    if (isJsonObject(event.response)) this.#response = event.response;
    if (event.type === "response.output_text.delta" && typeof event.delta === "string") this.#text += event.delta;
    if (typeof event.type === "string" && LAST_EVENTS.has(event.type)) this.#isEnded = true;
  }

  fail(message: string): void {
    if (!this.#isEnded) this.#failure = message;
  }

  get isEnded(): boolean {
    return this.#isEnded;
  }

  /** The response, as far as it arrived. */
  get output(): Readonly<Record<string, unknown>> {
    if (this.#isEnded) return this.#response;
    return { ...this.#response, status: "incomplete", output_text: this.#text };
  }

  get exception(): string | null {
    return this.#failure ?? failureOfResponse(this.#response);
  }
}

/** Returns the error of a response that failed at its provider. */
export function failureOfResponse({ status, error }: Readonly<Record<string, unknown>>): string | null {
  if (status !== "failed") return null;
  return isJsonObject(error) && typeof error.message === "string" ? error.message : "The response failed.";
}
