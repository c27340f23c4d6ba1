import { ImportJournal } from "@/lib/import/earlier/import-journal";
import { ImportStoppedError, type ImportSummary, recordsIn } from "@/lib/import/send-import";
import type { RetryOptions } from "./http/service-http";
import { weaveTarget } from "./http/weave-http";
import type { ImportTarget } from "./import-target";

interface CommandJournalOptions {
  readonly source: string;
  readonly from: string;
  readonly keepsFeedbackIds: boolean;
  readonly retries?: Pick<RetryOptions, "waitsMs"> | undefined;
}

/** Begins to write down an import by command, whose own requests outlive a stop. */
export function openCommandJournal(
  { projectId, address }: ImportTarget,
  { retries, ...facts }: CommandJournalOptions,
): ImportJournal {
  // A service that does not answer any more does not keep the command for long.
  const options = { waitsMs: retries?.waitsMs ?? [1_000], signal: new AbortController().signal };
  return new ImportJournal(weaveTarget(projectId, address, options), facts);
}

/** Sends an import, and writes down how it ended. */
export async function sendAndRecord(
  journal: ImportJournal,
  send: () => Promise<ImportSummary>,
): Promise<ImportSummary> {
  const beganMs = performance.now();
  try {
    const summary = await send();
    const { leftOut: losses, skipped, sourceRecords } = summary;
    const [sent, runMs] = [recordsIn(summary), performance.now() - beganMs];
    await journal.end({ state: "done", source: sourceRecords[0]?.tool, sent, runMs, skipped, losses });
    return summary;
  } catch (error) {
    if (error instanceof ImportStoppedError) {
      const { progress } = error;
      const [sent, runMs] = [recordsIn(progress), performance.now() - beganMs];
      await journal.end({ state: "stopped", sent, runMs, skipped: progress.skipped, losses: [] });
    }
    throw error;
  }
}
