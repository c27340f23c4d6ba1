import type { Identity } from "@/service/kernel/access/identity";
import { ServiceError } from "@/service/kernel/errors/service-errors";
import { parseRef } from "@/service/kernel/json/refs";
import { type RefStores, readRefs } from "./ref-values";

/** Reads refs for one key. */
export interface RefReader extends RefStores {
  readonly identity: Identity;
  readonly signal: AbortSignal;
}

const MAX_REFS_PER_REQUEST = 500;

/** The values of refs, as JSON text. Refs without a target, or into a project the key may not read, are omitted. */
export async function readPermitted(context: RefReader, refs: readonly string[]): Promise<Map<string, string>> {
  const { projects } = context.identity;
  const permitted = refs.filter((ref) => {
    const project = parseRef(ref)?.project;
    return project !== undefined && (projects?.includes(project) ?? true);
  });
  const values = new Map<string, string>();
  for (let at = 0; at < permitted.length; at += MAX_REFS_PER_REQUEST) {
    const batch = permitted.slice(at, at + MAX_REFS_PER_REQUEST);
    const texts = await readOrSkip(context, batch);
    for (const [index, ref] of batch.entries()) {
      const text = texts[index];
      if (typeof text === "string") values.set(ref, text);
    }
  }
  return values;
}

/** One unreadable ref fails its whole batch, so a failed batch is read in halves. */
async function readOrSkip(context: RefReader, refs: readonly string[]): Promise<(string | null)[]> {
  try {
    return await readRefs(context, refs, context.signal);
  } catch (error) {
    if (!(error instanceof ServiceError) || error.status >= 500) throw error;
    if (refs.length === 1) return [null];
    const middle = Math.ceil(refs.length / 2);
    const first = await readOrSkip(context, refs.slice(0, middle));
    return [...first, ...(await readOrSkip(context, refs.slice(middle)))];
  }
}
