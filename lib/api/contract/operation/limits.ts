import type { Limits } from "./operation";

const MIB = 1024 * 1024;

/** 32 MiB is the limit of public servers; their clients split above 31 MiB. */
export const ordinaryLimits: Limits = {
  requestBytes: 32 * MIB,
  headersTimeoutMs: 30_000,
  idleTimeoutMs: 60_000,
};

/** A single payload may be large: a call with a 50 MB input is stored complete. */
export const ingestLimits: Limits = { ...ordinaryLimits, requestBytes: 128 * MIB, headersTimeoutMs: 60_000 };

/** Training data is streamed and counted, never held in memory. */
export const bulkLimits: Limits = { requestBytes: 256 * MIB, headersTimeoutMs: 120_000, idleTimeoutMs: 60_000 };

/** The response comes after requests to models, each of which may take minutes. */
export const modelLimits: Limits = { ...ordinaryLimits, headersTimeoutMs: 600_000 };

/** A completion takes as long as its model needs. */
export const completionLimits: Limits = { ...modelLimits, idleTimeoutMs: 600_000 };
