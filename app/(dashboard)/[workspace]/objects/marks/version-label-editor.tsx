"use client";

import { Plus, X } from "lucide-react";
import { useState } from "react";
import { Input } from "@/components/form/input";
import { useHasRole } from "@/components/session/use-role";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { Popover } from "@/components/ui/popover";
import { Tag } from "@/components/ui/tag";
import { failureOf } from "@/lib/api/client/request-failure";
import type { ObjectVersion } from "@/lib/api/contract/objects/objects";
import { otherErrors } from "@/lib/failure/field-errors";
import type { Workspace } from "@/lib/workspace/workspace";
import { labelNamesOf, labelProblem } from "./prepare-labels";
import { type LabelChange, type MarkMutation, useLabelChange } from "./use-label-change";

type VersionLabelEditorProps = {
  workspace: Workspace;
  version: ObjectVersion;
  mark: "tag" | "alias";
  /** Labels of other versions of the project. */
  known: readonly string[];
};

const LABEL_NAMES = {
  tag: { add: "Add tag", hint: "A version can have any number of tags." },
  alias: {
    add: "Set alias",
    hint: "An alias points to one version at a time, so it moves here. Programs can use it like a digest.",
  },
} as const;

/** The tags or the aliases of a version; members can add and remove them. */
export function VersionLabelEditor({ workspace, version, mark, known }: VersionLabelEditorProps) {
  const isMember = useHasRole("member");
  const change = useLabelChange(workspace, version.object_id, version.digest);
  const { tags, aliases } = labelNamesOf(version);
  const names = mark === "tag" ? tags : aliases;
  const failure = change.isError && change.variables.action === "remove" ? failureOf(change.error) : null;
  return (
    <span className="flex min-w-0 flex-wrap items-center gap-1">
      {names.map((name) => (
        <Tag key={name} tone={mark === "alias" ? "run" : "plain"} className="max-w-full" title={name}>
          <span className="truncate">{name}</span>
          {isMember ? (
            <button
              type="button"
              aria-label={`Remove ${mark} ${name}`}
              disabled={change.isPending}
              onClick={() => change.mutate({ mark, action: "remove", name })}
              className="relative -mr-0.5 grid size-3 flex-none place-items-center before:absolute before:-inset-1.5 hover:text-ink"
            >
              <X size={10} strokeWidth={2} aria-hidden="true" />
            </button>
          ) : null}
        </Tag>
      ))}
      {names.length === 0 && !isMember ? <span className="text-ink-3">–</span> : null}
      {isMember ? <AddLabel mark={mark} known={known.filter((name) => !names.includes(name))} change={change} /> : null}
      {failure ? <Callout tone="err">{otherErrors(failure, []).join(" ")}</Callout> : null}
    </span>
  );
}

type AddLabelProps = {
  mark: "tag" | "alias";
  known: readonly string[];
  change: MarkMutation;
};

function AddLabel({ mark, known, change }: AddLabelProps) {
  const [isOpen, setIsOpen] = useState(false);
  const [text, setText] = useState("");
  const [isChecked, setIsChecked] = useState(false);
  const fault = labelProblem(mark, text.trim());
  const failure = change.isError && change.variables.action === "add" ? failureOf(change.error) : null;
  const add = (name: string) => {
    const wanted: LabelChange = { mark, action: "add", name };
    change.mutate(wanted, {
      onSuccess: () => {
        setIsOpen(false);
        setText("");
        setIsChecked(false);
      },
    });
  };
  const suggestions = known.filter((name) => name.toLowerCase().includes(text.trim().toLowerCase()));
  return (
    <Popover
      label={LABEL_NAMES[mark].add}
      className="w-60"
      isOpen={isOpen}
      onOpenChange={setIsOpen}
      trigger={
        <Button
          kind="ghost"
          size="small"
          className="h-5 px-1 text-micro text-ink-3 max-md:h-7"
          icon={<Plus size={11} strokeWidth={2} aria-hidden="true" />}
        >
          {LABEL_NAMES[mark].add}
        </Button>
      }
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          setIsChecked(true);
          if (fault === null) add(text.trim());
        }}
      >
        <Input
          size="small"
          aria-label={mark === "tag" ? "Tag" : "Alias"}
          aria-describedby={`${mark}-hint`}
          isInvalid={isChecked && fault !== null}
          placeholder={mark === "tag" ? "reviewed" : "production"}
          autoComplete="off"
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <p id={`${mark}-hint`} className="px-0.5 py-1.5 text-micro text-ink-3">
          {isChecked && fault !== null ? <span className="text-err">{fault}.</span> : LABEL_NAMES[mark].hint} Press
          Enter to set it.
        </p>
      </form>
      <ul className="max-h-40 overflow-auto">
        {suggestions.map((name) => (
          <li key={name}>
            <button
              type="button"
              onClick={() => add(name)}
              className="flex h-[26px] w-full items-center rounded-chip px-1.5 text-left hover:bg-hover max-md:h-9"
            >
              <span className="truncate">{name}</span>
            </button>
          </li>
        ))}
      </ul>
      {failure ? <Callout tone="err">{otherErrors(failure, []).join(" ")}</Callout> : null}
    </Popover>
  );
}
