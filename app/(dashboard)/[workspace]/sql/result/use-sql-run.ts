"use client";

import { useEffect, useRef, useState } from "react";
import { failureOf } from "@/lib/api/client/request-failure";
import { callOperation } from "@/lib/api/client/service-client";
import type { ServiceFailure } from "@/lib/api/contract/errors/service-error";
import type { ResultOf } from "@/lib/api/contract/operations";
import type { SqlParameters } from "@/lib/sql/sql-parameter";
import type { Workspace } from "@/lib/workspace/workspace";

export type SqlResult = ResultOf<"sql.query">;

/** A result, with the query that it answers. */
export interface SqlAnswer {
  readonly sql: string;
  readonly atMs: number;
  readonly result: SqlResult;
}

interface RunState {
  readonly isRunning: boolean;
  /** The last result; it stays when a later query fails. */
  readonly answer: SqlAnswer | null;
  readonly failure: ServiceFailure | null;
}

export interface SqlRun extends RunState {
  readonly run: (sql: string, parameters: SqlParameters) => Promise<void>;
  /** Stops the query, in the engine too. */
  readonly cancel: () => void;
}

/** Runs queries one after another. A query is stopped when the page is left. */
export function useSqlRun({ connectionId, projectId }: Workspace): SqlRun {
  const [state, setState] = useState<RunState>({ isRunning: false, answer: null, failure: null });
  const running = useRef<AbortController | null>(null);
  const cancel = () => running.current?.abort();
  // The outside system is the request.
  useEffect(() => () => running.current?.abort(), []);
  const run = async (sql: string, parameters: SqlParameters) => {
    cancel();
    const own = new AbortController();
    running.current = own;
    setState(({ answer }) => ({ isRunning: true, answer, failure: null }));
    const body = { project_id: projectId, sql, parameters: { ...parameters } };
    try {
      const result = await callOperation(connectionId, "sql.query", { body, signal: own.signal });
      if (running.current === own) {
        setState({ isRunning: false, answer: { sql, atMs: Date.now(), result }, failure: null });
      }
    } catch (error) {
      if (running.current === own) setState(({ answer }) => ({ isRunning: false, answer, failure: failureOf(error) }));
    }
  };
  return { ...state, run, cancel };
}
