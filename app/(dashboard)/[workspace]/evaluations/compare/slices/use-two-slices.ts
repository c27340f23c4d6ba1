"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useRunSlices } from "@/components/evaluation/rows/use-run-slices";
import { failureOf } from "@/lib/api/client/request-failure";
import { serviceQuery } from "@/lib/api/client/service-query";
import type { ServiceFailure } from "@/lib/api/contract/errors/service-error";
import type { SliceComparison } from "@/lib/api/contract/evaluations/slice-comparison";
import type { Workspace } from "@/lib/workspace/workspace";
import { chosenSlices, LINEAGE_SLICES, type NamedSlices, type SlicesChoice } from "./slices-choice";

/** A value of the member with its rows. */
interface OfferedValue {
  readonly value: string;
  /** Null for one that is not among the largest. */
  readonly rows: number | null;
}

/** Two slices of compared runs. */
export interface TwoSlices {
  /** Null until the values of the member are loaded, and where it has fewer than two. */
  readonly choice: SlicesChoice | null;
  readonly members: readonly string[];
  readonly values: readonly OfferedValue[];
  readonly data: SliceComparison | undefined;
  /** True while the shown slices are those of the choice before. */
  readonly isChanging: boolean;
  readonly isLoading: boolean;
  readonly failure: ServiceFailure | null;
  readonly isRetrying: boolean;
  readonly retry: () => void;
}

/** Reads what divides the rows of the first run, and compares the two named slices in all runs. */
export function useTwoSlices(
  workspace: Workspace,
  runIds: readonly string[],
  scoreId: string,
  named: NamedSlices,
): TwoSlices {
  const { connectionId, projectId } = workspace;
  const [offered] = useRunSlices(workspace, {
    ...{ runIds: runIds.slice(0, 1), sameRowsAs: [], scoreId, path: named.by, part: "all" },
  });
  const isOfMember = named.by !== null && offered?.data?.path === named.by;
  const listed = isOfMember ? (offered?.data?.values ?? []) : [];
  const choice = chosenSlices(
    named,
    listed.map(({ value }) => value),
  );
  const compared = useQuery({
    ...serviceQuery(connectionId, "evaluations.compareSlices", {
      project_id: projectId,
      run_ids: [...runIds],
      path: named.by,
      values: [choice?.left ?? "", choice?.right ?? ""],
    }),
    enabled: choice !== null,
    placeholderData: keepPreviousData,
    retry: false,
  });
  const paths = offered?.data?.paths.map(({ path }) => path) ?? [];
  const isOffered = named.by === null || offered?.isError !== true;
  const failed = compared.isError ? compared : isOffered ? undefined : offered;
  return {
    choice,
    members: named.by === null || paths.includes(named.by) ? paths : [named.by, ...paths],
    values: offeredValues(
      choice,
      listed.map(({ value, examples }) => ({ value, rows: examples })),
    ),
    data: choice === null ? undefined : compared.data,
    isChanging: compared.isPlaceholderData,
    isLoading: choice === null ? offered?.isFetching === true : compared.isPending,
    failure: failed?.error ? failureOf(failed.error) : null,
    isRetrying: failed?.isFetching === true,
    retry: () => void failed?.refetch(),
  };
}

function offeredValues(choice: SlicesChoice | null, listed: readonly OfferedValue[]): readonly OfferedValue[] {
  if (choice === null) return listed;
  const always = choice.by === null ? [LINEAGE_SLICES.left, LINEAGE_SLICES.right] : [choice.left, choice.right];
  const known = new Set(listed.map(({ value }) => value));
  return [...listed, ...always.filter((value) => !known.has(value)).map((value) => ({ value, rows: null }))];
}
