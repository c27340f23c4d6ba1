"use client";

import { useMemo, useRef } from "react";
import { FindWordsProvider } from "@/components/find/find-words";
import { useFoundMarks } from "@/components/find/use-found-marks";
import { useVirtualList } from "@/components/list/use-virtual-list";
import { MessageFormSwitch } from "@/components/markdown/message-form-switch";
import { FailureDetails } from "@/components/state/failure-state";
import { PaneState } from "@/components/state/pane-state";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { countOf } from "@/lib/format/count";
import {
  durationOf,
  idOf,
  kindOf,
  nameOf,
  noteOf,
  statusOf,
  type TraceSkeleton,
} from "@/lib/trace/skeleton/trace-skeleton";
import { prepareStep, type StepContext } from "@/lib/trace/transcript/transcript-step";
import { stepOfRow, type TranscriptSteps, transcriptSteps } from "@/lib/trace/transcript/transcript-steps";
import { TranscriptStep } from "./transcript-step";
import { type StepPayloads, useStepPayloads } from "./use-step-payloads";

type TraceTranscriptProps = {
  connectionId: string;
  projectId: string;
  skeleton: TraceSkeleton;
  /** The searched text, which is marked; empty without a search. */
  searchText: string;
  selectedRow: number;
  onSelect: (row: number) => void;
};

const ESTIMATED_HEIGHT_PX = 120;
const OVERSCAN = 3;

/** The messages of a trace, in order and once, each next to its call. */
export function TraceTranscript(props: TraceTranscriptProps) {
  const { connectionId, projectId, skeleton, searchText, selectedRow, onSelect } = props;
  const frame = useRef<HTMLDivElement>(null);
  useFoundMarks(frame, searchText);
  const steps = useMemo(() => transcriptSteps(skeleton), [skeleton]);
  const selectedStep = selectedRow < 0 ? -1 : stepOfRow(steps, selectedRow);
  const list = useVirtualList(frame, {
    count: steps.count,
    itemPx: ESTIMATED_HEIGHT_PX,
    overscan: OVERSCAN,
    // The first step is at the top already, or below a call that is selected.
    current: { index: selectedStep > 0 ? selectedStep : -1 },
  });
  const { payloads, failure, retry } = useStepPayloads({ connectionId, projectId }, skeleton, steps, list.range);
  const context = useMemo((): StepContext => stepContext(skeleton, steps, payloads), [skeleton, steps, payloads]);
  if (steps.count === 0) {
    return (
      <PaneState kind="empty" title="No messages in this trace">
        The trace has no model or tool calls.
      </PaneState>
    );
  }
  return (
    <section aria-label="Transcript" className="flex min-h-0 flex-1 flex-col">
      <div className="flex h-8 flex-none items-center gap-2 overflow-hidden border-b border-line pr-2 pl-4 text-micro whitespace-nowrap text-ink-3">
        <p className="mr-auto min-w-0 truncate">
          {countOf(steps.modelCount, "conversation call")}, {countOf(steps.toolCount, "tool call")}. Repeated messages
          are hidden.
        </p>
        <MessageFormSwitch />
      </div>
      {failure === null ? null : (
        <Callout tone="err" className="m-2">
          <FailureDetails failure={failure} />
          <Button size="small" onClick={retry}>
            Retry
          </Button>
        </Callout>
      )}
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for the fields of a form */}
      <div
        ref={frame}
        role="group"
        aria-label="Messages of the trace"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by the keyboard
        tabIndex={0}
        className="min-h-0 flex-1 overflow-auto outline-offset-[-2px]"
      >
        <FindWordsProvider words={searchText}>
          <div {...list.container}>
            {list.items.map((item) => {
              const row = steps.rows[item.index] ?? 0;
              return (
                <div key={idOf(skeleton, row)} {...list.measured(item)}>
                  <Step
                    skeleton={skeleton}
                    context={context}
                    step={item.index}
                    row={row}
                    isSelected={row === selectedRow}
                    onSelect={() => onSelect(row)}
                  />
                </div>
              );
            })}
          </div>
        </FindWordsProvider>
      </div>
    </section>
  );
}

function stepContext(skeleton: TraceSkeleton, steps: TranscriptSteps, payloads: StepPayloads["payloads"]): StepContext {
  const rowOf = (step: number) => steps.rows[step] ?? 0;
  return {
    steps,
    payloadOf: (step) => payloads.get(idOf(skeleton, rowOf(step))),
    nameOf: (step) => nameOf(skeleton, rowOf(step)),
    isFailed: (step) => statusOf(skeleton, rowOf(step)) === "error",
  };
}

type StepProps = {
  skeleton: TraceSkeleton;
  context: StepContext;
  step: number;
  row: number;
  isSelected: boolean;
  onSelect: () => void;
};

/** Shows a step with its new messages, computed once per load, not on each scroll. */
function Step({ skeleton, context, step, row, isSelected, onSelect }: StepProps) {
  const view = useMemo(() => prepareStep(context, step), [context, step]);
  return (
    <TranscriptStep
      view={view}
      name={nameOf(skeleton, row)}
      kind={kindOf(skeleton, row)}
      note={noteOf(skeleton, row)}
      isFailed={statusOf(skeleton, row) === "error"}
      durationMs={durationOf(skeleton, row, skeleton.lastMs)}
      isSelected={isSelected}
      onSelect={onSelect}
    />
  );
}
