"use client";

import { useQuery } from "@tanstack/react-query";
import { useTheme } from "next-themes";
import { useEffect, useRef, useState } from "react";
import { FailureState } from "@/components/state/failure-state";
import { Callout } from "@/components/ui/callout";
import { Skeleton } from "@/components/ui/skeleton";
import { appQuery } from "@/lib/api/client/app-client";
import { failureOf } from "@/lib/api/client/request-failure";
import {
  FRAME_PATH,
  type FrameMessage,
  type RendererInput,
  type RenderRequest,
} from "@/lib/training/renderers/frame-protocol";
import type { Renderer } from "@/lib/training/renderers/renderer-match";

type RendererFrameProps = {
  workspaceId: string;
  renderer: Renderer;
  /** The trajectory and its place; JSON values only. */
  input: Omit<RendererInput, "version" | "theme">;
};

/** A trajectory as a renderer of the workspace shows it, in a frame that reaches neither this page nor a network. */
export function RendererFrame({ workspaceId, renderer, input }: RendererFrameProps) {
  const { id, updatedAt } = renderer;
  const read = useQuery(appQuery("renderers.read", { workspaceId, id }));
  const { resolvedTheme } = useTheme();
  const theme = resolvedTheme === "dark" ? "dark" : "light";
  if (read.isError) return <FailureState failure={failureOf(read.error)} onRetry={() => void read.refetch()} />;
  if (read.data === undefined) {
    return (
      <div role="status" aria-label={`Loading ${renderer.name}`} className="px-[35px]">
        <Skeleton className="w-3/4" />
      </div>
    );
  }
  return (
    <Frame
      // A frame shows one document: another input needs a new one.
      key={`${theme} ${updatedAt}`}
      name={renderer.name}
      html={read.data.html}
      input={{ version: 1, theme, ...input }}
    />
  );
}

/** Height until the frame reports its own, and its limits, in pixels. */
const START_HEIGHT_PX = 160;
const MIN_HEIGHT_PX = 24;
const MAX_HEIGHT_PX = 20_000;

/** Time after which a frame that did not answer is reported. */
const PATIENCE_MS = 10_000;

type FrameProps = { name: string; html: string; input: RendererInput };

function Frame({ name, html, input }: FrameProps) {
  const [px, setPx] = useState<number | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [isLate, setIsLate] = useState(false);
  const hasAnswered = px !== null || problem !== null;
  const port = useRef<MessagePort | null>(null);
  useEffect(() => () => port.current?.close(), []);
  useEffect(() => {
    if (hasAnswered) return;
    const timer = setTimeout(() => setIsLate(true), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, [hasAnswered]);
  const send = (frame: HTMLIFrameElement) => {
    // The frame loads a second time when the renderer's document replaces the first one.
    if (port.current !== null) return;
    const channel = new MessageChannel();
    port.current = channel.port1;
    channel.port1.onmessage = ({ data }: MessageEvent<FrameMessage>) => {
      if (data.kind === "height") setPx(Math.min(Math.max(Math.ceil(data.px), MIN_HEIGHT_PX), MAX_HEIGHT_PX));
      else setProblem(data.message);
    };
    const request: RenderRequest = { kind: "heddle:render", html, input };
    // A sandboxed frame has no origin that could be named.
    frame.contentWindow?.postMessage(request, "*", [channel.port2]);
  };
  return (
    <>
      {problem === null ? null : (
        <Callout tone="err" className="mx-3 mb-2">
          {name} failed: {problem}
        </Callout>
      )}
      {isLate && !hasAnswered ? (
        <Callout tone="err" className="mx-3 mb-2">
          {name} does not respond.
        </Callout>
      ) : null}
      <iframe
        title={`${name}, trajectory ${input.index}`}
        src={FRAME_PATH}
        sandbox="allow-scripts"
        referrerPolicy="no-referrer"
        onLoad={({ currentTarget }) => send(currentTarget)}
        className="block w-full border-0"
        style={{ height: px ?? START_HEIGHT_PX, colorScheme: input.theme }}
      />
    </>
  );
}
