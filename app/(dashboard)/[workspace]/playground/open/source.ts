import type { UseQueryOptions } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { Draft } from "@/app/(dashboard)/[workspace]/playground/draft/draft";

/** The source that the URL opens in place of the user's draft. */
export interface OpenedSource {
  readonly kind: "call" | "prompt" | "request" | "rollout" | "row" | "table";
  readonly id: string;
}

/** The request of a source, as a change of the user's draft. */
export interface SourceContent {
  /** `call 0199a7c2`, for the note above the request. */
  readonly from: string;
  /** The members that could not be converted, in sentences without a period. */
  readonly lost: readonly string[];
  readonly fill: (draft: Draft) => Draft;
}

/** The reason why a source has no request to open. */
export interface SourceProblem {
  readonly problem: "empty" | "no-match" | "cut";
  readonly title: string;
  readonly reason: ReactNode;
}

/** Loads a source and converts the result. The gate draws everything until the request is there. */
export interface SourceReader<Result> {
  readonly noun: OpenedSource["kind"];
  readonly query: UseQueryOptions<Result>;
  readonly convert: (result: Result) => SourceContent | SourceProblem;
}

/** The problem of a source that the service does not have. */
export function missingSource(noun: OpenedSource["kind"], reason: ReactNode): SourceProblem {
  return { problem: "no-match", title: MISSING[noun], reason };
}

const MISSING: Record<OpenedSource["kind"], string> = {
  call: "No call with this id",
  prompt: "Prompt not found",
  request: "Request not found",
  rollout: "Rollout not found",
  row: "Row not found",
  table: "Table not found",
};
