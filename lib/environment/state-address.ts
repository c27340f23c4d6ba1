import type { VariableValues } from "./variables";

/** The variables that decide where the service's state is. */
type StateVariables = Partial<Pick<VariableValues, "DATABASE_URL" | "HEDDLE_SERVICE_STATE">>;

/** Returns the database of the service's state; undefined for files in the data folder. */
export function stateAddress({ DATABASE_URL, HEDDLE_SERVICE_STATE }: StateVariables): string | undefined {
  return HEDDLE_SERVICE_STATE === "folder" ? undefined : DATABASE_URL;
}
