import { Random } from "@/lib/sample/random";
import {
  MESSAGE_END,
  promptBytes,
  VOCABULARY,
  type WrittenMessage,
} from "@/trainers/built-in/conversation/conversation-bytes";
import { TextBytes } from "@/trainers/built-in/conversation/text-bytes";
import { ContextFeatures, FEATURE_COUNT } from "@/trainers/built-in/model/context-features";
import type { LogLinearModel } from "@/trainers/built-in/model/log-linear-model";

export interface SamplingSettings {
  /** 0 takes the most likely byte each time. */
  readonly temperature: number;
  /** Only the most likely bytes are kept, as many as it takes to reach this share of probability. */
  readonly topP: number;
  /** The maximum number of bytes of an answer. */
  readonly maxBytes: number;
  readonly seed: number;
  /** The number of alternatives returned for each byte. */
  readonly topLogprobs: number;
}

/** A byte of an answer; logarithms are natural and of the model itself, before temperature and top-p. */
export interface SampledByte {
  readonly byte: number;
  readonly logprob: number;
  readonly alternatives: readonly { readonly byte: number; readonly logprob: number }[];
}

function likeliest(logProbabilities: Float64Array): number[] {
  return Array.from(logProbabilities.keys()).sort(
    (left, right) => (logProbabilities[right] as number) - (logProbabilities[left] as number),
  );
}

/** The number of shares, starting at the first, that reach a part of their sum; at least one. */
function reaching(part: number, shares: readonly number[]): number {
  const wanted = part * shares.reduce((sum, share) => sum + share, 0);
  let sum = 0;
  let count = 0;
  for (const share of shares) {
    if (count > 0 && sum >= wanted) break;
    sum += share;
    count += 1;
  }
  return count;
}

/** The possible next bytes, most likely first as far as top-p reaches, with their shares after the temperature. */
function candidates(
  logProbabilities: Float64Array,
  isAllowed: (byte: number) => boolean,
  { temperature, topP }: SamplingSettings,
): { bytes: number[]; shares: number[] } {
  const order = topP < 1 || temperature === 0 ? likeliest(logProbabilities) : [...logProbabilities.keys()];
  const bytes = order.filter(isAllowed);
  if (temperature === 0) return { bytes: bytes.slice(0, 1), shares: [1] };
  const highest = bytes.reduce(
    (best, byte) => Math.max(best, logProbabilities[byte] as number),
    Number.NEGATIVE_INFINITY,
  );
  const shares = bytes.map((byte) => Math.exp(((logProbabilities[byte] as number) - highest) / temperature));
  const count = topP < 1 ? reaching(topP, shares) : shares.length;
  return { bytes: bytes.slice(0, count), shares: shares.slice(0, count) };
}

function draw({ bytes, shares }: { bytes: readonly number[]; shares: readonly number[] }, random: Random): number {
  let left = random.fraction() * shares.reduce((sum, share) => sum + share, 0);
  for (const [index, share] of shares.entries()) {
    left -= share;
    if (left < 0) return bytes[index] as number;
  }
  return bytes.at(-1) ?? MESSAGE_END;
}

/**
 * Samples an answer byte by byte; only bytes that continue valid text are drawn (see `TextBytes`). It ends before the
 * byte that ends a message, which is not returned; an answer that ends otherwise was cut by `maxBytes`.
 *
 * @returns why it ended
 */
export function* sampleAnswer(
  model: LogLinearModel,
  messages: readonly WrittenMessage[],
  settings: SamplingSettings,
): Generator<SampledByte, "stop" | "length"> {
  const features = new ContextFeatures(model.rowCount);
  for (const byte of promptBytes(messages)) features.add(byte);
  const random = new Random(settings.seed);
  const text = new TextBytes();
  const rows = new Uint32Array(FEATURE_COUNT);
  const logProbabilities = new Float64Array(VOCABULARY);
  for (let count = 0; count < settings.maxBytes; count += 1) {
    features.write(rows);
    model.logProbabilities(rows, 0, logProbabilities);
    const bytesLeft = settings.maxBytes - count;
    const byte = draw(
      candidates(logProbabilities, (value) => text.isAllowed(value, bytesLeft), settings),
      random,
    );
    if (byte === MESSAGE_END) return "stop";
    const alternatives = settings.topLogprobs === 0 ? [] : likeliest(logProbabilities).slice(0, settings.topLogprobs);
    const logprobOf = (value: number) => logProbabilities[value] as number;
    yield {
      byte,
      logprob: logprobOf(byte),
      alternatives: alternatives.map((value) => ({ byte: value, logprob: logprobOf(value) })),
    };
    features.add(byte);
    text.add(byte);
  }
  return "length";
}
