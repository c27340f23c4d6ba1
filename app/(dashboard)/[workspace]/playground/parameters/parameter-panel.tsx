import { useRef, useState } from "react";
import { columnOf, sentCount, withoutParameters } from "@/app/(dashboard)/[workspace]/playground/draft/draft-changes";
import type { ScopedEditing } from "@/app/(dashboard)/[workspace]/playground/draft/draft-editing";
import { draftToolNames, parameterText } from "@/app/(dashboard)/[workspace]/playground/draft/prepare-inputs";
import { ScopeMenu } from "@/app/(dashboard)/[workspace]/playground/form/scope-menu";
import { SectionHead } from "@/app/(dashboard)/[workspace]/playground/form/section-head";
import { useKeys } from "@/components/keyboard/use-keys";
import { Button } from "@/components/ui/button";
import { parameters, RESPONSE_FORMAT } from "@/lib/completion/parameters";
import { AddParameter } from "./add-parameter";
import { ParameterField } from "./parameter-field";

const fields = parameters.filter(({ name }) => name !== RESPONSE_FORMAT);

/** Parameters that always have a field. */
const COMMON: readonly string[] = ["temperature", "max_completion_tokens", "top_p", "seed"];

/** The common and the set parameters, for all columns or for one. Others are added by name. */
export function ParameterPanel({ playground }: { playground: ScopedEditing }) {
  const { draft, scope, change } = playground;
  const frame = useRef<HTMLDivElement>(null);
  const [added, setAdded] = useState<readonly string[]>([]);
  const [isAdding, setIsAdding] = useState(false);
  const wanted = useRef<string | null>(null);
  const column = columnOf(draft, scope);
  const count = sentCount(draft, column);
  const textOf = (name: string) => parameterText(draft, column, name);
  const isOwn = (name: string) => column !== null && Object.hasOwn(column.own, name);
  const isShown = (name: string) => COMMON.includes(name) || added.includes(name) || textOf(name) !== "" || isOwn(name);
  useKeys("playground", { "+": () => setIsAdding(true) });
  const focusAdded = () => {
    const name = wanted.current;
    wanted.current = null;
    if (name === null) return;
    frame.current?.querySelector<HTMLElement>(`[data-parameter="${name}"] :is(input, button)`)?.focus();
  };
  // The common ones first, then the others in the order of the form.
  const shown = [
    ...COMMON.flatMap((name) => fields.find((field) => field.name === name) ?? []),
    ...fields.filter(({ name }) => !COMMON.includes(name) && isShown(name)),
  ];
  return (
    <section aria-label="Parameters" className="border-b border-line">
      <SectionHead
        title="Parameters"
        fact={`${count === 0 ? "all defaults" : `${count} of ${fields.length} set`}${factOf(draft.columns.length, column !== null)}`}
      >
        {count === 0 ? null : (
          <Button
            kind="ghost"
            size="small"
            onClick={() => {
              setAdded([]);
              change((before) => withoutParameters(before, scope));
            }}
          >
            Reset
          </Button>
        )}
        <ScopeMenu playground={playground} label="Parameters of" />
      </SectionHead>
      <div
        ref={frame}
        className="flex flex-wrap items-start gap-1.5 px-4 pb-2.5 lg:max-h-[38vh] lg:overflow-y-auto max-md:px-3"
      >
        {shown.map((parameter) => (
          <ParameterField
            key={parameter.name}
            parameter={parameter}
            text={textOf(parameter.name)}
            isOwn={isOwn(parameter.name)}
            canRemove={!COMMON.includes(parameter.name)}
            toolNames={draftToolNames(draft, parameter.name).join("\n")}
            scope={scope}
            change={change}
            onRemoved={setAdded}
          />
        ))}
        <AddParameter
          others={fields.filter(({ name }) => !isShown(name))}
          isOpen={isAdding}
          onOpenChange={setIsAdding}
          onAdd={(name) => {
            wanted.current = name;
            setAdded([...added, name]);
          }}
          onReturned={focusAdded}
        />
      </div>
    </section>
  );
}

function factOf(columnCount: number, isOwn: boolean): string {
  if (columnCount < 2) return "";
  return isOwn ? ", some only for this column" : ", shared by all columns";
}
