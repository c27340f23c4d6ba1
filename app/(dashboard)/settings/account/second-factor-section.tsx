"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useNow } from "@/components/browser/use-now";
import { openedLater } from "@/components/dialog/opened-later";
import { FailureState } from "@/components/state/failure-state";
import { Button } from "@/components/ui/button";
import { Skeleton } from "@/components/ui/skeleton";
import { appQuery } from "@/lib/api/client/app-client";
import { failureOf } from "@/lib/api/client/request-failure";
import { recoveryCodesText, type SecondFactorState, secondFactorText } from "./prepare-second-factor";

const EnableSecondFactor = openedLater(async () => (await import("./enable-second-factor")).EnableSecondFactor);
const DisableSecondFactor = openedLater(async () => (await import("./disable-second-factor")).DisableSecondFactor);
const ReplaceRecoveryCodes = openedLater(async () => (await import("./recovery-codes")).ReplaceRecoveryCodes);

type OpenDialog = "enable" | "disable" | "codes" | null;

/** Whether sign-in asks the current user for a code of an authenticator app. */
export function SecondFactorSection() {
  const query = useQuery(appQuery("secondFactor.read", {}));
  const [dialog, setDialog] = useState<OpenDialog>(null);
  const close = () => setDialog(null);
  return (
    <section aria-labelledby="two-factor" className="border-b border-line px-4 py-3 max-md:px-3">
      <h2 id="two-factor" className="text-small font-medium">
        Two-factor authentication
      </h2>
      {query.isError ? (
        <FailureState
          failure={failureOf(query.error)}
          onRetry={() => void query.refetch()}
          isRetrying={query.isFetching}
        />
      ) : query.data === undefined ? (
        <div role="status" aria-label="Loading two-factor authentication" className="py-2">
          <Skeleton className="w-60" />
        </div>
      ) : (
        <SecondFactor state={query.data} onOpen={setDialog} />
      )}
      {dialog === "enable" ? <EnableSecondFactor onClose={close} /> : null}
      {dialog === "disable" ? <DisableSecondFactor onClose={close} /> : null}
      {dialog === "codes" ? <ReplaceRecoveryCodes onClose={close} /> : null}
    </section>
  );
}

function SecondFactor({ state, onOpen }: { state: SecondFactorState; onOpen: (dialog: OpenDialog) => void }) {
  const nowMs = useNow(60_000);
  const codes = recoveryCodesText(state);
  return (
    <div className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-2">
      <p className="min-w-0 grow basis-40 text-small text-ink-2">
        {secondFactorText(state, nowMs)}
        {codes === null ? null : <span className={codes.areFew ? "text-warn" : undefined}> {codes.text}.</span>}
      </p>
      <div className="flex flex-none gap-2">
        {state.enabledAt !== null ? (
          <>
            <Button size="small" onClick={() => onOpen("codes")}>
              New recovery codes
            </Button>
            <Button size="small" onClick={() => onOpen("disable")}>
              Turn off
            </Button>
          </>
        ) : state.hasPassword ? (
          <Button size="small" onClick={() => onOpen("enable")}>
            Turn on
          </Button>
        ) : null}
      </div>
    </div>
  );
}
