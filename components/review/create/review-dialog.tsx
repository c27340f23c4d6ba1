"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { FormDialog } from "@/components/dialog/form-dialog";
import { Field } from "@/components/form/field";
import { Input } from "@/components/form/input";
import { Select } from "@/components/form/select";
import { reviewKey, useQueues } from "@/components/review/use-queues";
import { useToast } from "@/components/ui/toast";
import { countOf } from "@/lib/format/count";
import type { Workspace } from "@/lib/workspace/workspace";
import { type AddedToQueue, addToQueue, createQueue, type ReviewSubjects } from "./publish-queue";
import { emptyQueue, queueProblem } from "./queue-draft";
import { ReviewerFields } from "./reviewer-fields";
import { RubricFields } from "./rubric-fields";

const NEW_QUEUE = "new";

type ReviewDialogProps = {
  workspace: Workspace;
  /** The calls or threads to add; none to create an empty queue. */
  subjects: ReviewSubjects;
  onClose: () => void;
};

/** Adds calls or threads to a review queue, or creates one. */
export function ReviewDialog({ workspace, subjects, onClose }: ReviewDialogProps) {
  const { queues, failure } = useQueues(workspace);
  const [chosen, setChosen] = useState<string | null>(null);
  const [draft, setDraft] = useState(emptyQueue);
  const [isChecked, setIsChecked] = useState(false);
  const total = subjects.callIds.length + subjects.threadIds.length;
  const queueId = total === 0 ? NEW_QUEUE : (chosen ?? queues[0]?.id ?? NEW_QUEUE);
  const isNew = queueId === NEW_QUEUE;
  const problem = isNew ? queueProblem(draft) : null;
  const { change, send } = useReviewChange(workspace, onClose);
  const isUnsupported = failure?.kind === "unsupported";
  return (
    <FormDialog
      title={total === 0 ? "New review queue" : "Add to review"}
      description={
        total === 0
          ? "People answer the questions for one call or thread after the other."
          : `${subjectText(subjects)} for people to review.`
      }
      size="wide"
      action={!isNew ? "Add to queue" : total === 0 ? "Create queue" : "Create queue and add"}
      change={change}
      isReady={!isUnsupported}
      {...(isUnsupported && {
        messages: [`${workspace.connectionName} does not support review queues.`],
      })}
      aside={
        isChecked && problem !== null ? (
          <span className="text-small text-err">{problem}</span>
        ) : failure === null || isUnsupported ? null : (
          <span className="text-small text-warn">Existing queues could not be loaded: {failure.message}</span>
        )
      }
      onSubmit={() => {
        setIsChecked(true);
        if (problem === null) send({ queueId: isNew ? null : queueId, draft, subjects });
      }}
      onClose={onClose}
    >
      {total === 0 || queues.length === 0 ? null : (
        <Field label="Queue">
          {({ id }) => (
            <Select
              id={id}
              label="Queue"
              value={queueId}
              options={[
                ...queues.map(({ id: value, name }) => ({ value, label: name })),
                { value: NEW_QUEUE, label: "New queue" },
              ]}
              onChange={setChosen}
            />
          )}
        </Field>
      )}
      {isNew && !isUnsupported ? (
        <>
          <Field label="Name">
            {(ids) => (
              <Input
                {...ids}
                value={draft.name}
                maxLength={200}
                placeholder="Policy and tone, November"
                onChange={(event) => setDraft({ ...draft, name: event.target.value })}
              />
            )}
          </Field>
          <Field label="Instructions">
            {(ids) => (
              <Input
                {...ids}
                value={draft.description}
                onChange={(event) => setDraft({ ...draft, description: event.target.value })}
              />
            )}
          </Field>
          <RubricFields
            workspace={workspace}
            questions={draft.questions}
            isChecked={isChecked}
            onChange={(questions) => setDraft({ ...draft, questions })}
          />
          <ReviewerFields draft={draft} onChange={(members) => setDraft({ ...draft, ...members })} />
        </>
      ) : null}
    </FormDialog>
  );
}

function subjectText({ callIds, threadIds }: ReviewSubjects): string {
  return [
    ...(callIds.length > 0 ? [countOf(callIds.length, "call")] : []),
    ...(threadIds.length > 0 ? [countOf(threadIds.length, "thread")] : []),
  ].join(" and ");
}

/** Creates the queue where there is none, adds the items, and opens a new queue. */
function useReviewChange(workspace: Workspace, onDone: () => void) {
  const queryClient = useQueryClient();
  const router = useRouter();
  const toast = useToast();
  // A queue that was created before adding failed: another attempt adds to it.
  const [created, setCreated] = useState<string | null>(null);
  type Change = { queueId: string | null; draft: typeof emptyQueue; subjects: ReviewSubjects };
  const change = useMutation({
    mutationFn: async ({ queueId, draft, subjects }: Change): Promise<AddedToQueue> => {
      const id = queueId ?? created ?? (await createQueue(workspace, draft));
      if (queueId === null) setCreated(id);
      return await addToQueue(workspace, id, subjects);
    },
    onSuccess: ({ queueId, added, duplicates }, sent) => {
      void queryClient.invalidateQueries({ queryKey: reviewKey(workspace.connectionId, workspace.projectId) });
      const known = duplicates === 0 ? "" : `, ${duplicates} there already`;
      if (added + duplicates > 0) toast(`${countOf(added, "item")} added to the queue${known}`);
      onDone();
      if (sent.queueId === null) router.push(`/${workspace.slug}/review/${encodeURIComponent(queueId)}`);
    },
  });
  return { change, send: change.mutate };
}
