import { type ReactNode, useState } from "react";
import { Field } from "@/components/form/field";
import { Input } from "@/components/form/input";
import { Button } from "./button";
import { DialogClose } from "./dialog";

type NameConfirmationProps = {
  /** The name to type: `the object's name`. */
  what: string;
  name: string;
  isMono?: boolean;
  /** The label of the button. */
  verb: string;
  isBusy: boolean;
  onConfirm: () => void;
  /** The failure message. */
  children?: ReactNode;
};

/** The lower part of a dialog for actions that cannot be undone: nothing happens until the name is typed. */
export function NameConfirmation(props: NameConfirmationProps) {
  const { what, name, isMono = false, verb, isBusy, onConfirm, children } = props;
  const [typed, setTyped] = useState("");
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        // The dialog may be inside another form in React's tree.
        event.stopPropagation();
        if (typed === name) onConfirm();
      }}
    >
      <Field label={`Type ${what} to confirm`}>
        {(ids) => (
          <Input
            {...ids}
            isMono={isMono}
            value={typed}
            autoComplete="off"
            onChange={(event) => setTyped(event.target.value)}
          />
        )}
      </Field>
      {children}
      <div className="mt-3.5 flex justify-end gap-2">
        <DialogClose asChild>
          <Button kind="ghost">Cancel</Button>
        </DialogClose>
        <Button type="submit" kind="danger" disabled={typed !== name} isBusy={isBusy}>
          {verb}
        </Button>
      </div>
    </form>
  );
}
