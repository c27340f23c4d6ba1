import { useQuery } from "@tanstack/react-query";
import { CheckLine } from "@/components/form/check-line";
import { FailureState } from "@/components/state/failure-state";
import { channelsQuery } from "@/components/watches/watches-query";
import { failureOf } from "@/lib/api/client/request-failure";
import type { Workspace } from "@/lib/workspace/workspace";

type ChannelChoiceProps = { workspace: Workspace; ids: readonly string[]; onChange: (ids: readonly string[]) => void };

/** The channels of a workspace, of which any are chosen. */
export function ChannelChoice({ workspace, ids, onChange }: ChannelChoiceProps) {
  const list = useQuery(channelsQuery(workspace));
  if (list.error) return <FailureState failure={failureOf(list.error)} onRetry={() => void list.refetch()} />;
  const channels = list.data?.channels ?? [];
  if (list.data && channels.length === 0)
    return <p className="text-small text-ink-3">No channel yet. Without one, what fires is shown here only.</p>;
  return (
    <fieldset className="flex flex-wrap gap-x-5 gap-y-1" aria-label="Channels">
      {channels.map(({ id, name, is_on: isOn }) => (
        <CheckLine
          key={id}
          label={isOn ? name : `${name} (off)`}
          isOn={ids.includes(id)}
          onChange={(isChosen) => onChange(isChosen ? [...ids, id] : ids.filter((other) => other !== id))}
        />
      ))}
    </fieldset>
  );
}
