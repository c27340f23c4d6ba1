"use client";

import { CheckLine } from "@/components/form/check-line";
import { Field } from "@/components/form/field";
import { Input } from "@/components/form/input";
import { Segmented } from "@/components/form/segmented";
import { type DraftScorer, schemaProblem } from "./evaluation-draft";
import { TextArea } from "./text-area";

type ScorerEditorProps = {
  scorer: DraftScorer;
  columns: readonly string[];
  errorOf: (member: string) => string | undefined;
  onChange: (scorer: DraftScorer) => void;
};

/** The parameters of one scorer. */
export function ScorerEditor({ scorer, columns, errorOf, onChange }: ScorerEditorProps) {
  // The members of one kind: the caller's kind stays.
  const set = (members: object) => onChange({ ...scorer, ...members } as DraftScorer);
  const text = (member: string, label: string, value: string, hint?: string, className = "w-[200px]") => (
    <Field label={label} hint={hint} error={errorOf(member)} className={className}>
      {(ids) => (
        <Input
          {...ids}
          isMono
          size="small"
          list={member === "expected" || member === "column" ? "evaluation-columns" : undefined}
          isInvalid={errorOf(member) !== undefined}
          value={value}
          onChange={(event) => set({ [member]: event.target.value })}
        />
      )}
    </Field>
  );
  return (
    <div className="grid gap-2.5 border-t border-l-2 border-line border-l-accent px-4 py-2.5 max-md:px-3">
      <datalist id="evaluation-columns">
        {columns.map((column) => (
          <option key={column} value={column} />
        ))}
      </datalist>
      <div className="flex flex-wrap items-start gap-2.5">
        {text("name", "Name", scorer.name)}
        {text("answer_path", "Path in the answer", scorer.answer_path ?? "", "empty for all of it")}
        <KindFields scorer={scorer} set={set} text={text} errorOf={errorOf} />
      </div>
      <LongFields scorer={scorer} set={set} errorOf={errorOf} />
    </div>
  );
}

type Set = (members: object) => void;
type TextField = (member: string, label: string, value: string, hint?: string, className?: string) => React.ReactNode;

function KindFields({
  scorer,
  set,
  text,
  errorOf,
}: {
  scorer: DraftScorer;
  set: Set;
  text: TextField;
  errorOf: (member: string) => string | undefined;
}) {
  switch (scorer.kind) {
    case "exact":
      return (
        <>
          {text("expected", "Expected column", scorer.expected)}
          <CheckLine label="Trim" isOn={scorer.trim ?? true} onChange={(trim) => set({ trim })} />
          <CheckLine
            label="Ignore case"
            isOn={scorer.fold_case ?? false}
            onChange={(fold) => set({ fold_case: fold })}
          />
        </>
      );
    case "contains":
      return (
        <>
          {text("column", "Column with the text", scorer.column ?? "", "or enter texts below")}
          <Segmented
            label="How many"
            size="small"
            value={scorer.match ?? "any"}
            onChange={(match) => set({ match })}
            segments={[
              { value: "any", label: "Any" },
              { value: "all", label: "All" },
            ]}
          />
          <CheckLine
            label="Ignore case"
            isOn={scorer.fold_case ?? false}
            onChange={(fold) => set({ fold_case: fold })}
          />
        </>
      );
    case "regex":
      return (
        <>
          {text(
            "pattern",
            "Pattern",
            scorer.pattern,
            "what JavaScript and Python read alike",
            "w-[320px] max-md:w-full",
          )}
          {text("flags", "Flags", scorer.flags ?? "", "i, m, s", "w-[70px]")}
          <Segmented
            label="What must match"
            size="small"
            value={scorer.match ?? "part"}
            onChange={(match) => set({ match })}
            segments={[
              { value: "part", label: "A part" },
              { value: "whole", label: "Whole answer" },
            ]}
          />
        </>
      );
    case "json_schema":
      return (
        <CheckLine
          label="Read a fenced block"
          isOn={scorer.take_fenced ?? true}
          onChange={(fenced) => set({ take_fenced: fenced })}
        />
      );
    case "number":
      return (
        <>
          {text("expected", "Expected column", scorer.expected)}
          <NumberField
            label="Absolute"
            value={scorer.absolute}
            error={errorOf("absolute")}
            onChange={(absolute) => set({ absolute })}
          />
          <NumberField
            label="Relative"
            value={scorer.relative}
            error={errorOf("relative")}
            onChange={(relative) => set({ relative })}
          />
          <Segmented
            label="Which number"
            size="small"
            value={scorer.find ?? "last"}
            onChange={(find) => set({ find })}
            segments={[
              { value: "last", label: "Last" },
              { value: "first", label: "First" },
              { value: "only", label: "Only one" },
            ]}
          />
        </>
      );
    case "judge":
      return (
        <>
          {text("model", "Judge", scorer.model, "provider/model")}
          <Segmented
            label="Scale"
            size="small"
            value={scorer.scale ?? "yes_no"}
            onChange={(scale) => set({ scale, pass_mark: null })}
            segments={[
              { value: "yes_no", label: "Yes or no" },
              { value: "one_to_five", label: "1 to 5" },
              { value: "zero_to_one", label: "0 to 1" },
            ]}
          />
          {scorer.scale === undefined || scorer.scale === "yes_no" ? null : (
            <NumberField
              label="Passes from"
              value={scorer.pass_mark}
              error={errorOf("pass_mark")}
              onChange={(mark) => set({ pass_mark: mark })}
            />
          )}
        </>
      );
    case "pairwise":
      return (
        <>
          {text("model", "Judge", scorer.model, "asked in both orders")}
          {text(
            "baseline_call_id",
            "Evaluation to compare with",
            scorer.baseline_call_id,
            "id of its root call",
            "w-[320px] max-md:w-full",
          )}
        </>
      );
  }
}

function LongFields({
  scorer,
  set,
  errorOf,
}: {
  scorer: DraftScorer;
  set: Set;
  errorOf: (member: string) => string | undefined;
}) {
  if (scorer.kind === "contains") {
    return (
      <Field label="Texts, one a line" error={errorOf("texts") ?? errorOf("texts[0]")}>
        {(ids) => (
          <TextArea
            {...ids}
            rows={3}
            value={(scorer.texts ?? []).join("\n")}
            onChange={(value) =>
              set({ texts: value === "" ? [] : value.split("\n"), ...(value === "" ? {} : { column: null }) })
            }
          />
        )}
      </Field>
    );
  }
  if (scorer.kind === "json_schema") {
    return (
      <Field label="JSON Schema, draft 2020-12" error={schemaProblem(scorer) ?? errorOf("schema")}>
        {(ids) => (
          <TextArea {...ids} rows={8} value={scorer.schemaText ?? ""} onChange={(schemaText) => set({ schemaText })} />
        )}
      </Field>
    );
  }
  if (scorer.kind !== "judge" && scorer.kind !== "pairwise") return null;
  const names = scorer.kind === "judge" ? "{output}" : "{output_a} and {output_b}";
  return (
    <Field label="Prompt" hint={`${names} and {columns}; double a literal brace`} error={errorOf("prompt")}>
      {(ids) => <TextArea {...ids} rows={7} value={scorer.prompt} onChange={(prompt) => set({ prompt })} />}
    </Field>
  );
}

function NumberField({
  label,
  value,
  error,
  onChange,
}: {
  label: string;
  value: unknown;
  error: string | undefined;
  onChange: (value: number) => void;
}) {
  return (
    <Field label={label} error={error} className="w-[88px]">
      {(ids) => (
        <Input
          {...ids}
          size="small"
          type="number"
          step="any"
          value={String(value ?? "")}
          onChange={(event) => onChange(Number(event.target.value))}
        />
      )}
    </Field>
  );
}
