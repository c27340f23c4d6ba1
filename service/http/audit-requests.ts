import type { Logger } from "pino";
import type { AuditEvent } from "@/lib/api/contract/audit/audit-event";
import type { AuditRule } from "@/lib/api/contract/audit/audit-rule";
import { auditedNames, auditedProjects } from "@/lib/api/contract/audit/audit-target";
import { MergedEntries } from "@/lib/api/contract/audit/merged-entries";
import { type ReadSize, ReadTally, readSizeText } from "@/lib/api/contract/audit/read-tally";
import { serviceAuditRules } from "@/lib/api/contract/audit/service-audit-rules";
import type { Operation } from "@/lib/api/contract/operation/operation";
import type { OperationId } from "@/lib/api/contract/operations";
import type { Identity } from "@/service/kernel/access/identity";
import type { WaitingAudit } from "@/service/kernel/access/waiting-audit";
import { ForbiddenError } from "@/service/kernel/errors/service-errors";

/** A request whose sender is known. */
interface AuditedSender {
  readonly operation: Operation;
  readonly identity: Identity;
  readonly requestId: string;
}

interface AuditedInput extends AuditedSender {
  readonly input: { readonly params: unknown; readonly query: unknown; readonly body: unknown };
}

// Rows of the operations table have their own ids.
const ruleOf = ({ id }: Operation): AuditRule => serviceAuditRules[id as OperationId];

/**
 * Writes down what API keys do, by the rules of the operations table, for the audit log. What users do in the dashboard is
 * recorded by its relay, which knows them.
 */
export class AuditRequests {
  readonly #waiting: WaitingAudit;
  readonly #log: Logger;
  readonly #now: () => number;
  readonly #merged = new MergedEntries();
  readonly #tally = new ReadTally();

  constructor(waiting: WaitingAudit, log: Logger, now: () => number = Date.now) {
    this.#waiting = waiting;
    this.#log = log;
    this.#now = now;
  }

  /** Records a change that was made. @param answer the JSON of the answer, or null */
  async changed({ operation, identity, requestId, input }: AuditedInput, answer: unknown): Promise<void> {
    const rule = ruleOf(operation);
    if (isOfOthers(operation, identity) || !("event" in rule) || rule.isOfPages) return;
    const target = [keyText(identity), ...auditedNames(rule, { ...input, answer })].join(" ");
    const key = JSON.stringify([rule.event, identity.userId, target]);
    if (rule.isMerged && !this.#merged.isNew(key, this.#now())) return;
    await this.#add({ operation, identity, requestId }, rule.event, target, true);
  }

  /** Returns what counts the responses of a read that can be large; null for any other operation. */
  reader({ operation, identity, requestId, input }: AuditedInput): ((size: ReadSize) => void) | null {
    const rule = ruleOf(operation);
    if (isOfOthers(operation, identity) || !("large" in rule)) return null;
    const place = [keyText(identity), auditedProjects(input).join(", "), operation.id].filter(Boolean).join(" ");
    return (size) => {
      const sum = this.#tally.add(JSON.stringify([identity.userId, place]), size, this.#now());
      if (sum === null) return;
      void this.#add({ operation, identity, requestId }, rule.large, `${place} ${readSizeText(sum)}`, true);
    };
  }

  /** Runs checks of what a sender may do, and records that one of them refused. */
  async checked(sender: AuditedSender, check: () => void): Promise<void> {
    try {
      check();
    } catch (error) {
      const { operation, identity } = sender;
      const target = `${keyText(identity)} ${operation.id}`;
      const isNew = () => this.#merged.isNew(JSON.stringify(["denied", identity.userId, target]), this.#now());
      if (error instanceof ForbiddenError && !isOfOthers(operation, identity) && isNew()) {
        await this.#add(sender, "operation.denied", target, false);
      }
      throw error;
    }
  }

  /** It has been done by now, so that an entry that cannot be stored is logged instead. */
  async #add({ identity, requestId }: AuditedSender, event: AuditEvent, target: string, isAllowed: boolean) {
    const at = new Date(this.#now()).toISOString();
    const entry = { at, event, user_id: identity.userId, target, is_allowed: isAllowed, request_id: requestId };
    try {
      await this.#waiting.add(entry);
    } catch (error) {
      this.#log.error({ err: error, requestId, event }, "what a key did could not be stored for the audit log");
    }
  }
}

const isOfOthers = ({ auth }: Operation, { isDashboard }: Identity) => auth === "none" || isDashboard === true;
const keyText = ({ name }: Identity) => `key ${name}`;
