"use client";

import { useHasRole } from "@/components/session/use-role";
import { FailureDetails, FailureState } from "@/components/state/failure-state";
import { PaneState } from "@/components/state/pane-state";
import { Callout } from "@/components/ui/callout";
import { DetailsSkeleton } from "@/components/ui/details-skeleton";
import { DetailBar } from "@/components/ui/pane-bar";
import { failureOf } from "@/lib/api/client/request-failure";
import { stringifyJson } from "@/lib/api/contract/scalars/json-text";
import type { CallAddress } from "@/lib/calls/call-address";
import { reactionGroups } from "@/lib/feedback/feedback-entries";
import { countOf, formatCount } from "@/lib/format/count";
import { AnnotationForm } from "./annotation-form";
import { FeedbackEntry } from "./feedback-entry";
import { NoteForm } from "./note-form";
import { Reactions } from "./reactions";
import { MAX_FEEDBACK, useFeedback, useFeedbackChange } from "./use-feedback";
import { useSpecs } from "./use-specs";

/** The feedback on a call by users and programs, with forms to add more. */
export function CallFeedback({ address }: { address: CallAddress }) {
  const { query, feedback } = useFeedback(address);
  const { add, remove } = useFeedbackChange(address);
  const specs = useSpecs(address);
  const isMember = useHasRole("member");
  const isAdmin = useHasRole("admin") === true;
  if (query.isError) {
    const failure = failureOf(query.error);
    if (failure.kind === "unsupported") return <FeedbackUnsupported />;
    return <FailureState failure={failure} onRetry={() => void query.refetch()} isRetrying={query.isRefetching} />;
  }
  if (feedback === undefined) return <DetailsSkeleton />;
  const entries = feedback.filter(({ kind }) => kind !== "reaction");
  const failed = add.error ?? remove.error;
  const isBusy = add.isPending || remove.isPending;
  return (
    <>
      <DetailBar
        copied={{
          text: () => stringifyJson(query.data?.result),
          label: "Copy feedback",
          copiedMessage: "Feedback copied",
        }}
      >
        {countOf(feedback.length, "entry", "entries")}
        {feedback.length >= MAX_FEEDBACK ? `: the first ${formatCount(MAX_FEEDBACK)}` : ""}
      </DetailBar>
      <section
        aria-label="Feedback"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by the keyboard
        tabIndex={0}
        className="min-h-0 flex-1 overflow-auto px-4 py-3 outline-offset-[-2px]"
      >
        {failed === null ? null : (
          <Callout tone="err" className="mb-3">
            <FailureDetails failure={failureOf(failed)} />
          </Callout>
        )}
        <Reactions
          groups={reactionGroups(feedback)}
          isLocked={!isMember || isBusy}
          onAdd={(emoji) => add.mutate({ feedback_type: "wandb.reaction.1", payload: { emoji } })}
          onRemove={(id) => remove.mutate(id)}
        />
        {entries.length === 0 ? (
          <p className="py-3 text-small text-ink-3">No notes, annotations or scores yet.</p>
        ) : (
          <ol aria-label="Notes, annotations and scores" className="my-2">
            {entries.map((entry) => (
              <FeedbackEntry
                key={entry.id}
                entry={entry}
                title={specs?.find((spec) => entry.kind === "annotation" && spec.name === entry.name)?.title}
                onRemove={isMember && (entry.isOwn || isAdmin) ? () => remove.mutate(entry.id) : null}
                isBusy={isBusy}
              />
            ))}
          </ol>
        )}
        {isMember === false ? (
          <p className="text-small text-ink-2">You are a viewer. A member or an admin can add feedback.</p>
        ) : (
          <>
            <NoteForm
              isBusy={isBusy}
              onAdd={(note, onDone) =>
                add.mutate({ feedback_type: "wandb.note.1", payload: { note } }, { onSuccess: onDone })
              }
            />
            {specs === undefined ? null : (
              <AnnotationForm
                address={address}
                specs={specs}
                isBusy={isBusy}
                onAdd={({ name, ref }, value, onDone) =>
                  add.mutate(
                    { feedback_type: `wandb.annotation.${name}`, annotation_ref: ref, payload: { value } },
                    { onSuccess: onDone },
                  )
                }
              />
            )}
          </>
        )}
      </section>
    </>
  );
}

function FeedbackUnsupported() {
  return (
    <PaneState kind="not-offered" title="This connection does not support feedback">
      The service has no operation <span className="text-code">/feedback/query</span>. Notes that a program stores in{" "}
      <span className="text-code">attributes</span> are shown in Attributes.
    </PaneState>
  );
}
