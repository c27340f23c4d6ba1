import { mkdirSync, writeFileSync } from "node:fs";
import { figureText, tableText } from "./figure-text";
import { type Baseline, commitOf, loadNow, machineFacts, type Result, type ResultRow } from "./result";

/** Where a benchmark writes its last result; `npm run bench` reads it from here. */
export const RESULTS_FOLDER = "build/bench";

interface ReportOptions {
  /** The checkout that is measured; by default this one. */
  readonly checkout?: string;
}

/**
 * The figures of one run: each is printed when it is measured, all together as a table at the end, and written to
 * `build/bench/NAME.json`.
 */
export class Report {
  readonly #name: string;
  readonly #size: Result["size"];
  readonly #checkout: string;
  readonly #rows: ResultRow[] = [];
  readonly #notes: string[] = [];
  readonly #loadBefore = loadNow();

  constructor(name: string, size: Result["size"], { checkout = "." }: ReportOptions = {}) {
    this.#name = name;
    this.#size = size;
    this.#checkout = checkout;
  }

  /** Adds a figure. Without a baseline there is nothing on the machine that it can be compared with. */
  add(label: string, value: number, unit: string, baseline: Baseline | null = null): void {
    // Results are compared label by label.
    if (this.#rows.some((row) => row.label === label)) throw new Error(`Two figures are named "${label}".`);
    const ratio = baseline === null ? Number.NaN : value / baseline.value;
    this.#rows.push({ label, value, unit, baseline, ratio: Number.isFinite(ratio) ? ratio : null });
    const beside = baseline === null ? "" : ` (${baseline.name}: ${figureText(baseline.value, unit)})`;
    process.stderr.write(`${label}: ${figureText(value, unit)}${beside}\n`);
  }

  /** Adds a sentence that is printed below the table. */
  note(sentence: string): void {
    this.#notes.push(sentence);
    process.stderr.write(`${sentence}\n`);
  }

  /** Prints the table and writes the result. */
  finish(): void {
    const result: Result = {
      name: this.#name,
      size: this.#size,
      measuredAt: new Date().toISOString(),
      commit: commitOf(this.#checkout),
      machine: machineFacts(this.#loadBefore),
      rows: this.#rows,
      notes: this.#notes,
    };
    mkdirSync(RESULTS_FOLDER, { recursive: true });
    writeFileSync(`${RESULTS_FOLDER}/${this.#name}.json`, `${JSON.stringify(result, null, 2)}\n`);
    process.stdout.write(`\n${tableText(result)}`);
  }
}
