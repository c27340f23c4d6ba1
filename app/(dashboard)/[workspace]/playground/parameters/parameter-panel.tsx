import { ChevronDown, ChevronUp } from "lucide-react";
import { columnOf, sentCount, withoutParameters } from "@/app/(dashboard)/[workspace]/playground/draft/draft-changes";
import type { ScopedEditing } from "@/app/(dashboard)/[workspace]/playground/draft/draft-editing";
import { draftToolNames, parameterText } from "@/app/(dashboard)/[workspace]/playground/draft/prepare-inputs";
import { ScopeMenu } from "@/app/(dashboard)/[workspace]/playground/form/scope-menu";
import { SectionHead } from "@/app/(dashboard)/[workspace]/playground/form/section-head";
import { usePersonalChoice } from "@/components/browser/use-personal-choice";
import { Button } from "@/components/ui/button";
import { parameters, RESPONSE_FORMAT } from "@/lib/completion/parameters";
import { ParameterField } from "./parameter-field";

const fields = parameters.filter(({ name }) => name !== RESPONSE_FORMAT);

/** Every parameter of the interface, for all columns or for one. */
export function ParameterPanel({ playground }: { playground: ScopedEditing }) {
  const { draft, scope, change } = playground;
  const [fold, setFold] = usePersonalChoice("heddle-playground-parameters", ["open", "closed"], "open");
  const column = columnOf(draft, scope);
  const count = sentCount(draft, column);
  const isOpen = fold === "open";
  return (
    <section aria-label="Parameters" className="border-b border-line">
      <SectionHead
        title="Parameters"
        fact={`${count === 0 ? "all defaults" : `${count} set`}${factOf(draft.columns.length, column !== null)}`}
      >
        {count === 0 ? null : (
          <Button kind="ghost" size="small" onClick={() => change((before) => withoutParameters(before, scope))}>
            Reset
          </Button>
        )}
        <ScopeMenu playground={playground} label="Parameters of" />
        <Button
          kind="ghost"
          size="icon-small"
          aria-expanded={isOpen}
          aria-label={isOpen ? "Hide parameters" : "Show parameters"}
          onClick={() => setFold(isOpen ? "closed" : "open")}
        >
          {isOpen ? (
            <ChevronUp size={14} strokeWidth={1.7} aria-hidden="true" />
          ) : (
            <ChevronDown size={14} strokeWidth={1.7} aria-hidden="true" />
          )}
        </Button>
      </SectionHead>
      {isOpen ? (
        <div className="grid grid-cols-[repeat(auto-fill,minmax(104px,1fr))] gap-x-2.5 gap-y-2 px-4 pb-3 lg:max-h-[38vh] lg:overflow-y-auto max-md:px-3">
          {fields.map((parameter) => (
            <ParameterField
              key={parameter.name}
              parameter={parameter}
              text={parameterText(draft, column, parameter.name)}
              isOwn={column !== null && Object.hasOwn(column.own, parameter.name)}
              toolNames={draftToolNames(draft, parameter.name).join("\n")}
              scope={scope}
              change={change}
            />
          ))}
        </div>
      ) : null}
    </section>
  );
}

function factOf(columnCount: number, isOwn: boolean): string {
  if (columnCount < 2) return "";
  return isOwn ? ", some only for this column" : ", shared by all columns";
}
