import { ConflictError } from "@/service/kernel/errors/service-errors";
import type { ServiceState } from "@/service/kernel/state/open-state";

/** An import that has begun, as it is stored. */
export interface UnfinishedImport {
  readonly projectId: string;
  /** SHA-256 of the file. */
  readonly fileDigest: string;
  /** True when the records get other ids than in the file. */
  readonly hasNewIds: boolean;
}

/**
 * The projects whose import has not ended, which no request may use: nobody sees a part of a project, or adds to it. An
 * import that was cut off leaves its project here until it is repeated.
 */
export class UnfinishedImports {
  #state: ServiceState | null = null;
  #projects: ReadonlySet<string> = new Set();

  async open(state: ServiceState): Promise<void> {
    this.#state = state;
    await this.refresh();
  }

  /** Reads what others that share the state have begun or ended. */
  async refresh(): Promise<void> {
    const rows = await this.#opened().selectFrom("project_import").select("project_id").execute();
    this.#projects = new Set(rows.map(({ project_id }) => project_id));
  }

  has(projectId: string): boolean {
    return this.#projects.has(projectId);
  }

  /** @throws ConflictError when one of the projects is being imported */
  requireWhole(projects: Iterable<string>): void {
    if (this.#projects.size === 0) return;
    for (const project of projects) {
      if (!this.#projects.has(project)) continue;
      throw new ConflictError(
        `The import of the project ${project} has not ended. If it was interrupted, run the same import again.`,
      );
    }
  }

  async find(projectId: string): Promise<UnfinishedImport | null> {
    const row = await this.#opened()
      .selectFrom("project_import")
      .selectAll()
      .where("project_id", "=", projectId)
      .executeTakeFirst();
    return row === undefined ? null : { projectId, fileDigest: row.file_digest, hasNewIds: row.has_new_ids === 1 };
  }

  /** Hides a project until {@link end}, also after a restart. */
  async begin({ projectId, fileDigest, hasNewIds }: UnfinishedImport): Promise<void> {
    await this.#opened()
      .insertInto("project_import")
      .values({
        project_id: projectId,
        file_digest: fileDigest,
        has_new_ids: hasNewIds ? 1 : 0,
        begun_at: new Date().toISOString(),
      })
      .execute();
    await this.refresh();
  }

  async end(projectId: string): Promise<void> {
    await this.#opened().deleteFrom("project_import").where("project_id", "=", projectId).execute();
    await this.refresh();
  }

  #opened(): ServiceState {
    if (this.#state === null) throw new Error("The unfinished imports are not read yet.");
    return this.#state;
  }
}
