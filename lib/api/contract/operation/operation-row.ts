import { z } from "zod";
import type { Audience, Limits, Operation } from "./operation";

const MIB = 1024 * 1024;

/** 32 MiB is the limit of public servers; their clients split above 31 MiB. */
const ordinaryLimits: Limits = {
  requestBytes: 32 * MIB,
  headersTimeoutMs: 30_000,
  idleTimeoutMs: 60_000,
};

/** A single payload may be large: a call with a 50 MB input is stored complete. */
export const ingestLimits: Limits = { ...ordinaryLimits, requestBytes: 128 * MIB, headersTimeoutMs: 60_000 };

/** Training data is streamed and counted, never held in memory. */
export const bulkLimits: Limits = { requestBytes: 256 * MIB, headersTimeoutMs: 120_000, idleTimeoutMs: 60_000 };

/** A completion takes as long as its model needs. */
export const completionLimits: Limits = { ...ordinaryLimits, headersTimeoutMs: 600_000, idleTimeoutMs: 600_000 };

const emptyInput = z.object({});

type RowDefaults = {
  readonly method: "POST";
  readonly aliases: readonly string[];
  readonly role: null;
  readonly audience: Audience;
  readonly params: typeof emptyInput;
  readonly query: typeof emptyInput;
  readonly limits: Limits;
  readonly gaps: readonly string[];
};

const defaults: RowDefaults = {
  method: "POST",
  aliases: [],
  role: null,
  audience: "clients",
  params: emptyInput,
  query: emptyInput,
  limits: ordinaryLimits,
  gaps: [],
};

type RowInput = Omit<Operation, keyof RowDefaults> & Partial<Pick<Operation, keyof RowDefaults>>;

/**
 * Fills in the columns that most rows share: POST, for every client, no parameters, ordinary limits. Preserves the
 * row's own types.
 */
export function defineOperation<const Row extends RowInput>(columns: Row): Omit<RowDefaults, keyof Row> & Row {
  return { ...defaults, ...columns };
}
