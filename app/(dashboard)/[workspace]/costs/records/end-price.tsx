"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { FailureDetails } from "@/components/state/failure-state";
import { Callout } from "@/components/ui/callout";
import { Dialog } from "@/components/ui/dialog";
import { NameConfirmation } from "@/components/ui/name-confirmation";
import { useToast } from "@/components/ui/toast";
import { failureOf } from "@/lib/api/client/request-failure";
import { callOperation } from "@/lib/api/client/service-client";
import type { Workspace } from "@/lib/workspace/workspace";
import { dayText } from "./effective-day";
import type { PriceRecord } from "./prepare-price-records";

type EndPriceProps = { workspace: Workspace; record: PriceRecord; onClose: () => void; onEnded: () => void };

/** Removing a price cannot be undone, so the user types the name of the model. */
export function EndPrice({ workspace, record, onClose, onEnded }: EndPriceProps) {
  const { connectionId, projectId } = workspace;
  const queries = useQueryClient();
  const toast = useToast();
  const end = useMutation({
    mutationFn: () =>
      callOperation(connectionId, "cost.purge", {
        body: { project_id: projectId, query: { $expr: { $eq: [{ $getField: "id" }, { $literal: record.id }] } } },
      }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ["service", connectionId] });
      toast("Price removed");
      onEnded();
      onClose();
    },
  });
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      title={`Remove the price of ${record.model} from ${dayText(record.effectiveMs)}?`}
      description="Calls from that date, including calls already stored, will use the previous price or the published price. To change a price from today, add a new price instead."
    >
      <NameConfirmation
        what="the model's name"
        name={record.model}
        isMono
        verb="Remove price"
        isBusy={end.isPending}
        onConfirm={() => end.mutate()}
      >
        {end.isError ? (
          <Callout tone="err" className="mt-3">
            The price was not removed.
            <FailureDetails failure={failureOf(end.error)} />
          </Callout>
        ) : null}
      </NameConfirmation>
    </Dialog>
  );
}
