import { describe } from "vitest";
import { askForServer } from "./test-postgres";

const answer = await askForServer();

/** A suite that needs PostgreSQL; skipped where there is none, with the reason in its title. */
export function describeOnPostgres(title: string, suite: () => void): void {
  if ("absence" in answer) describe.skip(`${title} (${answer.absence})`, suite);
  else describe(title, suite);
}
