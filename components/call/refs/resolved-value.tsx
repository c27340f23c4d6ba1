"use client";

import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useMemo, useState } from "react";
import { Button } from "@/components/ui/button";
import { failureOf } from "@/lib/api/client/request-failure";
import { serviceQuery } from "@/lib/api/client/service-query";
import { countOf } from "@/lib/format/count";
import { type RowRefs, rowRefsInside, valuesByRef, withRowValues } from "@/lib/object/row-refs";

type ResolvedValueProps = {
  connectionId: string;
  projectId: string;
  value: unknown;
  children: (value: unknown) => ReactNode;
};

/** A value that has those of table rows in place of refs to them, with a line that says so and shows the refs. */
export function ResolvedValue({ connectionId, projectId, value, children }: ResolvedValueProps) {
  const [areRefsShown, setRefsShown] = useState(false);
  const found = useMemo(() => rowRefsInside(value, projectId), [value, projectId]);
  const { refs, leftOut } = found;
  const query = useQuery({
    ...serviceQuery(connectionId, "refs.readBatch", { refs: [...refs] }),
    enabled: refs.length > 0,
    retry: false,
  });
  const vals = query.data?.vals;
  const resolved = useMemo(() => {
    if (vals === undefined) return null;
    const values = valuesByRef(refs, vals);
    return { value: withRowValues(value, values), count: values.size };
  }, [vals, refs, value]);
  if (refs.length + leftOut === 0) return children(value);
  return (
    <>
      <p className="flex flex-none flex-wrap items-center gap-x-2 px-4 py-1 text-small text-ink-3" role="status">
        {query.isError ? (
          <>
            <span className="text-warn">
              {countOf(refs.length, "value")} of table rows could not be read: {failureOf(query.error).message}
            </span>
            <Button kind="ghost" size="small" isBusy={query.isFetching} onClick={() => void query.refetch()}>
              Retry
            </Button>
          </>
        ) : resolved === null && refs.length > 0 ? (
          `Reading ${countOf(refs.length, "value")} of table rows`
        ) : (
          rowValueWords(found, resolved?.count ?? 0)
        )}
        {resolved === null || resolved.count === 0 ? null : (
          <Button
            kind="ghost"
            size="small"
            aria-pressed={areRefsShown}
            onClick={() => setRefsShown(!areRefsShown)}
            className="-ml-2"
          >
            Show refs
          </Button>
        )}
      </p>
      {children(resolved === null || areRefsShown ? value : resolved.value)}
    </>
  );
}

/** Says how many refs were read, and why the others were not. */
function rowValueWords({ refs, leftOut }: RowRefs, read: number): string {
  const missing = refs.length - read;
  const parts = [
    ...(read === 0 ? [] : [`${countOf(read, "value")} read from table rows, which the call refers to`]),
    ...(missing === 0 ? [] : [`${countOf(missing, "ref")} to a value that was deleted, or is null`]),
    ...(leftOut === 0 ? [] : [`${countOf(leftOut, "ref")} not read: of another project, or too many`]),
  ];
  return parts.join("; ");
}
