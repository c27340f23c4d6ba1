"use client";

import { useQuery } from "@tanstack/react-query";
import { useWorkspaceSlug } from "@/components/session/use-workspace";
import { Link } from "@/components/ui/link";
import type { Call } from "@/lib/api/contract/calls/calls";
import type { CallAddress } from "@/lib/calls/call-address";
import { readTwinCalls } from "@/lib/calls/twin-calls";
import { Fact } from "./fact";

/** The other calls that report the same request as a call that may have such, and which of them counts. */
export function TwinFact({ address, call }: { address: CallAddress; call: Call }) {
  const slug = useWorkspaceSlug() ?? "";
  const query = useQuery({
    queryKey: [
      "service",
      address.connectionId,
      "calls.streamQuery",
      "twins",
      address.projectId,
      call.id,
      call.ended_at,
    ],
    queryFn: ({ signal }) => readTwinCalls(address, call, signal),
  });
  if (query.isError) {
    return (
      <Fact name="Reported twice">
        <span className="text-ink-3">Could not check. </span>
        <button type="button" className="text-accent-text hover:underline" onClick={() => void query.refetch()}>
          Retry
        </button>
      </Fact>
    );
  }
  return (query.data ?? []).map(({ id, name, isCounted }) => (
    <Fact key={id} name="Reported twice">
      by{" "}
      <Link href={`/${slug}/traces/${encodeURIComponent(id)}`} className="text-accent-text hover:underline">
        {name}
      </Link>
      {isCounted ? ", where its tokens and cost count" : "; tokens and cost count here"}
    </Fact>
  ));
}
