"use client";

import { useState } from "react";
import { Field } from "@/components/form/field";
import { Input } from "@/components/form/input";
import { Button } from "@/components/ui/button";

type RaiseLimitProps = {
  label: string;
  /** The initial value of the field. */
  proposed: number;
  /** The minimum, exclusive. */
  above: number;
  isBusy: boolean;
  onResume: (limit: number) => void;
  /** Classes of the field. */
  className: string;
};

/** A form that raises a limit and resumes the run. */
export function RaiseLimit({ label, proposed, above, isBusy, onResume, className }: RaiseLimitProps) {
  const [text, setText] = useState(String(proposed));
  const limit = Number(text);
  return (
    <form
      className="mt-1.5 flex items-end gap-1.5"
      onSubmit={(event) => {
        event.preventDefault();
        if (limit > above) onResume(limit);
      }}
    >
      <Field label={label} className={className}>
        {(ids) => (
          <Input
            {...ids}
            size="small"
            inputMode="decimal"
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        )}
      </Field>
      <Button type="submit" size="small" disabled={!(limit > above)} isBusy={isBusy}>
        Resume
      </Button>
    </form>
  );
}
