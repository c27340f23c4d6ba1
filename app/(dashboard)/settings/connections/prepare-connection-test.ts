import type { z } from "zod";
import type { connectionTest } from "@/lib/api/contract/app/connections";
import { findOperation } from "@/lib/api/contract/operations";
import type { Status } from "@/lib/format/status";

export type ConnectionTestResult = z.infer<typeof connectionTest>;

type Support = ConnectionTestResult["operations"][number]["support"];

/** One line of a test result. */
export interface TestRow {
  readonly id: string;
  readonly title: string;
  readonly method: string;
  readonly path: string;
  readonly auth: string;
  readonly isCore: boolean;
  readonly support: Support;
  readonly status: Status;
  readonly note: string;
  readonly latencyMs: number | null;
}

const STATUS_OF: Readonly<Record<Support, Status>> = {
  supported: "ok",
  refused: "error",
  missing: "unsupported",
  unknown: "unknown",
};

const AUTH_NAMES = { basic: "Basic", bearer: "Bearer", none: "–" } as const;

/**
 * Returns the lines of a test, the interface's operations first; operations that this version does not know keep their
 * id.
 */
export function testRows(test: ConnectionTestResult): readonly TestRow[] {
  const rows = test.operations.map((tried): TestRow => {
    const operation = findOperation(tried.operation);
    return {
      id: tried.operation,
      title: operation?.title ?? tried.operation,
      method: operation?.method ?? "",
      path: operation?.path ?? "",
      auth: operation ? AUTH_NAMES[operation.auth] : "",
      isCore: operation?.standing === "core",
      support: tried.support,
      status: STATUS_OF[tried.support],
      note: tried.note,
      latencyMs: tried.latencyMs,
    };
  });
  return [...rows.filter((row) => row.isCore), ...rows.filter((row) => !row.isCore)];
}

/** Counts the operations by outcome, and the supported operations of the interface. */
export function testCounts(rows: readonly TestRow[]): Readonly<Record<Support, number>> & { core: string } {
  const count = (support: Support) => rows.filter((row) => row.support === support).length;
  const core = rows.filter((row) => row.isCore);
  const supported = core.filter((row) => row.support === "supported").length;
  return {
    supported: count("supported"),
    refused: count("refused"),
    missing: count("missing"),
    unknown: count("unknown"),
    core: `${supported} of ${core.length}`,
  };
}

/** Returns the result as text, for a support ticket. It contains no credentials. */
export function testReport(name: string, baseUrl: string, test: ConnectionTestResult): string {
  const lines = testRows(test).map((row) =>
    [
      row.support.padEnd(9),
      `${row.method} ${row.path}`.trim() || row.id,
      row.note,
      row.latencyMs === null ? "" : `${Math.round(row.latencyMs)} ms`,
    ]
      .filter((part) => part !== "")
      .join("  "),
  );
  return [`${name} ${baseUrl}`, `tested ${test.testedAt}`, "", ...lines].join("\n");
}
