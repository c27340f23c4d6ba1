"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { ScrollPane } from "@/components/settings/scroll-pane";
import { SettingsHead } from "@/components/settings/settings-head";
import { FailureState } from "@/components/state/failure-state";
import { SkeletonRows } from "@/components/table/skeleton-rows";
import { Button } from "@/components/ui/button";
import { PageFoot } from "@/components/ui/page-head";
import { appQuery } from "@/lib/api/client/app-client";
import { failureOf } from "@/lib/api/client/request-failure";
import { EndOtherSessions, EndSession } from "./end-sessions";
import { PasswordSection } from "./password-section";
import { type OwnSession, sessionsCount } from "./prepare-sessions";
import { SecondFactorSection } from "./second-factor-section";
import { SessionsTable } from "./sessions-table";

/** How and where the current user is signed in. */
export function AccountView() {
  const query = useQuery(appQuery("sessions.list", {}));
  const [sessionToEnd, setSessionToEnd] = useState<OwnSession | null>(null);
  const [isEndingOthers, setIsEndingOthers] = useState(false);
  if (query.isError) {
    return (
      <>
        <SettingsHead />
        <FailureState
          failure={failureOf(query.error)}
          onRetry={() => void query.refetch()}
          isRetrying={query.isFetching}
        />
      </>
    );
  }
  const sessions = query.data?.sessions;
  return (
    <>
      <SettingsHead>
        <Button
          size="small"
          disabled={!sessions?.some(({ isCurrent }) => !isCurrent)}
          onClick={() => setIsEndingOthers(true)}
        >
          End other sessions
        </Button>
      </SettingsHead>
      <ScrollPane label="Account">
        <PasswordSection />
        <SecondFactorSection />
        <h2 className="px-4 pt-3 pb-2 text-small font-medium max-md:px-3">Sessions</h2>
        {sessions === undefined ? (
          <SkeletonRows count={3} rowHeight={32} />
        ) : (
          <SessionsTable sessions={sessions} onEnd={setSessionToEnd} />
        )}
      </ScrollPane>
      {sessions === undefined ? null : <PageFoot>{sessionsCount(sessions)}</PageFoot>}
      {sessionToEnd ? <EndSession session={sessionToEnd} onClose={() => setSessionToEnd(null)} /> : null}
      {isEndingOthers ? <EndOtherSessions onClose={() => setIsEndingOthers(false)} /> : null}
    </>
  );
}
