import type { RequestFailure } from "@/lib/api/client/request-failure";
import { failureOf } from "@/lib/api/client/request-failure";
import { callOperation, streamOperation } from "@/lib/api/client/service-client";
import type { StateKind } from "@/lib/failure/failure-text";
import { failureText } from "@/lib/failure/failure-text";
import { ORIGIN, type TestDashboard } from "@/test/faults/relay-dashboard";

/** The part of a page that concerns one request: its rows, and the texts of what went wrong. */
export interface Seen {
  /** The rows that stay on the page. */
  readonly rows: readonly string[];
  /** How the list ended; null when it never began. */
  readonly end: "complete" | "cut-short" | "stopped" | null;
  /** The title of the state that replaces the content; null when there is content. */
  readonly title: string | null;
  readonly state: StateKind | null;
  /** Every other text about the failure, with numbers of unreadable lines. */
  readonly text: string;
}

/** Answers requests of the browser's client as the dashboard's own server does. */
export function fetchFrom(app: TestDashboard): typeof fetch {
  return async (input, init) => {
    const url = new URL(String(input), ORIGIN);
    const [connection = "", operation = ""] = url.pathname.split("/").slice(3).map(decodeURIComponent);
    const { method = "GET", body } = init ?? {};
    const search = [...url.searchParams];
    return await app.call(operation, { connection, search, method, ...(body ? { body } : {}) });
  };
}

function seenFailure(error: unknown): Seen {
  const failure = failureOf(error as RequestFailure);
  const { title, advice, kind } = failureText(failure);
  const detail = (failure.detail ?? []).map(({ loc, msg }) => `${loc.join(".")}: ${msg}`);
  const text = [failure.message, failure.reason ?? "", advice, ...detail].join(" ");
  return { rows: [], end: null, title, state: kind, text };
}

/** The list of threads, which arrives line by line. */
export async function seenList(connection: string): Promise<Seen> {
  const rows: string[] = [];
  try {
    const request = { body: { project_id: "demo/air" } };
    const { end, badLines } = await streamOperation(connection, "threads.streamQuery", request, (batch) => {
      rows.push(...batch.map(({ thread_id: id }) => id));
    });
    const unread = badLines.map(({ line, reason }) => `line ${line}: ${reason}`);
    const text = [end.kind === "cut-short" ? end.reason : "", ...unread].join(" ");
    return { rows, end: end.kind, title: null, state: null, text };
  } catch (error) {
    return seenFailure(error);
  }
}

/** The number of calls, which is one JSON document. */
export async function seenCount(connection: string): Promise<Seen> {
  try {
    const { count } = await callOperation(connection, "calls.queryStats", { body: { project_id: "demo/air" } });
    return { rows: [String(count)], end: "complete", title: null, state: null, text: "" };
  } catch (error) {
    return seenFailure(error);
  }
}
