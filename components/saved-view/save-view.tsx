"use client";

import { useState } from "react";
import { FormDialog } from "@/components/dialog/form-dialog";
import { Field } from "@/components/form/field";
import { Input } from "@/components/form/input";
import { Switch } from "@/components/form/switch";
import { useHasRole } from "@/components/session/use-role";
import { useToast } from "@/components/ui/toast";
import type { ViewPage } from "@/lib/address/view-query";
import { failureOf } from "@/lib/api/client/request-failure";
import { MAX_VIEW_NAME_LENGTH } from "@/lib/api/contract/app/view-name-length";
import { fieldErrors, otherErrors } from "@/lib/failure/field-errors";
import { useViewChange } from "./use-view-change";

const FIELDS = ["name"] as const;

type SaveViewProps = {
  viewPage: ViewPage;
  query: string;
  /** What is saved, where it is not a list. */
  words?: { readonly title: string; readonly description: string };
  onClose: () => void;
};

const OF_LIST = { title: "Save view", description: "Saves the current filters, sort, columns and time range." };

/** A dialog that saves the current list as a view. */
export function SaveView({ viewPage, query, words = OF_LIST, onClose }: SaveViewProps) {
  const [name, setName] = useState("");
  const [isShared, setIsShared] = useState(false);
  const toast = useToast();
  const mayShare = useHasRole("member") === true;
  const save = useViewChange("views.create", () => {
    toast("View saved");
    onClose();
  });
  const failure = save.isError ? failureOf(save.error) : null;
  const errors = fieldErrors(failure, FIELDS);
  return (
    <FormDialog
      title={words.title}
      description={words.description}
      action="Save"
      isReady={name.trim() !== ""}
      change={save}
      messages={otherErrors(failure, FIELDS)}
      onSubmit={() => save.mutate({ ...viewPage, name, query, isShared })}
      onClose={onClose}
    >
      <Field label="Name" error={errors.name}>
        {(ids) => (
          <Input
            {...ids}
            value={name}
            maxLength={MAX_VIEW_NAME_LENGTH}
            isInvalid={errors.name !== undefined}
            autoComplete="off"
            required
            onChange={(event) => setName(event.target.value)}
          />
        )}
      </Field>
      <Switch
        isOn={isShared}
        onChange={setIsShared}
        isDisabled={!mayShare}
        label={mayShare ? "Share with everyone" : "Share with everyone (needs the member role)"}
      />
    </FormDialog>
  );
}
