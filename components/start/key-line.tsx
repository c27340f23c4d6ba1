"use client";

import { KeyRound } from "lucide-react";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { failureOf } from "@/lib/api/client/request-failure";
import type { FirstKeyControl } from "./use-first-key";

type KeyLineProps = {
  firstKey: FirstKeyControl;
  projectId: string;
  isMember: boolean;
};

/** The line about the key: a button to create one, or the new key, masked until the user shows it. */
export function KeyLine({ firstKey, projectId, isMember }: KeyLineProps) {
  const { isCreating, error, create, created, isShown, setIsShown } = firstKey;
  if (!isMember) return <p>A key is required. You are a viewer. A member or an admin can create one for you.</p>;
  return (
    <>
      {created ? (
        <p role="status">
          The key {created.project === null ? "may use every project" : "is limited to "}
          {created.project === null ? null : <span className="text-code">{created.project}</span>}. It was just created,
          and copying includes the full key. It is not shown again after you leave.{" "}
          <TextButton onClick={() => setIsShown(!isShown)}>{isShown ? "Hide" : "Show"}</TextButton>,{" "}
          <TextButton onClick={create}>create another</TextButton>
        </p>
      ) : (
        <div className="mt-1 flex flex-wrap items-center gap-x-2.5 gap-y-1">
          <Button
            size="small"
            icon={<KeyRound size={12} strokeWidth={1.9} aria-hidden="true" />}
            isBusy={isCreating}
            onClick={create}
          >
            Create key
          </Button>
          <span>
            for <span className="text-code [overflow-wrap:anywhere]">{projectId}</span>, or use an existing key.
          </span>
        </div>
      )}
      {error ? (
        <Callout tone="err" className="mt-2 max-w-[724px]">
          {failureOf(error).message}
        </Callout>
      ) : null}
    </>
  );
}

function TextButton({ onClick, children }: { onClick: () => void; children: string }) {
  return (
    <button type="button" onClick={onClick} className="rounded-sm text-accent-text hover:underline max-md:min-h-6">
      {children}
    </button>
  );
}
