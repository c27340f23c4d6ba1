"use client";

import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useMemo } from "react";
import { Button } from "@/components/ui/button";
import { failureOf } from "@/lib/api/client/request-failure";
import { serviceQuery } from "@/lib/api/client/service-query";
import { countOf } from "@/lib/format/count";
import { rowRefsInside, withRowValues } from "@/lib/object/row-refs";

type ResolvedValueProps = { connectionId: string; value: unknown; children: (value: unknown) => ReactNode };

/** A value that has those of table rows in place of refs to them, with a line that says so. */
export function ResolvedValue({ connectionId, value, children }: ResolvedValueProps) {
  const refs = useMemo(() => rowRefsInside(value), [value]);
  const query = useQuery({
    ...serviceQuery(connectionId, "refs.readBatch", { refs: [...refs] }),
    enabled: refs.length > 0,
    retry: false,
  });
  const vals = query.data?.vals;
  const resolved = useMemo(() => {
    if (vals === undefined) return null;
    const found = new Map(refs.flatMap((ref, at) => (vals[at] == null ? [] : [[ref, vals[at]] as const])));
    return { value: withRowValues(value, found), count: found.size };
  }, [vals, refs, value]);
  if (refs.length === 0) return children(value);
  return (
    <>
      <p className="flex-none px-4 py-1 text-small text-ink-3" role="status">
        {query.isError ? (
          <>
            <span className="text-warn">
              {countOf(refs.length, "value")} of table rows could not be read: {failureOf(query.error).message}
            </span>{" "}
            <Button kind="ghost" size="small" isBusy={query.isFetching} onClick={() => void query.refetch()}>
              Retry
            </Button>
          </>
        ) : resolved === null ? (
          `Reading ${countOf(refs.length, "value")} of table rows`
        ) : (
          rowValueWords(refs.length, resolved.count)
        )}
      </p>
      {children(resolved === null ? value : resolved.value)}
    </>
  );
}

function rowValueWords(count: number, found: number): string {
  const missing = count - found;
  if (found === 0) return `${countOf(missing, "value")} of table rows: deleted, or null`;
  const read = `${countOf(found, "value")} read from table rows, which the call refers to`;
  return missing === 0 ? read : `${read}; ${countOf(missing, "other")} deleted, or null`;
}
