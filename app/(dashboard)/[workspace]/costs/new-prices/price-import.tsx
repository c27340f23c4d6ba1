"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import type { PriceRecord } from "@/app/(dashboard)/[workspace]/costs/records/prepare-price-records";
import { FormDialog } from "@/components/dialog/form-dialog";
import { Input } from "@/components/form/input";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { Skeleton } from "@/components/ui/skeleton";
import { useToast } from "@/components/ui/toast";
import { failureOf } from "@/lib/api/client/request-failure";
import { callOperation } from "@/lib/api/client/service-client";
import type { ServiceFailure } from "@/lib/api/contract/errors/service-error";
import { countOf } from "@/lib/format/count";
import { type PriceUnit, unitText } from "@/lib/format/price";
import type { Workspace } from "@/lib/workspace/workspace";
import { findPublished } from "./find-published-price";
import { priceFieldErrors } from "./prepare-price-form";
import { importRequest, priceUpdates } from "./prepare-price-updates";
import { PriceUpdates } from "./price-updates";

type PriceImportProps = {
  workspace: Workspace;
  per: PriceUnit;
  /** The models that calls and records mention. */
  models: readonly string[];
  currentOf: (model: string) => PriceRecord | null;
  onClose: () => void;
};

/** Suggests published prices for the models in use: only prices that the user selects and confirms are stored. */
export function PriceImport({ workspace, per, models, currentOf, onClose }: PriceImportProps) {
  const { connectionId, projectId } = workspace;
  const [added, setAdded] = useState<readonly string[]>([]);
  const [changed, setChanged] = useState<ReadonlyMap<string, boolean>>(new Map());
  const queries = useQueryClient();
  const toast = useToast();
  const requestedModels = useMemo(() => [...new Set([...added, ...models])], [added, models]);
  const published = useQuery({
    queryKey: ["published prices", requestedModels],
    queryFn: async () =>
      new Map(await Promise.all(requestedModels.map(async (model) => [model, await findPublished(model)] as const))),
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: (before) => before,
  });
  const { offers, unknown } = useMemo(
    () => priceUpdates(published.data ? requestedModels : [], (model) => published.data?.get(model) ?? null, currentOf),
    [requestedModels, published.data, currentOf],
  );
  // A price that was set here is only replaced when the user selects it.
  const chosen = new Set(
    offers
      .filter(({ model, likeness }) => likeness !== "same" && (changed.get(model) ?? likeness === "new"))
      .map(({ model }) => model),
  );
  const store = useMutation({
    mutationFn: () => callOperation(connectionId, "cost.create", { body: importRequest(offers, chosen, projectId) }),
    onSuccess: async ({ ids }) => {
      await queries.invalidateQueries({ queryKey: ["service", connectionId] });
      toast(`Added ${countOf(ids.length, "price")}`);
      onClose();
    },
  });
  const failure = store.isError ? failureOf(store.error) : null;
  return (
    <FormDialog
      title="Published prices"
      description={`Prices from the bundled price list for the models in use, per ${unitText(per)}. Nothing is stored until you add it. An added price applies from now on, including calls already stored.`}
      size="wide"
      action={chosen.size === 0 ? "Add prices" : `Add ${countOf(chosen.size, "price")}`}
      isReady={chosen.size > 0}
      change={store}
      messages={failure ? messagesOf(failure) : []}
      onSubmit={() => store.mutate()}
      onClose={onClose}
    >
      {published.isError ? (
        <Callout tone="err">The price list could not be loaded.</Callout>
      ) : published.data === undefined ? (
        <Skeleton className="w-2/3" />
      ) : (
        <PriceUpdates
          updates={offers}
          unknown={unknown}
          per={per}
          chosen={chosen}
          onChoose={(model, isChosen) => setChanged(new Map(changed).set(model, isChosen))}
        />
      )}
      <OtherModel onAdd={(model) => setAdded([model, ...added])} />
    </FormDialog>
  );
}

function messagesOf(failure: ServiceFailure): readonly string[] {
  if (failure.kind === "unsupported") return ["This connection does not support adding prices (cost.create)."];
  const { fields, others } = priceFieldErrors(failure);
  return [...Object.values(fields), ...others];
}

/** A field with a button of its own, inside the form: Enter adds the model and does not submit the form. */
function OtherModel({ onAdd }: { onAdd: (model: string) => void }) {
  const [text, setText] = useState("");
  const add = () => {
    if (text.trim() !== "") onAdd(text.trim());
    setText("");
  };
  return (
    <div className="flex items-center gap-2">
      <Input
        size="small"
        isMono
        aria-label="Another model"
        placeholder="Another model, as used in calls"
        autoComplete="off"
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== "Enter") return;
          event.preventDefault();
          add();
        }}
        className="max-w-72 grow"
      />
      <Button size="small" disabled={text.trim() === ""} onClick={add}>
        Look up
      </Button>
    </div>
  );
}
