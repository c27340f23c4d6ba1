"use client";

import { useQuery } from "@tanstack/react-query";
import { NumberedHeading } from "@/components/evaluation/setup/numbered-heading";
import { CheckLine } from "@/components/form/check-line";
import { Field } from "@/components/form/field";
import { Input } from "@/components/form/input";
import { FailureState } from "@/components/state/failure-state";
import { Link } from "@/components/ui/link";
import { channelsQuery } from "@/components/watches/watches-query";
import { failureOf } from "@/lib/api/client/request-failure";
import type { Workspace } from "@/lib/workspace/workspace";
import type { ChangeDraft } from "./rule-part";
import type { WatchDraft } from "./watch-draft";

type NotifyPartProps = { workspace: Workspace; draft: WatchDraft; change: ChangeDraft; timeZone: string };

/** Who hears about it, and when not. */
export function NotifyPart({ workspace, draft, change, timeZone }: NotifyPartProps) {
  const list = useQuery(channelsQuery(workspace));
  const { channelIds } = draft;
  const toggle = (id: string, isOn: boolean) =>
    change({ channelIds: isOn ? [...channelIds, id] : channelIds.filter((other) => other !== id) });
  return (
    <section aria-label="Notifications" className="border-b border-line">
      <NumberedHeading number={3} title="Notifications" isDone={channelIds.length > 0}>
        <Link href={`/${workspace.slug}/watches/channels`} className="text-small text-accent-text hover:underline">
          Channels
        </Link>
      </NumberedHeading>
      {list.error ? <FailureState failure={failureOf(list.error)} onRetry={() => void list.refetch()} /> : null}
      {list.data?.channels.length === 0 ? (
        <p className="px-4 pb-3 text-small text-ink-3 max-md:px-3">
          No channel yet. Without one, the watch is shown here only.
        </p>
      ) : null}
      <div className="flex flex-wrap gap-x-5 gap-y-1 px-4 pb-3 max-md:px-3">
        {(list.data?.channels ?? []).map(({ id, name, is_on: isOn }) => (
          <CheckLine
            key={id}
            label={isOn ? name : `${name} (off)`}
            isOn={channelIds.includes(id)}
            onChange={(isChosen) => toggle(id, isChosen)}
          />
        ))}
      </div>
      <div className="flex flex-wrap items-end gap-x-5 gap-y-2.5 px-4 pb-3 max-md:px-3">
        <Field label="Quiet from" className="w-[120px]">
          {(ids) => (
            <Input
              {...ids}
              type="time"
              value={draft.quietFrom}
              onChange={(event) => change({ quietFrom: event.target.value })}
            />
          )}
        </Field>
        <Field label="Quiet until" className="w-[120px]">
          {(ids) => (
            <Input
              {...ids}
              type="time"
              value={draft.quietTo}
              onChange={(event) => change({ quietTo: event.target.value })}
            />
          )}
        </Field>
        <span className="text-small text-ink-3">{timeZone}. Messages wait; what resolves by then is not sent.</span>
      </div>
    </section>
  );
}
