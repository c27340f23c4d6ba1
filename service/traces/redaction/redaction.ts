import { randomBytes } from "node:crypto";
import type { Logger } from "pino";
import { type RedactionRule, redactionRules } from "@/lib/api/contract/admin/redaction";
import { errorMessage } from "@/lib/guard/error-message";
import { ConflictError, InvalidRequestError, StoreUnavailableError } from "@/service/kernel/errors/service-errors";
import type { ServiceState } from "@/service/kernel/state/open-state";
import { type Seal, SealError } from "@/service/kernel/state/seal";
import type { Reseal } from "@/service/kernel/state/seal-replacement";
import type { StateSchema } from "@/service/kernel/state/state-schema";
import type { CallPart } from "@/service/traces/store/calls/call-parts";
import type { StoredFeedback } from "@/service/traces/store/schema/schema-feedback";
import { ProjectRedactor } from "./project-redactor";

const SECRET_BYTES = 32;

/** The rules of a project as they are stored. */
export interface StoredRules {
  /** 0 for a project without rules; counts up with each change. */
  readonly revision: number;
  readonly rules: readonly RedactionRule[];
  readonly updatedAt: string | null;
}

const NO_RULES: StoredRules = { revision: 0, rules: [], updatedAt: null };

/** What the rules of projects need to be read. */
interface RulesPlace {
  readonly state: ServiceState;
  readonly seal: Seal;
  readonly log: Logger;
}

/**
 * The rules of all projects, applied to everything before it is stored or logged. A project without rules costs one look
 * into a map. Until the rules were read nothing passes.
 */
export class Redaction {
  #place: RulesPlace | null = null;
  /** Of projects with rules that are switched on. */
  #redactors = new Map<string, ProjectRedactor>();
  /** Changes whenever a project's rules do, in any process. */
  #revisions = "";

  /** Reads the rules. @throws when the state cannot be read */
  async open(state: ServiceState, seal: Seal, log: Logger): Promise<void> {
    this.#place = { state, seal, log };
    await this.#read();
  }

  /** Applies what other services that share the state have changed. */
  async refresh(): Promise<void> {
    const { count, sum } = await this.#opened()
      .state.selectFrom("redaction")
      .select(({ fn }) => [fn.countAll<number>().as("count"), fn.sum<number>("revision").as("sum")])
      .executeTakeFirstOrThrow();
    if (`${count} ${sum ?? 0}` !== this.#revisions) await this.#read();
  }

  /** Returns the parts as they may be stored. @throws InvalidRequestError when they cannot be redacted */
  parts(parts: readonly CallPart[]): readonly CallPart[] {
    this.#opened();
    return this.#redactors.size === 0 ? parts : refusing(() => this.#redacted(parts));
  }

  #redacted(parts: readonly CallPart[]): readonly CallPart[] {
    const projects = new Set(parts.map(({ projectId }) => projectId));
    let redacted = parts;
    for (const projectId of projects) {
      const redactor = this.#redactors.get(projectId);
      if (redactor === undefined) continue;
      const own = redactor.parts(redacted.filter((part) => part.projectId === projectId)).values();
      redacted = redacted.map((part) => (part.projectId === projectId ? (own.next().value ?? part) : part));
    }
    return redacted;
  }

  /** The same for feedback. */
  feedback(rows: readonly StoredFeedback[]): readonly StoredFeedback[] {
    this.#opened();
    if (this.#redactors.size === 0) return rows;
    return refusing(() => rows.map((row) => this.#redactors.get(String(row.project_id))?.feedback(row) ?? row));
  }

  /** Returns what acts on a project; null when nothing does. */
  redactorOf(projectId: string): ProjectRedactor | null {
    this.#opened();
    return this.#redactors.get(projectId) ?? null;
  }

  async rulesOf(projectId: string): Promise<StoredRules> {
    const row = await this.#row(projectId);
    if (row === undefined) return NO_RULES;
    return { revision: row.revision, rules: rulesIn(row.rules), updatedAt: row.updated_at };
  }

  /**
   * Stores the rules of a project. When this resolves they act on what arrives here.
   *
   * @param revision the one that was changed
   * @throws ConflictError when it is not the stored one
   */
  async set(projectId: string, revision: number, rules: readonly RedactionRule[]): Promise<StoredRules> {
    const { state, seal } = this.#opened();
    const known = await this.#row(projectId);
    const changed = {
      rules: JSON.stringify(rules),
      // Kept also without rules, so that equal values stay equal.
      sealed: known && this.#secretOf(known) !== null ? known.sealed : seal.close(newSecret(), placeOf(projectId)),
      updated_at: new Date().toISOString(),
      revision: revision + 1,
    };
    const isStored =
      revision === 0
        ? await state
            .insertInto("redaction")
            .values({ project_id: projectId, ...changed })
            .onConflict((conflict) => conflict.doNothing())
            .executeTakeFirst()
            .then(({ numInsertedOrUpdatedRows }) => (numInsertedOrUpdatedRows ?? 0n) > 0n)
        : await state
            .updateTable("redaction")
            .set(changed)
            .where("project_id", "=", projectId)
            .where("revision", "=", revision)
            .executeTakeFirst()
            .then(({ numUpdatedRows }) => numUpdatedRows > 0n);
    if (!isStored) throw new ConflictError("Somebody else changed these rules meanwhile. Load them again.");
    await this.#read();
    return { revision: changed.revision, rules, updatedAt: changed.updated_at };
  }

  /** Returns a redactor of rules that are not stored, with the project's key for hashes. */
  async trial(projectId: string, rules: readonly RedactionRule[]): Promise<ProjectRedactor> {
    const row = await this.#row(projectId);
    const secret = row === undefined ? null : this.#secretOf(row);
    return new ProjectRedactor(rules, secret ?? randomBytes(SECRET_BYTES));
  }

  #opened(): RulesPlace {
    if (this.#place === null) throw new StoreUnavailableError("The redaction rules are not read yet. Try again.");
    return this.#place;
  }

  async #row(projectId: string): Promise<StateSchema["redaction"] | undefined> {
    return await this.#opened()
      .state.selectFrom("redaction")
      .selectAll()
      .where("project_id", "=", projectId)
      .executeTakeFirst();
  }

  async #read(): Promise<void> {
    const { state, log } = this.#opened();
    const rows = await state.selectFrom("redaction").selectAll().execute();
    const redactors = new Map<string, ProjectRedactor>();
    for (const row of rows) {
      const rules = rulesIn(row.rules);
      if (!rules.some((rule) => rule.is_enabled)) continue;
      const secret = this.#secretOf(row);
      if (secret === null) {
        const text = "values of a project are removed instead of hashed: the key for its hashes cannot be read";
        log.warn({ projectId: row.project_id }, text);
      }
      redactors.set(row.project_id, new ProjectRedactor(rules, secret));
    }
    this.#redactors = redactors;
    this.#revisions = `${rows.length} ${rows.reduce((sum, { revision }) => sum + revision, 0)}`;
  }

  /** Returns the project's key for hashes; null when it was sealed with another key of the service. */
  #secretOf({ project_id, sealed }: StateSchema["redaction"]): Buffer | null {
    try {
      return Buffer.from(this.#opened().seal.open(sealed, placeOf(project_id)), "base64");
    } catch (error) {
      if (error instanceof SealError) return null;
      throw error;
    }
  }
}

/** What cannot be read cannot be redacted, so it is not stored. */
function refusing<Result>(redact: () => Result): Result {
  try {
    return redact();
  } catch (error) {
    throw new InvalidRequestError(
      `The redaction rules of the project cannot be applied to it, so that nothing was stored: ${errorMessage(error)}`,
    );
  }
}

/** Seals the keys of the hashes of all projects with a new key. */
export async function resealRedactions(state: ServiceState, reseal: Reseal): Promise<void> {
  for (const { project_id: projectId, sealed } of await state.selectFrom("redaction").selectAll().execute()) {
    const renewed = reseal(sealed, placeOf(projectId));
    if (renewed === null) continue;
    await state.updateTable("redaction").set({ sealed: renewed }).where("project_id", "=", projectId).execute();
  }
}

const newSecret = () => randomBytes(SECRET_BYTES).toString("base64");

const placeOf = (projectId: string): readonly string[] => ["redaction", projectId];

const rulesIn = (text: string): RedactionRule[] => redactionRules.parse(JSON.parse(text));
