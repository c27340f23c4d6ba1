"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { ConfirmDialog } from "@/components/dialog/confirm-dialog";
import { useToast } from "@/components/ui/toast";
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
    <ConfirmDialog
      title={`Remove the price of ${record.model} from ${dayText(record.effectiveMs)}?`}
      description="Calls from that date, including calls already stored, will use the previous price or the published price. To change a price from today, add a new price instead."
      typed={{ what: "the model's name", accepts: (typed) => typed === record.model, isMono: true }}
      action="Remove price"
      change={end}
      onConfirm={() => end.mutate()}
      onClose={onClose}
    />
  );
}
