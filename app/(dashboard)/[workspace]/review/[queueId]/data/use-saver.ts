"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { reviewKey } from "@/components/review/use-queues";
import { usePerson } from "@/components/session/use-person";
import { failureOf } from "@/lib/api/client/request-failure";
import type { ServiceFailure } from "@/lib/api/contract/errors/service-error";
import type { QueueItem } from "@/lib/api/contract/feedback/annotation-queues";
import { isMembers, textIn } from "@/lib/json/value/members";
import { storeAnswers } from "@/lib/review/answer-drafts";
import { type ReviewChange, type SavedReview, saveReview } from "@/lib/review/save-review";
import type { Workspace } from "@/lib/workspace/workspace";
import { feedbackQuery, itemsQuery } from "./use-review-data";

/** A review that is being saved, or could not be. */
interface PendingReview {
  readonly change: ReviewChange;
  /** Null while it is being saved. */
  readonly failure: ServiceFailure | null;
}

/** Saves reviews in the background: the reviewer goes on, and a failed one is kept and can be retried. */
export interface Saver {
  /** Items whose reviews are not stored yet. */
  readonly pendingIds: ReadonlySet<string>;
  readonly savingCount: number;
  readonly failed: readonly PendingReview[];
  /** @param claimed settles once the item is claimed: a claim that arrives later would reopen it */
  readonly save: (change: ReviewChange, claimed?: Promise<unknown>) => void;
  readonly retry: () => void;
}

export function useSaver(workspace: Workspace, queueId: string): Saver {
  const { connectionId, projectId } = workspace;
  const queryClient = useQueryClient();
  const person = usePerson();
  const [pending, setPending] = useState<ReadonlyMap<string, PendingReview>>(new Map());
  const set = (id: string, review: PendingReview | null) =>
    setPending((all) => {
      const next = new Map(all);
      if (review === null) next.delete(id);
      else next.set(id, review);
      return next;
    });
  const apply = ({ replaced }: ReviewChange, { records, item }: SavedReview) => {
    const items = queryClient.getQueryData(itemsQuery(workspace, queueId).queryKey);
    queryClient.setQueryData(
      itemsQuery(workspace, queueId).queryKey,
      items?.map((each) => (each.id === item.id ? withPlace(each, item) : each)),
    );
    queryClient.setQueryData(feedbackQuery(workspace, queueId, items).queryKey, (before) =>
      before === undefined
        ? before
        : [...before.filter((each) => !(isMembers(each) && replaced.includes(textIn(each, ["id"]) ?? ""))), ...records],
    );
    void queryClient.invalidateQueries({ queryKey: [...reviewKey(connectionId, projectId), "stats"] });
    // Answers are scores of rows that other pages show.
    void queryClient.invalidateQueries({ queryKey: ["service", connectionId, "scores.read"] });
    void queryClient.invalidateQueries({ queryKey: ["service", connectionId, "scores.list"] });
  };
  const save = (change: ReviewChange, claimed: Promise<unknown> = Promise.resolve()) => {
    const { id } = change.item;
    set(id, { change, failure: null });
    const address = { connectionId, projectId, creator: person?.email };
    const saving = claimed.then(() => saveReview(address, change));
    saving.then(
      (saved) => {
        apply(change, saved);
        if (person) storeAnswers(queueId, id, person.id, null);
        set(id, null);
      },
      (error: unknown) => set(id, { change, failure: failureOf(error) }),
    );
  };
  const failed = [...pending.values()].filter(({ failure }) => failure !== null);
  return {
    pendingIds: new Set(pending.keys()),
    savingCount: pending.size - failed.length,
    failed,
    save,
    retry: () => {
      for (const { change } of failed) save(change);
    },
  };
}

/** A changed item is returned without its position, and not looked up among the calls. */
function withPlace(before: QueueItem, after: QueueItem): QueueItem {
  return { ...after, position_in_queue: before.position_in_queue, is_missing: before.is_missing };
}
