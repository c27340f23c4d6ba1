"use client";

import { type FormEvent, useRef, useState } from "react";
import { DialogFailure } from "@/components/dialog/dialog-failure";
import { Field } from "@/components/form/field";
import { FileDropArea } from "@/components/form/file-drop-area";
import { Input } from "@/components/form/input";
import { Button } from "@/components/ui/button";
import { useToast } from "@/components/ui/toast";
import { failureOf } from "@/lib/api/client/request-failure";
import { MAX_RENDERER_TEXT_LENGTH } from "@/lib/api/contract/app/renderers";
import { fieldErrors, otherErrors } from "@/lib/failure/field-errors";
import { formatBytes } from "@/lib/format/bytes";
import { useRendererChange } from "./use-renderers";

const FIELDS = ["name", "match.key", "match.value", "html"] as const;

interface ReadFile {
  readonly name: string;
  readonly html: string;
}

const baseName = (fileName: string) => fileName.replace(/\.html?$/i, "").slice(0, MAX_RENDERER_TEXT_LENGTH);

/** Adds a renderer from a file. A used name replaces the renderer of that name. */
export function RendererForm({ workspaceId, names }: { workspaceId: string; names: readonly string[] }) {
  const [file, setFile] = useState<ReadFile | null>(null);
  const [name, setName] = useState("");
  const [key, setKey] = useState("");
  const [value, setValue] = useState("");
  const input = useRef<HTMLInputElement>(null);
  const toast = useToast();
  const isReplaced = names.includes(name.trim());
  const save = useRendererChange("renderers.save", () => {
    toast(isReplaced ? "Renderer replaced" : "Renderer added");
    setFile(null);
    setName("");
  });
  const failure = save.isError ? failureOf(save.error) : null;
  const errors = fieldErrors(failure, FIELDS);
  const take = async ([chosen]: readonly File[]) => {
    if (!chosen) return;
    setFile({ name: chosen.name, html: await chosen.text() });
    if (name.trim() === "") setName(baseName(chosen.name));
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const match = key.trim() === "" ? null : { key, value };
    if (file !== null) save.mutate({ workspaceId, name, match, html: file.html });
  };
  return (
    <form noValidate onSubmit={submit} aria-label="Add a renderer" className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <FileDropArea
        label="HTML file"
        inputLabel="Choose an HTML file"
        inputRef={input}
        accept=".html,.htm,text/html"
        onFiles={(files) => void take(files)}
        className="flex items-center gap-2 px-3 py-3"
      >
        <span className="min-w-0 truncate">
          {file === null ? "Drop an HTML file here or " : `${file.name}, ${formatBytes(file.html.length)}, or `}
          <button
            type="button"
            className="text-accent-text underline decoration-1 underline-offset-2"
            onClick={() => input.current?.click()}
          >
            {file === null ? "choose one" : "choose another"}
          </button>
        </span>
      </FileDropArea>
      {errors.html === undefined ? null : <DialogFailure failure={failure} messages={[errors.html]} />}
      <Field label="Name" error={errors.name} hint={isReplaced ? "Replaces the renderer of this name." : undefined}>
        {(ids) => (
          <Input
            {...ids}
            value={name}
            maxLength={MAX_RENDERER_TEXT_LENGTH}
            isInvalid={errors.name !== undefined}
            autoComplete="off"
            onChange={(event) => setName(event.target.value)}
          />
        )}
      </Field>
      <div className="grid grid-cols-2 gap-3">
        <Field label="Key in metadata" error={errors["match.key"]} hint="Empty: for all trajectories.">
          {(ids) => (
            <Input
              {...ids}
              isMono
              value={key}
              maxLength={MAX_RENDERER_TEXT_LENGTH}
              isInvalid={errors["match.key"] !== undefined}
              autoComplete="off"
              onChange={(event) => setKey(event.target.value)}
            />
          )}
        </Field>
        <Field label="Its value" error={errors["match.value"]} hint="Empty: any value.">
          {(ids) => (
            <Input
              {...ids}
              isMono
              value={value}
              maxLength={MAX_RENDERER_TEXT_LENGTH}
              disabled={key.trim() === ""}
              isInvalid={errors["match.value"] !== undefined}
              autoComplete="off"
              onChange={(event) => setValue(event.target.value)}
            />
          )}
        </Field>
      </div>
      <DialogFailure failure={failure} messages={otherErrors(failure, FIELDS)} />
      <Button
        type="submit"
        className="justify-self-end"
        disabled={file === null || name.trim() === ""}
        isBusy={save.isPending}
      >
        {isReplaced ? "Replace" : "Add"}
      </Button>
    </form>
  );
}
