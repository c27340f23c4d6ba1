import Link from "next/link";

/** The link to a call. */
export function CallLink({ slug, callId }: { slug: string; callId: string }) {
  return (
    <Link
      href={`/${slug}/traces/${encodeURIComponent(callId)}`}
      className="text-code text-accent-text hover:underline [overflow-wrap:anywhere]"
    >
      {callId}
    </Link>
  );
}
