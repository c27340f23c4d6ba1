import { Callout } from "@/components/ui/callout";
import { CopyButton } from "@/components/ui/copy-button";

type OneTimeSecretProps = {
  /** What it is: "key", "link". */
  what: string;
  text: string;
};

/** A secret in its only appearance: whole, to be copied, and gone when the dialog closes. */
export function OneTimeSecret({ what, text }: OneTimeSecretProps) {
  return (
    <div className="grid gap-2.5">
      <div className="flex items-center gap-1 rounded-control border border-line-strong bg-sunken py-1.5 pr-1 pl-2">
        <code data-shown-once={what} className="min-w-0 grow text-code [overflow-wrap:anywhere] select-all">
          {text}
        </code>
        <CopyButton
          text={text}
          label={`Copy the ${what}`}
          said={`${what.charAt(0).toUpperCase()}${what.slice(1)} copied`}
        />
      </div>
      <Callout tone="warn">This is the only time that the {what} is shown. Copy it before you close this.</Callout>
    </div>
  );
}
