import type { SkippedItem } from "@/lib/import/values/import-item";
import { LeftOutList } from "@/lib/import/values/left-out";
import type { WeaveCount, WeaveCounts, WeaveStep } from "./weave-service";

/** The most records that a report names. */
const MAX_SKIPPED = 100;

const none: WeaveCount = { total: null, read: 0, stored: 0, present: 0, skipped: 0 };

/** The figures of an import while it runs. */
export class WeaveTally {
  readonly losses = new LeftOutList();
  readonly skippedItems: SkippedItem[] = [];
  readonly #onChange: () => void;
  #counts: WeaveCounts = { objects: none, calls: none, feedback: none };

  constructor(onChange: () => void = () => undefined) {
    this.#onChange = onChange;
  }

  get counts(): WeaveCounts {
    return this.#counts;
  }

  expect(step: WeaveStep, total: number | null): void {
    this.#counts = { ...this.#counts, [step]: { ...this.#counts[step], total } };
  }

  add(step: WeaveStep, changes: Partial<Record<"read" | "stored" | "present" | "skipped", number>>): void {
    const counts = { ...this.#counts[step] };
    for (const [name, count] of Object.entries(changes)) {
      const member = name as keyof typeof changes;
      counts[member] += count;
    }
    this.#counts = { ...this.#counts, [step]: counts };
    this.#onChange();
  }

  skip(step: WeaveStep, filePosition: string, reason: string): void {
    if (this.skippedItems.length < MAX_SKIPPED) this.skippedItems.push({ kind: "skipped", filePosition, reason });
    this.add(step, { skipped: 1 });
  }
}
