import { setTimeout as sleep } from "node:timers/promises";
import type { MissingRows } from "@/lib/api/contract/admin/missing-rows";
import { projectId as projectIdSchema } from "@/lib/api/contract/scalars/scalars";
import { isPostgres } from "@/lib/postgres/database-kind";
import { findUse } from "@/service/traces/store/projects/project-sections";
import { type CheckedFile, checkProjectFile } from "./check-project-file";
import { BytesImport } from "./import-bytes";
import { hasTakenIds, requireKnownColumns, StateImport } from "./import-state";
import { StoreImport } from "./import-store";
import { entriesOf, requireDigests } from "./project-file";
import { type ProjectCounts, ProjectFileError, sectionOf } from "./project-format";
import type { ProjectParts } from "./project-parts";
import { Renaming } from "./renaming";
import { findStateUse } from "./state-rows";
import { EXPORTED_TABLES, sectionOfTable } from "./state-tables";

/** Within this time all services that share a database or a server know which projects are being imported. */
const KNOWN_TO_ALL_MS = 2_000;

export interface ImportRequest {
  readonly file: string;
  /** The project to import into; null for the one of the file. */
  readonly projectId: string | null;
  readonly signal?: AbortSignal;
  /** Called with the step and its bytes so far. */
  readonly onProgress?: (step: "checked" | "imported", bytes: number) => void;
}

export interface ImportResult {
  readonly projectId: string;
  readonly from: string;
  readonly hasNewIds: boolean;
  readonly counts: ProjectCounts;
  /** What the project lacked when the file was written. */
  readonly missing: readonly MissingRows[];
}

/** Hides the project, or finds that an earlier import of the file has. @returns whether records get new ids */
async function beginImport(parts: ProjectParts, projectId: string, checked: CheckedFile): Promise<boolean> {
  const { imports } = parts.services;
  const unfinished = await imports.find(projectId);
  if (unfinished !== null) {
    if (unfinished.fileDigest === checked.fileDigest) return unfinished.hasNewIds;
    throw new ProjectFileError(
      `An import of another file into ${projectId} was interrupted. Run that import again, or import this file under another name.`,
    );
  }
  const used = (await findUse(parts.services.store, projectId)) ?? (await findStateUse(parts, projectId));
  if (used !== null) {
    throw new ProjectFileError(
      `The project ${projectId} is in use: it has, or had, records of ${used.replaceAll("_", " ")}. Import under another name with --project.`,
    );
  }
  const hasNewIds = await hasTakenIds(parts, checked);
  await imports.begin({ projectId, fileDigest: checked.fileDigest, hasNewIds });
  if (isPostgres(parts.state) || parts.services.store.kind === "server") await sleep(KNOWN_TO_ALL_MS);
  return hasNewIds;
}

async function storeEntries(
  parts: ProjectParts,
  { file, signal, onProgress = () => undefined }: ImportRequest,
  renaming: Renaming,
  checked: CheckedFile,
): Promise<void> {
  const state = new StateImport(parts, renaming);
  const store = new StoreImport(parts.services, renaming);
  const bytes = new BytesImport(parts, renaming);
  const digests = new Map<string, string>();
  let sizeBytes = 0;
  for await (const entry of entriesOf(file, (name, digest) => digests.set(name, digest), signal)) {
    signal?.throwIfAborted();
    const section = sectionOf(entry.name);
    const table = EXPORTED_TABLES.find((each) => sectionOfTable(each) === section);
    if (section === null && entry.name.includes("/")) await bytes.store(entry);
    else if (section === null) for await (const _ of entry.bytes());
    else {
      const lines = await entry.lines();
      if (digests.get(entry.name) !== checked.digests.get(entry.name)) {
        throw new ProjectFileError(`${entry.name} has changed in the file since it was checked.`);
      }
      if (table) await state.store(table, entry.name, lines);
      else await store.store(section.slice("store/".length), entry.name, lines);
    }
    sizeBytes += entry.sizeBytes;
    onProgress("imported", sizeBytes);
  }
  signal?.throwIfAborted();
  await bytes.finish();
  requireDigests(digests, checked.digests);
  await state.finish(checked);
}

/**
 * Imports a project from the file of an export. The whole file is checked before anything is stored. Until everything is
 * stored, requests to the project are refused; an import that was cut off, also by a crash, is continued by running it
 * again.
 *
 * @throws ProjectFileError when the file cannot be imported, or the project is in use
 */
export async function importProject(parts: ProjectParts, request: ImportRequest): Promise<ImportResult> {
  const { file, signal, onProgress } = request;
  const checked = await checkProjectFile(file, (bytes) => onProgress?.("checked", bytes), signal);
  const from = checked.about.project_id;
  const projectId = request.projectId ?? from;
  if (!projectIdSchema.safeParse(projectId).success)
    throw new ProjectFileError(`${projectId} is not a project's name.`);
  await requireKnownColumns(parts, checked);
  const hasNewIds = await beginImport(parts, projectId, checked);
  const renaming = new Renaming({ from, to: projectId, ids: hasNewIds ? checked.ids : new Set() });
  await storeEntries(parts, request, renaming, checked);
  await parts.services.imports.end(projectId);
  return { projectId, from, hasNewIds, counts: checked.counts, missing: checked.about.missing ?? [] };
}
