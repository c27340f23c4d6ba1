/**
 * A browser opens six connections to an origin over HTTP/1.1. Requests to a service that hangs would take all of them, and
 * neither the next page nor the question whether the service responds could be sent: these are left to others.
 */
const MAX_AT_ONCE = 4;

let atOnce = 0;
const queue = new Set<() => void>();

/** Ends the turn of a request; the one that waits longest begins. */
function leave(): void {
  atOnce -= 1;
  const [next] = queue;
  if (atOnce < MAX_AT_ONCE) next?.();
}

function turn(signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const enter = () => {
      queue.delete(enter);
      signal?.removeEventListener("abort", enter);
      resolve();
      atOnce += 1;
    };
    queue.add(enter);
    // A request that is stopped ends at once where it is sent.
    signal?.addEventListener("abort", enter);
  });
}

/** Sends a request as soon as few enough others wait for their responses. Its turn ends with its headers, or when it is stopped. */
export async function inTurn(send: () => Promise<Response>, signal?: AbortSignal): Promise<Response> {
  if (atOnce < MAX_AT_ONCE || signal?.aborted) atOnce += 1;
  else await turn(signal);
  let isOver = false;
  const end = () => {
    if (!isOver) leave();
    isOver = true;
  };
  signal?.addEventListener("abort", end);
  try {
    return await send();
  } finally {
    signal?.removeEventListener("abort", end);
    end();
  }
}
