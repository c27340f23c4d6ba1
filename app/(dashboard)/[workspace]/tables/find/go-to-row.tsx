"use client";

import { useState } from "react";
import { Input } from "@/components/form/input";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";

type GoToRowProps = {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  /** Returns why the row cannot be shown; null when it is shown. */
  onGo: (rowNumber: number) => string | null;
};

/** Asks the user for a row number and scrolls to that row. */
export function GoToRow({ isOpen, onOpenChange, onGo }: GoToRowProps) {
  const [text, setText] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  const go = () => {
    const digits = text.replace(/[\s,]/g, "");
    const refused = /^\d+$/.test(digits) ? onGo(Number(digits)) : "A row number is an integer from 0.";
    setProblem(refused);
    if (refused === null) onOpenChange(false);
  };
  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      title="Go to row"
      description="The number in the first column: the position of the row in the stored table."
    >
      <form
        className="flex gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          go();
        }}
      >
        <Input
          inputMode="numeric"
          aria-label="Row number"
          value={text}
          isInvalid={problem !== null}
          onChange={(event) => setText(event.target.value)}
          className="grow"
        />
        <Button kind="primary" type="submit">
          Go
        </Button>
      </form>
      {problem === null ? null : (
        <p role="alert" className="mt-2 text-small text-err">
          {problem}
        </p>
      )}
    </Dialog>
  );
}
