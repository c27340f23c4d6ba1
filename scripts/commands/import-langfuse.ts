import { readEnvironment } from "@/lib/environment/environment";
import { type CallOperation, importService } from "@/lib/import/import-service";
import { type LangfusePlace, langfuseApiItems } from "@/lib/import/langfuse-api/langfuse-items";
import type { ImportMapping } from "@/lib/import/mapping/import-mapping";
import { previewOf } from "@/lib/import/mapping/import-preview";
import { MappedImport } from "@/lib/import/mapping/mapped-import";
import { type ImportProgress, ImportStoppedError, sendImport } from "@/lib/import/send-import";
import { AddressPolicy } from "@/lib/outgoing/address-policy";
import { openCommandJournal, sendAndRecord } from "./command-journal";
import { type LangfuseAddress, langfuseOver } from "./http/langfuse-http";
import { callService, isUnsupported } from "./http/service-http";
import { previewText, progressLine, summaryText, unmetText } from "./import-report";
import { CommandLineError, type ImportTarget, readUrl } from "./import-target";
import type { WeaveSurroundings } from "./import-weave";

/** A project of Langfuse that is imported through its API. */
export interface LangfuseOrder {
  readonly address: LangfuseAddress;
  readonly since: Date | null;
  readonly until: Date;
}

/** What a person chose to do with the records. */
export interface ImportChoices {
  readonly mapping: ImportMapping;
  /** True to store nothing, and to say what there is. */
  readonly isPreview: boolean;
}

/** The keys of a project of Langfuse, under the names that its clients read. */
export interface LangfuseKeys {
  readonly publicKey: string | undefined;
  readonly secretKey: string | undefined;
}

interface LangfuseArguments {
  readonly langfuse?: string | undefined;
  readonly since?: string | undefined;
  readonly until?: string | undefined;
}

function timeIn(name: string, text: string): Date {
  const time = new Date(text);
  if (Number.isNaN(time.getTime())) throw new CommandLineError(`${name} takes a time such as 2026-11-30T12:00:00Z.`);
  return time;
}

/** Reads `--langfuse`, `--since` and `--until`. @throws CommandLineError */
export function readLangfuseOrder(values: LangfuseArguments, keys?: LangfuseKeys): LangfuseOrder {
  const { langfuse = "", since, until } = values;
  const { publicKey, secretKey } = keys ?? {};
  if (!publicKey || !secretKey) {
    throw new CommandLineError("Keys of Langfuse are missing: set LANGFUSE_PUBLIC_KEY and LANGFUSE_SECRET_KEY.");
  }
  return {
    address: { url: readUrl(langfuse), publicKey, secretKey },
    since: since === undefined ? null : timeIn("--since", since),
    until: until === undefined ? new Date() : timeIn("--until", until),
  };
}

/** Imports a project of Langfuse. Returns the exit code. */
export async function runLangfuseOrder(
  { address, since, until, mapping, isPreview }: LangfuseOrder & ImportChoices,
  target: ImportTarget,
  { out, errors, retries, signal = new AbortController().signal }: WeaveSurroundings,
): Promise<number> {
  const { projectId } = target;
  const show = (line: string) => void out.write(out.isTTY ? `\r${line}   ` : `${line}\n`);
  const api = langfuseOver(address, {
    policy: new AddressPolicy(readEnvironment()),
    signal,
    onWait: (waitMs) => show(`${address.url.host} asks to wait ${Math.ceil(waitMs / 1000)} s`),
    ...(retries?.waitsMs ? { waitsMs: retries.waitsMs } : {}),
  });
  const places: LangfusePlace[] = [];
  const reading = { projectId, since, until, signal, isSample: isPreview };
  const items = langfuseApiItems(api, { ...reading, onPlace: (place) => places.push(place) });
  if (isPreview) {
    out.write(`${out.isTTY ? "\n" : ""}${previewText(await previewOf(items), address.url.host, true)}`);
    return 0;
  }
  const mapped = new MappedImport(mapping);
  const call = ((id: string, body: unknown, params = {}) =>
    callService(target.address, id, body, { ...retries, signal, params })) as CallOperation;
  const facts = { source: "Langfuse", from: address.url.host, keepsFeedbackIds: false };
  const journal = openCommandJournal(target, { ...facts, retries });
  const service = importService(projectId, journal.wrap(call), isUnsupported);
  const onProgress = (progress: ImportProgress) => show(progressLine(progress));
  try {
    const summary = await sendAndRecord(journal, () =>
      sendImport(mapped.items(items), service, { signal, onProgress }),
    );
    out.write(
      `${out.isTTY ? "\n" : ""}\n${summaryText(summary, address.url.host, projectId)}${unmetText(mapped.unmet)}`,
    );
    return summary.skipped > 0 ? 2 : 0;
  } catch (error) {
    if (!(error instanceof ImportStoppedError)) throw error;
    const { message, progress } = error;
    // Observations come with the newest first, so those before this time are left.
    const place = places.findLast(({ items: before }) => before <= progress.items);
    const rest = place === undefined ? "Run it again" : `Continue with --until ${place.until.toISOString()}`;
    errors.write(`\n${message}\n${progressLine(progress)}. ${rest}; what is stored is found by its id.\n`);
    return 1;
  }
}
