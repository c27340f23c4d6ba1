import type { SourcePage } from "@/lib/api/contract/app/import-operations";
import type { SourceApi, SourceQuestion } from "@/lib/import/source-api/source-api";
import type { SourcePlace } from "@/lib/import/source-api/source-place";
import type { ImportItem, SkippedItem } from "@/lib/import/values/import-item";

/** The address of a server and what else it is asked with: by the names of fields. It stays in this page. */
export type ApiLogin<Field extends string> = Readonly<Record<Field | "address", string>>;

/** A field of a login. */
interface ApiField<Name extends string> {
  readonly name: Name;
  readonly label: string;
  readonly kind: "address" | "name" | "secret";
  readonly hint?: string;
  readonly placeholder?: string;
  /** The text before anything is entered. */
  readonly initial?: string;
  readonly isOptional?: true;
}

/** The part of a project that is read. */
interface ApiReading {
  readonly projectId: string;
  readonly since: Date | null;
  readonly until: Date;
  readonly signal: AbortSignal;
  readonly isSample?: boolean;
  readonly onPlace?: (place: SourcePlace) => void;
}

/** A tool whose projects are imported through its API. */
export interface ApiTool<Field extends string> {
  /** In texts, and in the record of an import. */
  readonly name: string;
  readonly fields: readonly ApiField<Field | "address">[];
  /** The options of the command that does the same. */
  readonly commandOptions: string;
  /** Asks the dashboard for one answer of the API. */
  readonly ask: (login: ApiLogin<Field>, question: SourceQuestion, signal: AbortSignal) => Promise<SourcePage>;
  readonly itemsOf: (
    api: SourceApi,
    login: ApiLogin<Field>,
    reading: ApiReading,
  ) => AsyncIterable<ImportItem | SkippedItem>;
}
