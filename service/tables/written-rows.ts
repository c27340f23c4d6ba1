import type { Slice } from "@/lib/json/scan/json-slices";
import { EventLoopYielder } from "@/service/concurrency/yield-to-event-loop";
import { bytesDigest } from "@/service/json/digest";
import { pythonJson } from "@/service/json/python-json";
import type { NewItem } from "@/service/store/tables/table-items";

/** A row of a table from its JSON text. */
export function newItem(text: string): NewItem {
  const written = pythonJson(text);
  // What Python writes is ASCII, so its length is its size.
  return { digest: bytesDigest(written), sizeBytes: written.length, text };
}

/** The rows at these places of a body, exactly as they came. A million of them let other requests through. */
export async function newItems(bodyText: string, slices: readonly Slice[]): Promise<NewItem[]> {
  const items: NewItem[] = [];
  const breather = new EventLoopYielder();
  for (const [index, { start, end }] of slices.entries()) {
    items.push(newItem(bodyText.slice(start, end)));
    if (index % 100 === 99) await breather.yieldToEventLoop();
  }
  return items;
}
