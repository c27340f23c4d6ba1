import { parseJson, plainNumber, stringifyJson } from "@/lib/api/contract/scalars/json-text";
import { JsonReader } from "@/lib/json/scan/json-slices";
import { ValidationError } from "@/service/kernel/errors/service-errors";

/** The provider's request, cut out of the completion request as it was sent. */
export interface ProviderRequest {
  /** JSON text of the body: every member of the inputs that was sent, byte for byte, with the provider's model name. */
  readonly bodyText: string;
  /** JSON text of the inputs without null members, which is what the call stores. */
  readonly inputsText: string;
  readonly extraHeaders: Readonly<Record<string, string>>;
  /** Sent as the query parameter `api-version`, as Azure requires. */
  readonly apiVersion: string | null;
  readonly timeoutMs: number | null;
}

/** Members for the connection to the provider, not for the provider. */
const NOT_SENT = new Set([
  ...["model", "stream", "timeout", "extra_headers", "api_version"],
  ...["prompt", "template_vars"],
]);

/** Headers that would change the sender, or how the request is framed. */
const RESERVED_HEADERS =
  /^(?:authorization|host|content-length|content-type|connection|transfer-encoding|cookie|x-api-key)$/i;

/** JSON texts of the members of `inputs` in a completion request, by name; null members are omitted. */
function inputTexts(requestText: string): Map<string, string> {
  const reader = new JsonReader(requestText);
  const texts = new Map<string, string>();
  reader.object((member) => {
    if (member !== "inputs") return;
    texts.clear();
    reader.object((name) => {
      const { start, end } = reader.skip();
      const text = requestText.slice(start, end);
      if (text === "null") texts.delete(name);
      else texts.set(name, text);
    });
  });
  return texts;
}

const objectText = (members: Iterable<readonly [string, string]>): string =>
  `{${[...members].map(([name, text]) => `${JSON.stringify(name)}:${text}`).join(",")}}`;

/** For a request with a prompt: its exact version, and all messages as JSON text. */
interface PromptedMessages {
  readonly ref: string;
  readonly messagesText: string;
}

export interface RequestOptions {
  readonly model: string;
  readonly isStream: boolean;
  readonly hasStreamOptions: boolean;
  /** Null when the request names no prompt. */
  readonly prompt?: PromptedMessages | null;
}

/**
 * Cuts the provider's request out of a completion request that its schema has accepted. Members are not rebuilt, so
 * numbers keep their digits, and members that are unknown here reach the provider too.
 *
 * @throws ValidationError for an invalid header or timeout.
 */
export function providerRequest(requestText: string, options: RequestOptions): ProviderRequest {
  const texts = inputTexts(requestText);
  if (options.prompt) {
    texts.set("prompt", JSON.stringify(options.prompt.ref));
    texts.set("messages", options.prompt.messagesText);
  }
  refuse(
    texts,
    "vertex_credentials",
    "Credentials in a request are not supported: set them in the service's environment",
  );
  const sent = [...texts].filter(([name]) => !NOT_SENT.has(name));
  const stream: [string, string][] = options.isStream ? [["stream", "true"]] : [];
  if (options.isStream && options.hasStreamOptions && !texts.has("stream_options")) {
    stream.push(["stream_options", '{"include_usage":true}']);
  }
  return {
    bodyText: objectText([["model", JSON.stringify(options.model)], ...sent, ...stream]),
    inputsText: objectText(texts),
    extraHeaders: headersOf(texts.get("extra_headers")),
    apiVersion: texts.has("api_version") ? String(parseJson(texts.get("api_version") ?? "")) : null,
    timeoutMs: timeoutOf(texts.get("timeout")),
  };
}

function fail(name: string, msg: string): ValidationError {
  return new ValidationError([{ loc: ["body", "inputs", ...name.split(".")], msg, type: "value_error" }]);
}

function refuse(texts: ReadonlyMap<string, string>, name: string, msg: string): void {
  if (texts.has(name)) throw fail(name, msg);
}

function headersOf(text: string | undefined): Record<string, string> {
  if (text === undefined) return {};
  const headers: Record<string, string> = {};
  for (const [name, given] of Object.entries(parseJson(text) as Record<string, unknown>)) {
    if (RESERVED_HEADERS.test(name)) throw fail(`extra_headers.${name}`, "This header is reserved for the service");
    const value = typeof given === "string" ? given : stringifyJson(given);
    if (!/^[\w!#$%&'*+.^`|~-]+$/.test(name) || /[^\t\x20-\x7e]/.test(value)) {
      throw fail(`extra_headers.${name}`, "Not a valid header");
    }
    headers[name] = value;
  }
  return headers;
}

/** Seconds, as a number or as text. */
function timeoutOf(text: string | undefined): number | null {
  if (text === undefined) return null;
  const value = plainNumber(parseJson(text));
  const seconds = typeof value === "number" ? value : Number(value);
  if (!(seconds > 0 && seconds <= 3600)) throw fail("timeout", "Seconds above 0, at most 3600");
  return Math.round(seconds * 1000);
}
