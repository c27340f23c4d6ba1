import { readEnvironment } from "@/lib/environment/environment";
import { type CallOperation, importService } from "@/lib/import/import-service";
import { langfuseApiItems } from "@/lib/import/langfuse-api/langfuse-items";
import { langsmithApiItems } from "@/lib/import/langsmith-api/langsmith-items";
import type { ImportMapping } from "@/lib/import/mapping/import-mapping";
import { previewOf } from "@/lib/import/mapping/import-preview";
import { MappedImport } from "@/lib/import/mapping/mapped-import";
import { type ImportProgress, ImportStoppedError, sendImport } from "@/lib/import/send-import";
import type { SourceApi } from "@/lib/import/source-api/source-api";
import type { SourcePlace } from "@/lib/import/source-api/source-place";
import type { ImportItem, SkippedItem } from "@/lib/import/values/import-item";
import { AddressPolicy } from "@/lib/outgoing/address-policy";
import { openCommandJournal, sendAndRecord } from "./command-journal";
import { callService, isUnsupported } from "./http/service-http";
import { type SourceAddress, sourceOver } from "./http/source-http";
import { previewText, progressLine, summaryText, unmetText } from "./import-report";
import { CommandLineError, type ImportTarget, readUrl } from "./import-target";
import type { WeaveSurroundings } from "./import-weave";

/** The choices of a person for the records. */
export interface ImportChoices {
  readonly mapping: ImportMapping;
  /** True to store nothing, and to say what there is. */
  readonly isPreview: boolean;
}

/** The part of a project that is read. */
interface ApiReading {
  readonly projectId: string;
  readonly since: Date | null;
  readonly until: Date;
  readonly signal: AbortSignal;
  readonly isSample: boolean;
  readonly onPlace: (place: SourcePlace) => void;
}

/** A project of another tool that is imported through its API. */
export interface ApiOrder extends ImportChoices {
  readonly address: SourceAddress;
  readonly since: Date | null;
  readonly until: Date;
  readonly itemsOf: (api: SourceApi, reading: ApiReading) => AsyncIterable<ImportItem | SkippedItem>;
}

/** The keys of other tools, under the names that their clients read. */
export interface SourceKeys {
  readonly langfuse: { readonly publicKey: string | undefined; readonly secretKey: string | undefined };
  readonly langsmith: { readonly key: string | undefined; readonly workspaceId: string | undefined };
}

interface ApiArguments {
  readonly langfuse?: string | undefined;
  readonly langsmith?: string | undefined;
  readonly "langsmith-project"?: string | undefined;
  readonly since?: string | undefined;
  readonly until?: string | undefined;
}

function timeIn(name: string, text: string): Date {
  const time = new Date(text);
  if (Number.isNaN(time.getTime())) throw new CommandLineError(`${name} takes a time such as 2026-11-30T12:00:00Z.`);
  return time;
}

type Source = Pick<ApiOrder, "address" | "itemsOf">;

function langfuseSource(url: string, keys: SourceKeys["langfuse"] | undefined): Source {
  const { publicKey, secretKey } = keys ?? {};
  if (!publicKey || !secretKey) {
    throw new CommandLineError("Keys of Langfuse are missing: set LANGFUSE_PUBLIC_KEY and LANGFUSE_SECRET_KEY.");
  }
  const authorization = `Basic ${Buffer.from(`${publicKey}:${secretKey}`).toString("base64")}`;
  return {
    address: { url: readUrl(url), path: "/api/public", tool: "Langfuse", keys: { authorization } },
    itemsOf: langfuseApiItems,
  };
}

function langsmithSource(url: string, project: string | undefined, keys: SourceKeys["langsmith"] | undefined): Source {
  const { key, workspaceId } = keys ?? {};
  if (!key) throw new CommandLineError("The key of LangSmith is missing: set LANGSMITH_API_KEY.");
  if (!project) throw new CommandLineError("The project of LangSmith is missing: --langsmith-project NAME.");
  return {
    address: {
      ...{ url: readUrl(url), path: "/api/v1", tool: "LangSmith" },
      keys: { "x-api-key": key, ...(workspaceId ? { "x-tenant-id": workspaceId } : {}) },
    },
    itemsOf: (api, reading) => langsmithApiItems(api, { ...reading, project }),
  };
}

/** Reads the options of a project that is read through an API; null without one. @throws CommandLineError */
export function readApiOrder(
  values: ApiArguments,
  keys: SourceKeys | undefined,
  choices: ImportChoices,
): ApiOrder | null {
  const { langfuse, langsmith, "langsmith-project": project, since, until } = values;
  if (langfuse === undefined && langsmith === undefined) return null;
  const source =
    langsmith === undefined
      ? langfuseSource(langfuse ?? "", keys?.langfuse)
      : langsmithSource(langsmith, project, keys?.langsmith);
  return {
    ...choices,
    ...source,
    since: since === undefined ? null : timeIn("--since", since),
    until: until === undefined ? new Date() : timeIn("--until", until),
  };
}

/** Imports a project through the API of its tool. Returns the exit code. */
export async function runApiOrder(
  { address, since, until, mapping, isPreview, itemsOf }: ApiOrder,
  target: ImportTarget,
  { out, errors, retries, signal = new AbortController().signal }: WeaveSurroundings,
): Promise<number> {
  const { projectId } = target;
  const show = (line: string) => void out.write(out.isTTY ? `\r${line}   ` : `${line}\n`);
  const api = sourceOver(address, {
    policy: new AddressPolicy(readEnvironment()),
    signal,
    onWait: (waitMs) => show(`${address.url.host} asks to wait ${Math.ceil(waitMs / 1000)} s`),
    ...(retries?.waitsMs ? { waitsMs: retries.waitsMs } : {}),
  });
  const places: SourcePlace[] = [];
  const onPlace = (place: SourcePlace) => void places.push(place);
  const items = itemsOf(api, { projectId, since, until, signal, isSample: isPreview, onPlace });
  if (isPreview) {
    out.write(`${out.isTTY ? "\n" : ""}${previewText(await previewOf(items), address.url.host, true)}`);
    return 0;
  }
  const mapped = new MappedImport(mapping);
  const call = ((id: string, body: unknown, params = {}) =>
    callService(target.address, id, body, { ...retries, signal, params })) as CallOperation;
  const facts = { source: address.tool, from: address.url.host, keepsFeedbackIds: false };
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
    // Calls come with the newest first, so those before this time are left.
    const place = places.findLast(({ items: before }) => before <= progress.items);
    const rest = place === undefined ? "Run it again" : `Continue with --until ${place.until.toISOString()}`;
    errors.write(`\n${message}\n${progressLine(progress)}. ${rest}; what is stored is found by its id.\n`);
    return 1;
  }
}
