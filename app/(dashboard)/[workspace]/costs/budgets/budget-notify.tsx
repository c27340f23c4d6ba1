import { CheckLine } from "@/components/form/check-line";
import { Link } from "@/components/ui/link";
import type { WatchChannel } from "@/lib/api/contract/watches/watch-channels";

type BudgetNotifyProps = {
  slug: string;
  /** Null until they are loaded. */
  channels: readonly WatchChannel[] | null;
  /** Why they could not be loaded. */
  problem: string | null;
  chosen: readonly string[];
  onChange: (chosen: readonly string[]) => void;
};

/** The channels that a budget notifies. */
export function BudgetNotify({ slug, channels, problem, chosen, onChange }: BudgetNotifyProps) {
  const toggle = (id: string, isOn: boolean) => onChange(isOn ? [...chosen, id] : chosen.filter((one) => one !== id));
  return (
    <fieldset className="grid gap-1">
      <legend className="flex w-full items-center justify-between text-micro font-medium text-ink-3">
        Notify
        <Link href={`/${slug}/watches/channels`} className="text-accent-text hover:underline">
          Channels
        </Link>
      </legend>
      {problem === null ? null : (
        <p role="alert" className="text-micro text-err">
          Channels could not be loaded: {problem}
        </p>
      )}
      {channels === null && problem === null ? <p className="text-micro text-ink-3">Loading channels…</p> : null}
      {channels?.length === 0 ? (
        <p className="text-micro text-ink-3">No channel yet. Warnings are listed under Watches → Notifications only.</p>
      ) : null}
      <div className="flex flex-wrap gap-x-5 gap-y-1">
        {(channels ?? []).map(({ id, name, is_on: isOn }) => (
          <CheckLine
            key={id}
            label={isOn ? name : `${name} (off)`}
            isOn={chosen.includes(id)}
            onChange={(isChosen) => toggle(id, isChosen)}
          />
        ))}
      </div>
    </fieldset>
  );
}
