import { runPieces } from "@/service/kernel/concurrency/run-pieces";
import type { ConvertedBody, WrittenSpan } from "@/service/traces/otel/wire/convert-body";
import type { ExportPiece } from "@/service/traces/otel/wire/export-pieces";
import type { SpanTurns } from "./span-turns";
import { storeSpans } from "./store-spans";

interface ExportOptions {
  /** Whose turns a large request takes. */
  readonly userId: string;
  readonly signal: AbortSignal;
  /** Resolves when spans are on disk. */
  readonly write: (spans: readonly WrittenSpan[], converted: ConvertedBody) => Promise<void>;
}

/**
 * Stores the pieces of an export request in their order. Resolves when all are on disk. When it rejects, some of them may
 * be stored, and sending the request again stores the others.
 */
export async function storeExport(
  spanTurns: SpanTurns,
  pieces: readonly ExportPiece[],
  { userId, signal, write }: ExportOptions,
): Promise<void> {
  const run = ({ convert }: ExportPiece) => {
    const converted = convert();
    return storeSpans(spanTurns, converted, userId, (spans) => write(spans, converted));
  };
  const [first] = pieces;
  if (pieces.length > 1) await runPieces(pieces, { owner: userId, signal, run });
  else if (first) await run(first);
}
