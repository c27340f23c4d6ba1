import type { RequestOf } from "@/lib/api/contract/operations";
import type { StreamedOperation, WeaveProject } from "./weave-service";

/** Requests that fail are sent again after these delays, in milliseconds. */
const WAITS_MS: readonly number[] = [1_000, 4_000, 15_000];

interface PageOptions {
  /** Lines that are not asked for. */
  readonly from?: number;
  readonly pageSize: number;
  readonly signal?: AbortSignal;
  readonly waitsMs?: readonly number[];
}

async function wait(ms: number, signal?: AbortSignal): Promise<void> {
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal?.addEventListener("abort", () => resolve(void clearTimeout(timer)), { once: true });
  });
  signal?.throwIfAborted();
}

/** Yields the lines of a response. Its last line is whole, unless the response was cut off. */
async function* wholeLines(lines: AsyncIterable<string>): AsyncGenerator<string> {
  let held: string | null = null;
  for await (const line of lines) {
    if (held !== null) yield held;
    held = line;
  }
  if (held === null) return;
  try {
    JSON.parse(held);
  } catch (error) {
    throw new Error("The response broke off.", { cause: error });
  }
  yield held;
}

/**
 * Yields all lines of an operation, page by page. A page that breaks off is continued behind its last line.
 *
 * @param bodyOf the request for some lines
 */
export async function* pagedLines<Id extends StreamedOperation>(
  project: WeaveProject,
  id: Id,
  bodyOf: (page: { readonly limit: number; readonly offset: number }) => RequestOf<Id>,
  { from = 0, pageSize, signal, waitsMs = WAITS_MS }: PageOptions,
): AsyncGenerator<string> {
  let offset = from;
  let failures = 0;
  let size = Math.min(pageSize, project.maxLines ?? pageSize);
  for (;;) {
    let count = 0;
    try {
      for await (const line of wholeLines(project.lines(id, bodyOf({ limit: size, offset })))) {
        signal?.throwIfAborted();
        count += 1;
        offset += 1;
        failures = 0;
        yield line;
      }
      if (count < size) return;
    } catch (error) {
      if (size > 1 && project.isTooLarge?.(error)) {
        size = Math.ceil(size / 8);
        continue;
      }
      const waitMs = waitsMs[failures];
      if (waitMs === undefined || signal?.aborted || !project.mayPass(error)) throw error;
      failures += 1;
      await wait(waitMs, signal);
    }
  }
}
