import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";

type ChangedMeanwhileProps = {
  /** True after an attempt to save. */
  wasRefused: boolean;
  onLoad: (() => void) | undefined;
};

/** Says that the stored settings are no longer those that the form was opened with. */
export function ChangedMeanwhile({ wasRefused, onLoad }: ChangedMeanwhileProps) {
  return (
    <Callout tone={wasRefused ? "err" : "warn"}>
      <p>
        {wasRefused ? "Your changes were not saved. " : null}This connection was changed since you opened it, in another
        tab or by another admin. Loading its current settings replaces what you entered.
      </p>
      <Button size="small" className="mt-1.5" onClick={onLoad}>
        Load current settings
      </Button>
    </Callout>
  );
}
