import { importService } from "@/lib/import/import-service";
import { ImportStoppedError, sendImport } from "@/lib/import/send-import";
import type { SkippedItem } from "@/lib/import/values/import-item";
import type { LeftOut } from "@/lib/import/values/left-out";
import { callItems, startedUntil } from "./call-items";
import { copyFeedback } from "./copy-feedback";
import { copyObjects } from "./copy-objects";
import { RefMap } from "./ref-map";
import { type WeaveContent, weaveContent } from "./weave-content";
import type { WeaveCounts, WeaveProject, WeaveStep, WeaveTarget } from "./weave-service";
import { WeaveTally } from "./weave-tally";

export interface WeaveProgress {
  readonly step: WeaveStep;
  readonly counts: WeaveCounts;
  /** Calls that need not be read again when the import continues. */
  readonly callsDone: number;
}

export interface WeaveReport {
  readonly counts: WeaveCounts;
  readonly skippedItems: readonly SkippedItem[];
  readonly losses: readonly LeftOut[];
  /** Calls until the time of the import in both projects: equal where nothing is missing. */
  readonly callsThere: number;
  readonly callsHere: number;
}

export interface WeaveOptions {
  /** Only calls that began until then are read. A continued import has the time of the first. */
  readonly until: Date;
  /** Calls that an earlier run has stored. */
  readonly fromCall?: number;
  /** What was counted before; it is counted again without. */
  readonly content?: WeaveContent;
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: WeaveProgress) => void;
  readonly batchBytes?: number;
  /** Delays before a request is sent again, in milliseconds. */
  readonly waitsMs?: readonly number[];
}

/** What an import cannot keep, whatever the project has. */
export const WEAVE_LOSSES: readonly string[] = [
  "Who logged a call is not kept: the service names the user of the import.",
  "Objects and feedback have the time of the import.",
  "Prices, review queues, monitors, saved views and records of earlier imports are not read.",
];

const MISSING_REFS = "Refs to versions that the other project no longer has lead nowhere.";

async function callCount({ ask, projectId }: WeaveProject, until: Date): Promise<number> {
  return Number((await ask("calls.queryStats", { project_id: projectId, query: startedUntil(until) })).count);
}

/**
 * Imports a project of another service that has this interface: objects with their tables and files, calls, feedback.
 * What is there already is found by its id or content, so an import that stopped is continued by running it again.
 *
 * @throws what a request rejects with, or the reason of the signal
 */
export async function importFromWeave(
  source: WeaveProject,
  target: WeaveTarget,
  options: WeaveOptions,
): Promise<WeaveReport> {
  const { until, fromCall = 0, signal, onProgress, batchBytes, waitsMs } = options;
  let step: WeaveStep = "objects";
  let callsDone = fromCall;
  const tally: WeaveTally = new WeaveTally(() => onProgress?.({ step, counts: tally.counts, callsDone }));
  const content = options.content ?? (await weaveContent(source, until, signal));
  tally.expect(
    "objects",
    content.objects.reduce((sum, { versions }) => sum + versions, 0),
  );
  tally.expect("calls", content.calls);
  tally.expect("feedback", content.feedback);
  const refs = new RefMap(source.projectId, target.stored.projectId);
  const common = { source, target, refs, tally, ...(signal ? { signal } : {}), ...(waitsMs ? { waitsMs } : {}) };
  await copyObjects(common);

  step = "calls";
  tally.add("calls", { read: fromCall });
  const mayBeStored = (await callCount(target.stored, until)) > 0;
  const items = callItems({ ...common, stored: target.stored, until, from: fromCall, mayBeStored });
  const service = importService(target.stored.projectId, target.call, target.stored.isUnsupported);
  let stored = 0;
  try {
    await sendImport(items, service, {
      ...(signal ? { signal } : {}),
      ...(batchBytes ? { batchBytes } : {}),
      onProgress: ({ calls }) => {
        const more = calls - stored;
        stored = calls;
        const { present, skipped } = tally.counts.calls;
        // Calls are stored in the order in which they are read.
        callsDone = fromCall + stored + present + skipped;
        tally.add("calls", { stored: more });
      },
    });
  } catch (error) {
    if (error instanceof ImportStoppedError) throw error.cause;
    throw error;
  }

  step = "feedback";
  await copyFeedback(common);
  for (const reason of WEAVE_LOSSES) tally.losses.add(reason, "the project");
  if (refs.missingCount > 0) tally.losses.add(MISSING_REFS, "refs", refs.missingCount);
  return {
    counts: tally.counts,
    skippedItems: tally.skippedItems,
    losses: tally.losses.all,
    callsThere: await callCount(source, until),
    callsHere: await callCount(target.stored, until),
  };
}
