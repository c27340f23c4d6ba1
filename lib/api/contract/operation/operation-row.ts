import { z } from "zod";
import { ordinaryLimits } from "./limits";
import type { Audience, Limits, Operation } from "./operation";

const emptyInput = z.object({});

type RowDefaults = {
  readonly method: "POST";
  readonly aliases: readonly string[];
  readonly role: null;
  readonly scope: null;
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
  scope: null,
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
