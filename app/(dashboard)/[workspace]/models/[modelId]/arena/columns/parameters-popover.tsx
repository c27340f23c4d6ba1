import { SlidersHorizontal } from "lucide-react";
import { Field } from "@/components/form/field";
import { Input } from "@/components/form/input";
import { Button } from "@/components/ui/button";
import { Popover } from "@/components/ui/popover";
import { type ArenaParameterTexts, parameterNames, type SentParameters } from "./prepare-arena-parameters";

/** The parameters as typed, and as sent. */
interface ParameterEditing {
  readonly params: ArenaParameterTexts;
  readonly sent: SentParameters;
  readonly setParams: (change: Partial<ArenaParameterTexts>) => void;
}

/** Edits the parameters that every column runs with. */
export function ParametersPopover({ arena }: { arena: ParameterEditing }) {
  const { params, sent, setParams } = arena;
  return (
    <Popover
      label="Parameters"
      className="w-64 p-3"
      trigger={
        <Button
          size="small"
          aria-label={sent.problems.size > 0 ? "Parameters, one is invalid" : "Parameters"}
          className={sent.problems.size > 0 ? "border-err" : ""}
          icon={<SlidersHorizontal size={14} strokeWidth={1.7} aria-hidden="true" />}
        >
          Parameters
        </Button>
      }
    >
      <div className="grid gap-2">
        {parameterNames.map((name) => (
          <Field key={name} label={name} error={sent.problems.get(name)}>
            {(ids) => (
              <Input
                {...ids}
                isMono
                size="small"
                placeholder="default"
                isInvalid={sent.problems.has(name)}
                value={params[name]}
                onChange={(event) => setParams({ [name]: event.target.value })}
                autoComplete="off"
              />
            )}
          </Field>
        ))}
        <p className="text-micro text-ink-2">
          Applied to every column. Answers with other parameters are kept but not counted.
        </p>
      </div>
    </Popover>
  );
}
