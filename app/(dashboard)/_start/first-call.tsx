"use client";

import { Lock } from "lucide-react";
import { type ReactNode, useState } from "react";
import { v7 as uuidv7 } from "uuid";
import { PageFoot, PageHead } from "@/components/layout/page-head";
import { classNames } from "@/components/ui/class-names";
import { CopyButton } from "@/components/ui/copy-button";
import { Tabs } from "@/components/ui/tabs";
import { type Client, clients, firstProgram } from "./prepare-first-program";

type FirstCallProps = { serviceUrl: string; listener: ReactNode; aside: ReactNode };

/** Nothing is stored yet: one task, to send the first call, and a listener that sees it arrive. */
export function FirstCall({ serviceUrl, listener, aside }: FirstCallProps) {
  const [client, setClient] = useState<Client>("typescript");
  const [stamp] = useState(() => ({ id: uuidv7(), startedAt: new Date() }));
  const shown = firstProgram(client, serviceUrl, stamp);
  const tabs = clients.map((value) => {
    const { name, program } = firstProgram(value, serviceUrl, stamp);
    return {
      value,
      label: name,
      content: <Code text={program} label="Copy the program" said="Program copied" isTall />,
    };
  });
  return (
    <>
      <PageHead title="Send the first call" count="nothing is stored yet; what arrives appears at once" />
      <div className="grid min-h-0 flex-1 grid-cols-[minmax(0,1fr)_360px] overflow-auto border-t border-line max-lg:grid-cols-[minmax(0,1fr)] max-lg:content-start">
        <ol className="min-w-0 content-start overflow-auto border-line px-5 pt-5 max-lg:overflow-visible max-md:px-3 lg:border-r">
          <Step knot={<Numeral>1</Numeral>} title="Point the client at Heddle">
            <p>
              The key was printed at the first start. Another one is made with{" "}
              <span className="text-code whitespace-nowrap">npm run key create</span>
            </p>
            <div className={box}>
              <Code text={shown.variables} label="Copy the variables" said="Variables copied" />
            </div>
          </Step>
          <Step knot={<Numeral>2</Numeral>} title="Log one call">
            <p>{shown.note}</p>
            <div className={box}>
              <Tabs label="Client" value={client} tabs={tabs} onChange={setClient} />
            </div>
          </Step>
          {listener}
        </ol>
        <aside aria-label="Other ways to begin" className="min-w-0 max-lg:border-t max-lg:border-line">
          {aside}
        </aside>
      </div>
      <PageFoot>
        <Lock size={12} strokeWidth={1.7} aria-hidden="true" />
        <span className="-ml-2 truncate">Nothing leaves this machine. No account, no telemetry.</span>
      </PageFoot>
    </>
  );
}

const box = "mt-2 max-w-[724px] overflow-hidden rounded-control border border-line bg-sunken";

/** One knot of the thread down the left. */
export function Step({
  knot,
  title,
  children,
  isLive,
}: {
  knot: ReactNode;
  title: string;
  children: ReactNode;
  isLive?: boolean;
}) {
  return (
    <li className="relative pb-[22px] pl-[34px] before:absolute before:top-6 before:bottom-0 before:left-[10px] before:w-px before:bg-line-strong last:before:hidden">
      <span className="absolute top-0 left-0 grid size-[21px] place-items-center">{knot}</span>
      <h2 className={classNames("leading-[21px] font-medium", isLive && "text-accent-text")}>{title}</h2>
      <div className="text-small leading-[17px] text-ink-2">{children}</div>
    </li>
  );
}

function Numeral({ children }: { children: ReactNode }) {
  return (
    <span className="size-[21px] rounded-full border border-line-strong bg-bg text-center text-micro leading-[19px] text-ink-2">
      {children}
    </span>
  );
}

function Code({ text, label, said, isTall = false }: { text: string; label: string; said: string; isTall?: boolean }) {
  return (
    <div className={classNames("relative flex", isTall && "min-h-[214px]")}>
      <pre className="min-w-0 grow px-3 py-[9px] font-mono text-code leading-[19px] whitespace-pre-wrap text-ink [overflow-wrap:anywhere]">
        {text}
      </pre>
      <span className="m-1 flex-none">
        <CopyButton text={text} label={label} said={said} />
      </span>
    </div>
  );
}
