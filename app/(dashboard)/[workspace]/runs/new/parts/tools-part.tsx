"use client";

import { EMPTY_RUN } from "@/app/(dashboard)/[workspace]/runs/new/draft/run-draft";
import { TextArea } from "@/components/evaluation/setup/text-area";
import { Field } from "@/components/form/field";
import { Input } from "@/components/form/input";
import { Segmented } from "@/components/form/segmented";
import type { PartProps } from "./part-props";

/** The tools that the model may call, and how they are answered. */
export function ToolsPart({ control, errors }: PartProps) {
  const { draft, change } = control;
  const { toolAnswers } = draft;
  return (
    <section aria-label="Tools" className="border-b border-line">
      <div className="flex min-h-[42px] flex-wrap items-center gap-2.5 px-4 py-1 max-md:px-3">
        <h2 className="text-base font-semibold">Tools</h2>
        <span className="text-small text-ink-3">
          {toolAnswers === "none"
            ? "none: each rollout is one answer"
            : toolAnswers === "simulator"
              ? "a model plays the tools"
              : "results of the task’s thread"}
        </span>
        <span className="ml-auto">
          <Segmented
            label="How tools are answered"
            size="small"
            value={toolAnswers}
            onChange={(next) => change({ toolAnswers: next })}
            segments={[
              { value: "none", label: "No tools" },
              { value: "simulator", label: "Simulator" },
              { value: "recorded", label: "Recorded results" },
            ]}
          />
        </span>
      </div>
      {toolAnswers === "none" ? null : <DeclaredTools control={control} errors={errors} />}
    </section>
  );
}

/** The message about a member of the settings, or about a part of it. */
const errorBelow = (errors: PartProps["errors"], path: string) =>
  [...errors].find(([at]) => at === path || at.startsWith(`${path}[`) || at.startsWith(`${path}.`))?.[1];

function DeclaredTools({ control, errors }: PartProps) {
  const { draft, change } = control;
  const definitionsError = errorBelow(errors, "tools.definitions");
  const answersError = errors.get("tools.answers.kind");
  return (
    <div className="grid gap-2.5 px-4 pb-3 max-md:px-3">
      <Field
        label="Declared tools"
        hint='A JSON list of functions: [{"name": "get_order", "description": "…", "parameters": {"type": "object"}}]'
        error={definitionsError ?? answersError}
      >
        {(ids) => (
          <TextArea
            {...ids}
            rows={6}
            isInvalid={definitionsError !== undefined || answersError !== undefined}
            value={draft.tools}
            onChange={(tools) => change({ tools })}
          />
        )}
      </Field>
      <div className="flex flex-wrap items-start gap-2.5">
        <Field
          label="Requests at most"
          error={errors.get("tools.max_turns")}
          isChanged={draft.maxTurns !== EMPTY_RUN.maxTurns}
          className="w-[132px]"
        >
          {(ids) => (
            <Input
              {...ids}
              inputMode="numeric"
              placeholder="8"
              isInvalid={errors.has("tools.max_turns")}
              value={draft.maxTurns}
              onChange={(event) => change({ maxTurns: event.target.value })}
            />
          )}
        </Field>
        {draft.toolAnswers === "simulator" ? (
          <Field label="Simulator" error={errors.get("tools.answers.model")} className="w-[276px] max-md:w-full">
            {(ids) => (
              <Input
                {...ids}
                isMono
                placeholder="provider/model"
                isInvalid={errors.has("tools.answers.model")}
                value={draft.simulatorModel}
                onChange={(event) => change({ simulatorModel: event.target.value })}
              />
            )}
          </Field>
        ) : (
          <p className="min-w-0 flex-1 pt-5 text-small text-ink-3">
            A call gets the result of the same tool with the same arguments in its thread. For any other call the model
            sees an error.
          </p>
        )}
      </div>
      {draft.toolAnswers === "simulator" ? (
        <Field
          label="Prompt of the simulator"
          hint="{tool_name}, {tool_arguments}, {conversation} and {columns} of the task; double a literal brace"
          error={errors.get("tools.answers.prompt")}
          isChanged={draft.simulatorPrompt !== EMPTY_RUN.simulatorPrompt}
        >
          {(ids) => (
            <TextArea
              {...ids}
              rows={8}
              isInvalid={errors.has("tools.answers.prompt")}
              value={draft.simulatorPrompt}
              onChange={(simulatorPrompt) => change({ simulatorPrompt })}
            />
          )}
        </Field>
      ) : null}
    </div>
  );
}
