"use client";

import { Plus } from "lucide-react";
import { useId, useState } from "react";
import { Field } from "@/components/form/field";
import { Input } from "@/components/form/input";
import { Button } from "@/components/ui/button";

type MissingModelProps = { label: string; names: readonly string[]; onChoose: (model: string) => void };

/** Asks for the model of a prompt that was stored without one. The same model is used for all such prompts. */
export function MissingModel({ label, names, onChoose }: MissingModelProps) {
  const [name, setName] = useState("");
  const listId = useId();
  const choose = () => {
    if (name.trim() !== "") onChoose(name.trim());
  };
  return (
    <form
      className="min-w-0 flex-1"
      onSubmit={(event) => {
        event.preventDefault();
        choose();
      }}
    >
      <Input
        isMono
        isInvalid
        size="small"
        list={listId}
        aria-label={label}
        placeholder="Choose a model for this prompt"
        value={name}
        onChange={(event) => setName(event.target.value)}
        onBlur={choose}
        className="w-full max-w-[260px]"
      />
      <ModelNames id={listId} names={names} />
    </form>
  );
}

/** Adds a model by its name. */
export function AddModel({ names, onAdd }: { names: readonly string[]; onAdd: (model: string) => void }) {
  const [name, setName] = useState("");
  const listId = useId();
  const add = () => {
    if (name.trim() === "") return;
    onAdd(name.trim());
    setName("");
  };
  return (
    <form
      className="flex items-end gap-1"
      onSubmit={(event) => {
        event.preventDefault();
        add();
      }}
    >
      <Field label={<span className="sr-only">Model</span>}>
        {(ids) => (
          <>
            <Input
              {...ids}
              isMono
              size="small"
              list={listId}
              placeholder="provider/model or checkpoint"
              value={name}
              onChange={(event) => setName(event.target.value)}
              className="w-[260px] max-md:w-[210px]"
            />
            <ModelNames id={listId} names={names} />
          </>
        )}
      </Field>
      <Button
        type="submit"
        kind="ghost"
        size="small"
        disabled={name.trim() === ""}
        icon={<Plus size={13} strokeWidth={1.7} aria-hidden="true" />}
      >
        Add model
      </Button>
    </form>
  );
}

/** The names that a field suggests. */
function ModelNames({ id, names }: { id: string; names: readonly string[] }) {
  return (
    <datalist id={id}>
      {names.map((model) => (
        <option key={model} value={model} />
      ))}
    </datalist>
  );
}
