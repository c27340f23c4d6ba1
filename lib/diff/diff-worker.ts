import { parseJson } from "@/lib/api/contract/scalars/json-text";
import { errorMessage } from "@/lib/guard/error-message";
import { runSynchronously } from "@/lib/scheduling/run-in-time-slices";
import { compareValues, type DiffMode } from "./compare-values";
import { type FromDiffWorker, packRuns, type TextSide, type ToDiffWorker } from "./diff-messages";

/** Parses and compares two JSON texts outside of the page's thread, once. */

const texts = { left: newText(), right: newText() };

function newText() {
  return { decoder: new TextDecoder(), pieces: [] as string[] };
}

self.onmessage = ({ data }: MessageEvent<ToDiffWorker>) => {
  if (data.kind === "piece") {
    const { decoder, pieces } = texts[data.side];
    pieces.push(decoder.decode(data.bytes, { stream: true }));
    return;
  }
  try {
    compare(data.mode, data.path);
  } catch (error) {
    postResult({ kind: "problem", message: errorMessage(error) });
  }
};

function compare(mode: DiffMode, path: readonly string[]): void {
  const { left, right, runs } = runSynchronously(
    compareValues(valueFrom("left", path), valueFrom("right", path), mode),
  );
  for (const [side, { text, ends }] of [["left", left] as const, ["right", right] as const]) {
    postResult({ kind: "lines", side, text, ends }, [ends.buffer]);
  }
  const numbers = packRuns(runs);
  postResult({ kind: "runs", numbers }, [numbers.buffer]);
}

function valueFrom(side: TextSide, path: readonly string[]): unknown {
  const { decoder, pieces } = texts[side];
  let value = parseJson(`${pieces.join("")}${decoder.decode()}`);
  for (const name of path) {
    value =
      typeof value === "object" && value !== null ? Object.getOwnPropertyDescriptor(value, name)?.value : undefined;
  }
  return value;
}

const postResult = (message: FromDiffWorker, transfer: Transferable[] = []) => self.postMessage(message, { transfer });
