import { plainNumber } from "@/lib/api/contract/scalars/json-text";
import { isMembers } from "@/lib/json/value/members";
import type { TrainingEvent } from "./training-event";

/** Values that are shown elsewhere, and would be a chart of one point. */
const NOT_DRAWN: ReadonlySet<string> = new Set(["training_started", "training_ended", "training_failed"]);
const MAX_DEPTH = 4;

/** Returns the metric path of a number: numbers of gradient steps keep their own name. */
export function seriesPath(type: string, name: string): string {
  return type === "gradient_step" ? name : `${type} ${name}`;
}

/** Calls `take` with each number of an event, including nested ones: `loss`, `optimizer.lr`. */
export function visitNumbers({ type, data }: TrainingEvent, take: (name: string, value: number) => void): void {
  if (!NOT_DRAWN.has(type)) visit(data, "", 0, take);
}

function visit(value: unknown, path: string, depth: number, take: (name: string, value: number) => void): void {
  const number = numberOf(value);
  if (number !== null) {
    take(path, number);
    return;
  }
  if (!isMembers(value) || depth >= MAX_DEPTH) return;
  for (const name of Object.keys(value)) visit(value[name], path === "" ? name : `${path}.${name}`, depth + 1, take);
}

function numberOf(value: unknown): number | null {
  const number = plainNumber(value);
  if (typeof number === "number") return number;
  // Like clients, also reads numbers written as text.
  const isNumber = typeof value === "string" && value.trim() !== "" && Number.isFinite(Number(value));
  return isNumber ? Number(value) : null;
}
