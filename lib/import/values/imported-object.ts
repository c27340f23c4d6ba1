import type { Members } from "@/lib/json/value/members";

/** A version of a prompt in an export of another tool. */
export interface ImportedPrompt {
  readonly kind: "prompt";
  /** The object that the prompt becomes. */
  readonly objectId: string;
  /** The number of the version in the other tool; null where only the order of the file tells which is newer. */
  readonly version: number | null;
  /** Derived from the prompt's name, version and content: the same version has the same id in each import. */
  readonly id: string;
  readonly value: Members;
  readonly tags: readonly string[];
  /** Names that point to this version, one at a time. */
  readonly aliases: readonly string[];
}

/** A dataset in an export, as its items name it. */
export interface DatasetName {
  /** Distinguishes datasets of one file. */
  readonly key: string;
  /** In the other tool; null where only its id is known. */
  readonly name: string | null;
  /** The other tool. */
  readonly source: string;
}

/** An item of a dataset, which becomes a row of its table. */
export interface ImportedRow {
  readonly kind: "row";
  readonly dataset: DatasetName;
  /** Of several rows with one id the newest is kept; null for rows without ids. */
  readonly id: string | null;
  /** A text that is greater for a later change; null when unknown. */
  readonly changed: string | null;
  readonly row: Members;
}

/** What an export says about a dataset itself. */
export interface ImportedDataset {
  readonly kind: "dataset";
  readonly dataset: DatasetName;
  readonly description: string | null;
}

/** A part of an export that becomes an object of the project. */
export type ImportedObject = ImportedPrompt | ImportedRow | ImportedDataset;
