import type { ImportItem, SkippedItem } from "@/lib/import/values/import-item";
import { type ImportMapping, isMapped } from "./import-mapping";
import { mappedItems } from "./map-items";
import { MappingChoices } from "./mapping-choices";

type Items = AsyncIterable<ImportItem | SkippedItem>;

/** The items of one import with its mapping, and which choices of it no record met. */
export class MappedImport {
  readonly #mapping: ImportMapping;
  readonly #choices = new MappingChoices();

  constructor(mapping: ImportMapping) {
    this.#mapping = mapping;
  }

  items(items: Items): Items {
    return isMapped(this.#mapping) ? mappedItems(this.#noted(items), this.#mapping) : items;
  }

  /** Sentences, once the items are read: most of these choices are misspelled. */
  get unmet(): readonly string[] {
    const { leftOut, scores } = this.#mapping;
    const { kinds } = this.#choices;
    const names = new Set([...kinds.values()].flatMap((kind) => [...kind.scores.keys()]));
    return [
      ...leftOut.filter((kind) => !kinds.has(kind)).map((kind) => `No record is of the kind ${kind}.`),
      ...Object.keys(scores)
        .filter((name) => !names.has(name))
        .map((name) => `No score is named ${name}.`),
    ];
  }

  async *#noted(items: Items): AsyncGenerator<ImportItem | SkippedItem> {
    for await (const item of items) {
      if (item.kind === "item") this.#choices.add(item);
      yield item;
    }
  }
}
