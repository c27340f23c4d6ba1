import { useId } from "react";
import { Checkbox } from "./checkbox";

/** A check box with its label on the right. */
export function CheckLine({
  label,
  isOn,
  onChange,
}: {
  label: string;
  isOn: boolean;
  onChange: (isOn: boolean) => void;
}) {
  const id = useId();
  return (
    <span className="flex min-h-(--ctl-h-small) items-center gap-1.5 text-small">
      <Checkbox id={id} checked={isOn} onCheckedChange={(checked) => onChange(checked === true)} />
      <label htmlFor={id}>{label}</label>
    </span>
  );
}
