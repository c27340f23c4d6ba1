"use client";

import { ArrowRight, Lock } from "lucide-react";
import { parseAsStringLiteral, useQueryState } from "nuqs";
import { type ReactNode, useState } from "react";
import { v7 as uuidv7 } from "uuid";
import { KeyHints, keyHint } from "@/components/keyboard/key-hints";
import { useKeys } from "@/components/keyboard/use-keys";
import { Button } from "@/components/ui/button";
import { PageFoot, PageHead } from "@/components/ui/page-head";
import { Tabs } from "@/components/ui/tabs";
import { clients, type FirstCallTarget, type FirstProgram, firstProgram, maskedKey } from "@/lib/start/first-program";
import { CodeBox } from "./code-box";
import { KeyLine } from "./key-line";
import { NextSteps } from "./next-steps";
import { Numeral, Step } from "./step";
import { useCopyKey } from "./use-copy-key";
import { useFirstKey } from "./use-first-key";

type FirstCallProps = {
  serviceUrl: string;
  projectId: string;
  /** Null while the project has no workspace. */
  workspaceSlug: string | null;
  /** Whether a key can be created here: with the embedded service, by a user who may write. */
  keys: "offered" | "viewer" | "elsewhere";
  /** The field for the project name. */
  projectField?: ReactNode;
  listener: (target: FirstCallTarget) => ReactNode;
  aside: ReactNode;
  /** Leaves for the empty pages. */
  onSkip?: () => void;
  /** True where the project has calls already. */
  hasCalls?: boolean;
};

/** The page for an empty project: one task, to send the first call, and a listener that shows it arrive. */
export function FirstCall(props: FirstCallProps) {
  const { serviceUrl, projectId, workspaceSlug, keys, projectField, listener, aside, onSkip, hasCalls = false } = props;
  const [client, setClient] = useQueryState("client", parseAsStringLiteral(clients).withDefault("python"));
  const [stamp] = useState(() => ({ id: uuidv7(), startedAt: new Date() }));
  const firstKey = useFirstKey(projectId);
  const key = firstKey.created?.key ?? null;
  const target: FirstCallTarget = { serviceUrl, projectId, key };
  const copied = firstProgram(client, target, stamp);
  const shownKey = key !== null && !firstKey.isShown ? maskedKey(key) : key;
  const shown = firstProgram(client, { ...target, key: shownKey }, stamp);
  useCopyKey(copied.program, "Program copied");
  useKeys("firstCall", {
    "1-4": ({ key: digit }) => {
      const chosen = clients[Number(digit) - 1];
      if (chosen) void setClient(chosen);
    },
  });
  const tabs = clients.map((value) => {
    const { name, program } = firstProgram(value, target, stamp);
    return {
      value,
      label: name,
      content: <CodeBox text={program} label="Copy program" copiedMessage="Program copied" isTall />,
    };
  });
  return (
    <>
      <PageHead
        title={hasCalls ? "Get started" : "Send your first call"}
        count={hasCalls ? projectId : `${projectId} is empty; calls appear as they arrive`}
      >
        {onSkip ? (
          <Button kind="ghost" size="small" className="ml-auto" onClick={onSkip}>
            Skip <span className="max-md:sr-only">to the empty project</span>
            <ArrowRight size={13} strokeWidth={1.7} aria-hidden="true" />
          </Button>
        ) : null}
      </PageHead>
      <div className="grid min-h-0 flex-1 grid-cols-[minmax(0,1fr)_400px] overflow-auto border-t border-line max-lg:grid-cols-[minmax(0,1fr)] max-lg:content-start">
        <ol className="min-w-0 content-start overflow-auto border-line px-5 pt-5 max-lg:overflow-visible max-md:px-3 lg:border-r">
          <Step dot={<Numeral>1</Numeral>} title="Point the client at Heddle">
            {projectField}
            {keys === "elsewhere" ? (
              <p>This service has its own keys. Ask its administrator for one.</p>
            ) : (
              <KeyLine firstKey={firstKey} projectId={projectId} isMember={keys === "offered"} />
            )}
            <div className={BOX_CLASS}>
              <CodeBox
                text={shown.variables}
                copiedText={copied.variables}
                label="Copy variables"
                copiedMessage={clientVariablesText(copied, key)}
              />
            </div>
          </Step>
          <Step dot={<Numeral>2</Numeral>} title="Log one call">
            <p>{shown.note}</p>
            <div className={BOX_CLASS}>
              <Tabs label="Client" value={client} tabs={tabs} onChange={(value) => void setClient(value)} />
            </div>
          </Step>
          {listener(target)}
          <NextSteps workspaceSlug={workspaceSlug} />
        </ol>
        <aside
          aria-label="More options"
          className="min-w-0 overflow-auto max-lg:overflow-visible max-lg:border-t max-lg:border-line"
        >
          {aside}
        </aside>
      </div>
      <PageFoot
        hints={
          <KeyHints
            hints={[
              keyHint("firstCall", ["1-4"], "client"),
              keyHint("firstCall", ["Mod+c"], "copy program"),
              keyHint("everywhere", ["?"], "all keys"),
            ]}
          />
        }
      >
        <Lock size={12} strokeWidth={1.7} aria-hidden="true" />
        <span className="-ml-2 truncate">
          {keys === "elsewhere" ? "Calls are sent only to this service." : "Runs on this machine."} No cloud account, no
          telemetry.
        </span>
      </PageFoot>
    </>
  );
}

const BOX_CLASS = "mt-2 max-w-[724px] overflow-hidden rounded-control border border-line bg-sunken";

function clientVariablesText({ name }: FirstProgram, key: string | null): string {
  return key === null
    ? "Variables copied, with a placeholder for the key"
    : `Variables for ${name} copied, with the key`;
}
