import { MAX_PART_LENGTH } from "@/lib/api/contract/values/part-length";
import type { ValueHit } from "@/lib/api/contract/values/values";
import { errorMessage } from "@/lib/guard/error-message";
import { partOf } from "@/lib/json/scan/value-part";
import { ValueText } from "@/lib/json/scan/value-text";
import type { FromWorker, ToWorker, WorkerRequest, WorkerResponse } from "./value-worker-messages";

/**
 * Keeps one large JSON text outside of the page's thread and handles requests for parts of it, like services that
 * support parts of values.
 */

/** Hits of one page. */
const PAGE_OF_HITS = 50;

const MAX_COUNTED_HITS = 10_000;

const decoder = new TextDecoder();
let texts: string[] = [];
let opened: Promise<ValueText> | null = null;

// Nothing else runs in this thread that would have to wait.
const noPause = async () => undefined;

self.onmessage = ({ data }: MessageEvent<ToWorker>) => {
  if (data.kind === "piece") texts.push(decoder.decode(data.bytes, { stream: true }));
  else if (data.kind === "end") {
    opened = ValueText.open(texts.join(""), noPause);
    texts = [];
  } else void answer(data.id, data.question);
};

async function answer(id: number, question: WorkerRequest): Promise<void> {
  try {
    if (opened === null) throw new Error("The value has not been read yet.");
    postAnswer({ id, answer: await answerOf(await opened, question) });
  } catch (error) {
    postAnswer({ id, problem: errorMessage(error) });
  }
}

const postAnswer = (message: FromWorker) => self.postMessage(message);

async function answerOf(value: ValueText, question: WorkerRequest): Promise<WorkerResponse> {
  const slice = await value.sliceAt(question.path);
  if (slice === undefined) throw new Error("Nothing at this path.");
  if (question.kind === "content") {
    return { kind: "content", blob: new Blob([value.text.slice(slice.start, slice.end)]) };
  }
  if (question.kind === "read") {
    const { window } = question;
    const request = { from: window?.from ?? 0, to: window?.to ?? null, maxLength: MAX_PART_LENGTH };
    return { kind: "read", part: partOf(value, slice, request) };
  }
  const { words, after } = question;
  const hits: ValueHit[] = [];
  let next: number | null = null;
  for await (const { next: behind, path, ordinals, ...hit } of value.find(slice, words, after)) {
    hits.push({ ...hit, path: [...path], ordinals: [...ordinals] });
    next = behind;
    if (hits.length === PAGE_OF_HITS) break;
  }
  const isAll = hits.length < PAGE_OF_HITS;
  const total = after === null ? await value.countOf(slice, words, MAX_COUNTED_HITS) : null;
  return { kind: "find", found: { hits, next: isAll ? null : next, total } };
}
