import type { Slice } from "@/lib/json/scan/json-slices";
import { EventLoopYielder } from "@/service/kernel/concurrency/yield-to-event-loop";
import { bytesDigest } from "@/service/kernel/json/digest";
import { pythonJson } from "@/service/kernel/json/python-json";
import type { NewItem } from "@/service/traces/store/tables/table-items";

/** Converts the JSON text of a row to a stored row. */
export function newItem(text: string): NewItem {
  const written = pythonJson(text);
  // Python writes ASCII, so its length is its size.
  return { digest: bytesDigest(written), sizeBytes: written.length, text };
}

/**
 * Returns the rows at these positions of a body, exactly as sent. Other requests can run while a million of them are
 * read.
 */
export async function newItems(bodyText: string, slices: readonly Slice[]): Promise<NewItem[]> {
  const items: NewItem[] = [];
  const yielder = new EventLoopYielder();
  for (const [index, { start, end }] of slices.entries()) {
    items.push(newItem(bodyText.slice(start, end)));
    if (index % 100 === 99) await yielder.yieldToEventLoop();
  }
  return items;
}
