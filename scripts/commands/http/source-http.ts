import { Agent, fetch } from "undici";
import { askedWaitMs, type SourceApi, sourceApi } from "@/lib/import/source-api/source-api";
import { AddressNotAllowedError, type AddressPolicy } from "@/lib/outgoing/address-policy";
import { guardedConnector } from "@/lib/outgoing/guarded-connector";

/** A server of another tool, and the keys of a project. They are in memory for the time of the import only. */
export interface SourceAddress {
  /** Of the server. */
  readonly url: URL;
  /** Below it, the API. */
  readonly path: string;
  /** The name of the tool. */
  readonly tool: string;
  /** The headers that carry the keys. */
  readonly keys: Readonly<Record<string, string>>;
}

interface SourceOptions {
  readonly policy: AddressPolicy;
  readonly signal: AbortSignal;
  /** Delays before a request is sent again, in milliseconds. */
  readonly waitsMs?: readonly number[];
  /** Called when the server asks to wait. */
  readonly onWait: (waitMs: number) => void;
}

const TIMEOUT_MS = 120_000;
/** Answers of Langfuse have 5 MB at most; runs of LangSmith have no limit of their own. */
const MAX_ANSWER_BYTES = 64 * 1024 ** 2;

async function textOf(body: AsyncIterable<Uint8Array> | null): Promise<string> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body ?? []) {
    length += chunk.byteLength;
    if (length > MAX_ANSWER_BYTES) throw new Error("An answer is larger than 64 MiB.");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

/** The reason of a failed connection is its cause; `fetch` only says that it failed. */
function connectionFailure({ url }: SourceAddress, error: unknown): Error {
  const cause = error instanceof Error ? error.cause : undefined;
  if (cause instanceof AddressNotAllowedError) return cause;
  return new Error(`${url.host} cannot be reached.`, { cause: error });
}

/** Asks a server, where the rules for addresses of connections allow it. */
export function sourceOver(address: SourceAddress, { policy, ...options }: SourceOptions): SourceApi {
  const dispatcher = new Agent({ connect: guardedConnector(policy) });
  return sourceApi(
    async ({ path, query, body }) => {
      const target = new URL(address.url);
      target.pathname = `${target.pathname.replace(/\/$/, "")}${address.path}${path}`;
      target.search = new URLSearchParams(query).toString();
      try {
        const response = await fetch(target, {
          headers: { ...address.keys, accept: "application/json", "content-type": "application/json" },
          ...(body === undefined ? {} : { method: "POST", body: JSON.stringify(body) }),
          redirect: "manual",
          dispatcher,
          signal: AbortSignal.any([options.signal, AbortSignal.timeout(TIMEOUT_MS)]),
        });
        const waitMs = askedWaitMs(response.headers.get("retry-after"));
        return { status: response.status, waitMs, text: await textOf(response.body) };
      } catch (error) {
        throw connectionFailure(address, error);
      }
    },
    {
      ...options,
      tool: address.tool,
      host: address.url.host,
      mayPass: (error) => !(error instanceof AddressNotAllowedError),
    },
  );
}
