"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Field } from "@/components/form/field";
import { Select } from "@/components/form/select";
import { Button } from "@/components/ui/button";
import { serviceQuery } from "@/lib/api/client/service-query";
import type { CallAddress } from "@/lib/calls/call-address";
import { type AnnotationSpec, enteredValue, readSpec } from "@/lib/feedback/annotation";
import { AnnotationInput } from "./annotation-input";

type AnnotationFormProps = {
  address: CallAddress;
  isBusy: boolean;
  /** Sends a value; `onDone` is called once it is stored. */
  onAdd: (spec: AnnotationSpec, value: unknown, onDone: () => void) => void;
};

/** A form for one of the project's annotation specs. Hidden where the project has none. */
export function AnnotationForm({ address, isBusy, onAdd }: AnnotationFormProps) {
  const specs = useSpecs(address);
  const [chosen, setChosen] = useState<string | null>(null);
  const [text, setText] = useState("");
  const spec = specs.find(({ name }) => name === chosen) ?? specs[0];
  if (!spec) return null;
  const entered = enteredValue(spec.field, text);
  return (
    <form
      aria-label="Add an annotation"
      className="mt-4 grid gap-2 border-t border-line pt-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (entered.kind === "value" && !isBusy) onAdd(spec, entered.value, () => setText(""));
      }}
    >
      <Field label="Annotation" hint={spec.description}>
        {({ id }) => (
          <Select
            id={id}
            label="Annotation"
            value={spec.name}
            options={specs.map(({ name, title }) => ({ value: name, label: title }))}
            onChange={(name) => {
              setChosen(name);
              setText("");
            }}
          />
        )}
      </Field>
      <Field label="Value" error={entered.kind === "wrong" ? entered.reason : undefined}>
        {(ids) => <AnnotationInput {...ids} field={spec.field} text={text} onChange={setText} />}
      </Field>
      <Button type="submit" size="small" className="justify-self-start" disabled={entered.kind !== "value" || isBusy}>
        Add annotation
      </Button>
    </form>
  );
}

function useSpecs({ connectionId, projectId }: CallAddress): readonly AnnotationSpec[] {
  const { data } = useQuery(
    serviceQuery(connectionId, "objs.query", {
      project_id: projectId,
      filter: { base_object_classes: ["AnnotationSpec"], latest_only: true },
      metadata_only: false,
    }),
  );
  return data?.objs.filter(({ deleted_at }) => !deleted_at).map((version) => readSpec(projectId, version)) ?? [];
}
