import { Slices } from "@/service/kernel/concurrency/loop-turns";
import type { CallPart } from "@/service/traces/store/calls/call-parts";
import { type BatchLocation, batchTexts, type PayloadTexts, payloadTexts } from "./call-payloads";

/** Shorter texts are read at once. */
const MAX_WHOLE_CHARACTERS = 256 * 1024;

interface Batch<Item> {
  readonly items: readonly Item[];
  readonly bodyText: string;
  readonly location: BatchLocation;
  /** Whose turns of the event loop a large batch takes. */
  readonly userId: string;
  readonly partsOf: (item: Item, texts: PayloadTexts, index: number) => readonly CallPart[];
}

/** Returns the parts of a batch. Of a large one, they are made in pieces. */
export async function batchParts<Item>({
  items,
  bodyText,
  location,
  userId,
  partsOf,
}: Batch<Item>): Promise<readonly CallPart[]> {
  const slices = new Slices(userId);
  const isWhole = bodyText.length <= MAX_WHOLE_CHARACTERS;
  const texts = isWhole ? payloadTexts(bodyText, location) : await batchTexts(bodyText, location, slices);
  const parts: CallPart[] = [];
  for (const [index, item] of items.entries()) {
    if (!isWhole && slices.isOver) await slices.next();
    parts.push(...partsOf(item, texts[index] ?? new Map<string, string>(), index));
  }
  return parts;
}
