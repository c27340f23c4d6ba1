"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Field } from "@/components/form/field";
import { Input } from "@/components/form/input";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { Dialog, DialogClose } from "@/components/ui/dialog";
import { useToast } from "@/components/ui/toast";
import { failureOf } from "@/lib/api/client/request-failure";
import { callOperation } from "@/lib/api/client/service-client";
import { type PriceUnit, unitText } from "@/lib/format/price";
import type { Workspace } from "@/lib/workspace/workspace";
import {
  emptyPriceForm,
  type PriceField,
  type PriceForm,
  priceErrors,
  priceFieldErrors,
  priceRequest,
} from "./prepare-price-form";
import { PublishedPriceSuggestion } from "./published-price-suggestion";

type AddPriceProps = {
  workspace: Workspace;
  per: PriceUnit;
  /** The model of the price, if it is already chosen. */
  model: string;
  onClose: () => void;
  onAdded: (id: string | null) => void;
};

/** The form for a new price of a model, with its effective date. */
export function AddPrice({ workspace, per, model, onClose, onAdded }: AddPriceProps) {
  const { connectionId, projectId } = workspace;
  const [form, setForm] = useState<PriceForm>({ ...emptyPriceForm, model });
  const [isChecked, setIsChecked] = useState(false);
  const queries = useQueryClient();
  const toast = useToast();
  const add = useMutation({
    mutationFn: () => callOperation(connectionId, "cost.create", { body: priceRequest(form, per, projectId) }),
    onSuccess: async ({ ids }) => {
      await queries.invalidateQueries({ queryKey: ["service", connectionId] });
      toast("Price added");
      onAdded(ids[0]?.[0] ?? null);
    },
  });
  const own = priceErrors(form, per);
  const failure = add.isError ? failureOf(add.error) : null;
  const refused = failure ? priceFieldErrors(failure) : null;
  const errors = { ...refused?.fields, ...(isChecked ? own : {}) };
  const field = (name: PriceField, label: string, more: { hint?: string; type?: string; isMono?: boolean } = {}) => (
    <Field label={label} error={errors[name]} hint={more.hint}>
      {(ids) => (
        <Input
          {...ids}
          type={more.type ?? "text"}
          isMono={more.isMono ?? false}
          isInvalid={errors[name] !== undefined}
          inputMode={more.hint === PRICE_HINT ? "decimal" : undefined}
          autoComplete="off"
          value={form[name]}
          onChange={(event) => setForm({ ...form, [name]: event.target.value })}
        />
      )}
    </Field>
  );
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      title="Add price"
      description={`Prices are per ${unitText(per)}. A price applies from its date, including calls already stored.`}
      className="top-[8vh] max-h-[86vh]"
    >
      <form
        noValidate
        aria-label="Add price"
        onSubmit={(event) => {
          event.preventDefault();
          setIsChecked(true);
          if (Object.keys(own).length === 0) add.mutate();
        }}
      >
        <div className="grid grid-cols-2 gap-3 max-md:grid-cols-1">
          {field("model", "Model", { isMono: true, hint: "as used in calls" })}
          {field("provider", "Provider", { hint: "default when empty" })}
          {field("prompt", `Prompt, per ${unitText(per)}`, { hint: PRICE_HINT })}
          {field("completion", `Completion, per ${unitText(per)}`, { hint: PRICE_HINT })}
          {field("cacheRead", "Cache read", { hint: "defaults to the input price" })}
          {field("cacheWrite", "Cache write", { hint: "defaults to the input price" })}
          {field("currency", "Currency")}
          {field("effective", "Effective from, UTC", { type: "datetime-local", hint: "now when empty" })}
        </div>
        <PublishedPriceSuggestion model={form.model} per={per} onUse={(fields) => setForm({ ...form, ...fields })} />
        {failure && (refused?.others.length ?? 0) > 0 ? (
          <Callout tone="err" className="mt-3">
            {failure.kind === "unsupported"
              ? "This connection does not support adding prices (cost.create)."
              : refused?.others.join(" ")}
          </Callout>
        ) : null}
        <div className="mt-3.5 flex justify-end gap-2">
          <DialogClose asChild>
            <Button kind="ghost">Cancel</Button>
          </DialogClose>
          <Button type="submit" kind="primary" isBusy={add.isPending}>
            Add price
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

const PRICE_HINT = "a decimal such as 2.50";
