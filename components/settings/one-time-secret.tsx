import { Callout } from "@/components/ui/callout";
import { CopyButton } from "@/components/ui/copy-button";

type OneTimeSecretProps = {
  /** The kind of secret: "key", "link". */
  what: string;
  text: string;
};

/** A secret that is shown once: in full, to be copied, and gone when the dialog closes. */
export function OneTimeSecret({ what, text }: OneTimeSecretProps) {
  return (
    <div className="grid gap-2.5">
      <div className="flex items-center gap-1 rounded-control border border-line-strong bg-sunken py-1.5 pr-1 pl-2">
        <code data-shown-once={what} className="min-w-0 grow text-code [overflow-wrap:anywhere] select-all">
          {text}
        </code>
        <CopyButton
          text={text}
          label={`Copy ${what}`}
          copiedMessage={`${what.charAt(0).toUpperCase()}${what.slice(1)} copied`}
        />
      </div>
      <Callout tone="warn">This {what} is shown only once. Copy it before you close this dialog.</Callout>
    </div>
  );
}
