"use client";

import { ChevronDown, X } from "lucide-react";
import { useState } from "react";
import { useCondition } from "@/app/(dashboard)/[workspace]/costs/records/use-condition";
import { Button } from "@/components/ui/button";
import { Popover } from "@/components/ui/popover";
import { costFields } from "@/lib/api/contract/costs/cost-fields";

type WhereFilterProps = { where: string; onChange: (where: string) => void };

const EXAMPLE = '{"$lt": [{"$getField": "prompt_token_cost"}, {"$literal": 0.000001}]}';

/** The query expression as typed, for conditions that the other filters cannot express. */
export function WhereFilter({ where, onChange }: WhereFilterProps) {
  const [isOpen, setIsOpen] = useState(false);
  const isSet = where !== "";
  // An address may contain an invalid expression.
  const isBroken = useCondition(where).kind === "broken";
  return (
    <span className="inline-flex h-(--ctl-h-small) max-w-full flex-none items-stretch overflow-hidden rounded-chip border border-line-strong bg-surface text-small whitespace-nowrap max-md:h-8">
      <Popover
        label="Expression"
        className="w-[min(420px,calc(100vw-16px))] p-3"
        isOpen={isOpen}
        onOpenChange={setIsOpen}
        trigger={
          <button
            type="button"
            aria-label={isSet ? `Edit filter: Expression ${where}` : "Filter by expression"}
            className="flex min-w-0 items-center gap-1.5 px-2 outline-offset-[-2px] hover:bg-hover"
          >
            <span className="text-ink-2">Expression</span>
            {isBroken ? (
              <span className="text-err">invalid</span>
            ) : isSet ? (
              <span className="max-w-56 truncate text-code">{where}</span>
            ) : (
              <ChevronDown size={12} strokeWidth={2} aria-hidden="true" className="text-ink-3" />
            )}
          </button>
        }
      >
        <WhereForm
          initial={where}
          onSubmit={(text) => {
            onChange(text);
            setIsOpen(false);
          }}
        />
      </Popover>
      {isSet ? (
        <button
          type="button"
          aria-label="Remove filter: Expression"
          onClick={() => onChange("")}
          className="grid w-6 flex-none place-items-center border-l border-line text-ink-3 outline-offset-[-2px] hover:bg-hover hover:text-ink max-md:w-8"
        >
          <X size={12} strokeWidth={2} aria-hidden="true" />
        </button>
      ) : null}
    </span>
  );
}

function WhereForm({ initial, onSubmit }: { initial: string; onSubmit: (text: string) => void }) {
  const [text, setText] = useState(initial);
  const read = useCondition(text);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (read.kind === "none" || read.kind === "condition") onSubmit(text.trim());
      }}
    >
      <textarea
        aria-label="Query expression as JSON"
        aria-invalid={read.kind === "broken" || undefined}
        aria-describedby="where-state"
        spellCheck={false}
        rows={5}
        placeholder={EXAMPLE}
        value={text}
        onChange={(event) => setText(event.target.value)}
        className="w-full resize-y rounded-control border border-line-strong bg-surface p-2 text-code leading-[18px] aria-invalid:border-err"
      />
      <p id="where-state" className="py-1.5 text-micro text-ink-3 [overflow-wrap:anywhere]">
        {read.kind === "broken" ? (
          <span className="text-err">{read.message}.</span>
        ) : (
          <>Fields: {costFields.join(", ")}. The expression is combined with the other filters.</>
        )}
      </p>
      <Button type="submit" size="small" kind="primary" disabled={read.kind === "broken" || read.kind === "loading"}>
        Apply
      </Button>
    </form>
  );
}
