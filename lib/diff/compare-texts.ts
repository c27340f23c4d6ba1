import { postPieces } from "@/lib/worker/post-pieces";
import type { DiffMode, ValueComparison } from "./compare-values";
import { type FromDiffWorker, type TextSide, type ToDiffWorker, unpackRuns } from "./diff-messages";
import type { LineRun } from "./line-diff";
import { LineText, lineTextOf } from "./line-text";

/** Opens a JSON text as a stream; throws the error of a failed request. */
type OpenJson = (signal: AbortSignal) => Promise<ReadableStream<Uint8Array<ArrayBuffer>>>;

interface ComparedTexts {
  readonly left: OpenJson;
  readonly right: OpenJson;
  readonly mode: DiffMode;
  /** The members that lead from each text's root to the value. */
  readonly path: readonly string[];
}

/**
 * Compares the values of two JSON texts in a worker. The page neither parses nor compares, so it stays responsive for
 * any size.
 *
 * @throws the errors of opening; the signal's reason when it was stopped
 */
export async function compareTexts(
  { left, right, mode, path }: ComparedTexts,
  signal: AbortSignal,
): Promise<ValueComparison> {
  const worker = new Worker(new URL("./diff-worker.ts", import.meta.url), { type: "module" });
  const post = (message: ToDiffWorker) => worker.postMessage(message);
  try {
    const answer = comparisonOf(worker, signal);
    // Opening may fail first; then the result is not awaited.
    answer.catch(() => undefined);
    const send = async (side: TextSide, open: OpenJson) => {
      await postPieces(worker, await open(signal), (bytes): ToDiffWorker => ({ kind: "piece", side, bytes }));
    };
    await Promise.all([send("left", left), send("right", right)]);
    post({ kind: "compare", mode, path });
    return await answer;
  } finally {
    worker.terminate();
  }
}

function comparisonOf(worker: Worker, signal: AbortSignal): Promise<ValueComparison> {
  return new Promise((resolve, reject) => {
    const lines = { left: lineTextOf([]), right: lineTextOf([]) };
    const end = (runs: readonly LineRun[]) => resolve({ ...lines, runs });
    worker.onmessage = ({ data }: MessageEvent<FromDiffWorker>) => {
      if (data.kind === "lines") lines[data.side] = new LineText(data.text, data.ends);
      else if (data.kind === "runs") end(unpackRuns(data.numbers));
      else reject(new Error(data.message));
    };
    worker.onerror = () => reject(new Error("The values are too large for this browser."));
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
}
