import { stringifyJson } from "@/lib/api/contract/scalars/json-text";
import { InvalidRequestError, ProviderError } from "@/service/kernel/errors/service-errors";
import { serverErrorText } from "@/service/training/server/server-adapters";
import type { ServerPool, UsedServer } from "@/service/training/server/server-pool";
import type { CheckpointRequest } from "./checkpoint-request";

/**
 * Sends a request to the server of its base model, and returns the server's response, whose body may still arrive.
 *
 * @throws InvalidRequestError, ServerUnavailableError, ProviderError with the server's message; the signal's reason
 */
export async function respondFromServer(
  servers: ServerPool,
  request: CheckpointRequest,
  signal: AbortSignal,
): Promise<Response> {
  const { baseModel, name, checkpointId: id, path } = request;
  // The command would read it as an option.
  if (baseModel.startsWith("-")) throw new InvalidRequestError(`${baseModel} is not the name of a base model.`);
  const used = await servers.use(baseModel, signal);
  const releases = [used.release];
  const release = () => {
    for (const each of releases.splice(0)) each();
  };
  try {
    if (path !== null) releases.push(await used.adapters.hold({ name, id, path }));
    const response = await send(used, { ...request.request, model: path === null ? baseModel : name }, signal);
    return new Response(untilEnd(response, used, signal, release), {
      headers: { "content-type": response.headers.get("content-type") ?? "application/json" },
    });
  } catch (error) {
    release();
    throw error;
  }
}

async function send({ process }: UsedServer, body: object, signal: AbortSignal): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(`${process.address}/v1/chat/completions`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: stringifyJson(body),
      signal: AbortSignal.any([signal, process.gone]),
      redirect: "error",
    });
    if (response.ok) return response;
    const text = serverErrorText(await response.text());
    throw new ProviderError(`The model server refused the request: ${text}`, response.status);
  } catch (error) {
    if (error instanceof ProviderError) throw error;
    signal.throwIfAborted();
    throw await process.lostConnection();
  }
}

/** The body of a response. At its end, or when it is cancelled, the server is released. */
function untilEnd(
  { body }: Response,
  { process }: UsedServer,
  signal: AbortSignal,
  release: () => void,
): ReadableStream<Uint8Array> {
  const reader = (body ?? new Blob([]).stream()).getReader();
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const { done, value } = await reader.read();
        if (!done) return controller.enqueue(value);
        release();
        controller.close();
      } catch {
        release();
        controller.error(signal.aborted ? signal.reason : await process.lostConnection());
      }
    },
    async cancel(reason) {
      release();
      await reader.cancel(reason);
    },
  });
}
