import { X } from "lucide-react";
import { memo, useId } from "react";
import { type Scope, withParameter } from "@/app/(dashboard)/[workspace]/playground/draft/draft-changes";
import type { DraftEditing } from "@/app/(dashboard)/[workspace]/playground/draft/draft-editing";
import { parameterWarnings } from "@/app/(dashboard)/[workspace]/playground/form/check-shape";
import { Tooltip } from "@/components/ui/tooltip";
import type { Parameter } from "@/lib/completion/parameters";
import { type ParameterReading, rangeText, readParameter } from "@/lib/completion/read-parameter";
import { classNames } from "@/lib/style/class-names";
import { ParameterChoice } from "./parameter-choice";
import { controlClass, type ParameterControl } from "./parameter-control";
import { ParameterJson } from "./parameter-json";

type ParameterFieldProps = {
  parameter: Parameter;
  text: string;
  /** True for a column's own value, which overrides the shared one. */
  isOwn: boolean;
  /** Names of tools that can be chosen, one per line. */
  toolNames: string;
  scope: Scope;
  change: DraftEditing["change"];
  /** False for a parameter that always has a field. */
  canRemove: boolean;
  /** Changes the list of added fields. */
  onRemoved: (change: (added: readonly string[]) => readonly string[]) => void;
};

/** One parameter: a typed value is sent, an empty field is not. Redrawn only when it changes. */
export const ParameterField = memo(function ParameterField(props: ParameterFieldProps) {
  const { parameter, text, isOwn, toolNames, scope, change, canRemove, onRemoved } = props;
  const id = useId();
  const { name, kind } = parameter;
  const reading = readParameter(parameter, text);
  const set = (next: string | null) => change((before) => withParameter(before, scope, name, next));
  const error = reading.kind === "broken" ? reading.message : null;
  const warnings = reading.kind === "value" ? warningsOf(name, reading) : [];
  const [warning = null] = warnings;
  const remove = canRemove
    ? () => {
        // Removing a column's value reveals the shared one; removing a shared value means that none is sent.
        set(isOwn ? null : "");
        onRemoved((added) => added.filter((other) => other !== name));
      }
    : null;
  const control = { id, parameter, text, isSent: reading.kind !== "not-sent", error, warnings, set, remove };
  return (
    <div data-parameter={name} className="grid max-w-full content-start gap-0.5">
      <div
        className={classNames(
          "flex h-[26px] min-w-0 items-center rounded-control border bg-surface max-md:h-9",
          control.isSent ? "border-accent-line bg-accent-tint" : "border-line-strong",
          error !== null && "border-err",
        )}
      >
        <Tooltip text={helpText(parameter)} side="top">
          <label
            htmlFor={id}
            className={classNames("truncate pl-2 text-code", control.isSent ? "text-accent-text" : "text-ink-2")}
          >
            {name}
          </label>
        </Tooltip>
        <span id={`${id}-help`} className="sr-only">
          {helpText(parameter)}
        </span>
        {kind === "boolean" || kind === "choice" ? (
          <ParameterChoice {...control} toolNames={toolNames.split("\n").filter(Boolean)} />
        ) : kind === "object" || kind === "list" ? (
          <ParameterJson {...control} />
        ) : (
          <ParameterText {...control} />
        )}
        {isOwn ? (
          <button
            type="button"
            aria-label={`Use the shared ${name}`}
            title="Own value of this column. Click to use the shared value."
            onClick={() => set(null)}
            className="mr-1 flex-none rounded-chip px-0.5 text-micro text-accent-text hover:underline"
          >
            own
          </button>
        ) : null}
        {remove === null ? null : (
          <button
            type="button"
            aria-label={`Remove ${name}`}
            onClick={remove}
            className="grid h-full w-6 flex-none place-items-center border-l border-line text-ink-3 outline-offset-[-2px] hover:bg-hover hover:text-ink max-md:w-9"
          >
            <X size={12} strokeWidth={2} aria-hidden="true" />
          </button>
        )}
      </div>
      {error === null && warning === null ? null : (
        <span
          role={error === null ? undefined : "alert"}
          className={classNames("max-w-64 text-micro", error === null ? "text-warn" : "text-err")}
        >
          {error ?? warning}
        </span>
      )}
    </div>
  );
});

function warningsOf(name: string, reading: Extract<ParameterReading, { kind: "value" }>): readonly string[] {
  return reading.warning === null ? parameterWarnings(name, reading.value) : [reading.warning];
}

function helpText(parameter: Parameter): string {
  const range = rangeText(parameter);
  const { help, standard } = parameter;
  const facts = [range, standard === undefined ? "" : `${standard} by default`].filter(Boolean).join(", ");
  return facts === "" ? help : `${help} ${facts[0]?.toUpperCase()}${facts.slice(1)}.`;
}

function ParameterText({ id, parameter, text, isSent, error, set, remove }: ParameterControl) {
  const isNumber = parameter.kind === "number" || parameter.kind === "integer";
  return (
    <input
      id={id}
      aria-describedby={`${id}-help`}
      aria-invalid={error !== null || undefined}
      inputMode={isNumber ? "decimal" : "text"}
      autoComplete="off"
      spellCheck={false}
      placeholder="default"
      value={text}
      onChange={(event) => set(event.target.value)}
      onKeyDown={(event) => {
        if (event.key === "Backspace" && text === "") remove?.();
      }}
      className={classNames(controlClass(isSent), isNumber ? "w-[76px]" : "w-40")}
    />
  );
}
