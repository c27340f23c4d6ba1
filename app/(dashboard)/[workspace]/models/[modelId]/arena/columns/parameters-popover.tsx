import { SlidersHorizontal } from "lucide-react";
import { Field } from "@/components/form/field";
import { Input } from "@/components/form/input";
import { Button } from "@/components/ui/button";
import { Popover } from "@/components/ui/popover";
import { type ArenaParameterTexts, parameterNames, type SentParameters } from "./prepare-arena-parameters";

/** The parameters as they are typed, and as they are sent. */
interface ParameterEditing {
  readonly params: ArenaParameterTexts;
  readonly sent: SentParameters;
  readonly setParams: (change: Partial<ArenaParameterTexts>) => void;
}

/** The parameters that every column is asked with. */
export function ParametersPopover({ arena }: { arena: ParameterEditing }) {
  const { params, sent, setParams } = arena;
  return (
    <Popover
      label="Parameters"
      className="w-64 p-3"
      trigger={
        <Button
          size="small"
          aria-label={sent.problems.size > 0 ? "Parameters, one cannot be sent" : "Parameters"}
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
                placeholder="not sent"
                isInvalid={sent.problems.has(name)}
                value={params[name]}
                onChange={(event) => setParams({ [name]: event.target.value })}
                autoComplete="off"
              />
            )}
          </Field>
        ))}
        <p className="text-micro text-ink-2">
          The same for every column. Answers to other parameters stay, and are left out of the figures.
        </p>
      </div>
    </Popover>
  );
}
