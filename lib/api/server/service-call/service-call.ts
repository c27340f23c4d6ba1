import { context, propagation } from "@opentelemetry/api";
import type { Response as UpstreamResponse } from "undici";
import type { Limits, Operation, ResultBody } from "@/lib/api/contract/operation/operation";
import { RequestFailedError } from "@/lib/api/server/answer/request-failed-error";
import type { Dashboard } from "@/lib/api/server/dashboard/dashboard";
import type { RelayBody } from "@/lib/api/server/request/relay-input";
import type { CredentialHeaders, ServiceTarget } from "@/lib/api/server/upstream/service-target";
import { describeCallError } from "@/lib/api/server/upstream/upstream-call";
import { callFailed } from "@/lib/api/server/upstream/upstream-failure";

const USER_AGENT = "heddle";

const ACCEPT: Readonly<Record<ResultBody["kind"], string>> = {
  json: "application/json",
  jsonl: "application/jsonl",
  bytes: "*/*",
  // The dashboard uses the JSON form of operations that support several.
  media: "application/json",
};

/** One call of a service, ready to be sent. */
export interface ServiceCall {
  readonly operation: Operation;
  /** Replaces the operation's own, to ask whether its path exists without running it. */
  readonly method?: "OPTIONS";
  readonly target: ServiceTarget;
  readonly url: URL;
  readonly credential: CredentialHeaders;
  readonly body: RelayBody;
  readonly limits: Limits;
  readonly signal: AbortSignal;
}

/** The headers with which a service continues a trace of Heddle itself; none while such traces are off. */
function traceHeaders(): Record<string, string> {
  const headers: Record<string, string> = {};
  propagation.inject(context.active(), headers);
  return headers;
}

/** Built from an empty object; no header from the browser is forwarded. */
function headersOf({ operation, credential, body }: ServiceCall, requestId: string): Record<string, string> {
  return {
    accept: ACCEPT[operation.result.kind],
    // A compressed stream would arrive in blocks of the compressor's choice.
    "accept-encoding": "identity",
    "user-agent": USER_AGENT,
    "x-request-id": requestId,
    ...traceHeaders(),
    ...(body.contentType === null ? {} : { "content-type": body.contentType }),
    ...credential.headers,
  };
}

/**
 * Sends a call. Any response of the service is returned, including failures.
 *
 * @throws RequestFailedError when there was no response, the body was too large or the caller left.
 */
export async function callService(
  dashboard: Dashboard,
  call: ServiceCall,
  requestId: string,
): Promise<UpstreamResponse> {
  const { content } = call.body;
  const isCounted = content !== null && typeof content === "object" && "stream" in content;
  try {
    const response = await dashboard.upstream.call(
      call.url,
      {
        method: call.method ?? call.operation.method,
        headers: headersOf(call, requestId),
        body: isCounted ? content.stream : content,
        signal: call.signal,
        ...(isCounted ? { duplex: "half" } : {}),
      },
      call.limits,
      call.target.isLocal,
    );
    dashboard.breakers.noteResponse(call.target.baseUrl);
    return response;
  } catch (error) {
    if (isCounted && content.wasTooLarge()) throw content.failure();
    if (call.signal.aborted) {
      throw new RequestFailedError({ httpStatus: 499, kind: "cancelled", message: "Stopped." }, { cause: error });
    }
    const { kind, sentence } = describeCallError(error);
    if (kind === "unreachable" || kind === "timeout") dashboard.breakers.noteFailure(call.target.baseUrl, sentence);
    throw callFailed(error, call.operation, call.target.baseUrl.host);
  }
}

/** A web page with a success status means a wrong address, not data. */
export function isWebPage(response: UpstreamResponse): boolean {
  return /^\s*(text\/html|application\/xhtml|image\/svg)/i.test(response.headers.get("content-type") ?? "");
}
