"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Workspace } from "@/components/layout/use-workspace";
import { FailureFacts } from "@/components/state/failure-state";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { Dialog, DialogClose } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { useToast } from "@/components/ui/toast";
import { failureOf } from "@/lib/api/client/request-failure";
import { callOperation } from "@/lib/api/client/service-client";
import { dayText } from "./costs-columns";
import type { PriceRecord } from "./prepare-price-records";

type EndPriceProps = { workspace: Workspace; record: PriceRecord; onClose: () => void; onEnded: () => void };

/** Cannot be undone, so the name of the model is typed. */
export function EndPrice({ workspace, record, onClose, onEnded }: EndPriceProps) {
  const { connectionId, projectId } = workspace;
  const [typed, setTyped] = useState("");
  const queries = useQueryClient();
  const say = useToast();
  const end = useMutation({
    mutationFn: () =>
      callOperation(connectionId, "cost.purge", {
        body: { project_id: projectId, query: { $expr: { $eq: [{ $getField: "id" }, { $literal: record.id }] } } },
      }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ["service", connectionId] });
      say("Price removed");
      onEnded();
      onClose();
    },
  });
  const isConfirmed = typed === record.model;
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      title={`Remove the price of ${record.model} from ${dayText(record.effectiveMs)}?`}
      description="Calls since then are costed by the price before it, or by the published one, also those that are stored already. To change a price from today on, add a new one instead."
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (isConfirmed) end.mutate();
        }}
      >
        <Field label="Type the model's name to confirm">
          {(ids) => (
            <Input
              {...ids}
              isMono
              value={typed}
              autoComplete="off"
              onChange={(event) => setTyped(event.target.value)}
            />
          )}
        </Field>
        {end.isError ? (
          <Callout tone="err" className="mt-3">
            The price is still there.
            <FailureFacts failure={failureOf(end.error)} />
          </Callout>
        ) : null}
        <div className="mt-3.5 flex justify-end gap-2">
          <DialogClose asChild>
            <Button kind="ghost">Cancel</Button>
          </DialogClose>
          <Button type="submit" kind="danger" disabled={!isConfirmed} isBusy={end.isPending}>
            Remove price
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
