import { type AttributeSource, firstAttribute } from "./attribute-source";
import type { PathList, SpanTable } from "./conventions/span-tables";
import { unquoted } from "./message-forms";
import type { Span } from "./span";
import { numberOf } from "./span-usage";

/** Returns the first value that is a number above zero: clients write zero for what they do not know. */
function firstNumber(attributes: AttributeSource, paths: PathList): number | null {
  for (const path of paths) {
    const number = numberOf(attributes.at(path));
    if (number !== null && number > 0) return number;
  }
  return null;
}

/** Returns the cost in US dollars as the sender computed it; null where it says none. */
export function sentCostUsd(attributes: AttributeSource, { cost }: SpanTable): number | null {
  const total = firstNumber(attributes, cost.total);
  if (total !== null) return total;
  const [input, output] = [firstNumber(attributes, cost.input), firstNumber(attributes, cost.output)];
  return input === null && output === null ? null : (input ?? 0) + (output ?? 0);
}

const MS_PER_SECOND = 1000;
const NANOS_PER_SECOND = 1e9;
/** The one client that writes milliseconds where others have seconds. */
const MILLISECOND_SCOPE = "strands.";

/** OpenInference has the first part of an answer as an event alone. */
const FIRST_CHUNK_EVENT = "First Token Stream Event";

/** Returns the seconds from the start of a span to the first part of its answer; null where it does not say so. */
export function firstChunkSeconds(span: Span, { firstChunk }: SpanTable): number | null {
  const { attributes, scope, startNanos, events } = span;
  const seconds = firstNumber(attributes, firstChunk.seconds);
  if (seconds !== null) return scope.name.startsWith(MILLISECOND_SCOPE) ? seconds / MS_PER_SECOND : seconds;
  const milliseconds = firstNumber(attributes, firstChunk.milliseconds);
  if (milliseconds !== null) return milliseconds / MS_PER_SECOND;
  const time = unquoted(firstAttribute(attributes, firstChunk.time));
  const event = events.length === 0 ? undefined : events.find(({ name }) => name === FIRST_CHUNK_EVENT);
  if (event !== undefined && event.timeNanos > startNanos)
    return Number(event.timeNanos - startNanos) / NANOS_PER_SECOND;
  const elapsedMs = typeof time === "string" ? Date.parse(time) - Number(startNanos / 1_000_000n) : Number.NaN;
  return elapsedMs >= 0 ? elapsedMs / MS_PER_SECOND : null;
}
