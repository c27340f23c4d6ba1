"use client";

import { useState } from "react";
import { Field } from "@/components/form/field";
import { Input } from "@/components/form/input";
import { Segmented } from "@/components/form/segmented";
import { CutShortBand } from "@/components/state/cut-short-band";
import { FailureState } from "@/components/state/failure-state";
import { PaneState } from "@/components/state/pane-state";
import { Button } from "@/components/ui/button";
import { ProgressBar } from "@/components/ui/progress-bar";
import type { ComparedKind } from "@/lib/address/compare-href";
import { failureOf } from "@/lib/api/client/request-failure";
import type { Call } from "@/lib/api/contract/calls/calls";
import { candidatesOf, distinctByThread, pastedIds, sharedValues } from "@/lib/calls/comparison-candidates";
import { formatCount } from "@/lib/format/count";
import type { Workspace } from "@/lib/workspace/workspace";
import { CandidateList } from "./candidate-list";
import { MAX_READ_CALLS, useCandidates } from "./use-candidates";

type ComparePickerProps = {
  workspace: Workspace;
  kind: ComparedKind;
  /** Null where there is no choice between a call and its thread. */
  onKindChange?: ((kind: ComparedKind) => void) | null;
  /** The call to find candidates for; null when the first side may be anything. */
  like: Call | null;
  /** Ids that are already in the comparison. */
  taken: readonly string[];
  onPick: (ids: readonly string[]) => void;
};

/** Maximum number of shared values shown. */
const MAX_VALUES = 3;

const RECENT = "";

/** Chooses what to compare with: calls that share a value with another, the newest ones, or a pasted id or link. */
export function ComparePicker(props: ComparePickerProps) {
  const { workspace, kind, onKindChange = null, like, taken, onPick } = props;
  const values = like === null ? [] : sharedValues(like).slice(0, MAX_VALUES);
  const [chosen, setChosen] = useState<string | null>(null);
  const path = chosen ?? values[0]?.path ?? RECENT;
  const shared = values.find((value) => value.path === path) ?? null;
  const query = useCandidates(workspace, like, shared);
  const foundCandidates = query.data ? candidatesOf(query.data.calls, like, new Set(taken)) : [];
  const candidates = kind === "threads" ? distinctByThread(foundCandidates) : foundCandidates;
  const noun = kind === "threads" ? "threads" : "calls";
  return (
    <div className="grid min-w-0 gap-3">
      {onKindChange ? (
        <Segmented
          label="Compare by"
          size="small"
          className="justify-self-start"
          value={kind}
          onChange={onKindChange}
          segments={[
            { value: "calls", label: "This call" },
            { value: "threads", label: "Full thread" },
          ]}
        />
      ) : null}
      <PasteForm kind={kind} onPick={onPick} />
      {values.length > 0 ? (
        <div className="grid gap-1">
          <span className="text-micro font-medium text-ink-3">
            {kind === "threads" ? "Threads" : "Other calls"} with the same
          </span>
          <Segmented
            label="Found by"
            size="small"
            className="max-w-full justify-self-start overflow-x-auto"
            value={path}
            onChange={setChosen}
            segments={[
              ...values.map((value) => ({ value: value.path, label: `${value.path} ${value.text}` })),
              { value: RECENT, label: "most recent" },
            ]}
          />
        </div>
      ) : null}
      <div className="flex h-[min(340px,46vh)] min-w-0 flex-col overflow-auto rounded-control border border-line">
        {query.isPending ? (
          <ProgressBar label="Loading candidates" />
        ) : query.isError ? (
          <FailureState failure={failureOf(query.error)} onRetry={() => void query.refetch()} />
        ) : candidates.length === 0 && query.data.summary.end.kind === "complete" ? (
          <PaneState kind="no-match" title={`No other ${noun} yet`}>
            {shared === null
              ? "Paste an id or a link."
              : `No others have ${shared.path} ${shared.text}. Choose another value, or paste an id or a link.`}
          </PaneState>
        ) : (
          <>
            <CandidateList candidates={candidates} kind={kind} onPick={(id) => onPick([id])} />
            <CutShortBand
              summary={query.data.summary}
              shownCount={query.data.calls.length}
              totalCount={null}
              onResume={() => void query.refetch()}
              isResuming={query.isRefetching}
            />
          </>
        )}
      </div>
      {query.data && query.data.calls.length >= MAX_READ_CALLS ? (
        <p className="text-micro text-ink-3">
          Only the newest {formatCount(MAX_READ_CALLS)} were searched. Paste an id or a link for an older one.
        </p>
      ) : null}
    </div>
  );
}

function PasteForm({ kind, onPick }: Pick<ComparePickerProps, "kind" | "onPick">) {
  const [text, setText] = useState("");
  const [isEnabled, setIsAsked] = useState(false);
  const ids = pastedIds(text, kind);
  const error = isEnabled && ids.length === 0 ? "No id found in this text." : undefined;
  return (
    <form
      className="flex items-start gap-1.5"
      onSubmit={(event) => {
        event.preventDefault();
        setIsAsked(true);
        if (ids.length > 0) onPick(ids);
      }}
    >
      <Field
        label={kind === "threads" ? "Id or link of a thread" : "Id or link of a call"}
        error={error}
        className="flex-1"
      >
        {(field) => (
          <Input
            {...field}
            isMono
            isInvalid={error !== undefined}
            value={text}
            onChange={(event) => {
              setIsAsked(false);
              setText(event.target.value);
            }}
          />
        )}
      </Field>
      <Button type="submit" className="mt-[17px]">
        Compare
      </Button>
    </form>
  );
}
