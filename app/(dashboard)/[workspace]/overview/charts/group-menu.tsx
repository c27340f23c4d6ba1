"use client";

import { useQuery } from "@tanstack/react-query";
import { Check, ChevronDown } from "lucide-react";
import { type ReactNode, useId, useState } from "react";
import { Input } from "@/components/form/input";
import { useProjectScores } from "@/components/score/use-project-scores";
import { Popover } from "@/components/ui/popover";
import { serviceQuery } from "@/lib/api/client/service-query";
import { type Grouping, groupings, isAttributePath } from "@/lib/calls/grouping";
import { formatCount } from "@/lib/format/count";
import { scoreLabel } from "@/lib/score/score-field";
import type { Workspace } from "@/lib/workspace/workspace";

type GroupMenuProps = { grouping: Grouping; workspace: Workspace; onChange: (name: string) => void };

/** The title of the calls chart, which selects the group. */
export function GroupMenu({ grouping, workspace, onChange }: GroupMenuProps) {
  const [isOpen, setIsOpen] = useState(false);
  const choose = (name: string) => {
    onChange(name);
    setIsOpen(false);
  };
  return (
    <Popover
      label="Group calls by"
      isOpen={isOpen}
      onOpenChange={setIsOpen}
      className="w-64"
      trigger={
        <button
          type="button"
          className="-mx-1 inline-flex h-6 max-w-72 items-center gap-1 rounded-chip px-1 font-medium hover:bg-hover"
        >
          <span className="truncate">Calls by {grouping.label}</span>
          <ChevronDown size={12} strokeWidth={2} aria-hidden="true" className="text-ink-3" />
        </button>
      }
    >
      {groupings.map(({ name, label }) => (
        <Choice key={name} isChosen={name === grouping.name} onChoose={() => choose(name)}>
          {label}
        </Choice>
      ))}
      <ScoreChoices workspace={workspace} chosen={grouping.name} onChoose={choose} />
      <AttributeChoices workspace={workspace} chosen={grouping.name} onChoose={choose} />
    </Popover>
  );
}

type ChoiceProps = { isChosen: boolean; onChoose: () => void; children: ReactNode };

function Choice({ isChosen, onChoose, children }: ChoiceProps) {
  return (
    <button
      type="button"
      aria-pressed={isChosen}
      onClick={onChoose}
      className="flex h-[26px] w-full items-center gap-2 rounded-chip px-2 hover:bg-hover max-md:h-9"
    >
      {children}
      {isChosen ? <Check size={14} strokeWidth={1.7} aria-hidden="true" className="flex-none text-ink-3" /> : null}
    </button>
  );
}

/** Scores with most values; the others can be named in the address. */
const MAX_SCORES = 8;

/** The scores of the project: calls are grouped by the newest value of one. */
function ScoreChoices({ workspace, chosen, onChoose }: AttributeChoicesProps) {
  const { scores } = useProjectScores(workspace);
  if (scores.length === 0) return null;
  return (
    <section aria-label="Scores" className="mt-1 border-t border-line pt-1.5">
      <h3 className="px-2 text-micro font-medium text-ink-3">Scores</h3>
      {scores.slice(0, MAX_SCORES).map(({ field, count }) => (
        <Choice key={field} isChosen={field === chosen} onChoose={() => onChoose(field)}>
          <span className="min-w-0 flex-1 truncate text-left">{scoreLabel(field)}</span>
          <span className="text-micro text-ink-3">{formatCount(count)}</span>
        </Choice>
      ))}
    </section>
  );
}

type AttributeChoicesProps = { workspace: Workspace; chosen: string; onChoose: (path: string) => void };

/** Paths in the attributes: those found in the calls, or a typed one. */
function AttributeChoices({ workspace, chosen, onChoose }: AttributeChoicesProps) {
  const [text, setText] = useState(chosen.startsWith("attributes.") ? chosen : "attributes.");
  const facets = useQuery(
    serviceQuery(workspace.connectionId, "calls.facets", {
      project_id: workspace.projectId,
      fields: ["attributes"],
      limit: 50,
    }),
  );
  const inputId = useId();
  const typed = text.trim();
  const paths = (facets.data?.facets[0]?.values ?? []).filter(
    ({ value }) => isAttributePath(value) && value.includes(typed.replace(/^attributes\.?/, "")),
  );
  return (
    <form
      className="mt-1 grid gap-1 border-t border-line pt-1.5"
      onSubmit={(event) => {
        event.preventDefault();
        if (isAttributePath(typed)) onChoose(typed);
      }}
    >
      <label htmlFor={inputId} className="px-2 text-micro font-medium text-ink-3">
        Attribute path
      </label>
      <div className="px-2">
        <Input
          id={inputId}
          size="small"
          isMono
          value={text}
          spellCheck={false}
          autoComplete="off"
          isInvalid={typed !== "attributes." && typed !== "" && !isAttributePath(typed)}
          onChange={(event) => setText(event.target.value)}
        />
      </div>
      {facets.isError ? <p className="px-2 text-micro text-ink-3">Could not load attribute paths.</p> : null}
      <div className="max-h-40 overflow-y-auto">
        {paths.slice(0, 20).map(({ value, count }) => (
          <Choice key={value} isChosen={value === chosen} onChoose={() => onChoose(value)}>
            <span className="min-w-0 flex-1 truncate text-left text-code">{value}</span>
            <span className="text-micro text-ink-3">{formatCount(count)}</span>
          </Choice>
        ))}
      </div>
    </form>
  );
}
