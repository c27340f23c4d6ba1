"use client";

import { useQuery } from "@tanstack/react-query";
import type { CallListRow } from "@/app/(dashboard)/[workspace]/traces/rows/prepare-call-row";
import { useFindWords } from "@/components/find/find-words";
import { useWorkspaces } from "@/components/session/use-workspace";
import { PreviewCell, Unknown } from "@/components/table/cells";
import { Skeleton } from "@/components/ui/skeleton";
import { TextCard } from "@/components/ui/text-card";
import { failureOf } from "@/lib/api/client/request-failure";
import { exceptionLine, exceptionText } from "@/lib/calls/exception-text";
import { readFullTexts } from "@/lib/calls/read-full-texts";
import type { Preview } from "@/lib/calls/value-preview";
import { failureText } from "@/lib/failure/failure-text";
import { classNames } from "@/lib/style/class-names";

/** The request in one line; all of it in a card. */
export function InputCell({ row }: { row: CallListRow }) {
  if (row.payload === null) return <Skeleton className="w-3/5" />;
  return row.payload.input ? <PayloadCell row={row} side="input" preview={row.payload.input} /> : <Unknown />;
}

/** The answer in one line, all of it in a card; the text of an error replaces it. */
export function OutputCell({ row }: { row: CallListRow }) {
  const { exception } = row;
  if (exception) {
    const line = exceptionLine(exception);
    return (
      <TextCard isCut={exceptionText(exception) !== line} card={() => <ErrorText text={exceptionText(exception)} />}>
        <span className="text-err">{line}</span>
      </TextCard>
    );
  }
  if (row.status === "running") return <span className="text-ink-3">running</span>;
  if (row.payload === null) return <Skeleton className="w-2/5" />;
  return row.payload.output ? (
    <PayloadCell row={row} side="output" preview={row.payload.output} className="text-ink-2" />
  ) : (
    <Unknown />
  );
}

type Side = "input" | "output";

type PayloadCellProps = { row: CallListRow; side: Side; preview: Preview; className?: string };

function PayloadCell({ row, side, preview, className }: PayloadCellProps) {
  const { words } = useFindWords();
  return (
    <TextCard
      isCut={preview.text.startsWith("…") || preview.text.endsWith("…")}
      card={() => <FullPayload row={row} side={side} preview={preview} />}
    >
      <PreviewCell {...preview} words={words} {...(className === undefined ? {} : { className })} />
    </TextCard>
  );
}

/** The preview until the full text is loaded. */
function FullPayload({ row, side, preview }: Pick<PayloadCellProps, "row" | "side" | "preview">) {
  const { current } = useWorkspaces();
  const { data, error } = useQuery({
    queryKey: ["service", current?.connectionId, "calls.preview", "texts", current?.projectId, row.id],
    queryFn: ({ signal }) => readFullTexts(current?.connectionId ?? "", current?.projectId ?? "", row.id, signal),
    enabled: current !== null,
    staleTime: 60_000,
  });
  const full = data?.[side] ?? null;
  const { text, isJson } = full ?? preview;
  return (
    <>
      <span className={classNames(isJson && "text-code")}>{text}</span>
      {full?.isCut ? <span className="mt-1 block text-ink-3">Open the call for the rest.</span> : null}
      {error === null ? null : (
        <span role="alert" className="mt-1 block text-err">
          {failureText(failureOf(error)).title}: the rest could not be loaded.
        </span>
      )}
    </>
  );
}

function ErrorText({ text }: { text: string }) {
  return <span className="text-code text-err">{text}</span>;
}
