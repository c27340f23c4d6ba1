"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Fragment } from "react";
import { FormDialog } from "@/components/dialog/form-dialog";
import { Field } from "@/components/form/field";
import { formSchema } from "@/components/form/form-schema";
import { Input } from "@/components/form/input";
import { useValidatedForm } from "@/components/form/use-validated-form";
import { useToast } from "@/components/ui/toast";
import { callOperation } from "@/lib/api/client/service-client";
import type { ServiceFailure } from "@/lib/api/contract/errors/service-error";
import { type PriceUnit, unitText } from "@/lib/format/price";
import { MEDIA_TOKENS } from "@/lib/usage/media-tokens";
import type { Workspace } from "@/lib/workspace/workspace";
import {
  emptyPriceForm,
  newPriceForm,
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
  /** Whether calls of the model are stored that have no price: it then applies to them, too. */
  isUnpriced: boolean;
  onClose: () => void;
  onAdded: (id: string | null) => void;
};

const MEDIA_KINDS = MEDIA_TOKENS.map(({ kind }) => kind);
const FIELDS = Object.keys(emptyPriceForm) as PriceField[];

function findFields(failure: ServiceFailure) {
  return failure.kind === "unsupported"
    ? { fields: {}, others: ["This connection does not support adding prices (cost.create)."] }
    : priceFieldErrors(failure);
}

/** The form for a new price of a model, with its effective date. */
export function AddPrice({ workspace, per, model, isUnpriced, onClose, onAdded }: AddPriceProps) {
  const { connectionId, projectId } = workspace;
  const { form, errors, others, change, submit } = useValidatedForm({
    schema: formSchema((values: PriceForm) => priceErrors(values, per)),
    defaultValues: newPriceForm(model, isUnpriced),
    fields: FIELDS,
    findFields,
    reValidateMode: "onChange",
  });
  const queries = useQueryClient();
  const toast = useToast();
  const add = useMutation({
    mutationFn: (values: PriceForm) =>
      callOperation(connectionId, "cost.create", { body: priceRequest(values, per, projectId) }),
    onSuccess: async ({ ids }) => {
      await queries.invalidateQueries({ queryKey: ["service", connectionId] });
      toast("Price added");
      onAdded(ids[0]?.[0] ?? null);
    },
  });
  const hasMediaPrice = form.watch(MEDIA_KINDS).some((text) => text !== "") || MEDIA_KINDS.some((kind) => errors[kind]);
  const field = (name: PriceField, label: string, more: { hint?: string; type?: string; isMono?: boolean } = {}) => (
    <Field label={label} error={errors[name]} hint={more.hint}>
      {(ids) => (
        <Input
          {...ids}
          {...form.register(name)}
          type={more.type ?? "text"}
          isMono={more.isMono ?? false}
          isInvalid={errors[name] !== undefined}
          inputMode={more.hint === PRICE_HINT ? "decimal" : undefined}
          autoComplete="off"
        />
      )}
    </Field>
  );
  return (
    <FormDialog
      title="Add price"
      description={`Prices are per ${unitText(per)}. A price applies to calls from its date on, also to stored ones, and to none before it.`}
      action="Add price"
      change={add}
      messages={others}
      onSubmit={submit(add.mutate)}
      onClose={onClose}
    >
      <div className="grid grid-cols-2 gap-3 max-md:grid-cols-1">
        {field("model", "Model", { isMono: true, hint: "as used in calls" })}
        {field("provider", "Provider", { hint: "optional" })}
        {field("prompt", `Prompt, per ${unitText(per)}`, { hint: PRICE_HINT })}
        {field("completion", `Completion, per ${unitText(per)}`, { hint: PRICE_HINT })}
        {field("cacheRead", "Cache read", { hint: "defaults to the input price" })}
        {field("cacheWrite", "Cache write", { hint: "defaults to the input price" })}
        {field("currency", "Currency")}
        {field("effective", "Effective from, UTC", {
          type: "datetime-local",
          hint: isUnpriced ? "before the first call" : "defaults to the current time",
        })}
      </div>
      <details className="mt-3" open={hasMediaPrice}>
        <summary className="cursor-pointer text-small text-ink-2">Prices of audio, images and video</summary>
        <div className="mt-2 grid grid-cols-2 gap-3 max-md:grid-cols-1">
          {MEDIA_TOKENS.map(({ kind, label, isInput }) => (
            <Fragment key={kind}>
              {field(kind, label, { hint: isInput ? "defaults to the input price" : "defaults to the output price" })}
            </Fragment>
          ))}
        </div>
      </details>
      <PublishedPriceSuggestion model={form.watch("model")} per={per} onUse={change} />
    </FormDialog>
  );
}

const PRICE_HINT = "a decimal such as 2.50";
